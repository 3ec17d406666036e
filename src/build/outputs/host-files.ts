/** Output: the files that the configured host reads. */
import { cardsKey } from '../../pages/page-parts.ts';
import { outputPath } from '../../site/routes.ts';
import { OPERATOR_FOLDER } from '../hosts/host.ts';
import { HOSTS } from '../hosts/host-registry.ts';
import { createFacts } from '../hosts/site-facts.ts';
import type { OutputGenerator } from './output-generator.ts';

export const hostFiles: OutputGenerator = {
  owns: ({ config }) => (config.hosting === undefined ? [] : HOSTS[config.hosting].paths),
  groups({ site, baseKey }) {
    if (site.config.hosting === undefined) return [];
    const host = HOSTS[site.config.hosting];
    const articles = site.editions.flatMap((edition) => edition.articles);
    const moved = articles.filter(({ meta }) => meta.aliases.length > 0);
    return [
      {
        name: 'host',
        key: cardsKey(baseKey, moved),
        files: () =>
          host.write(createFacts(site, host.maxRedirects)).map(({ path, content }) => ({
            path: outputPath(path),
            kind: path.startsWith(OPERATOR_FOLDER) ? 'operator' : 'file',
            content,
          })),
      },
    ];
  },
};
