/** The fields of articles that a site defines in content/schema.ts: validation, and warnings about unknown ones. */
import * as z from 'zod';
import { describeIssue, hintOfIssue, wrongField } from '../../config/schema-issues.ts';
import { type Finding, finding, messageOf, type Place, type Problem } from '../../foundation/errors.ts';
import { findNear } from '../../foundation/near-names.ts';
import { KNOWN_FIELDS } from './article-fields.ts';
import type { ArticleMeta } from './parse-article.ts';
import { type FieldShape, readScalars } from './read-scalars.ts';

export const SCHEMA_FILE = 'content/schema.ts';

/** Plain JSON. */
export type OwnValues = Readonly<Record<string, unknown>>;

interface Read {
  values: OwnValues;
  /** Properties of the Article in JSON-LD. */
  jsonLd: object;
  issues: readonly z.core.$ZodIssue[];
  /** The error that the site's code threw. */
  crash: Problem | null;
}

export interface OwnFields {
  /** True if the site has views or pages, which may show the fields. */
  areShown: boolean;
  /** The JSON schema of the fields; null if the site defines none. */
  schema: object | null;
  shapes: Readonly<Record<string, FieldShape>>;
  /** @param own the unknown fields of an article. Results are memoized by this object */
  read(own: OwnValues | null): Read;
  /** Runs code of the site. @returns a problem where it does not end */
  limit(work: () => void): Problem | null;
}

const NOTHING: Read = { values: {}, jsonLd: {}, issues: [], crash: null };

export const NO_OWN_FIELDS: OwnFields = {
  areShown: false,
  schema: null,
  shapes: {},
  read: () => NOTHING,
  limit: () => null,
};

/**
 * @param exports of content/schema.ts
 * @param site finds the place of an error in that file; says whether views of the site may show the fields
 */
export function createOwnFields(
  exports: Readonly<Record<string, unknown>>,
  { locate, ...site }: Pick<OwnFields, 'areShown' | 'limit'> & { locate(error: unknown): Place | null },
): OwnFields | Problem {
  const file = SCHEMA_FILE;
  const { article, jsonLd } = exports;
  if (!isSchema(article)) {
    const hint = 'write: export const article = z.object({ … })';
    const message = 'the file does not export "article", a zod object';
    return finding('missing-export', message, hint, { file, line: 1, column: 1 });
  }
  // The schema may be of another copy of zod; its JSON schema is plain data.
  const schema = z.toJSONSchema(article, { io: 'input', unrepresentable: 'any' });
  const { properties = {} } = schema as FieldShape;
  const taken = Object.keys(properties).filter((name) => KNOWN_FIELDS.includes(name));
  if (taken.length > 0) {
    const message = `"${taken.join('", "')}" is a field of the program`;
    return finding('reserved-field', message, 'give the field another name', { file });
  }
  const read = (own: OwnValues): Read => {
    try {
      const { data, error } = article.safeParse(readScalars(own, { properties }));
      if (error) return { ...NOTHING, issues: error.issues };
      // Pages are plain JSON.
      const values: OwnValues = JSON.parse(JSON.stringify(data));
      const made: unknown = typeof jsonLd === 'function' ? jsonLd(values) : {};
      return { ...NOTHING, values, jsonLd: typeof made === 'object' && made !== null ? made : {} };
    } catch (error) {
      const message = `the code ends with an error: ${messageOf(error)}`;
      const crash = finding('code-crash', message, 'correct the code there', locate(error) ?? { file });
      return { ...NOTHING, crash };
    }
  };
  const known = new WeakMap<OwnValues, Read>();
  return {
    ...site,
    schema,
    shapes: properties,
    read(own) {
      const given = own ?? NONE;
      const found = known.get(given) ?? read(given);
      known.set(given, found);
      return found;
    },
  };
}

const NONE: OwnValues = {};

/** The value of a field, as the schema makes it, or as it is in the front matter. */
export function ownValue({ read }: OwnFields, { own }: Pick<ArticleMeta, 'own'>, name: string): unknown {
  return read(own).values[name] ?? own?.[name];
}

