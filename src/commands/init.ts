/** Owns `articles init`: a new site that builds. */
import { relative, resolve } from 'node:path';
import type { Command } from 'commander';
import { collect, createCommand, type Start } from './command.ts';

interface InitCommandOptions {
  locale?: string[];
  title?: string;
}

export function initCommand(start: Start): Command {
  return createCommand('init', 'Make a new site that builds.')
    .argument('<dir>', 'folder of the new site; it must be empty, or not be there yet')
    .option(
      '--locale <locale>',
      'language, may be repeated; the first is the default (default: en_US)',
      collect,
    )
    .option('--title <title>', "the site's title; default: made from the folder's name")
    .addHelpText(
      'after',
      '\nExamples:\n  articles init my-site && articles build --root my-site\n  articles init kitap --locale tr_TR --locale en_US --title "Ölçülü Bahis"',
    )
    .action((dir: string, options: InitCommandOptions, command: Command) =>
      start(command, async ({ root, reporter }) => {
        const { parseLocales, writeScaffold } = await import('./init/scaffold.ts');
        const folder = resolve(root, dir);
        const locales = parseLocales(options.locale ?? ['en_US']);
        const files = await writeScaffold(folder, { locales, title: options.title ?? null });
        const place = relative(process.cwd(), folder) || '.';
        const shown = /^[\w./-]+$/.test(place) ? place : `'${place.replaceAll("'", "'\\''")}'`;
        reporter.result(
          { root: folder, files },
          `${files.length} files written to ${shown}\n  next: articles serve --watch --drafts --root ${shown}\n  before you publish: url and contact in site-config.json, and the pages below content/*/info`,
        );
      }),
    );
}
