/** Groups the articles of an edition by terms: their tags, and the values of the fields that the setting `taxonomies` names. */
import { CONFIG_FILE } from '../config/config-file.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { fitsFileName } from '../config/page-path.ts';
import { KNOWN_FIELDS } from '../content/article/article-fields.ts';
import { type OwnFields, ownValue } from '../content/article/own-fields.ts';
import type { ArticleMeta } from '../content/article/parse-article.ts';
import { typeSetter } from '../content/markdown/typography.ts';
import { type Finding, finding } from '../foundation/errors.ts';
import { slugifyName } from '../foundation/slug.ts';
import { type LocaleCode, languageOf } from '../locales/codes.ts';
import { RESERVED_SEGMENTS } from './routes.ts';
import type { Article, ArticleTerm, Edition, Site, Taxonomy, Term } from './site.ts';

/** The taxonomy that every site has. */
export const TAGS = 'tags';

/** Lists the taxonomies of the site, tags first. One with a problem is reported and left out. */
export function listTaxonomies(
  { taxonomies }: Pick<SiteConfig, 'taxonomies'>,
  problems: Finding[],
): Taxonomy[] {
  const found: Taxonomy[] = [];
  const all: SiteConfig['taxonomies'] = { [TAGS]: { terms: [] }, ...taxonomies };
  for (const [name, { slug = slugifyName(name, 'en'), title, terms }] of Object.entries(all)) {
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
    } else found.push({ name, slug, title, terms });
  }
  return found;
}

interface Spelling {
  count: number;
  file: string;
  field: PropertyKey[];
}

/** Fills the terms of an edition from its articles, which are sorted. @returns values that are no terms, and terms that look alike */
export function fillTerms(
  edition: Edition,
  { taxonomies, ownFields, routes, config }: Pick<Site, 'taxonomies' | 'ownFields' | 'routes' | 'config'>,
): Finding[] {
  const problems: Finding[] = [];
  const set = typeSetter(config, edition.language);
  for (const taxonomy of taxonomies) {
    const { name } = taxonomy;
    const slugOf = createTermSlugs(taxonomy.terms, edition);
    const declared = declaredBySlug(taxonomy, edition, problems);
    const terms = new Map<string, Term>();
    const spellings = new Map<Term, Map<string, Spelling>>();
    for (const article of edition.articles) {
      const { file, own } = article.meta;
      const found: ArticleTerm[] = [];
      for (const [index, title] of termsOf(article, name, ownFields, problems).entries()) {
        const place = () => ({
          file,
          field: name === TAGS || Array.isArray(own?.[name]) ? [name, index] : [name],
        });
        const slug = slugOf(title);
        if (slug === '' || slug === 'index' || !fitsFileName(slug)) {
          problems.push(unusableTerm(title, place()));
          continue;
        }
        let term = terms.get(slug);
        if (!term) {
          const path = routes.term(edition.locale, taxonomy.slug, slug, name === TAGS);
          const names = declared.get(slug) ?? null;
          term = { path, articles: [], latest: null, slug, title, declared: names, source: place() };
          terms.set(slug, term);
          spellings.set(term, new Map());
        }
        const known = spellings.get(term);
        const spelling = known?.get(title);
        if (spelling) spelling.count++;
        else known?.set(title, { count: 1, ...place() });
        if (term.articles.at(-1) === article) continue;
        term.articles.push(article);
        if (!term.latest || article.changed > term.latest.changed) term.latest = article;
        found.push({ taxonomy, title: set(title), term });
      }
      if (found.length > 0) article.terms = [...article.terms, ...found];
    }
    for (const [term, known] of spellings)
      problems.push(...chooseSpelling(name, term, term.declared?.[edition.locale]?.name, known));
    problems.push(...findAlike(name, terms));
    for (const term of terms.values()) term.title = set(term.title);
    if (terms.size > 0) edition.terms.set(name, terms);
  }
  return problems;
}

/**
 * Makes the last part of the address of a term. A declared one with a slug is found by its name in any case; the marks of
 * its letters count, so that "acı" and "açı" may have pages of their own.
 */
function createTermSlugs(
  terms: Taxonomy['terms'],
  { locale, language }: Pick<Edition, 'locale' | 'language'>,
): (title: string) => string {
  const lower = (text: string) => text.normalize('NFC').toLocaleLowerCase(language);
  const slugs = new Map<string, string>();
  for (const { [locale]: own } of terms) if (own?.slug !== undefined) slugs.set(lower(own.name), own.slug);
  const known = new Map<string, string>();
  return (title) => {
    let slug = known.get(title);
    if (slug === undefined) {
      slug = slugs.get(lower(title)) ?? slugifyName(title, language);
      known.set(title, slug);
    }
    return slug;
  };
}

