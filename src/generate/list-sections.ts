/** Lists the sections of an article as `articles generate --section` counts them. */

import { attempt } from '../foundation/attempt.ts';
import { parseLocale } from '../locales/codes.ts';
import { hashParts, loadOriginal } from './files/load-original.ts';
import { type Origin, parseArticleFile } from './files/origin.ts';
import { splitSections } from './files/split-sections.ts';

export interface ListedSection {
  number: number;
  /** Its first line in the file, from 1. */
  line: number;
  heading: string;
  text: string;
  /** True if this section of the original has changed since the translation. */
  isStale: boolean;
}

/** @param text of the article's file, without a byte order mark. Empty where its front matter cannot be read */
export function listSections(root: string, text: string): ListedSection[] {
  const article = parseArticleFile(text);
  if (!article) return [];
  const { bodyStart, origin } = article;
  const changed = origin ? findChanged(root, origin) : [];
  return splitSections(text.slice(bodyStart)).map(
    ({ number, heading, headingStart, textStart, ...section }) => ({
      number,
      line: text.slice(0, bodyStart + (heading === '' ? textStart : headingStart)).split('\n').length,
      heading,
      text: section.text,
      isStale: changed[number] ?? false,
    }),
  );
}

/** For each recorded part, whether it has changed. Empty where the original has other sections now, or is gone. */
function findChanged(root: string, { translatedFrom = '', originalParts: before = [] }: Origin): boolean[] {
  const locale = parseLocale(translatedFrom.split('/')[1] ?? '');
  const original = locale && attempt(() => loadOriginal(root, locale, translatedFrom));
  const now = original ? hashParts(original) : [];
  return now.length === before.length ? now.map((part, index) => part !== before[index]) : [];
}
