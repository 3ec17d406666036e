/** `articles locale`: a further language: the texts of the interface where the program lacks them, and the files of its edition. */
import { formatCount } from '../foundation/report.ts';
import { defineCommand } from './command.ts';

export const localeCommand = defineCommand({
  name: 'locale',
  summary: 'Write the files of a further language, to translate them.',
  arguments: { '<tag>': 'language tag, such as de, pt-BR or zh-Hant' },
  options: {},
  note: [
    'Writes content/TAG with the categories, authors and info pages of the first edition. A language that the program lacks gets a file with',
    'the texts of the interface too. Run it again at any time: files stay, missing ones are added, and English texts are named.',
    'A tag such as en-US-x-v1 keeps a copy of an edition as its older version v1.',
  ].join('\n'),
  examples: ['articles locale fr', 'articles locale da-DK', 'articles locale en-US-x-v1'],
  async run({ root, reporter }, _options, [tag = '']) {
    const { newestOf, versionOf } = await import('../locales/codes.ts');
    const { addEdition } = await import('../scaffold/add-edition.ts');
    const { readLocale } = await import('../scaffold/read-locales.ts');
    const { writeStringsFile } = await import('../scaffold/strings-file.ts');
    const locale = readLocale(tag);
    const edition = await addEdition(root, locale);
    const written = edition?.written ?? [];
    const isFurther = edition !== null && (!edition.isListed || written.length > 0);
    const isVersion = versionOf(locale) !== null;
    const strings = isVersion ? null : await writeStringsFile(root, locale, isFurther);
    const { file = null, english = [], isNew = false } = strings ?? {};
    const shown = english.slice(0, 5).join(', ');
    const rest = english.length > 5 ? ` and ${english.length - 5} more` : '';
    const steps = [
      ...(edition?.isListed ? [] : [`add "${locale}" to locales in site-config.json`]),
      ...(written.length > 0 && !isVersion ? ['translate what `npx articles-press check` names then'] : []),
      isVersion
        ? `write the next version in content/${newestOf(locale)} (docs/organise.md)`
        : `put articles into content/${locale}/articles, at the same path below it as their originals`,
    ];
    reporter.result(
      { locale, file, english, written },
      [
        ...(file === null
          ? []
          : [
              `${isNew ? 'wrote' : 'completed'} ${file}`,
              english.length === 0
                ? '  every text is translated'
                : `  ${formatCount(english.length, 'text')} of the interface in English: ${shown}${rest}. Translate them in the file`,
            ]),
        ...(written.length === 0
          ? []
          : [
              `wrote ${formatCount(written.length, 'file')} to content/${locale}, in the words of ${edition?.from}`,
            ]),
        `  next: ${steps.join('; ')}`,
      ].join('\n'),
    );
  },
});