function isSchema(value: unknown): value is z.ZodObject {
  return typeof value === 'object' && value !== null && '_zod' in value && 'shape' in value;
}

/**
 * Problems with the own fields of articles. An unknown field is a warning: once where many articles have it.
 * @param taxonomies names of fields that the site knows without a schema
 */
export function checkOwnFields(
  metas: readonly Pick<ArticleMeta, 'file' | 'own'>[],
  { shapes, read, limit }: OwnFields,
  taxonomies: readonly string[] = [],
): { problems: Finding[]; crashes: Problem[] } {
  // A limit for each article would take longer than its fields.
  for (let start = 0; start < metas.length; start += 1_000) {
    const chunk = metas.slice(start, start + 1_000);
    const endless = limit(() => {
      for (const { own } of chunk) read(own);
    });
    if (endless) return { problems: [], crashes: [endless] };
  }
  const problems: Finding[] = [];
  const crashes = new Map<string, Problem>();
  const unknown = new Map<string, string[]>();
  for (const { file, own } of metas) {
    for (const name of Object.keys(own ?? NONE)) {
      if (Object.hasOwn(shapes, name) || taxonomies.includes(name)) continue;
      const files = unknown.get(name) ?? [];
      files.push(file);
      unknown.set(name, files);
    }
    const { issues, crash } = read(own);
    for (const issue of issues) problems.push(describeField(file, own, issue, shapes));
    if (crash) crashes.set(crash.message, crash);
  }
  for (const [name, files] of unknown)
    problems.push(...describeUnknown(name, files, [...Object.keys(shapes), ...taxonomies]));
  return { problems, crashes: [...crashes.values()] };
}

function describeField(
  file: string,
  own: OwnValues | null,
  issue: z.core.$ZodIssue,
  shapes: OwnFields['shapes'],
): Finding {
  const [field = ''] = issue.path.map(String);
  const isMissing = own?.[field] === undefined || own[field] === null;
  const failure = wrongField(
    field,
    isMissing,
    `${issue.path.map(String).join('.')}: ${describeIssue(issue)}`,
  );
  const description = Object.hasOwn(shapes, field) ? shapes[field]?.description : undefined;
  const hint = description === undefined ? hintOfIssue(issue) : `${field}: ${description}`;
  return { file, ...failure, hint, field: issue.path };
}

/** Fields of other programs, with the field or setting that does the same here. */
const FOREIGN: Readonly<Record<string, string>> = {
  banner: 'write image',
  categories: 'write category',
  cover: 'write image',
  excerpt: 'write description',
  hero: 'write image',
  keywords: 'search engines ignore it: remove it',
  lastmod: 'write updated',
  last_modified_at: 'write updated',
  layout: 'remove it: a view in theme/views/ changes how articles look',
  modified: 'write updated',
  published: 'write draft: true for an article that is not published',
  pubDate: 'write date',
  redirect_from: 'write aliases',
  summary: 'write description',
  thumbnail: 'write image',
  url: 'write permalink',
  weight: 'write order: 1 for the first place',
};
/** Every article has these three fields, and too many words are similar to a short name. */
const mayBeMeant = (name: string) => !['title', 'author', 'date'].includes(name) && name.length > 3;
/** Maximum number of articles that are named one by one. */
const MAX_NAMED = 3;

function describeUnknown(name: string, files: readonly string[], own: readonly string[]): Finding[] {
  const near = findNear(name, [...KNOWN_FIELDS.filter(mayBeMeant), ...own]);
  const foreign = Object.hasOwn(FOREIGN, name) ? FOREIGN[name] : undefined;
  const declare = `or define it in ${SCHEMA_FILE}`;
  const meant = foreign ?? (near === null ? 'remove it' : `write "${near}" if you mean that`);
  const others = files.length > MAX_NAMED ? ` in ${files.length} articles` : '';
  const message = `unknown field "${name}"${others}`;
  return (others === '' ? files : files.slice(0, 1)).map((file) =>
    finding('unknown-field', message, `${meant}, ${declare}`, { file, field: [name] }, 'warning'),
  );
}
