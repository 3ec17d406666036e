/** Prepares what all pages of a build share: pictures, paid links, chrome, client assets, and the key over all of it. */
import { hash as digest } from 'node:crypto';
import { languageName } from '../../locales/codes.ts';
import { infoLinks } from '../../pages/info-page.ts';
import type { PlanInput } from '../../pages/page-kind.ts';
import { MINIMUM_CHARACTERS } from '../../search/title-match.ts';
import type { ChromeData, ClientAssets } from '../../site/chrome-data.ts';
import { createEditionView, type EditionView } from '../../site/edition-view.ts';
import type { OutputPath } from '../../site/page.ts';
import { adHeading, createAdBlocks } from '../../site/paid-links.ts';
import type { Edition, Site } from '../../site/site.ts';
import { renderChrome } from '../../templates/render.tsx';
import { createClientAssets, loadClientFiles } from '../outputs/client-assets.ts';
import { feedPaths } from '../outputs/feeds.ts';
import { islandQueryPath, sliceNames } from '../outputs/navigation-data.ts';
import type { EditionOutput, OutputInput } from '../outputs/output-generator.ts';
import { searchManifestPath } from '../outputs/search-titles.ts';
import { SITEMAP_XML } from '../outputs/sitemap-xml.ts';
import type { EditionSetup, RenderSetup } from '../threads/task-messages.ts';
import type { ManifestEntry } from '../write/manifest.ts';
import { preparePictures, type SitePictures } from './site-pictures.ts';

export interface PreparedSite {
  /** Over everything that pages are planned from but the articles. */
  baseKey: string;
  planInput(edition: Edition): PlanInput;
  renderSetup(folder: string, replaces: boolean): RenderSetup;
  /** @param rendered the pages' files. @param folder where they are */
  outputInput(rendered: readonly ManifestEntry[], folder: string): OutputInput;
}

export async function prepareSite({ site, code }: { site: Site; code: string }): Promise<PreparedSite> {
  const { config, routes } = site;
  const pictures = await preparePictures(site);
  const client = loadClientFiles();
  const assets = createClientAssets(client, config, routes, {
    icon: routes.fileHref(pictures.favicon),
    appleIcon: routes.fileHref(pictures.appleIcon),
  });
  const adBlocks = await createAdBlocks(site.ads);
  const heading = adHeading(config.title);
  const editions = site.editions.map((edition): EditionOutput => {
    const view = createEditionView(site, edition, pictures, adBlocks, heading);
    const chrome = createChromeData(view, pictures, assets);
    return { view, chrome, slices: renderChrome(chrome) };
  });
  const { root: _root, deploy: _deploy, generate: _generate, ...shown } = config;
  const data = site.editions.map(({ locale, tree, authors, seo, info }) => [
    locale,
    tree,
    authors,
    seo,
    info,
  ]);
  const slices = editions.map((edition) => edition.slices);
  const parts = [code, shown, data, site.ads, site.year, pictures.key, assets, slices];
  const baseKey = digest('sha1', JSON.stringify(parts), 'base64url');
  const viewOf = (edition: Edition) => {
    const found = editions.find(({ view }) => view.edition === edition);
    if (!found) throw new Error(`no view of ${edition.locale}`);
    return found.view;
  };

  return {
    baseKey,
    planInput: (edition) => ({
      view: viewOf(edition),
      islandData: islandDataOf(viewOf(edition), assets),
      baseKey,
      bodyImages: pictures.bodyImages,
      sitemapXml: routes.fileHref(SITEMAP_XML),
    }),
    renderSetup(folder, replaces) {
      const setup = {
        root: config.root,
        basePath: config.basePath,
        rawHtml: config.markdown.rawHtml,
        imageBaseUrl: config.articleImageBaseUrl,
        assets,
        editions: Object.fromEntries(
          editions.map((edition) => [edition.view.edition.locale, editionSetup(edition)]),
        ),
      };
      const key = digest('sha1', JSON.stringify([code, { ...setup, root: '' }]), 'base64url');
      return { ...setup, out: folder, replaces, key };
    },
    outputInput: (rendered, folder) => {
      return { site, editions, assets, client, pictures, baseKey, rendered, folder };
    },
  };
}

function islandDataOf(view: EditionView, { script }: ClientAssets): string | null {
  return script === null ? null : view.site.routes.fileHref(islandQueryPath(view));
}

function editionSetup({ view, slices }: EditionOutput): EditionSetup {
  return { chrome: slices, slices: view.site.config.features.navigation ? sliceNames(view) : {} };
}

function createChromeData(view: EditionView, pictures: SitePictures, assets: ClientAssets): ChromeData {
  const { site, edition, strings } = view;
  const { config, routes } = site;
  const { email, video, social, photo } = config.contact;
  const feed = feedPaths(config, edition.locale);
  const feedLink = (title: string, path: OutputPath, type: string) => ({
    title,
    url: routes.fileHref(path),
    type,
  });
  return {
    locale: edition.locale,
    siteTitle: config.title,
    home: view.href(routes.home(edition.locale)),
    logo: routes.fileHref(pictures.logo),
    menu: view.menu,
    sitemap: view.href(routes.sitemap(edition.locale)),
    info: infoLinks(view, routes.fileHref(SITEMAP_XML)),
    contact: { email: email ?? null, video: video ?? null, social: social ?? null, photo: photo ?? null },
    editions:
      site.editions.length < 2
        ? []
        : site.editions.map(({ locale, language }) => ({
            title: languageName(locale),
            url: view.href(routes.home(locale)),
            language,
            current: locale === edition.locale,
          })),
    year: site.year,
    feeds: config.features.feeds
      ? [
          feedLink(strings.feeds.atom, feed.atom, 'application/atom+xml'),
          feedLink(strings.feeds.rss, feed.rss, 'application/rss+xml'),
          feedLink(strings.feeds.json, feed.json, 'application/feed+json'),
        ]
      : [],
    search: config.features.search
      ? {
          minimumCharacters: config.search.minimumCharacters[edition.locale] ?? MINIMUM_CHARACTERS,
          manifestUrl: routes.fileHref(searchManifestPath(edition.language)),
        }
      : null,
    islandData: islandDataOf(view, assets),
  };
}
