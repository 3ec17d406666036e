/** Owns the list of outputs. To add one: a module beside this one, and its line here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputPath } from '../../site/page.ts';
import { shippedFiles } from '../prepare/client-assets.ts';
import type { FullOutputInput } from '../prepare/prepare-site.ts';
import { feeds } from './feeds.ts';
import { navigation } from './navigation-data.ts';
import type { TextFile, TextGroup } from './output-generator.ts';
import { serviceWorker } from './precache.ts';
import { publicFiles } from './public-files.ts';
import { redirects } from './redirects.ts';
import { robots } from './robots.ts';
import { searchIndex } from './search-titles.ts';
import { sitemap } from './sitemap-xml.ts';
import { webManifest } from './web-manifest.ts';

const OUTPUTS = [navigation, searchIndex, webManifest, redirects, sitemap, robots, feeds];

export async function planOutputs(input: FullOutputInput): Promise<TextGroup[]> {
  return [
    clientFiles(input),
    ...input.pictures.outputs(input),
    publicFiles(input),
    ...OUTPUTS.flatMap((output) => output(input)),
    ...serviceWorker(input),
  ];
}

function clientFiles({ client, site, baseKey }: FullOutputInput): TextGroup {
  const paths = shippedFiles(client, site.config);
  return {
    name: 'client',
    key: baseKey,
    files: () =>
      paths.map(
        (path): TextFile => ({
          path: path as OutputPath,
          kind: 'asset',
          content: readFileSync(join(client.folder, path)),
        }),
      ),
  };
}
