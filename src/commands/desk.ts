/** `articles desk`: the editor in the browser. */
import { onInterrupt } from '../foundation/interrupt.ts';
import { defineCommand, flag, parsed, text, wholeNumber } from './command.ts';

export const deskCommand = defineCommand({
  name: 'desk',
  summary: 'Open the editor: write, review, schedule and publish in the browser.',
  options: {
    port: parsed('--port <n>', 'port (default: 4100, or the next free one)', wholeNumber(0, 65_535)),
    host: text('--host <host>', 'loopback address to listen on (default: 127.0.0.1)'),
    open: flag('--open', 'open the editor in the browser'),
  },
  note: 'The desk answers this machine only, and only whoever has the token of its address. It saves into the files of content/ while you type.',
  examples: ['articles desk', 'articles desk --port 8100 --open'],
  async run({ root, reporter }, { port = null, host = '127.0.0.1', open }) {
    const { runDesk } = await import('articles-desk');
    reporter.info('building the pages of the desk');
    const running = await runDesk({ root, host, port, reporter });
    const interrupted = new Promise<void>((stop) => onInterrupt(() => stop()));
    const { home, url, token, port: usedPort } = running;
    reporter.result({ url, home, token, port: usedPort }, `the desk is at ${home}\n  stop with Ctrl+C`);
    if (open) (await import('../serve/open-browser.ts')).openInBrowser(home, reporter);
    await interrupted;
    await running.close();
  },
});
