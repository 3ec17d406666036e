/** Prepares what all pages share: pictures, paid links, header and footer, client assets, and a key over all of it. */

import { hasTextSearch } from '../../config/text-search.ts';
import { mayNameFile } from '../../content/data/named-files.ts';
import type { OfferStates } from '../../content/data/offers.ts';
import { siteValues } from '../../content/data/site-values.ts';
import { decodeEntities } from '../../content/markdown/html-text.ts';
import type { Problems } from '../../foundation/errors.ts';
import { logicalPath } from '../../foundation/layers.ts';
import { type LocaleCode, minimumQuery } from '../../locales/codes.ts';
import { infoLinks } from '../../pages/info-page.ts';
import type { PlanInput, TargetsOf } from '../../pages/page-kind.ts';
import type { Icon } from '../../pictures/site-icons.ts';
import type { ChromeData, ClientAssets } from '../../site/chrome-data.ts';
import { createEditionView, type EditionView } from '../../site/edition-view.ts';
import { describeIntegrations, sitePolicy } from '../../site/integrations.ts';
import {
  createFooter,
  createMenu,
  createSections,
  editionTitle,
  linksEdition,
} from '../../site/navigation.ts';
import { selectOffers } from '../../site/offers.ts';
import type { OutputPath } from '../../site/page.ts';
import { paidSettings } from '../../site/paid-addresses.ts';
import { createAdBlocks } from '../../site/paid-links.ts';
import { SEARCH_PAGE } from '../../site/routes.ts';
import type { Edition, Site } from '../../site/site.ts';
import { createTextLinks } from '../../site/text-links.ts';
import { cspHashSource } from '../../templates/document.ts';
import type { FontStyles } from '../../theme/font-styles.ts';
import type { Theme } from '../../theme/load-theme.ts';
import { createClientAssets, loadClientFiles } from '../outputs/client-assets.ts';
import { feedPaths } from '../outputs/feeds.ts';
import { islandQueryPath, sliceNames } from '../outputs/navigation-data.ts';
import type { EditionOutput, OutputInput } from '../outputs/output-generator.ts';
import { searchManifestPath } from '../outputs/search-titles.ts';
import { SITEMAP_XML } from '../outputs/sitemap-xml.ts';
import { createArticleTexts } from '../render/article-texts.ts';
import { renderSiteChrome } from '../render/render-parts.ts';
import type { EditionSetup, RenderSetup } from '../threads/task-messages.ts';
import { findLinkedFiles } from './linked-files.ts';
import type { PictureOptions } from './local-images.ts';
import { createPageKeys, keyOf } from './page-keys.ts';
import { listBuiltInPreloads, listPreloads } from './site-fonts.ts';
import { preparePictures, type SitePictures } from './site-pictures.ts';

export type PreparedSite = Awaited<ReturnType<typeof prepareSite>>;

interface SiteInput {
  site: Site;
  code: string;
  theme: Theme;
  /** null for a site without fonts. */
  fonts: FontStyles | null;
  icons: readonly Icon[];
  pictures: PictureOptions;
  /** True if each block of a text names its line. */
  namesLines?: boolean;
  /** Gets the faults of a site's own header or footer, in whose place the built-in one stands. */
  problems: Problems;
}

export async function prepareSite({
  site,
  code,
  theme,
  fonts,
  icons,
  pictures: options,
  namesLines = false,
  problems,
}: SiteInput) {
  const { config, routes } = site;
  const pictures = await preparePictures(site, icons, options);
  const linked = findLinkedFiles(site, pictures.named);
  const targetsOf = createTargets(site, pictures, linked);
  const client = loadClientFiles(theme, fonts, config);
  const assets = createClientAssets(client, config, routes, {
    icon: routes.fileHref(pictures.favicon),
    appleIcon: routes.fileHref(pictures.appleIcon),
  });
  const adBlocks = await createAdBlocks(site.ads, config.locales[0] ?? 'en_US');
  const editions = site.editions.map((edition): EditionOutput => {
    const view = createEditionView(site, edition, pictures, adBlocks);
    const chrome = createChromeData(view, pictures, assets);
    return { view, chrome, slices: renderSiteChrome(chrome, theme.code, problems) };
  });
  const script = theme.code?.compiled.script;
  const shared = { ...shareSettings(site, assets), namesLines };
  const sharedKey = keyOf([code, { ...shared, root: '' }, script]);
  const setups = editions.map(({ view, slices }): [LocaleCode, EditionSetup] => {
    const { edition, strings } = view;
    const own = fonts ? listPreloads(edition, fonts, routes) : [];
    const preload = [...listBuiltInPreloads(client, edition, routes), ...own];
    const pageSlices = config.features.navigation ? sliceNames(view) : {};
    const setup = { strings, chrome: slices, preload, slices: pageSlices };
    return [edition.locale, { ...setup, key: keyOf([sharedKey, setup]) }];
  });
  const keys = createPageKeys({
    ...{ site, code: keyOf([code, script]), pictures: pictures.key },
    setups: new Map(setups.map(([locale, { key }]) => [locale, key])),
    outputs: editions.map(({ slices }) => slices),
  });
  const outputInput = {
    site,
    code,
    editions,
    assets,
    client,
    pictures,
    linked,
    baseKey: keys.all,
    keys: keys.editions,
  };

  return {
    keys: { ...keys, setup: keyOf(setups.map(([, { key }]) => key)) },
    holdsImage: pictures.holds,
    named: pictures.named,
    targetsOf,
    planInput(edition: Edition): PlanInput {
      const view = editions.find(({ view }) => view.edition === edition)?.view;
      const own = keys.editions[edition.locale];
      if (!view || !own) throw new Error(`no view of ${edition.locale}`);
      return {
        view,
        keys: own,
        islandData: islandDataOf(view, assets),
        targetsOf,
        sitemapXml: routes.fileHref(SITEMAP_XML),
      };
    },
    renderSetup: (out: string, replaces: boolean): RenderSetup => ({
      ...shared,
      editions: Object.fromEntries(setups),
      out,
      replaces,
    }),
    outputInput: outputInput satisfies OutputInput,
    /** The texts of articles, for outputs that show them. */
    articleTexts: (setup: RenderSetup) => createArticleTexts(setup, theme.code, targetsOf),
  };
}

