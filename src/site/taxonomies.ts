/** Groups the articles of an edition by terms: their tags, and the values of the fields that the setting `taxonomies` names. */
import { CONFIG_FILE } from '../config/config-file.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import type { Label } from '../config/editorial-schema.ts';
import { fitsFileName } from '../config/page-path.ts';
import { KNOWN_FIELDS } from '../content/article/article-fields.ts';
import { type OwnFields, ownValue } from '../content/article/own-fields.ts';
import type { ArticleMeta } from '../content/article/parse-article.ts';
import { type Finding, finding } from '../foundation/errors.ts';
import { slugifyName } from '../foundation/slug.ts';
import type { LocaleCode } from '../locales/codes.ts';
import type { UrlPath } from './page.ts';
import { RESERVED_SEGMENTS, type Routes } from './routes.ts';

/** The taxonomy that every site has. */
export const TAGS = 'tags';

export interface Taxonomy {
  /** Name of the front matter field. */
  name: string;
  slug: string;
  title: Label | undefined;
}

/** The articles with one term, newest first. @typeParam Listed the articles of site.ts, which imports this module */
export interface Term<Listed> {
  path: UrlPath;
  articles: Listed[];
  /** The article with the last change. */
  latest: Listed | null;
  slug: string;
  /** The spelling that most articles use; of several, that of the newest article. */
  title: string;
  /** The newest article with the term, and its field. */
  source: { file: string; field: PropertyKey[] };
}

/** A term as an article writes it. */
export interface ArticleTerm<Listed> {
  taxonomy: Taxonomy;
  title: string;
  term: Term<Listed>;
}

interface Tagged<Self> {
  meta: Pick<ArticleMeta, 'file' | 'own' | 'editorial'>;
  changed: number;
  terms: readonly ArticleTerm<Self>[];
}

interface TaggedEdition<Listed> {
  locale: LocaleCode;
  /** BCP 47. */
  language: string;
  articles: readonly Listed[];
  terms: Map<string, ReadonlyMap<string, Term<Listed>>>;
}

/** Lists the taxonomies of the site, tags first. One with a problem is reported and left out. */
export function listTaxonomies(
  { taxonomies }: Pick<SiteConfig, 'taxonomies'>,
  problems: Finding[],
): Taxonomy[] {
  const found: Taxonomy[] = [];
  const all: SiteConfig['taxonomies'] = { [TAGS]: {}, ...taxonomies };
  for (const [name, { slug = slugifyName(name, 'en'), title }] of Object.entries(all)) {
    const field = ['taxonomies', name];
    const other = found.find((taxonomy) => taxonomy.slug === slug)?.name;
    if (name !== TAGS && KNOWN_FIELDS.includes(name)) {
      const message = `"${name}" is a field of the program`;
      problems.push(finding('reserved-field', message, 'name another field', { file: CONFIG_FILE, field }));
    } else if (other !== undefined || RESERVED_SEGMENTS.has(slug)) {
      const owner = other === undefined ? 'a route of the site' : `the taxonomy "${other}"`;
      const message = `the slug "${slug}" of the taxonomy "${name}" is reserved for ${owner}`;
      problems.push(
        finding('reserved-address', message, 'choose another slug', { file: CONFIG_FILE, field }),
      );
    } else found.push({ name, slug, title });
  }
  return found;
}

interface Spelling {
  count: number;
  file: string;
  field: PropertyKey[];
}

interface Filling {
  taxonomies: readonly Taxonomy[];
  ownFields: OwnFields;
  routes: Routes;
}

