/** Copies the files of public/ as they are: verification files, CNAME, downloads. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createKeyFold } from '../../foundation/hash.ts';
import { walkDirectory } from '../../foundation/walk-directory.ts';
import { outputPath } from '../../site/routes.ts';
import type { Site } from '../../site/site.ts';
import type { OutputFile, OutputGenerator } from './output-generator.ts';

/** GitHub Pages runs Jekyll over a site without this file, and Jekyll drops files. */
const NO_JEKYLL: OutputFile = { path: outputPath('.nojekyll'), kind: 'file', content: '' };

export const publicFiles: OutputGenerator = {
  // path-conflicts.ts compares them with what the others own.
  owns: () => [],
  files: ({ site }) => listPublic(site).files,
  groups({ site, baseKey }) {
    const folder = publicFolder(site);
    const paths = listPublic(site).files.filter((path) => path !== NO_JEKYLL.path);
    const fold = createKeyFold().add(baseKey);
    for (const path of paths) {
      const { size, mtimeMs, ctimeMs } = statSync(join(folder, path));
      fold.add(path).add(size).add(mtimeMs).add(ctimeMs);
    }
    const read = (path: string): OutputFile => ({
      path: outputPath(path),
      kind: 'file',
      content: readFileSync(join(folder, path)),
    });
    return [{ name: 'public', key: fold.key(), files: () => [NO_JEKYLL, ...paths.map(read)] }];
  },
};

function publicFolder({ config }: Site): string {
  return join(config.root, 'public');
}

/** Paths below public/, of files and of symbolic links. */
export function listPublic(site: Site): { files: string[]; links: string[] } {
  const found: { files: string[]; links: string[] } = { files: [], links: [] };
  walkDirectory(publicFolder(site), (entry, prefix) => {
    const path = prefix + entry.name;
    if (entry.isFile()) found.files.push(path);
    else if (entry.isSymbolicLink()) found.links.push(path);
  });
  return found;
}
