/** `articles init`: a new site that builds. */

import { basename, relative, resolve } from 'node:path';
import { LOOKS } from '../foundation/layers.ts';
import { formatCount } from '../foundation/report.ts';
import { RHYTHMS } from '../scaffold/schedule-hosts.ts';
import { TEMPLATES } from '../scaffold/template-names.ts';
import { choice, defineCommand, list, text } from './command.ts';

export const initCommand = defineCommand({
  name: 'init',
  summary: 'Create a new site that builds.',
  arguments: { '[dir]': 'folder of the new site, empty or missing (default: the current one)' },
  options: {
    title: text('--title <title>', "title of the site (default: made from the folder's name)"),
    locale: list(
      '--locale <locale>',
      'language tag such as fr, or fr_CA for one country; may be repeated, the first is the default (default: en_US)',
    ),
    template: choice('--template <name>', 'what the site is about (default: blog)', TEMPLATES),
    look: text('--look <look>', `look to begin with: ${LOOKS.join(', ')}, an installed package, or a folder`),
    schedule: choice(
      '--schedule <how often>',
      'when GitHub publishes what is due (default: hourly)',
      RHYTHMS,
    ),
  },
  note: 'Asks for what is not given, where there is a terminal. Never changes a file that exists.',
  examples: [
    'articles init my-site',
    'articles init handbook --template docs --locale en --locale ko',
    'articles init journal --look quiet',
    'articles init kitap --locale tr_TR --locale en_US --title "Kitap Kurdu"',
  ],
  async run({ root, reporter }, given, [dir = '.']) {
    const { LOCALE_CODES } = await import('../locales/codes.ts');
    const { builtInOf } = await import('../locales/locale-registry.ts');
    const { findLook } = await import('../scaffold/find-look.ts');
    const { parseLocales } = await import('../scaffold/read-locales.ts');
    const { describePackageByHand, findPackageSource } = await import('../scaffold/project-files.ts');
    const { refuseFilled, titleOf, writeScaffold } = await import('../scaffold/scaffold.ts');
    const folder = resolve(root, dir);
    const kept = await refuseFilled(folder);
    const look = given.look === undefined ? null : findLook(given.look, folder, root);
    const answers = await complete(given);
    const { title = titleOf(folder), locale = ['en_US'], template = 'blog', schedule = 'hourly' } = answers;
    const site = { title, locales: parseLocales(locale), template, isDaily: schedule === 'daily', look };
    const files = await writeScaffold(folder, site, kept);
    const source = await findPackageSource(folder);
    const place = relative(process.cwd(), folder) || '.';
    const shown = /^[\w./-]+$/.test(place) ? place : `'${place.replaceAll("'", "'\\''")}'`;
    reporter.result(
      { root: folder, template, files, kept },
      [
        `${formatCount(files.length, 'file')} written to ${shown}: ${['site-config.json, ', 'package.json, '].filter((name) => files.includes(name.slice(0, -2))).join('')}content/ and two workflows for GitHub`,
        ...(kept.length === 0 ? [] : [`  kept as they were: ${kept.join(', ')}`]),
        ...(kept.includes('package.json')
          ? [
              `  add the scripts, and the name by which editors and themes find the program: ${await describePackageByHand(folder, look)}`,
            ]
          : []),
        ...files
          .filter((file) => file.startsWith('theme/locales/'))
          .map(
            (file) =>
              `  translate the interface in ${file}, and the texts of content/: both begin in English`,
          ),
        ...parseLocales(locale)
          .filter((code) => {
            const known = builtInOf(code);
            return known !== undefined && !LOCALE_CODES.some((written) => written === known);
          })
          .map((code) => `  translate the texts of content/${code}: they begin in English`),
        ...(source.endsWith('.tgz')
          ? [
              `  package.json names the packed file ${source.slice('file:'.length)}: npm needs it there, also on other machines`,
            ]
          : []),
        `  next: ${place === '.' ? '' : `cd ${shown} && `}npm install && npm run dev`,
        `  to look before you install: npx articles-press serve --watch --drafts --root ${shown}`,
        '  before you publish: npm run check names each placeholder to replace, with file and line',
      ].join('\n'),
    );

    /** Asks for what was not given, if a person can answer. */
    async function complete(values: typeof given): Promise<typeof given> {
      const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true && !process.env.CI;
      if (!isTerminal || reporter.json) return values;
      const { askSettings } = await import('../scaffold/ask-settings.ts');
      return { ...values, ...(await askSettings(values, titleOf(folder), basename(folder))) };
    }
  },
});
