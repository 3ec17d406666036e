/** Output: the index of the texts of each edition, and the filters of the results page. */
import { hasTextSearch } from '../../config/text-search.ts';
import { createKeyFold, hashText } from '../../foundation/hash.ts';
import { taxonomyCrumb } from '../../pages/page-parts.ts';
import { packRows } from '../../search/index-format.ts';
import { FILTERS, type Filter, type Filters, type SearchRow } from '../../search/text-format.ts';
import type { EditionView } from '../../site/edition-view.ts';
import { stripEmoji } from '../../site/emoji.ts';
import type { OutputPath } from '../../site/page.ts';
import type { Article, Edition, OwnPage } from '../../site/site.ts';
import type { TermsTask } from '../threads/task-messages.ts';
import type { FinalOutput, OutputFile, OutputGroup, OutputWork } from './output-generator.ts';
import { sectionLabel } from './search-titles.ts';
import { indexVersionOf, openPrevious, type PreviousIndex, planTextFiles } from './text-index.ts';

/** Is made after the pages, since no page waits for it. */
export const searchTexts: FinalOutput = {
  // The folder of the index of titles.
  owns: () => [],
  groups: (work) =>
    work.editions.flatMap(({ view }) => {
      if (!hasTextSearch(work.site.config)) return [];
      // Articles in the order of their dates, so that a new one is usually the last row.
      const articles = [...view.edition.articles].reverse();
      const { pages } = view.edition;
      const key = keyOf(work, view.edition, articles);
      const texts = lazily(() => [
        ...pages.map((page) => describePage(work, view, page)),
        ...articles.map((article) => describeArticle(work, view, article)),
      ]);
      const rows = lazily(() => texts().map(({ row }) => row));
      return [planIndex(work, view, { key, texts, rows }), planFilters(work, view, { key, articles, rows })];
    }),
};

/** Most builds change the texts of one edition, and need the rows of no other. */
function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

export const textGroup = ({ locale }: Pick<Article['edition'], 'locale'>) => `texts/${locale}`;

/**
 * The index after a change of a few texts.
 * @param work of a site that holds these articles and not all others
 */
export function changedTexts(work: OutputWork, articles: ReadonlySet<Article>): OutputGroup[] {
  return work.editions.flatMap(({ view }) => {
    const own = [...articles].filter(({ edition }) => edition === view.edition);
    if (own.length === 0 || !hasTextSearch(work.site.config)) return [];
    const texts = own.map((article) => describeArticle(work, view, article));
    const changed = new Map(texts.map(({ row }) => [row.url, row]));
    const rows = (previous: PreviousIndex | null) => {
      if (!previous) throw new Error(`the index of texts of ${view.edition.locale} cannot be read`);
      return previous.rows.map((row) => changed.get(row.url) ?? row);
    };
    return planIndex(work, view, { key: keyOf(work, view.edition, own), texts: () => texts, rows });
  });
}

/** A text of the index: its row, and what its words are read of. */
interface SearchedText {
  row: SearchRow;
  task: TermsTask;
}

/** What an index is made from. */
interface IndexPlan {
  key: string;
  /** To index again. */
  texts: () => readonly SearchedText[];
  /** All rows. */
  rows: (previous: PreviousIndex | null) => SearchRow[];
}

function planIndex(
  work: OutputWork,
  view: EditionView,
  { key, texts, rows: rowsOf }: IndexPlan,
): OutputGroup {
  const name = textGroup(view.edition);
  return {
    name,
    key,
    async *files() {
      const read = work.previous(name);
      const folder = `search/${view.edition.language}`;
      const previous = read && openPrevious((path) => read(`${folder}/${path}`));
      const rows = rowsOf(previous);
      const known = new Set(previous?.rows.map(({ url, key }) => `${url} ${key}`));
      const fresh = texts().filter(({ row: { url, key } }) => !known.has(`${url} ${key}`));
      const terms = await work.listTerms(fresh.map(({ task }) => task));
      const termsByUrl = new Map(fresh.map(({ row }, index) => [row.url, terms[index]]));
      for (const [path, text] of planTextFiles(rows, previous, ({ url }) => termsByUrl.get(url)))
        yield fileOf(view, path, text);
    },
  };
}

