/** Owns robots.txt (RFC 9309). */
import type { OutputPath } from '../../site/page.ts';
import type { Output } from './output-generator.ts';

export const robots: Output = ({ site, baseKey }) => [
  {
    name: 'robots',
    key: baseKey,
    files: () => [
      {
        path: 'robots.txt' as OutputPath,
        kind: 'index',
        content: `User-agent: *\nAllow: /\n\nSitemap: ${site.routes.absoluteFile('sitemap.xml' as OutputPath)}\n`,
      },
    ],
  },
];
