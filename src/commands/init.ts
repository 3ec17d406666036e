/** `articles init`: a new site that builds. */
import { relative, resolve } from 'node:path';
import { defineCommand, list, text } from './command.ts';

export const initCommand = defineCommand({
  name: 'init',
  summary: 'Create a new site that builds.',
  arguments: { '<dir>': 'folder of the new site; it must be empty or missing' },
  options: {
    locale: list('--locale <locale>', 'language, may be repeated; the first is the default (default: en_US)'),
    title: text('--title <title>', "title of the site (default: made from the folder's name)"),
  },
  examples: [
    'articles init my-site && articles build --root my-site',
    'articles init kitap --locale tr_TR --locale en_US --title "Ölçülü Bahis"',
  ],
  async run({ root, reporter }, { locale = ['en_US'], title = null }, [dir = '.']) {
    const { parseLocales, writeScaffold } = await import('./init/scaffold.ts');
    const folder = resolve(root, dir);
    const files = await writeScaffold(folder, parseLocales(locale), title);
    const place = relative(process.cwd(), folder) || '.';
    const shown = /^[\w./-]+$/.test(place) ? place : `'${place.replaceAll("'", "'\\''")}'`;
    reporter.result(
      { root: folder, files },
      `${files.length} files written to ${shown}\n  next: articles serve --watch --drafts --root ${shown}\n  before you publish: set url and contact in site-config.json, and write the pages in content/*/info`,
    );
  },
});