function keyOf({ keys, code }: OutputWork, { locale, pages }: Edition, articles: readonly Article[]): string {
  const fold = createKeyFold()
    .add(keys[locale]?.listed ?? '')
    .add(code);
  for (const { hash } of pages) fold.add(hash);
  for (const { meta } of articles) fold.add(meta.hash).add(meta.cardHash);
  return fold.key();
}

function describeArticle({ code }: OutputWork, view: EditionView, article: Article): SearchedText {
  const { meta, path, placements, terms } = article;
  const { file, hash, title, description } = meta;
  const [place] = placements;
  const about = [place && sectionLabel(view.edition, place), view.date(meta.date).text]
    .filter(Boolean)
    .join(' · ');
  const row = { url: view.href(path), title, about };
  const key = hashText(JSON.stringify([code, hash, meta.cardHash, row])).toString(36);
  const tags = terms.map((term) => term.title).join('\n');
  return {
    row: { ...row, key },
    task: { file, hash, language: view.edition.language, title, description, tags },
  };
}

function describePage({ code }: OutputWork, view: EditionView, page: OwnPage): SearchedText {
  const { file, hash, title, description, path } = page;
  const row = { url: view.href(path), title, about: '' };
  const key = hashText(JSON.stringify([code, hash, row])).toString(36);
  return {
    row: { ...row, key },
    task: { file, hash, language: view.edition.language, title, description, tags: '' },
  };
}

function planFilters(
  work: OutputWork,
  view: EditionView,
  {
    key,
    articles,
    rows: listRows,
  }: Pick<IndexPlan, 'key'> & {
    articles: readonly Article[];
    rows: () => SearchRow[];
  },
): OutputGroup {
  const { edition } = view;
  return {
    name: `filters/${edition.locale}`,
    key,
    *files() {
      const rows = listRows();
      // The rows of pages come first.
      const start = rows.length - articles.length;
      const numbers = new Map(articles.map((article, index) => [article, start + index]));
      const pack = (listed: readonly Article[]) =>
        packRows(listed.flatMap((article) => numbers.get(article) ?? []).sort((a, b) => a - b));
      const filter = (title: string, options: Iterable<readonly [string, readonly Article[]]>): Filter => ({
        title,
        options: Array.from(options, ([label, listed]): [string, string] => [label, pack(listed)]).filter(
          ([, packed]) => packed !== '',
        ),
      });
      const { section, author, year } = view.strings.texts;
      const years = [...new Set([...articles].reverse().map(yearOf))];
      const filters: Filters = {
        version: indexVersionOf(rows),
        kinds: {
          section: filter(
            section,
            Object.values(edition.tree).map(({ key, title }) => [
              stripEmoji(title),
              edition.categories.get(key)?.articles ?? [],
            ]),
          ),
          author: filter(
            author,
            edition.authors.map(({ name, slug }) => [name, edition.byAuthor.get(slug)?.articles ?? []]),
          ),
          year: filter(
            year,
            years.map((own) => [own, articles.filter((article) => yearOf(article) === own)]),
          ),
          ...Object.fromEntries(
            work.site.taxonomies.map((taxonomy) => [
              taxonomy.name,
              filter(
                taxonomyCrumb(view, taxonomy).title,
                [...(edition.terms.get(taxonomy.name)?.values() ?? [])].map(({ title, articles }) => [
                  title,
                  articles,
                ]),
              ),
            ]),
          ),
        },
      };
      yield fileOf(view, FILTERS, JSON.stringify(filters));
    },
  };
}

const yearOf = ({ meta }: Article) => meta.date.day.slice(0, 4);

function fileOf({ edition }: EditionView, path: string, content: string): OutputFile {
  return { path: `search/${edition.language}/${path}` as OutputPath, kind: 'data', content };
}
