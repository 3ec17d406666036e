/** Makes a small site around the real client bundle: pages, their JSON, a search index. */

import { resolve } from 'node:path';
import { bundleClient, type ClientBundle } from '../../scripts/bundle-client.ts';
import { planSearchFiles, type SearchGroup } from '../../src/build/outputs/search-files.ts';
import type { PolicySources } from '../../src/config/policy-schema.ts';
import type { LocaleCode } from '../../src/locales/codes.ts';
import { languageOf } from '../../src/locales/codes.ts';
import type { ChromeData, ClientAssets } from '../../src/site/chrome-data.ts';
import { bodyTexts, createFrame, createPagePolicies, fillFrame } from '../../src/templates/document.ts';
import { createIslandProps } from '../../src/templates/islands/island-props.ts';
import { renderChrome } from '../../src/templates/render.tsx';
import { builtInStrings } from './strings.ts';

export const BUILD_HASH = 'build-one';

export interface SmallPage {
  path: string;
  title: string;
  /** Inside of <main>, behind the heading. */
  html: string;
  locale?: LocaleCode;
  /** Sources that the page's policy allows. */
  policy?: PolicySources;
  /** Static queries of the page. */
  queries?: string[];
}

export interface SmallSiteOptions {
  base?: string;
  pages: readonly SmallPage[];
  groups?: readonly SearchGroup[];
  serviceWorker?: boolean;
  appData?: object;
}

let bundling: Promise<ClientBundle> | null = null;

/** The client, bundled once for all tests of a file. */
export function loadBundle(): Promise<ClientBundle> {
  bundling ??= bundleClient(resolve('src'));
  return bundling;
}

/** URL path → file. */
export async function makeSmallSite(options: SmallSiteOptions): Promise<Map<string, string | Uint8Array>> {
  const { base = '', pages, groups = [], serviceWorker = false, appData } = options;
  const { entries, files: bundled } = await loadBundle();
  const files = new Map<string, string | Uint8Array>();
  const put = (path: string, value: object) => files.set(`${base}${path}`, JSON.stringify(value));
  const assets: ClientAssets = {
    stylesheet: `${base}/${entries.stylesheet}`,
    script: `${base}/${entries.main}`,
    navigationBase: base,
    serviceWorker: serviceWorker ? `${base}/sw.js` : null,
    buildHash: BUILD_HASH,
    manifest: `${base}/manifest.webmanifest`,
    icon: `${base}/icon.svg`,
    appleIcon: `${base}/icon.svg`,
    themeColor: '#14532d',
    darkGround: '#101713',
  };
  for (const { path, contents } of bundled) files.set(`${base}/${path}`, contents);
  put('/manifest.webmanifest', { name: 'Small' });
  files.set(
    `${base}/icon.svg`,
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
  );
  put('/page-data/app-data.json', appData ?? { webpackCompilationHash: BUILD_HASH });

  for (const locale of new Set(pages.map((page) => page.locale ?? 'en_US'))) {
    const language = languageOf(locale);
    const chrome = makeChrome(locale, base);
    const { head, header, footer } = renderChrome(chrome);
    const slice = (data: object, staticQueryHashes: string[] = []) => ({
      componentChunkName: 'slice',
      result: { data, sliceContext: {} },
      staticQueryHashes,
    });
    const headerData = { html: header, head, body: bodyTexts(builtInStrings(locale)) };
    put(`/slice-data/header-${language}.json`, slice(headerData, [`islands-${language}`]));
    put(`/slice-data/footer-${language}.json`, slice({ html: footer }));
    put(`/page-data/sq/d/islands-${language}.json`, { data: createIslandProps(chrome) });
    for (const { path, text } of planSearchFiles(groups))
      files.set(`${base}/search/${language}/${path}`, text);
  }
  put('/page-data/sq/d/shared.json', { data: { shared: true } });

  for (const { path, title, html, locale = 'en_US', queries = [], policy: sources } of pages) {
    const policy = createPagePolicies([])([sources]);
    const language = languageOf(locale);
    const main = `<main id="content" tabindex="-1"><h1>${title}</h1>${html}</main>`;
    const head = `<title data-page-head>${title} · Small</title><meta data-page-head name="description" content="About ${title}">`;
    const chrome = renderChrome(makeChrome(locale, base));
    const name = path === '/' ? '/index' : path;
    files.set(
      `${base}${name}.html`,
      fillFrame(createFrame({ locale, strings: builtInStrings(locale), chrome, assets }), {
        path,
        policy,
        head,
        main,
      }).join(''),
    );
    const dataName = /\/(404|500)$/.test(path) ? `${path}.html` : name;
    put(`/page-data${dataName}/page-data.json`, {
      componentChunkName: path.includes('/articles/') ? 'article' : 'page',
      path,
      result: {
        data: { title, language, head, main, ...(policy.isOwn && { policy: policy.content }) },
        pageContext: {},
      },
      staticQueryHashes: queries,
      slicesMap: { header: `header-${language}`, footer: `footer-${language}` },
    });
  }
  return files;
}

function makeChrome(locale: LocaleCode, base: string): ChromeData {
  const language = languageOf(locale);
  const link = (title: string, path: string) => ({ title, url: `${base}${path}` });
  return {
    locale,
    strings: builtInStrings(locale),
    siteTitle: 'Small',
    masthead: 'newspaper',
    home: `${base}/`,
    logo: { url: `${base}/icon.svg`, width: 72, height: 72, isName: false },
    sections: [],
    menu: [
      { ...link('Alpha', '/alpha'), children: [link('One', '/alpha/one'), link('Two', '/alpha/two')] },
      { ...link('Beta', '/beta'), children: [link('Three', '/beta/three')] },
    ],
    sitemap: `${base}/sitemap`,
    footer: [],
    languages: { header: true, footer: true },
    contact: { email: null, video: null, social: null, photo: null },
    editions: [],
    year: 2026,
    feeds: [{ title: `Feed ${language}`, url: `${base}/${language}/feed.xml`, type: 'application/atom+xml' }],
    search: { minimumCharacters: 3, manifestUrl: `${base}/search/${language}/index.json` },
    islandData: `${base}/page-data/sq/d/islands-${language}.json`,
  };
}
