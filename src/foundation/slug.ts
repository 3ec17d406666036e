/** Makes slugs of titles, names and words. */
import { createHash } from 'node:crypto';
import { removeLatinMarks } from './fold.ts';

/** Characters: of Latin letters, and of letters that take up to four bytes each in a file name. */
const MAX_LENGTH = 80;
const MAX_OWN_LENGTH = 48;
/**
 * Letters of a script that Latin letters do not spell: Arabic and Hebrew write no vowels, Indic letters and kana are syllables
 * of their own, and the readings of Han letters need a dictionary. Cyrillic, Greek and Hangul have letters for all sounds.
 */
const UNSPELT =
  /(?=\p{L})[^\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Hang}\p{sc=Zyyy}\p{sc=Zinh}]|[\u30fc\uff70]/u;

/** @param joins characters that join two parts, for the brackets of a pattern */
const slugPattern = (joins: string) => {
  const letters = '\\p{Ll}\\p{Lm}\\p{Lo}\\p{N}';
  return new RegExp(`^[${letters}][${letters}\\p{M}]*(?:[${joins}][${letters}\\p{M}]+)*$`, 'u');
};
/** Part of an address: lower-case letters and digits of any script, and single hyphens. */
export const SLUG = slugPattern('-');
/** The same for an article, whose address may come from another program. */
export const ARTICLE_SLUG = slugPattern('\\-_.~');

/** Letters whose form without marks depends on the language, such as ä in German. */
const SPELLINGS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { ä: 'ae', ö: 'oe', ü: 'ue' },
  da: { æ: 'ae', ø: 'oe', å: 'aa' },
  nb: { æ: 'ae', ø: 'oe', å: 'aa' },
  nn: { æ: 'ae', ø: 'oe', å: 'aa' },
};
/** Languages whose apostrophe stands between two words: l'heure, dell'arte. */
const ELIDED = /^(?:fr|it|ca|oc)(?:-|$)/;
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
 * @returns lower-case Latin letters, digits and single hyphens; a title with letters that Latin ones do not spell in its own
 *   script; a hash if the title has no letters
 */
export async function createSlug(
  title: string,
  language: string,
  isTaken: (slug: string) => boolean,
): Promise<string> {
  const known = title.normalize('NFKC');
  const base =
    (UNSPELT.test(known)
      ? cutAtHyphen(slugifyName(known, language), MAX_OWN_LENGTH)
      : cutAtHyphen(await spellInLatin(known, language), MAX_LENGTH)) ||
    `article-${createHash('sha256').update(title).digest('hex').slice(0, 8)}`;
  if (!isTaken(base)) return base;
  for (let number = 2; ; number++) if (!isTaken(`${base}-${number}`)) return `${base}-${number}`;
}

async function spellInLatin(title: string, language: string): Promise<string> {
  const { transliterate } = await import('transliteration');
  const lower = title.replace(/İ/g, 'i').toLocaleLowerCase(language);
  return transliterate(
    spell(lower, language)
      .replace(/ı/g, 'i')
      .replace(/[\p{Extended_Pictographic}\p{Cf}]/gu, ' '),
  )
    .toLowerCase()
    .replace(ELIDED.test(language) ? /[ʹʺ"]/g : /['’‘`´ʹʺ"]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/**
 * Makes a name that buckets and packages may have: 3 to 50 Latin letters, digits and hyphens.
 * @param texts the first whose slug has Latin letters gives the name; without one it is made of a hash
 */
export async function createShortName(texts: readonly string[], language: string): Promise<string> {
  for (const text of texts) {
    const slug = (await createSlug(text, language, () => false)).slice(0, 50).replace(/-+$/, '');
    if (/^[a-z0-9-]+$/.test(slug)) return slug.length < 3 ? `${slug}-site` : slug;
  }
  return `site-${createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 8)}`;
}

function cutAtHyphen(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  const hyphen = slug.lastIndexOf('-', length);
  return hyphen > 20 ? slug.slice(0, hyphen) : [...slug].slice(0, length).join('');
}
