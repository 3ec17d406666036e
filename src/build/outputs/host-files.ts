/** Output: the files that the configured host reads. */
import { OPERATOR_FOLDER } from '../../hosts/host.ts';
import { cardsKey } from '../../pages/page-parts.ts';
import { outputPath } from '../../site/routes.ts';
import { shippedFiles } from './client-assets.ts';
import { createFacts } from './host-facts.ts';
import type { OutputGenerator } from './output-generator.ts';

export const hostFiles: OutputGenerator = {
  owns: ({ host, config }) => [
    ...(host?.paths ?? []),
    ...(config.agents.markdown ? (host?.twinPaths ?? []) : []),
  ],
  groups({ site, client, baseKey }) {
    const { host } = site;
    if (!host) return [];
    const articles = site.editions.flatMap((edition) => edition.articles);
    const moved = articles.filter(({ meta }) => meta.aliases.length > 0);
    return [
      {
        name: 'host',
        key: cardsKey(baseKey, moved),
        files: () =>
          host.write(createFacts(site, host, shippedFiles(client, site.config))).map(({ path, content }) => ({
            path: outputPath(path),
            kind: path.startsWith(OPERATOR_FOLDER) ? 'operator' : 'file',
            content,
          })),
      },
    ];
  },
};
