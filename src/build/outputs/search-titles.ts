/** Output: the search index of each edition, from the titles and the category tree. */
import { hasParts } from '../../content/article/category-tree.ts';
import { createKeyFold } from '../../foundation/hash.ts';
import { directionOf } from '../../locales/codes.ts';
import { SEARCH_HEAD } from '../../search/index-format.ts';
import type { EditionView } from '../../site/edition-view.ts';
import { stripEmoji } from '../../site/emoji.ts';
import type { OutputPath } from '../../site/page.ts';
import type { Edition, Placement } from '../../site/site.ts';
import type { OutputFile, OutputGenerator } from './output-generator.ts';
import { planSearchFiles, type SearchGroup } from './search-files.ts';

/** The one file of an index with a fixed name. */
export function searchManifestPath(language: string): OutputPath {
  return `search/${language}/${SEARCH_HEAD}` as OutputPath;
}

export const searchIndex: OutputGenerator = {
  owns: ({ config }) => (config.features.search ? ['search/*'] : []),
  groups({ site, editions, keys }) {
    if (!site.config.features.search) return [];
    return editions.map(({ view }) => {
      const fold = createKeyFold().add(keys[view.edition.locale]?.listed ?? '');
      for (const { articles } of view.edition.subcategories.values()) {
        fold.add(articles.length);
        for (const { meta } of articles) fold.add(meta.cardHash);
      }
      for (const { title, path } of manualPages(view)) fold.add(title).add(path);
      const folder = `search/${view.edition.language}`;
      return {
        name: `search/${view.edition.locale}`,
        key: fold.key(),
        files: () =>
          planSearchFiles(listGroups(view)).map(
            ({ path, text, immutable }): OutputFile => ({
              path: `${folder}/${path}` as OutputPath,
              kind: immutable ? 'asset' : 'data',
              content: text,
            }),
          ),
      };
    });
  },
};

export function sectionLabel({ locale }: Edition, { category, subcategory }: Placement): string {
  if (!hasParts(category)) return stripEmoji(category.title);
  const arrow = directionOf(locale) === 'rtl' ? '←' : '→';
  return `${stripEmoji(category.title)} ${arrow} ${stripEmoji(subcategory.title)}`;
}

/** The own pages that are chapters of a manual. */
function manualPages({ edition }: EditionView) {
  return edition.pages.filter(({ navigation }) => navigation === 'sidebar');
}

/** Pages of the manual, then `Category → Subcategory` in tree order and in the direction of the script, newest first. */
function listGroups(view: EditionView): SearchGroup[] {
  const { edition } = view;
  const pages = manualPages(view).map(({ title, path }) => ({ title, url: view.href(path) }));
  const sections = Object.values(edition.tree).flatMap((group) =>
    Object.values(group.children).map((child) => ({
      label: sectionLabel(edition, { category: group, subcategory: child }),
      articles: (edition.subcategories.get(`${group.key}/${child.key}`)?.articles ?? []).map((article) => ({
        title: article.meta.title,
        url: view.href(article.path),
      })),
    })),
  );
  return pages.length > 0 ? [{ label: view.strings.layout.pages, articles: pages }, ...sections] : sections;
}
