/** Makes the model of a small site from metadata, without files. */
import { siteConfigSchema } from '../../src/config/config-schema.ts';
import { type Editorial, editorialSchema } from '../../src/content/article/article-fields.ts';
import { createCategoryTree } from '../../src/content/article/category-tree.ts';
import { dateIn } from '../../src/content/article/dates.ts';
import type { ArticleMeta } from '../../src/content/article/parse-article.ts';
import type { LocaleCode } from '../../src/locales/codes.ts';
import { createSite, type EditionInput, type SiteInput } from '../../src/site/create-site.ts';
import { createEditionView, type Pictures } from '../../src/site/edition-view.ts';
import { createAdBlocks } from '../../src/site/paid-links.ts';
import { outputPath } from '../../src/site/routes.ts';
import type { Article } from '../../src/site/site.ts';
import { CONFIG, TREE } from '../support/site.ts';
import { builtInStrings } from '../support/strings.ts';

export type Change = Partial<Omit<ArticleMeta, 'editorial'>> & {
  slug: string;
  editorial?: Partial<Editorial>;
};

const INFO = { file: '', title: '', description: '', hash: '', images: [] };
const SEO = { title: 't', description: 'd' };

export function editionOf(locale: LocaleCode, change: Partial<EditionInput> = {}): EditionInput {
  return {
    locale,
    tree: createCategoryTree(TREE),
    authors: [{ name: 'Ann', slug: 'ann', description: '', metaTitle: '', metaDescription: '' }],
    seo: {
      home: SEO,
      authors: SEO,
      'not-found': SEO,
      'about-us': SEO,
      'privacy-policy': SEO,
      terms: SEO,
      sitemap: SEO,
    },
    strings: builtInStrings(locale),
    pages: [],
    info: { 'about-us': INFO, 'privacy-policy': INFO, terms: INFO },
    ...change,
  };
}

/** A calendar date in UTC. */
export const day = (text: string) => dateIn({ day: text, time: null }, 'UTC');

export function metaOf({ editorial, ...change }: Change): ArticleMeta {
  return {
    file: `content/en_US/articles/${change.slug}.md`,
    locale: 'en_US',
    key: change.slug,
    title: change.slug,
    description: '',
    isExcerpt: false,
    author: 'Ann',
    date: day('2026-01-01'),
    updated: null,
    image: null,
    status: 'published',
    generated: null,
    review: null,
    aliases: [],
    editorial: { ...editorialSchema.parse({}), expires: null, reviewBy: null, ...editorial },
    own: null,
    entities: [{ category: 'betting', subcategories: [{ subcategory: 'odds', subsubcategories: [] }] }],
    words: 100,
    images: [],
    links: [],
    offers: [],
    html: false,
    characters: '',
    hash: '',
    cardHash: 0,
    ...change,
  };
}

/** The site and its problems, as `message | hint | field`. */
export function createModel(changes: readonly Change[], input: Partial<SiteInput> = {}, config: object = {}) {
  const { site, problems } = createSite({
    config: { ...siteConfigSchema.parse({ ...CONFIG, ...config }), root: '/' },
    editions: [editionOf('en_US')],
    metas: changes.map(metaOf),
    ads: { everyPage: '', paidLinks: {} },
    clock: { now: Date.UTC(2027, 0), today: '2027-01-01' },
    include: { drafts: false, future: false },
    ...input,
  });
  return { site, problems };
}

export const COVER = { url: '/cover.svg', alt: '', width: '12', height: '6', sources: [] };
const PICTURES: Pictures = {
  cover: ({ meta }) => ({ ...COVER, url: `/covers/${meta.slug}.svg` }),
  leadCover: ({ meta }) => ({ ...COVER, url: `/inline/${meta.slug}.svg` }),
  figure: () => null,
  photo: () => null,
  drawnCover: () => null,
  preview: () => null,
  social: ({ title, kicker, level }) => ({ path: outputPath(`social/${level}-${kicker}.png`), title }),
};

/** The first edition of a site in English without errors, as its pages see it. */
export async function createView(
  changes: readonly Change[],
  config: object = {},
  { ads = {}, input = {} }: { ads?: Record<string, string[]>; input?: Partial<EditionInput> } = {},
) {
  const editions = [editionOf('en_US', input)];
  const { site, problems } = createModel(changes, { editions }, { locales: ['en_US'], ...config });
  const [error] = problems.filter(({ severity }) => severity !== 'warning');
  if (error) throw new Error(error.message);
  const [edition] = site.editions;
  if (!edition) throw new Error('no edition');
  const blocks = await createAdBlocks({ everyPage: '', paidLinks: ads }, 'en_US');
  const view = createEditionView(site, edition, PICTURES, blocks);
  const find = (slug: string): Article => {
    const article = edition.articles.find(({ meta }) => meta.slug === slug);
    if (!article) throw new Error(`no article ${slug}`);
    return article;
  };
  return { site, edition, view, find };
}
