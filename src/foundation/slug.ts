/** Makes slugs of titles, in Latin letters, and of names and words, in their own script. */
import { createHash } from 'node:crypto';
import { removeLatinMarks } from './fold.ts';

/** Characters: of Latin letters, and of letters that take up to four bytes each in a file name. */
const MAX_LENGTH = 80;
const MAX_OWN_LENGTH = 48;
/** Languages that read Han letters otherwise than Chinese does. Their readings need a dictionary, so such titles keep their script. */
const OWN_READINGS = /^(?:ja|ko)(?:-|$)/;

/** Part of an address: lower-case letters and digits of any script, and single hyphens. */
export const SLUG =
  /^[\p{Ll}\p{Lm}\p{Lo}\p{N}][\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]*(?:-[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+)*$/u;

/** Letters whose form without marks depends on the language, such as ä in German. */
const SPELLINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { ä: 'ae', ö: 'oe', ü: 'ue' },
  da: { æ: 'ae', ø: 'oe', å: 'aa' },
  nb: { æ: 'ae', ø: 'oe', å: 'aa' },
  nn: { æ: 'ae', ø: 'oe', å: 'aa' },
};
const APOSTROPHES = /['’‘`´]/g;

/** A letter with its marks, such as the vowel signs of Hindi and Thai, or a digit. Variants of emoji are no marks of a letter. */
const CHARACTERS = /(?:\p{L}(?:(?!\p{Variation_Selector})\p{M})*|\p{N})+/gu;

/** Keeps letters and digits of any script; everything between them becomes one separator. C++, C# and .NET are spelt out. */
export function joinWords(text: string, separator: string): string {
  return (spellSigns(text).match(CHARACTERS) ?? []).join(separator);
}

/** Signs that tell words apart: `C++` → `C plus plus`, `C#` → `C sharp`, `.NET` → `dot NET`. */
function spellSigns(text: string): string {
  if (!/[+#.]/.test(text)) return text;
  return text
    .replace(/(?<=[\p{L}\p{M}])\++(?!\p{L})/gu, (signs) => `${' plus'.repeat(signs.length)} `)
    .replace(/(?<=[\p{L}\p{M}])#(?![\p{L}\p{N}])/gu, ' sharp ')
    .replace(/(?<![^\s(["'“«])\.(?=\p{L})/gu, ' dot ');
}

/** The words of a title in lower case, joined by hyphens. Keeps the script. For comparing titles. */
export function slugify(text: string): string {
  return joinWords(text.normalize('NFKC').toLowerCase().replace(APOSTROPHES, ''), '-');
}

/**
 * `Ana María Öz` → `ana-maria-oz`; letters of other scripts stay.
 * @param language BCP 47; German ö is oe
 */
export function slugifyName(name: string, language: string): string {
  const lower = name.normalize('NFC').replace(/İ/g, 'I').replace(/ı/g, 'i').toLowerCase();
  return joinWords(removeLatinMarks(spell(lower, language)), '-');
}

/** The slug of a name before the signs of C++ and the vowel signs of letters were parts of it: `C++` → `c`, `दिन` → `द-न`. */
export function slugifyPlainly(name: string, language: string): string {
  const lower = name.normalize('NFC').replace(/İ/g, 'I').replace(/ı/g, 'i').toLowerCase();
  return (removeLatinMarks(spell(lower, language)).match(/[\p{L}\p{N}]+/gu) ?? []).join('-');
}

function spell(lower: string, language: string): string {
  const spelling = SPELLINGS[language.split('-')[0] ?? ''] ?? {};
  return lower.replace(/[äöüæøå]/g, (letter) => spelling[letter] ?? letter);
}

/**
 * Makes a slug of a title, with a number if the slug is taken.
 * @param language BCP 47; determines the rules for lower case and for letters with marks: German ä is ae
 * @param isTaken must be true for the reserved segments of the site too
 * @returns lower-case Latin letters, digits and single hyphens; a Japanese or Korean title with Han letters in its own script; a
 *   hash if the title has no letters
 */
export async function createSlug(
  title: string,
  language: string,
  isTaken: (slug: string) => boolean,
): Promise<string> {
  const { transliterate } = await import('transliteration');
  const lower = title.normalize('NFKC').replace(/İ/g, 'i').toLocaleLowerCase(language);
  const latin = transliterate(
    spell(lower, language)
      .replace(/ı/g, 'i')
      .replace(/[\p{Extended_Pictographic}\p{Cf}]/gu, ' '),
  )
    .toLowerCase()
    .replace(/['’‘`´ʹʺ"]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  const isOwn = OWN_READINGS.test(language) && /(?=\p{L})\p{Script=Han}/u.test(title);
  const base =
    (isOwn && cutAtHyphen(slugifyName(title.normalize('NFKC'), language), MAX_OWN_LENGTH)) ||
    cutAtHyphen(latin, MAX_LENGTH) ||
    `article-${createHash('sha256').update(title).digest('hex').slice(0, 8)}`;
  if (!isTaken(base)) return base;
  for (let number = 2; ; number++) if (!isTaken(`${base}-${number}`)) return `${base}-${number}`;
}

function cutAtHyphen(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  const hyphen = slug.lastIndexOf('-', length);
  return hyphen > 20 ? slug.slice(0, hyphen) : [...slug].slice(0, length).join('');
}
