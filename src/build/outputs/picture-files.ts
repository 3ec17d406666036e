/** Writes the pictures that belong to no page: icons, local images in several sizes, social images; and other files beside texts. */
import { join } from 'node:path';
import { createKeyFold } from '../../foundation/hash.ts';
import { mapAhead } from '../../foundation/run-concurrently.ts';
import { readSiteFile } from '../../foundation/site-files.ts';
import { createSocialImages } from '../../pictures/social.ts';
import { cacheFolder } from '../state/build-state.ts';
import type { OutputFile, OutputGenerator } from './output-generator.ts';
import { listSocialImages } from './social-images.ts';

/** Number of pictures that are requested ahead, so that the thread that draws never waits for the main thread, which renders pages. */
const CONCURRENCY = 16;

export const icons: OutputGenerator = {
  owns: () => ['icons/*', 'favicon.ico'],
  files: ({ pictures }) => pictures.iconFiles.keys(),
  groups: ({ pictures, baseKey }) => [
    {
      name: 'icons',
      key: baseKey,
      files: () =>
        mapAhead(pictures.iconFiles, 1, async ([path, bytes]) => ({
          path,
          kind: 'file',
          content: await bytes,
        })),
    },
  ],
};

export const images: OutputGenerator = {
  owns: () => ['assets/images/*'],
  *files({ pictures, site }) {
    yield* pictures.imageFiles.keys();
    // Drawn covers are written with their pages.
    for (const article of site.editions.flatMap(({ articles }) => articles)) {
      const cover = pictures.drawnCover(article);
      if (cover) yield cover.path;
    }
  },
  groups: ({ pictures, code }) => [
    {
      name: 'images',
      key: createKeyFold().add(code).add(pictures.key).key(),
      files: () => [...pictures.imageFiles].map(([path, content]) => ({ path, kind: 'asset', content })),
    },
  ],
};

export const linkedFiles: OutputGenerator = {
  owns: () => ['assets/files/*'],
  files: ({ linked }) => linked.values(),
  groups: ({ linked, site }) => [
    {
      name: 'files',
      // Each path has the hash of the file.
      key: createKeyFold()
        .add(JSON.stringify([...linked]))
        .key(),
      files: () =>
        Array.from(linked, ([file, path]) => ({
          path,
          kind: 'asset',
          content: readSiteFile(site.config.root, file),
        })),
    },
  ],
};

export const socialImages: OutputGenerator = {
  owns: () => ['assets/social/*'],
  files: ({ site }) => listSocialImages(site).keys(),
  groups({ site, code, background }) {
    const inputs = listSocialImages(site);
    // The name of an image is a hash of all that is drawn.
    const fold = createKeyFold().add(code);
    for (const path of inputs.keys()) fold.add(path);
    return [
      {
        name: 'social',
        key: fold.key(),
        async *files() {
          const images = createSocialImages({
            cacheFolder: join(cacheFolder(site.config.root), 'social'),
            draw: (input) => background.run('drawSocialImage', input),
          });
          yield* mapAhead(inputs, CONCURRENCY, async ([path, input]): Promise<OutputFile> => {
            return { path, kind: 'asset', content: await images.render(input) };
          });
          await images.removeUnused(inputs.values());
        },
      },
    ];
  },
};
