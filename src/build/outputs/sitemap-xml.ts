/** Writes sitemap.xml (sitemaps.org protocol 0.9): every indexed page with its last change and its translations. */
import { formatRfc3339 } from '../../content/article/dates.ts';
import { escapeXml, xmlElement } from '../../foundation/escape.ts';
import { createKeyFold } from '../../foundation/hash.ts';
import { listPages } from '../../pages/page-registry.ts';
import { findNewest, type PageEntry } from '../../site/page-index.ts';
import { createAlternates } from '../../site/page-seo.ts';
import { outputPath } from '../../site/routes.ts';
import type { Site } from '../../site/site.ts';
import type { OutputFile, OutputGenerator, OutputWork } from './output-generator.ts';

export const SITEMAP_XML = outputPath('sitemap.xml');

/** The protocol's limits of one file. */
const MAX_URLS = 50_000;
const MAX_BYTES = 52_428_800;

export const sitemap: OutputGenerator = {
  owns: () => [SITEMAP_XML, 'sitemap-*.xml'],
  groups: ({ site, keys }) => [
    {
      name: 'sitemap',
      key: sitemapKey(site, keys),
      files: () => writeSitemap(site),
    },
  ],
};

function sitemapKey(site: Site, keys: OutputWork['keys']): string {
  const fold = createKeyFold();
  for (const { listed } of Object.values(keys)) fold.add(listed);
  for (const { path, changed, translations } of listIndexed(site)) {
    fold
      .add(path)
      .add(changed?.time ?? -1)
      .add(changed?.offset ?? 0)
      .add(translations.length);
    for (const translation of translations) fold.add(translation.path);
  }
  return fold.key();
}

function* listIndexed(site: Site): Iterable<PageEntry> {
  for (const entry of listPages(site)) if (entry.indexed && findNewest(entry) === null) yield entry;
}

function writeSitemap(site: Site): OutputFile[] {
  const files: string[] = [];
  let text = '';
  let urls = 0;
  for (const entry of listIndexed(site)) {
    const url = formatEntry(site, entry);
    // Characters beyond ASCII are percent-encoded in URLs, so length is bytes.
    if (urls === MAX_URLS || text.length + url.length > MAX_BYTES - 1000) {
      files.push(text);
      text = '';
      urls = 0;
    }
    text += url;
    urls++;
  }
  files.push(text);
  const toFile = (path: string, content: string): OutputFile => ({
    path: outputPath(path),
    kind: 'index',
    content: `<?xml version="1.0" encoding="UTF-8"?>\n${content}`,
  });
  if (files.length === 1) return [toFile(SITEMAP_XML, urlset(text))];
  const parts = files.map((part, index) => toFile(`sitemap-${index + 1}.xml`, urlset(part)));
  const list = parts
    .map(({ path }) => `<sitemap>${xmlElement('loc', site.routes.absoluteFile(path))}</sitemap>\n`)
    .join('');
  const index = `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${list}</sitemapindex>\n`;
  return [toFile(SITEMAP_XML, index), ...parts];
}

function urlset(urls: string): string {
  return `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${urls}</urlset>\n`;
}

function formatEntry(site: Site, { path, changed, translations }: PageEntry): string {
  const lastmod = changed === null ? '' : xmlElement('lastmod', formatRfc3339(changed));
  const alternates = createAlternates(site, translations).map(
    ({ language, url }) => `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(url)}"/>`,
  );
  return `<url>${xmlElement('loc', site.routes.absolute(path))}${lastmod}${alternates.join('')}</url>\n`;
}
