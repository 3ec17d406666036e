/** Ships the scripts, styles and fonts of the client and of the site's theme. */
import { outputPath } from '../../site/routes.ts';
import { shippedFiles } from './client-assets.ts';
import type { OutputFile, OutputGenerator } from './output-generator.ts';

export const clientFiles: OutputGenerator = {
  owns: () => ['assets/*'],
  files: ({ client, site }) => shippedFiles(client, site.config),
  groups: ({ client, site, baseKey }) => [
    {
      name: 'client',
      key: baseKey,
      files: () =>
        shippedFiles(client, site.config).map(
          (path): OutputFile => ({
            path: outputPath(path),
            kind: 'asset',
            content: client.read(path),
          }),
        ),
    },
  ],
};
