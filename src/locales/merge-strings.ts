/** Puts the strings of a site's file over those of the program, and reports what does not fit. */
import { findNear } from '../foundation/near-names.ts';
import { type LocaleCode, languageName, languageOf } from './codes.ts';
import { en_US } from './en_US.ts';
import type { Strings } from './strings.ts';

export interface StringProblem {
  path: string[];
  message: string;
  hint: string;
}

interface Merge {
  locale: LocaleCode;
  /** Whether the file has to have every string. */
  complete: boolean;
  problems: StringProblem[];
}

type Node = Readonly<Record<string, unknown>>;

/** @param base what a string is where the file has none */
export function mergeStrings(
  base: Strings,
  file: unknown,
  { locale, complete }: Omit<Merge, 'problems'>,
): { strings: Strings; problems: StringProblem[] } {
  const strings = structuredClone(base);
  const problems: StringProblem[] = [];
  mergeNode({ locale, complete, problems }, en_US, strings, file, []);
  return { strings, problems };
}

/** @param english decides which strings there are. @param target is changed */
function mergeNode(merge: Merge, english: Node, target: Node, value: unknown, path: string[]): void {
  const { problems, complete } = merge;
  if (!isNode(value)) {
    problems.push({
      path,
      message: 'must be a map of fields',
      hint: `write {${Object.keys(english).join(', ')}}`,
    });
    return;
  }
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(english, key)) continue;
    const near = findNear(key, Object.keys(english));
    const hint = near ? `did you mean "${near}"?` : `known strings: ${Object.keys(english).join(', ')}`;
    problems.push({ path: [...path, key], message: 'is not a string of the interface', hint });
  }
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(value, key));
  if (complete && missing.length > 0) {
    const texts = JSON.stringify(Object.fromEntries(missing.map((key) => [key, english[key]])));
    problems.push({ path, message: `lacks ${missing.join(', ')}`, hint: `translate ${texts}` });
  }
  for (const [key, original] of Object.entries(english)) {
    if (!Object.hasOwn(value, key)) continue;
    const given = value[key];
    const place = [...path, key];
    if (typeof original === 'string' || Array.isArray(original)) {
      if (fits(merge, original, given, place)) Reflect.set(target, key, given);
    } else if (isNode(original) && typeof original.other === 'string') {
      const old = target[key];
      Reflect.set(target, key, mergePlural(merge, original.other, isNode(old) ? old : {}, given, place));
    } else if (isNode(original)) {
      const inner = target[key];
      if (isNode(inner)) mergeNode(merge, original, inner, given, place);
    }
  }
}

/** One text for each plural category of the language. */
function mergePlural(merge: Merge, english: string, old: Node, given: unknown, path: string[]): Node {
  const { locale, complete, problems } = merge;
  const { pluralCategories } = new Intl.PluralRules(languageOf(locale)).resolvedOptions();
  const forms = pluralCategories.join(', ');
  if (!isNode(given)) {
    problems.push({ path, message: 'must be a map of plural forms', hint: `write {${forms}}` });
    return old;
  }
  const hint = `${languageName(locale)} has the forms ${forms}`;
  for (const name of Object.keys(given)) {
    if (pluralCategories.some((category) => category === name))
      fits(merge, english, given[name], [...path, name], name !== 'other');
    else problems.push({ path: [...path, name], message: 'is not a plural form of the language', hint });
  }
  const missing = pluralCategories.filter((category) => !Object.hasOwn(given, category));
  if (complete && missing.length > 0) problems.push({ path, message: `lacks ${missing.join(', ')}`, hint });
  return complete ? given : { ...old, ...given };
}

/** @param few whether the text may leave out a place, as "one article" does */
function fits(
  { problems }: Merge,
  english: string | readonly string[],
  given: unknown,
  path: string[],
  few = false,
): boolean {
  const report = (message: string, hint: string) => {
    problems.push({ path, message, hint });
    return false;
  };
  if (typeof english !== 'string') {
    const isList = Array.isArray(given) && given.length === english.length && given.every(isText);
    return (
      isList || report(`must be a list of ${english.length} texts`, `such as ${JSON.stringify(english)}`)
    );
  }
  if (!isText(given)) return report('must be text', `in English it is ${JSON.stringify(english)}`);
  const known = placesOf(english);
  const used = placesOf(given);
  const unknown = used.find((name) => !known.includes(name));
  const list = known.map((name) => `{${name}}`).join(' and ');
  if (unknown !== undefined) {
    return report(
      `has no value for {${unknown}}`,
      known.length > 0 ? `use ${list}` : 'the text has no places to fill',
    );
  }
  const lost = known.find((name) => !used.includes(name));
  return lost === undefined || few || report(`lacks {${lost}}`, `the text has the places ${list}`);
}

/** Names of the places to fill, such as `count` of `{count} articles`. */
export function placesOf(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