/** What the threads need of the settings and of the site to render any page. */
function shareSettings(site: Site, assets: ClientAssets) {
  const { config, data, editions } = site;
  const isManual =
    config.navigation.sidebar ||
    editions.some(({ pages }) => pages.some(({ navigation }) => navigation === 'sidebar'));
  return {
    root: config.root,
    basePath: config.basePath,
    rawHtml: config.markdown.rawHtml,
    values: siteValues(config),
    typography: config.typography,
    contentsDepth: isManual ? (3 as const) : (2 as const),
    imageBaseUrl: config.articleImageBaseUrl,
    paid: paidSettings(site),
    data,
    policy: [
      config.security.contentSecurityPolicy,
      ...sitePolicy(config),
      ...(assets.speculation === undefined ? [] : [{ 'script-src': [cspHashSource(assets.speculation)] }]),
    ],
    assets,
  };
}

function createTargets(
  site: Site,
  { bodyImages, copyOf, named }: SitePictures,
  linked: ReadonlyMap<string, OutputPath>,
): TargetsOf {
  const textLink = createTextLinks(site);
  const linkOf = (file: string, target: string): string | null => {
    const text = textLink(file, target);
    const download = text === null ? named.download(file, target) : null;
    if (download === null) return text;
    const path = linked.get(download);
    return path === undefined ? copyOf(download) : site.routes.fileHref(path);
  };
  const offersOf = (file: string, names: readonly string[]): OfferStates | null => {
    if (names.length === 0) return null;
    const path = logicalPath(site.config.root, file);
    const all = site.editions.find(({ locale }) => path.startsWith(`content/${locale}/`))?.offers ?? {};
    return selectOffers(all, names);
  };
  return ({ file, images, links = [], offers = [] }) => {
    const found = links.filter(mayNameFile).flatMap((target) => {
      const url = linkOf(file, target);
      return url === null ? [] : [[unescapeTarget(target), url] as const];
    });
    return {
      offers: offersOf(file, offers),
      images: bodyImages(file, images),
      links: found.length > 0 ? Object.fromEntries(found) : null,
    };
  };
}

/** The target as the renderer reads it. */
function unescapeTarget(target: string): string {
  return decodeEntities(target.replace(/\\([!-/:-@[-`{-~])/g, '$1')).normalize('NFC');
}

function islandDataOf(view: EditionView, { script }: ClientAssets): string | null {
  return script === null ? null : view.site.routes.fileHref(islandQueryPath(view));
}

function createChromeData(view: EditionView, pictures: SitePictures, assets: ClientAssets): ChromeData {
  const { site, edition, strings } = view;
  const { config, routes } = site;
  const { email, video, social, photo } = config.contact;
  const { atom, rss, json } = feedPaths(config, edition.locale);
  const feeds = [
    { title: strings.feeds.atom, url: routes.fileHref(atom), type: 'application/atom+xml' },
    { title: strings.feeds.rss, url: routes.fileHref(rss), type: 'application/rss+xml' },
    { title: strings.feeds.json, url: routes.fileHref(json), type: 'application/feed+json' },
  ];
  const shownFeeds = config.features.feeds ? feeds : [];
  const menu = createMenu(view);
  return {
    locale: edition.locale,
    strings,
    siteTitle: config.title,
    home: view.href(routes.home(edition.locale)),
    logo:
      config.logo === undefined ? null : { url: routes.fileHref(pictures.logo.path), ...pictures.logo.size },
    masthead: config.look.masthead,
    menu,
    sections: createSections(view, menu),
    sitemap: view.href(routes.sitemap(edition.locale)),
    footer: createFooter(view, {
      information: infoLinks(view, routes.fileHref(SITEMAP_XML)),
      feeds: shownFeeds,
    }),
    contact: { email: email ?? null, video: video ?? null, social: social ?? null, photo: photo ?? null },
    editions:
      site.editions.length < 2
        ? []
        : site.editions
            .filter(({ locale }) => linksEdition(edition.locale, locale))
            .map(({ locale, language }) => ({
              title: editionTitle(view, locale),
              url: view.href(routes.home(locale)),
              language,
              current: locale === edition.locale,
            })),
    year: site.year,
    languages: { header: config.navigation.languages, footer: config.footer.languages },
    feeds: shownFeeds,
    search: config.features.search
      ? {
          minimumCharacters: config.search.minimumCharacters[edition.locale] ?? minimumQuery(edition.locale),
          manifestUrl: routes.fileHref(searchManifestPath(edition.language)),
          ...(hasTextSearch(site.config) && { page: view.href(routes.below(edition.locale, SEARCH_PAGE)) }),
        }
      : null,
    islandData: islandDataOf(view, assets),
    ...describeIntegrations(view),
  };
}
