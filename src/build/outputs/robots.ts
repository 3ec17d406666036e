/** Writes robots.txt (RFC 9309). */
import { outputPath } from '../../site/routes.ts';
import { singleFile } from './output-generator.ts';
import { SITEMAP_XML } from './sitemap-xml.ts';

export const robots = singleFile(
  outputPath('robots.txt'),
  'index',
  ({ site }) => `User-agent: *\nAllow: /\n\nSitemap: ${site.routes.absoluteFile(SITEMAP_XML)}\n`,
);
