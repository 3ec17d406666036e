/** Owns public/: files that are shipped as they are (verification files, CNAME, downloads). */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readFolder } from '../../content/source.ts';
import { createKeyFold } from '../../hash.ts';
import type { OutputPath } from '../../site/page.ts';
import type { OutputInput, TextFile, TextGroup } from './output.ts';

/** GitHub Pages runs Jekyll over a site that does not have it, and Jekyll drops files. */
const NO_JEKYLL: TextFile = { path: '.nojekyll' as OutputPath, kind: 'file', content: '' };

export function publicFiles({ site, baseKey }: OutputInput): TextGroup {
  const folder = join(site.config.root, 'public');
  const paths = listFiles(folder, '');
  const fold = createKeyFold().add(baseKey);
  for (const path of paths) {
    const { size, mtimeMs, ctimeMs } = statSync(join(folder, path));
    fold.add(path).add(size).add(mtimeMs).add(ctimeMs);
  }
  return {
    name: 'public',
    key: fold.key(),
    files: () => [
      NO_JEKYLL,
      ...paths.map(
        (path): TextFile => ({
          path: path as OutputPath,
          kind: 'file',
          content: readFileSync(join(folder, path)),
        }),
      ),
    ],
  };
}

function listFiles(folder: string, prefix: string): string[] {
  return readFolder(join(folder, prefix)).flatMap((entry) => {
    const path = prefix + entry.name;
    if (entry.isDirectory()) return listFiles(folder, `${path}/`);
    return entry.isFile() ? [path] : [];
  });
}
