/** Writes the pictures that belong to no page: icons, local images in several sizes, social images. */
import { createKeyFold } from '../../foundation/hash.ts';
import type { OutputKind } from '../../foundation/response-headers.ts';
import { mapAhead } from '../../foundation/run-concurrently.ts';
import type { OutputPath } from '../../site/page.ts';
import type { OutputFile, OutputGenerator } from './output-generator.ts';
import { listSocialImages, openSocialImages } from './social-images.ts';

/** Pictures at once: some are drawn while others are compressed. */
const CONCURRENCY = 4;

export const icons: OutputGenerator = {
  owns: () => ['icons/*', 'favicon.ico'],
  files: ({ pictures }) => pictures.iconFiles.keys(),
  groups: ({ pictures, baseKey }) => [
    { name: 'icons', key: baseKey, files: () => toFiles(pictures.iconFiles, 'file') },
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
  groups: ({ pictures, baseKey }) => [
    { name: 'images', key: baseKey, files: () => toFiles(pictures.imageFiles, 'asset') },
  ],
};

export const socialImages: OutputGenerator = {
  owns: () => ['assets/social/*'],
  files: ({ site }) => listSocialImages(site).keys(),
  groups({ site, baseKey }) {
    const inputs = listSocialImages(site);
    const fold = createKeyFold().add(baseKey);
    for (const path of inputs.keys()) fold.add(path);
    return [
      {
        name: 'social',
        key: fold.key(),
        files() {
          const images = openSocialImages(site);
          return mapAhead(inputs, CONCURRENCY, async ([path, input]) => {
            return { path, kind: 'asset', content: await images.render(input) };
          });
        },
      },
    ];
  },
};

function toFiles(files: ReadonlyMap<OutputPath, Uint8Array>, kind: OutputKind): OutputFile[] {
  return [...files].map(([path, content]) => ({ path, kind, content }));
}
