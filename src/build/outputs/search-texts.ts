/** Output: the index of the texts of each edition, and the filters of the results page. */
import { hasTextSearch } from '../../config/text-search.ts';
import { createKeyFold, hashText } from '../../foundation/hash.ts';
import { taxonomyCrumb } from '../../pages/page-parts.ts';
import { packRows } from '../../search/index-format.ts';
import { type ArticleRow, FILTERS, type Filter, type Filters } from '../../search/text-format.ts';
import type { EditionView } from '../../site/edition-view.ts';
import { stripEmoji } from '../../site/emoji.ts';
import type { OutputPath } from '../../site/page.ts';
import type { Article, Edition } from '../../site/site.ts';
import type { FinalOutput, OutputFile, OutputGroup, OutputWork } from './output-generator.ts';
import { sectionLabel } from './search-titles.ts';
import { openPrevious, type PreviousIndex, planTextFiles, versionOf } from './text-index.ts';

/** Is made after the pages, since no page waits for it. */
export const searchTexts: FinalOutput = {
  // The folder of the index of titles.
  owns: () => [],
  groups: (work) =>
    work.editions.flatMap(({ view }) => {
      if (!hasTextSearch(work.site.config)) return [];
      // In the order of their dates, so that a new article is usually the last row.
      const articles = [...view.edition.articles].reverse();
      const rows = articles.map((article) => createRow(work, view, article));
      return [planIndex(work, view, articles, () => rows), planFilters(work, view, articles, rows)];
    }),
};

export const textGroup = ({ locale }: Pick<Article['edition'], 'locale'>) => `texts/${locale}`;

/**
 * The index after a change of a few texts.
 * @param work of a site that holds these articles and not all others
 */
export function changedTexts(work: OutputWork, articles: ReadonlySet<Article>): OutputGroup[] {
  return work.editions.flatMap(({ view }) => {
    const own = [...articles].filter(({ edition }) => edition === view.edition);
    if (own.length === 0 || !hasTextSearch(work.site.config)) return [];
    const changed = new Map(own.map((article) => [view.href(article.path), createRow(work, view, article)]));
    return planIndex(work, view, own, (previous) => {
      if (!previous) throw new Error(`the index of texts of ${view.edition.locale} cannot be read`);
      return previous.rows.map((row) => changed.get(row.url) ?? row);
    });
  });
}

/** @param articles to index again. @param rowsOf gives all rows */
function planIndex(
  work: OutputWork,
  view: EditionView,
  articles: readonly Article[],
  rowsOf: (previous: PreviousIndex | null) => ArticleRow[],
): OutputGroup {
  const name = textGroup(view.edition);
  return {
    name,
    key: keyOf(work, view.edition, articles),
    async *files() {
      const read = work.previous(name);
      const folder = `search/${view.edition.language}`;
      const previous = read && openPrevious((path) => read(`${folder}/${path}`));
      const rows = rowsOf(previous);
      const known = new Set(previous?.rows.map(({ url, key }) => `${url} ${key}`));
      const byUrl = new Map(articles.map((article) => [view.href(article.path), article]));
      const fresh = rows.flatMap(({ url, key }) =>
        known.has(`${url} ${key}`) ? [] : (byUrl.get(url) ?? []),
      );
      const terms = await work.listTerms(fresh);
      const termsByUrl = new Map(fresh.map((article, index) => [view.href(article.path), terms[index]]));
      for (const [path, text] of planTextFiles(rows, previous, ({ url }) => termsByUrl.get(url)))
        yield fileOf(view, path, text);
    },
  };
}

function keyOf({ keys, code }: OutputWork, { locale }: Edition, articles: readonly Article[]): string {
  const fold = createKeyFold()
    .add(keys[locale]?.listed ?? '')
    .add(code);
  for (const { meta } of articles) fold.add(meta.hash).add(meta.cardHash);
  return fold.key();
}

function createRow({ code }: OutputWork, view: EditionView, article: Article): ArticleRow {
  const { meta, path, placements } = article;
  const [place] = placements;
  const about = [place && sectionLabel(view.edition, place), view.date(meta.date).text]
    .filter(Boolean)
    .join(' · ');
  const row = { url: view.href(path), title: meta.title, about };
  const key = hashText(JSON.stringify([code, meta.hash, meta.cardHash, row])).toString(36);
  return { ...row, key };
}

function planFilters(
  work: OutputWork,
  view: EditionView,
  articles: readonly Article[],
  rows: readonly ArticleRow[],
): OutputGroup {
  const { edition } = view;
  return {
    name: `filters/${edition.locale}`,
    key: keyOf(work, edition, articles),
    *files() {
      const numbers = new Map(articles.map((article, row) => [article, row]));
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
        version: versionOf(rows),
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
