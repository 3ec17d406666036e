/** Loads the interface strings of an edition: the program's or the theme's, with what the site overrides. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { SiteConfig } from '../../config/config-schema.ts';
import { localeFile } from '../../config/load-config.ts';
import { finding, type Problem, type Problems } from '../../foundation/errors.ts';
import { layersOf } from '../../foundation/layers.ts';
import { siteFile, siteFiles } from '../../foundation/site-folders.ts';
import { type LocaleCode, languageOf } from '../../locales/codes.ts';
import { draftStrings } from '../../locales/draft-strings.ts';
import { strings as english } from '../../locales/en_US.ts';
import { builtInOf, stringsOf } from '../../locales/locale-registry.ts';
import { isNode, mergeStrings } from '../../locales/merge-strings.ts';
import type { Strings } from '../../locales/strings.ts';
import { typeSetter } from '../markdown/typography.ts';
import { createDataSchemas, loadDocument, mapTexts, parseData } from './edition-data.ts';

function stringsFile(locale: LocaleCode): string {
  return `content/${locale}/strings.json`;
}

/** Problems are collected. A file with problems is ignored. */
export async function loadStrings(
  config: Pick<SiteConfig, 'root' | 'typography'>,
  locale: LocaleCode,
  problems: Problems,
): Promise<Strings> {
  const { root } = config;
  const builtIn = builtInOf(locale);
  // A site that has written a language whole keeps its words.
  const whole = siteFile(root, localeFile(locale));
  const isOwn = builtIn === undefined || existsSync(join(root, whole));
  const standard = builtIn ? await stringsOf(builtIn) : english;
  const set = typeSetter(config, languageOf(locale));
  const prepare = (value: unknown) => mapTexts(value, set);
  const load = (file: string, base: Strings, missingHint: string | null, ground?: Strings) =>
    loadDocument(root, file, z.preprocess(prepare, schemaOf(base, locale, ground)), problems, missingHint);
  const own = isOwn ? await load(whole, standard, 'add the file') : null;
  const ground = own?.strings ?? standard;
  let strings = ground;
  // A site with layers removes a text with `null`, whether or not a layer has it.
  const removed = layersOf(root).length > 0 ? ground : undefined;
  for (const file of siteFiles(root, stringsFile(locale)).toReversed())
    strings = (await load(file, strings, null, removed))?.strings ?? strings;
  if (own && own.missing.length > 0)
    warnOfMissing(locale, own.missing, builtIn ? 'in the words of the program' : 'in English', problems);
  else if (own) warnOfEnglish(locale, strings, problems);
  return strings;
}

/** The problems of a data file of an edition with this content. @param file relative to the root */
export async function findDataProblems(
  locale: LocaleCode,
  file: string,
  bytes: Buffer,
): Promise<readonly Problem[]> {
  const { categories, authors, seo } = await createDataSchemas(locale);
  const builtIn = builtInOf(locale);
  const strings = schemaOf(builtIn ? await stringsOf(builtIn) : english, locale);
  const schemas = { categories, authors, seo, strings };
  const name = Object.keys(schemas).find((one): one is keyof typeof schemas =>
    file.replace(/\.\w+$/, '').endsWith(`/${one}`),
  );
  const parsed = name && (await parseData(file, bytes, schemas[name]));
  return parsed && !parsed.ok ? parsed.problems : [];
}

/** Names that a line can hold. */
const SHOWN = 10;

/** A new version of the program may need more texts than the file has. */
function warnOfMissing(
  locale: LocaleCode,
  missing: readonly string[],
  how: string,
  problems: Problems,
): void {
  const rest = missing.length - SHOWN;
  const names = [...missing.slice(0, SHOWN), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
  const message = `${missing.length} of the interface's texts are missing, and shown ${how}: ${names}`;
  const hint = `run \`articles locale ${locale}\`, which adds them for you to translate`;
  problems.warn(finding('untranslated-texts', message, hint, { file: localeFile(locale) }, 'warning'));
}

/** Part of the texts that may be the same word in two languages. */
const SAME = 1 / 5;

/** An edition whose interface is in another language than its texts. */
function warnOfEnglish(locale: LocaleCode, strings: Strings, problems: Problems): void {
  if (languageOf(locale).split('-')[0] === 'en') return;
  const [all, left] = [{}, strings].map((given) => draftStrings(locale, given).english.length);
  if (all === undefined || left === undefined || left <= all * SAME) return;
  const file = localeFile(locale);
  const message = `${left} of ${all} texts of the interface are still in English`;
  const hint = `translate them in ${file}; \`articles locale ${locale}\` names them`;
  problems.warn(finding('untranslated-texts', message, hint, { file }, 'warning'));
}

function schemaOf(base: Strings, locale: LocaleCode, ground?: Strings) {
  return z.unknown().transform((value, context) => {
    const { strings, problems } = mergeStrings(base, value, locale, ground);
    for (const { field = [], message, hint } of problems)
      context.addIssue({ code: 'custom', path: [...field], message, params: { hint } });
    return { strings, missing: draftStrings(locale, isNode(value) ? value : {}).missing };
  });
}
