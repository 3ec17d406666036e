/** `articles serve`. */
import { Option } from 'commander';
import { UserError } from '../foundation/errors.ts';
import { onInterrupt } from '../foundation/interrupt.ts';
import type { Reporter } from '../foundation/report.ts';
import { IMITATED_HOSTS } from '../hosts/host-table.ts';
import {
  choice,
  custom,
  defineCommand,
  flag,
  OUT,
  parsed,
  resolveOut,
  text,
  wholeNumber,
} from './command.ts';

const LOCAL = '127.0.0.1';

export const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Serve the built site, and rebuild it while you write.',
  options: {
    watch: flag('--watch', 'rebuild on every save and update the browser'),
    edit: flag(
      '--edit',
      'edit title and description of an article on its page, and open it in the desk; implies --watch',
    ),
    port: parsed('--port <n>', 'port (default: 4000, or the next free one)', wholeNumber(0, 65_535)),
    host: custom(
      new Option('--host <host>', 'address to listen on; 0.0.0.0 for every network').default(LOCAL),
      LOCAL,
    ),
    as: choice(
      '--as <host>',
      'answer as this host does, by the files of the setting `hosting`',
      IMITATED_HOSTS,
    ),
    sites: text(
      '--sites <folders>',
      "serve several sites, each by a host name of its own: --sites 'sites/*'",
    ),
    open: flag('--open', 'open the site in the browser'),
    out: OUT,
    drafts: flag(
      '--drafts',
      'with --watch: show drafts; builds to .articles/preview, so that they are not deployed',
    ),
    future: flag(
      '--future',
      'with --watch: show articles with a date in the future; builds to the same folder',
    ),
  },
  examples: [
    'articles serve',
    'articles serve --watch --drafts',
    'articles serve --as nginx',
    'articles serve --edit --port 8080 --open',
  ],
  async run({ root, reporter }, { open, port = null, as = null, edit, drafts, future, host, ...options }) {
    const { serve } = await import('../serve/run-serve.ts');
    const { serveSites } = await import('../serve/serve-sites.ts');
    const { findSites } = await import('./sites.ts');
    const watch = options.watch || edit;
    if (!watch && (drafts || future)) {
      const message = '--drafts and --future need --watch';
      throw new UserError({
        code: 'conflicting-options',
        message,
        hint: 'add --watch, or build with these options and then serve',
      });
    }
    if (watch && as !== null) {
      const hint = 'build first, then serve without --watch';
      throw new UserError({
        code: 'conflicting-options',
        message: '--as serves a finished build, and --watch rebuilds it',
        hint,
      });
    }
    const optionsFor = (folder: string) => ({
      root: folder,
      out: resolveOut(folder, options.out, watch && (drafts || future) ? '.articles/preview' : 'dist'),
      ...{ watch, edit, drafts, future, host, as, port, reporter },
    });
    const desk = createDesk(root, reporter);
    const running =
      options.sites === undefined
        ? await serve({ ...optionsFor(root), openDesk: desk.open })
        : await serveSites(findSites(options.sites).map(optionsFor), port);
    const interrupted = new Promise<void>((stop) => onInterrupt(() => stop()));
    const { close, home, ...result } = running;
    const what =
      'out' in running
        ? `${running.out} at ${home}`
        : [home, ...running.sites.map((one) => `${one.home} ${one.site}`)].join('\n  ');
    reporter.result({ home, ...result }, `serving ${what}\n  stop with Ctrl+C`);
    if (open) (await import('../serve/open-browser.ts')).openInBrowser(home, reporter);
    await interrupted;
    await Promise.all([close(), desk.close()]);
  },
});

/** A desk that starts when it is first opened. */
function createDesk(root: string, reporter: Reporter) {
  let starting: Promise<{ url: string; close(): Promise<void> }> | null = null;
  const start = async () => {
    const { runDesk } = await import('articles-desk');
    return runDesk({ root, host: LOCAL, port: null, reporter });
  };
  return {
    async open() {
      starting ??= start().catch((error: unknown) => {
        starting = null;
        throw error;
      });
      // Whoever asks need not be whoever may write. The browser has the token from the address of the site.
      return `${(await starting).url}/__desk`;
    },
    close: async () => (await starting)?.close(),
  };
}
