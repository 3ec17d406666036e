/** Merges the strings of a site's file over the built-in ones, and reports what does not fit. */
import { type Finding, finding } from '../foundation/errors.ts';
import { hintNear } from '../foundation/near-names.ts';
import { type LocaleCode, languageName, languageOf } from './codes.ts';
import { strings as en_US } from './en_US.ts';
import type { Strings } from './strings.ts';

interface Merge {
  locale: LocaleCode;
  problems: Finding[];
}

export type Node = Readonly<Record<string, unknown>>;

function report({ problems }: Merge, field: string[], message: string, hint: string): false {
  problems.push(finding('invalid-value', message, hint, { field }));
  return false;
}

/**
 * @param base gives the strings that the file lacks
 * @param ground what `null` brings back: the strings without any layer. Left out for a site without layers
 */
export function mergeStrings(
  base: Strings,
  file: unknown,
  locale: LocaleCode,
  ground?: Strings,
): { strings: Strings; problems: Finding[] } {
  const strings = structuredClone(base);
  const problems: Finding[] = [];
  mergeNode({ locale, problems }, { english: en_US, ground }, strings, file, []);
  return { strings, problems };
}

interface Level {
  /** Decides which strings exist. */
  english: Node;
  ground: Node | undefined;
}

/** @param target receives the strings of the file */
function mergeNode(
  merge: Merge,
  { english, ground }: Level,
  target: Node,
  value: unknown,
  path: string[],
): void {
  if (!isNode(value)) {
    report(merge, path, 'must be a map of fields', `write {${Object.keys(english).join(', ')}}`);
    return;
  }
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(english, key)) continue;
    const known = Object.keys(english);
    const hint = hintNear(key, known, `known strings: ${known.join(', ')}`);
    report(merge, [...path, key], 'is not a string of the interface', hint);
  }
  for (const [key, original] of Object.entries(english)) {
    if (!Object.hasOwn(value, key)) continue;
    const given = value[key];
    const place = [...path, key];
    if (given === null && ground) Reflect.set(target, key, structuredClone(ground[key]));
    else if (typeof original === 'string' || Array.isArray(original)) {
      if (fits(merge, original, given, place)) Reflect.set(target, key, given);
    } else if (isNode(original) && typeof original.other === 'string') {
      const old = target[key];
      Reflect.set(target, key, mergePlural(merge, original.other, isNode(old) ? old : {}, given, place));
    } else if (isNode(original)) {
      const inner = target[key];
      const kept = ground?.[key];
      const level = { english: original, ground: isNode(kept) ? kept : undefined };
      if (isNode(inner)) mergeNode(merge, level, inner, given, place);
    }
  }
}

/** Returns the texts of the plural forms; one that is missing is the older one, or else `other`. */
function mergePlural(merge: Merge, english: string, old: Node, given: unknown, path: string[]): Node {
  const { locale } = merge;
  const { pluralCategories } = new Intl.PluralRules(languageOf(locale)).resolvedOptions();
  const forms = pluralCategories.join(', ');
  if (!isNode(given)) {
    report(merge, path, 'must be a map of plural forms', `write {${forms}}`);
    return old;
  }
  const hint = `${languageName(locale)} has the forms ${forms}`;
  for (const name of Object.keys(given)) {
    if (pluralCategories.some((category) => category === name))
      fits(merge, english, given[name], [...path, name], name !== 'other');
    else report(merge, [...path, name], 'is not a plural form of the language', hint);
  }
  return { ...old, ...given };
}

/** @param few true for a text that may leave out a placeholder, as "one article" does */
function fits(
  merge: Merge,
  english: string | readonly string[],
  given: unknown,
  path: string[],
  few = false,
): boolean {
  if (typeof english !== 'string') {
    const isList = Array.isArray(given) && given.length > 0 && given.every(isText);
    return isList || report(merge, path, 'must be a list of texts', `such as ${JSON.stringify(english)}`);
  }
  if (!isText(given))
    return report(merge, path, 'must be text', `in English it is ${JSON.stringify(english)}`);
  const known = placesOf(english);
  const used = placesOf(given);
  const unknown = used.find((name) => !known.includes(name));
  const list = known.map((name) => `{${name}}`).join(' and ');
  if (unknown !== undefined) {
    const hint = known.length > 0 ? `use ${list}` : 'the text has no placeholders';
    return report(merge, path, `has no value for {${unknown}}`, hint);
  }
  const lost = known.find((name) => !used.includes(name));
  return (
    lost === undefined ||
    few ||
    report(merge, path, `lacks {${lost}}`, `the text has the placeholders ${list}`)
  );
}

/** Names of the placeholders: `count` in `{count} articles`. */
export function placesOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