/** Fills the terms of an edition from its articles, which are sorted. @returns values that are no terms, and terms that look alike */
export function fillTerms<Listed extends Tagged<Listed>>(
  edition: TaggedEdition<Listed>,
  { taxonomies, ownFields, routes }: Filling,
): Finding[] {
  const problems: Finding[] = [];
  const slugs = new Map<string, string>();
  for (const taxonomy of taxonomies) {
    const { name } = taxonomy;
    const terms = new Map<string, Term<Listed>>();
    const spellings = new Map<Term<Listed>, Map<string, Spelling>>();
    for (const article of edition.articles) {
      const { file, own } = article.meta;
      const found: ArticleTerm<Listed>[] = [];
      for (const [index, title] of termsOf(article, name, ownFields, problems).entries()) {
        const place = () => ({
          file,
          field: name === TAGS || Array.isArray(own?.[name]) ? [name, index] : [name],
        });
        const slug = slugs.get(title) ?? slugifyName(title, edition.language);
        slugs.set(title, slug);
        if (slug === '' || slug === 'index' || !fitsFileName(slug)) {
          problems.push(unusableTerm(title, place()));
          continue;
        }
        let term = terms.get(slug);
        if (!term) {
          const path = routes.term(edition.locale, taxonomy.slug, slug, name === TAGS);
          term = { path, articles: [], latest: null, slug, title, source: place() };
          terms.set(slug, term);
          spellings.set(term, new Map());
        }
        if (term.articles.at(-1) === article) continue;
        term.articles.push(article);
        if (!term.latest || article.changed > term.latest.changed) term.latest = article;
        found.push({ taxonomy, title, term });
        const known = spellings.get(term);
        const spelling = known?.get(title);
        if (spelling) spelling.count++;
        else known?.set(title, { count: 1, ...place() });
      }
      if (found.length > 0) article.terms = [...article.terms, ...found];
    }
    for (const [term, known] of spellings)
      if (known.size > 1) problems.push(...chooseSpelling(name, term, known));
    problems.push(...findAlike(name, terms));
    if (terms.size > 0) edition.terms.set(name, terms);
  }
  return problems;
}

const NONE: readonly string[] = [];

function termsOf(
  { meta }: Pick<Tagged<unknown>, 'meta'>,
  name: string,
  ownFields: OwnFields,
  problems: Finding[],
): readonly string[] {
  if (name === TAGS) return meta.editorial.tags;
  if (!meta.own && Object.keys(ownFields.shapes).length === 0) return NONE;
  const value = ownValue(ownFields, meta, name);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value ?? []].flat();
  const titles = items.flatMap((item) =>
    typeof item === 'string' || typeof item === 'number' ? String(item).trim() || [] : [],
  );
  if (titles.length < items.length) {
    const hint = `write ${name}: [one, another]`;
    const message = `${name} must be a list of texts`;
    problems.push(finding('invalid-value', message, hint, { file: meta.file, field: [name] }));
  }
  return titles;
}

function unusableTerm(title: string, { file, field }: Pick<Spelling, 'file' | 'field'>): Finding {
  const message = `"${title}" gives no address`;
  const hint = 'write a term of letters and digits, at most 200 bytes long, other than "index"';
  return finding('invalid-value', message, hint, { file, field });
}

/** Gives the term the spelling that most articles use, and reports the others. */
function chooseSpelling(
  name: string,
  term: Term<unknown>,
  spellings: ReadonlyMap<string, Spelling>,
): Finding[] {
  const [best, ...others] = [...spellings].sort(([, a], [, b]) => b.count - a.count);
  if (!best) return [];
  term.title = best[0];
  return others.map(([title, { file, field }]) =>
    similarTerms(
      `${name}: "${title}" and "${term.title}" are one page, ${term.path}`,
      term.title,
      file,
      field,
    ),
  );
}

/** Shorter terms often differ by a letter and mean different things. */
const MIN_ALIKE = 4;

/** Reports terms that one more letter makes equal, such as a plural. Digits tell terms apart. */
function findAlike(name: string, terms: ReadonlyMap<string, Term<unknown>>): Finding[] {
  const found: Finding[] = [];
  for (const term of terms.values()) {
    const { slug } = term;
    for (let at = slug.length - 1; at >= 0 && slug.length > MIN_ALIKE; at--) {
      const other = /\d/.test(slug.charAt(at))
        ? undefined
        : terms.get(slug.slice(0, at) + slug.slice(at + 1));
      if (!other) continue;
      const [rare, common] = other.articles.length < term.articles.length ? [other, term] : [term, other];
      const message = `${name}: "${rare.title}" and "${common.title}" look like one`;
      found.push(similarTerms(message, common.title, rare.source.file, rare.source.field));
      break;
    }
  }
  return found;
}

function similarTerms(message: string, title: string, file: string, field: PropertyKey[]): Finding {
  const hint = `write "${title}" everywhere if they mean the same`;
  return finding('similar-terms', message, hint, { file, field }, 'warning');
}
