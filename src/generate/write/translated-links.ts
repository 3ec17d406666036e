/** Makes the addresses of a translation's links by code: headings and pages have other addresses in another language. */
import { fragmentOf, listHeadingIds } from '../../content/markdown/anchors.ts';
import { blankCode } from '../../content/markdown/blank-code.ts';
import { type LocaleCode, languageOf } from '../../locales/codes.ts';
import { renderBody } from '../files/article-file.ts';
import { createPairFinder } from '../files/edition-addresses.ts';
import type { Original } from '../files/load-original.ts';
import type { Section } from '../prompts/answer-schemas.ts';
import type { LocaleContext } from './locale-context.ts';

/** Targets within the site: of links, and of definitions. */
const OWN = /(\]\(<?|^ {0,3}\[[^\]\n]+\]:[ \t]*<?)([#/][^\s()<>"]*)/gm;

/**
 * Replaces the targets that a translation has from its original: of a heading by that of the same heading, of a page of the
 * site by that of its own edition, where there is one. Other targets stay.
 * @param from locale of the original
 * @param written sections of the whole translation
 * @returns its sections, and the targets that code has written
 */
export async function renderTranslatedLinks(
  original: Pick<Original, 'sections'>,
  from: LocaleCode,
  written: readonly Section[],
  { locale, listAddresses }: Pick<LocaleContext, 'locale' | 'listAddresses'>,
): Promise<{ sections: Section[]; linked: string[] }> {
  const findPair = createPairFinder(await listAddresses(from), await listAddresses(locale));
  const before = listHeadingIds(renderBody(original.sections), languageOf(from));
  const after = listHeadingIds(renderBody(written), languageOf(locale));
  const findHeading = (target: string): string | null => {
    const place = before.findIndex((ids) => ids.includes(fragmentOf(target)));
    // Only with equal headings it is known which is which.
    const id = before.length === after.length ? after[place]?.[0] : undefined;
    return id === undefined ? null : `#${id}`;
  };
  const linked: string[] = [];
  const sections = written.map((section) => {
    let [text, last] = ['', 0];
    // Code is blank there, and each character keeps its place.
    for (const { 0: match, 1: start = '', 2: target = '', index } of blankCode(section.text).matchAll(OWN)) {
      const found = target.startsWith('#') ? findHeading(target) : findPair(target);
      if (found !== null) linked.push(found);
      text += section.text.slice(last, index + start.length) + (found ?? target);
      last = index + match.length;
    }
    return { ...section, text: text + section.text.slice(last) };
  });
  return { sections, linked };
}