/** The last part of the address of a declared term. @param language BCP 47 */
export function slugOfTerm(
  { name, slug }: { name: string; slug?: string | undefined },
  language: string,
): string {
  return slug ?? slugifyName(name, language);
}

/** The declared terms of a taxonomy by their slugs in this edition. A second one with the same slug is reported. */
function declaredBySlug(
  { name, terms }: Taxonomy,
  { locale, language }: Pick<Edition, 'locale' | 'language'>,
  problems: Finding[],
): Map<string, Taxonomy['terms'][number]> {
  const bySlug = new Map<string, Taxonomy['terms'][number]>();
  for (const [index, term] of terms.entries()) {
    const own = term[locale];
    if (own === undefined) continue;
    const slug = slugOfTerm(own, language);
    if (bySlug.has(slug)) {
      const place = { file: CONFIG_FILE, field: ['taxonomies', name, 'terms', index, locale] };
      const hint = 'keep one of both: a page can be the translation of one page only';
      problems.push(finding('invalid-value', `"${own.name}" is named by an earlier term`, hint, place));
    } else bySlug.set(slug, term);
  }
  return bySlug;
}

/**
 * The same term in another edition: the one that the configuration names beside it, else the one with the same slug.
 * undefined where no article of that edition has it.
 */
export function translationOf(
  term: Pick<Term, 'slug' | 'declared'>,
  { name }: Pick<Taxonomy, 'name'>,
  { locale, language, terms }: Pick<Edition, 'locale' | 'language' | 'terms'>,
): Term | undefined {
  const own = term.declared?.[locale];
  const found = terms.get(name)?.get(own === undefined ? term.slug : slugOfTerm(own, language));
  return found?.declared === term.declared ? found : undefined;
}

/** The fields of an article for its translation: terms get their declared names, all else stays as it is. */
export function translateTerms(
  { taxonomies }: Pick<SiteConfig, 'taxonomies'>,
  fields: ArticleMeta['own'],
  { from, to }: { from: LocaleCode; to: LocaleCode },
): ArticleMeta['own'] {
  const translated = Object.entries(taxonomies).flatMap(([name, { terms }]) => {
    const value = fields?.[name];
    if (terms.length === 0 || value === undefined) return [];
    const slugOf = createTermSlugs(terms, { locale: from, language: languageOf(from) });
    const known = new Map(terms.map((term) => [slugOf(term[from]?.name ?? ''), term[to]?.name]));
    const translate = (term: unknown) =>
      typeof term === 'string' ? (known.get(slugOf(term)) ?? term) : term;
    return [[name, Array.isArray(value) ? value.map(translate) : translate(value)]];
  });
  return fields && { ...fields, ...Object.fromEntries(translated) };
}

const NONE: readonly string[] = [];

function termsOf(
  { meta }: Pick<Article, 'meta'>,
  name: string,
  ownFields: OwnFields,
  problems: Finding[],
): readonly string[] {
  if (name === TAGS) return meta.editorial.tags;
  if (!meta.own && Object.keys(ownFields.shapes).length === 0) return NONE;
  const value = ownValue(ownFields, meta, name);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value ?? []].flat();
  const titles = items.flatMap((item) =>
    typeof item === 'string' || typeof item === 'number' ? String(item).trim().normalize('NFC') || [] : [],
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

/** Gives the term its name in the configuration or the spelling that most articles use, and reports the others. */
function chooseSpelling(
  name: string,
  term: Term,
  declared: string | undefined,
  spellings: ReadonlyMap<string, Spelling>,
): Finding[] {
  if (declared === undefined && spellings.size === 1) return [];
  const sorted = [...spellings].sort(([, a], [, b]) => b.count - a.count);
  term.title = declared ?? sorted[0]?.[0] ?? term.title;
  const others = sorted.filter(([title]) => title !== term.title);
  return others.map(([title, { file, field }]) =>
    similarTerms(
      `${name}: "${title}" and "${term.title}" are one page, ${term.path}`,
      term.title,
      file,
      field,
      `, or give one of them a slug in "taxonomies"`,
    ),
  );
}

/** Shorter terms often differ by a letter and mean different things. */
const MIN_ALIKE = 4;

/** Reports terms that one more letter makes equal, such as a plural. Digits tell terms apart. */
function findAlike(name: string, terms: ReadonlyMap<string, Term>): Finding[] {
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

function similarTerms(
  message: string,
  title: string,
  file: string,
  field: PropertyKey[],
  otherwise = '',
): Finding {
  const hint = `write "${title}" everywhere if they mean the same${otherwise}`;
  return finding('similar-terms', message, hint, { file, field }, 'warning');
}
