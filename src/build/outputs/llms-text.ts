/** Output: llms.txt of each edition (https://llmstxt.org), with the newest articles of each category as Markdown. */
import { escapeStarts, escapeText, writeHeading, writeLink } from '../../content/markdown/to-markdown.ts';
import { cardsKey } from '../../pages/page-parts.ts';
import type { EditionView } from '../../site/edition-view.ts';
import { stripEmoji } from '../../site/emoji.ts';
import { editionPrefix, outputPath } from '../../site/routes.ts';
import type { Article, Site } from '../../site/site.ts';
import type { OutputGenerator } from './output-generator.ts';
import { SITEMAP_XML } from './sitemap-xml.ts';

/** Articles of one category. Programs that want all of them read the sitemap. */
const MAX_ARTICLES = 50;

export const llmsText: OutputGenerator = {
  owns: ({ config }) =>
    config.agents.markdown ? config.locales.map((locale) => pathOf(config, locale)) : [],
  groups({ site, editions, baseKey }) {
    if (!site.config.agents.markdown) return [];
    return editions.map(({ view }) => {
      const listed = listArticles(view);
      return {
        name: `llms/${view.edition.locale}`,
        key: cardsKey(
          baseKey,
          listed.flatMap(({ articles }) => articles),
        ),
        files: () => [
          {
            path: pathOf(site.config, view.edition.locale),
            kind: 'index',
            content: writeText(view, listed),
          } as const,
        ],
      };
    });
  },
};

function pathOf(config: Site['config'], locale: Site['config']['locales'][number]) {
  return outputPath(`${editionPrefix(config, locale)}/llms.txt`.slice(1));
}

function listArticles({ edition }: EditionView): { title: string; articles: readonly Article[] }[] {
  return [...edition.categories]
    .map(([key, { articles }]) => ({
      title: stripEmoji(edition.tree[key]?.title ?? key),
      // Each article is listed once.
      articles: articles
        .filter(({ placements }) => placements[0]?.category.key === key)
        .slice(0, MAX_ARTICLES),
    }))
    .filter(({ articles }) => articles.length > 0);
}

function writeText(view: EditionView, listed: ReturnType<typeof listArticles>): string {
  const { site, edition } = view;
  const { routes } = site;
  const line = (text: string) => escapeStarts(escapeText(text).trim());
  const link = (title: string, url: string, note: string) =>
    `- ${writeLink(escapeText(title).trim(), url)}${note === '' ? '' : `: ${line(note)}`}`;
  const sections = listed.map(({ title, articles }) =>
    [
      writeHeading(2, line(title)),
      '',
      ...articles.map(({ meta, path }) =>
        link(meta.title, routes.absoluteFile(routes.twinFile(path)), meta.description),
      ),
    ].join('\n'),
  );
  return `${[
    writeHeading(1, line(site.config.title)),
    `> ${line(site.config.description || edition.seo.home.description)}`,
    'Every article is also Markdown, at its address with ".md".',
    ...sections,
    `## Optional\n\n${link('Sitemap', routes.absoluteFile(SITEMAP_XML), 'all pages, with the date of their last change')}`,
  ].join('\n\n')}\n`;
}
