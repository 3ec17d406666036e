/** Finds texts that are not in the language of their edition, such as a copy that nobody has translated yet. */
import { join } from 'node:path';
import { UNTRANSLATED } from '../config/placeholders.ts';
import { findBody } from '../content/front-matter/front-matter.ts';
import { createParagraphDetector, detectorCode } from '../content/markdown/paragraph-language.ts';
import { finding, type Problems } from '../foundation/errors.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { englishName, languageOf } from '../locales/codes.ts';
import type { Site } from '../site/site.ts';
import type { CheckedPage } from './scan-pages.ts';

/** The beginning of a text says its language, and a long one takes a while. In characters. */
const BEGINNING = 1500;
/** Share of the letters, so that a text may quote another language at length. */
const MOST = 0.8;

/** @returns a function that checks the text of one page */
export async function createTextLanguageCheck({ config, editions }: Site, problems: Problems) {
  const detector = await createParagraphDetector();
  return ({ page, file }: Pick<CheckedPage, 'page' | 'file'>): void => {
    if (file === null) return;
    const text = readRegularFile(join(config.root, file)).toString();
    // Placeholders are looked for in these files: the mark is reported once.
    if (file.includes('/info/') && text.includes(UNTRANSLATED)) return;
    const start = findBody(text);
    const paragraphs = detector.judge(text.slice(start, start + BEGINNING), languageOf(page.locale));
    const lengths = new Map<string | null, number>();
    for (const { text, foreign } of paragraphs)
      lengths.set(foreign, (lengths.get(foreign) ?? 0) + text.length);
    const [most = null] = [...lengths].sort(([, a], [, b]) => b - a);
    const whole = paragraphs.reduce((sum, { text }) => sum + text.length, 0);
    const [language, length] = most ?? [null, 0];
    if (language === null || length < MOST * whole) return;
    const own = editions.find(({ locale }) => detectorCode(languageOf(locale)) === language);
    const name = englishName(own ? languageOf(own.locale) : language);
    const message = `the text is in ${name}, and its edition is in ${englishName(languageOf(page.locale))}`;
    const hint = own ? `translate it, or move it to content/${own.locale}` : 'translate it';
    problems.warn(finding('other-language', message, hint, { file }));
  };
}
