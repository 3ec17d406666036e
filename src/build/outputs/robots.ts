/** Writes robots.txt (RFC 9309). */
import { contentSignal } from '../../site/rights.ts';
import { outputPath } from '../../site/routes.ts';
import { singleFile } from './output-generator.ts';
import { SITEMAP_XML } from './sitemap-xml.ts';

export const robots = singleFile(
  outputPath('robots.txt'),
  'index',
  ({ site }) =>
    `User-agent: *\n${contentSignal(site.config.rights)}Allow: /\n\nSitemap: ${site.routes.absoluteFile(SITEMAP_XML)}\n`,
);
