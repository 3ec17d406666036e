/** Owns the check of what search engines show: titles that are cut off, descriptions that are too long. */
import type { FieldProblem } from '../content/article/article-fields.ts';
import type { SeoKind } from '../content/data/edition-data.ts';
import { INFO_KINDS } from '../content/data/info-pages.ts';
import type { Page } from '../site/page.ts';
import { DESCRIPTION_LENGTH } from '../site/page-seo.ts';
import type { Edition, Site } from '../site/site.ts';
import { measureTitle, TITLE_WIDTH } from '../site/text-width.ts';

/** Where a page's title and description are written. */
interface Texts {
  file: string;
  title: PropertyKey[];
  description: PropertyKey[];
}

/** Pages that are not listed here repeat the texts of another one. */
export function createSeoCheck(site: Site, warn: (problem: FieldProblem) => void): (page: Page) => void {
  const texts = new Map(site.editions.flatMap((edition) => [...listTexts(site, edition)]));
  return ({ path, head }) => {
    const source = texts.get(path);
    if (!source) return;
    const { file } = source;
    const width = measureTitle(head.title);
    if (width > TITLE_WIDTH) {
      const message = `the title is about ${width} px wide; result pages cut it off at ${TITLE_WIDTH}`;
      warn({ file, message, hint: 'say it shorter', at: { field: source.title }, warning: true });
    }
    if (head.description === '') {
      const hint = 'add a description, or a first paragraph to make it of';
      const message = 'the page has no description';
      warn({ file, message, hint, at: { field: source.description }, warning: true });
    }
    // One that was cut from the text has its ellipsis behind that length.
    const length = [...head.description.replace(/…$/, '')].length;
    if (length > DESCRIPTION_LENGTH) {
      const message = `the description has ${length} characters; result pages show about ${DESCRIPTION_LENGTH}`;
      warn({ file, message, hint: 'say it shorter', at: { field: source.description }, warning: true });
    }
  };
}

function* listTexts(site: Site, edition: Edition): Iterable<[string, Texts]> {
  const { routes } = site;
  const { locale } = edition;
  const folder = `content/${locale}`;
  const seo = (kind: SeoKind): Texts => ({
    file: `${folder}/seo.json`,
    title: [kind, 'title'],
    description: [kind, 'description'],
  });
  yield [routes.home(locale), seo('home')];
  yield [routes.authors(locale), seo('authors')];
  yield [routes.sitemap(locale), seo('sitemap')];
  yield [routes.error(locale, '404'), seo('not-found')];
  for (const kind of INFO_KINDS) yield [routes.info(locale, kind), seo(kind)];
  const tree = (keys: string[]): Texts => ({
    file: `${folder}/categories.json`,
    title: [...keys, 'title'],
    description: [...keys, 'description'],
  });
  for (const group of Object.values(edition.tree)) {
    yield [routes.category(locale, group.slug), tree([group.key])];
    for (const child of Object.values(group.children)) {
      const path = routes.subcategory(locale, group.slug, child.slug);
      yield [path, tree([group.key, 'children', child.key])];
    }
  }
  for (const [index, author] of edition.authors.entries()) {
    const texts = { title: [index, 'meta_title'], description: [index, 'meta_description'] };
    yield [routes.author(locale, author.slug), { file: `${folder}/authors.json`, ...texts }];
  }
  for (const { path, meta } of edition.articles) {
    yield [path, { file: meta.file, title: ['title'], description: ['description'] }];
  }
}
