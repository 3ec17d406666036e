/** `articles locale`: a strings file to fill for a language that the program lacks. */
import { defineCommand } from './command.ts';

export const localeCommand = defineCommand({
  name: 'locale',
  summary: 'Write the file with the interface texts of a further language, to translate them.',
  arguments: { '<tag>': 'language tag, such as de-DE, pt-BR or zh-Hant' },
  options: {},
  note: 'Run it again at any time: texts of the file stay, missing ones are added, and those still in English are named.',
  examples: ['articles locale de-DE', 'articles locale ar'],
  async run({ root, reporter }, _options, [tag = '']) {
    const { writeStringsFile } = await import('../scaffold/strings-file.ts');
    const { file, locale, english, isNew } = await writeStringsFile(root, tag);
    const shown = english.slice(0, 5).join(', ');
    const rest = english.length > 5 ? ` and ${english.length - 5} more` : '';
    reporter.result(
      { file, locale, english },
      [
        `${isNew ? 'wrote' : 'completed'} ${file}`,
        english.length === 0
          ? '  every text is translated'
          : `  ${english.length} texts are in English: ${shown}${rest}. Translate them in the file`,
        `  next: add "${locale}" to locales in site-config.json, and write content/${locale}/ (docs/translate.md)`,
      ].join('\n'),
    );
  },
});
