/** Writes robots.txt (RFC 9309). */
import { outputPath } from '../../site/routes.ts';
import type { OutputGenerator } from './output-generator.ts';
import { SITEMAP_XML } from './sitemap-xml.ts';

export const robots: OutputGenerator = {
  owns: () => ['robots.txt'],
  groups: ({ site, baseKey }) => [
    {
      name: 'robots',
      key: baseKey,
      files: () => [
        {
          path: outputPath('robots.txt'),
          kind: 'index',
          content: `User-agent: *\nAllow: /\n\nSitemap: ${site.routes.absoluteFile(SITEMAP_XML)}\n`,
        },
      ],
    },
  ],
};
