/** Loads the articles of the sample publication, as texts that people wrote. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scanSources } from '../../src/content/article/scan-sources.ts';
import { isError, parseFrontMatter } from '../../src/content/front-matter/front-matter.ts';
import { LOCALE_CODES, languageOf } from '../../src/locales/codes.ts';

const PROJECT = join(import.meta.dirname, '../..');

export function loadOriginals() {
  return LOCALE_CODES.flatMap((locale) =>
    [...scanSources(PROJECT, [locale])].map(({ file }) => {
      const text = readFileSync(join(PROJECT, file), 'utf8');
      const front = parseFrontMatter(text);
      const data = isError(front) ? null : front.data;
      const title = typeof data?.title === 'string' ? data.title : '';
      const body = isError(front) ? '' : text.slice(front.bodyStart);
      return { file, language: languageOf(locale), title, body };
    }),
  );
}
