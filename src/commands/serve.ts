/** Owns `articles serve`. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { createCommand, type Start, wholeNumber } from './command.ts';

interface ServeCommandOptions {
  watch?: boolean;
  edit?: boolean;
  port?: number;
  host: string;
  open?: boolean;
  out?: string;
  drafts?: boolean;
  future?: boolean;
}

export function serveCommand(start: Start): Command {
  return createCommand('serve', 'Serve the built site, and rebuild it while you write.')
    .option('--watch', 'rebuild on every save and bring the browser up to date')
    .option('--edit', 'edit title and description of an article on its page; implies --watch')
    .option('--port <n>', 'port (default: 4000, or the next free one)', wholeNumber(0, 65_535))
    .option('--host <host>', 'address to listen on; 0.0.0.0 for every network', '127.0.0.1')
    .option('--open', 'open the site in the browser')
    .option('--out <dir>', 'folder of the build (default: dist below the root)')
    .option('--drafts', 'with --watch: show drafts; built to .articles/preview, so that none is deployed')
    .option('--future', 'with --watch: show articles whose date lies ahead, built there too')
    .addHelpText(
      'after',
      '\nExamples:\n  articles serve\n  articles serve --watch --drafts\n  articles serve --edit --port 8080 --open',
    )
    .action((options: ServeCommandOptions, command: Command) =>
      start(command, async ({ root, reporter }) => {
        const { serve } = await import('../serve/run-serve.ts');
        const watch = options.watch ?? options.edit ?? false;
        const drafts = options.drafts ?? false;
        const future = options.future ?? false;
        if (!watch && (drafts || future)) {
          const { UserError } = await import('../foundation/errors.ts');
          const message = '--drafts and --future need --watch';
          throw new UserError({ message, hint: 'add --watch, or build with them and serve then' });
        }
        const folder = watch && (drafts || future) ? '.articles/preview' : 'dist';
        const running = await serve({
          root,
          out: options.out ? resolve(options.out) : resolve(root, folder),
          watch,
          edit: options.edit ?? false,
          drafts,
          future,
          host: options.host,
          port: options.port ?? null,
          reporter,
        });
        const { url, port } = running;
        const interrupted = untilInterrupted();
        reporter.result(
          { url, port, out: running.out },
          `serving ${running.out} at ${url}\n  stop with Ctrl+C`,
        );
        if (options.open) (await import('../serve/open-browser.ts')).openInBrowser(url, reporter);
        await interrupted;
        await running.close();
      }),
    );
}

function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}
