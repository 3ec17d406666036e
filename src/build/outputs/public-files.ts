/** Copies the files of public/ as they are: verification files, CNAME, downloads. */

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { finding, type Problem } from '../../foundation/errors.ts';
import { createNameCheck, LEFTOVER } from '../../foundation/file-names.ts';
import { createKeyFold } from '../../foundation/hash.ts';
import { SYMBOLIC_LINK } from '../../foundation/site-files.ts';
import { walkSite } from '../../foundation/site-folders.ts';
import { outputPath } from '../../site/routes.ts';
import type { Site } from '../../site/site.ts';
import type { OutputFile, OutputGenerator } from './output-generator.ts';
import { describeSecret, readStart } from './secret-files.ts';

/** GitHub Pages runs Jekyll over a site without this file, and Jekyll drops files. */
const NO_JEKYLL: OutputFile = { path: outputPath('.nojekyll'), kind: 'file', content: '' };

export const publicFiles: OutputGenerator = {
  // path-conflicts.ts compares these files with the paths of other outputs.
  owns: () => [],
  files: ({ site }) => listPublic(site).files.map(({ name }) => name),
  groups({ site, baseKey }) {
    const { root } = site.config;
    const files = listPublic(site).files.filter(({ name }) => name !== NO_JEKYLL.path);
    const fold = createKeyFold().add(baseKey);
    for (const { name, file } of files) {
      const { size, mtimeMs, ctimeMs } = statSync(join(root, file));
      fold.add(name).add(file).add(size).add(mtimeMs).add(ctimeMs);
    }
    const read = ({ name, file }: PublicFile): OutputFile => ({
      path: outputPath(name),
      kind: 'file',
      content: readFileSync(join(root, file)),
    });
    return [{ name: 'public', key: fold.key(), files: () => [NO_JEKYLL, ...files.map(read)] }];
  },
};

const COMPRESSED_DRAWING: Problem = {
  code: 'invalid-file-name',
  message: 'browsers show a compressed drawing only with a header that most hosts do not send',
  hint: 'unpack it: gzip -dc FILE.svgz > FILE.svg',
};

interface PublicFile {
  /** Path in the output. Links are typed in the composed form, and a Mac writes names of files in the other one. */
  name: string;
  /** Path below public/. */
  path: string;
  /** The real path, relative to the root. */
  file: string;
}

/** The files below public/, and every file there that is not published. */
export function listPublic(site: Site): { files: PublicFile[]; problems: Problem[] } {
  const files: PublicFile[] = [];
  const problems: Problem[] = [];
  const checkName = createNameCheck();
  walkSite(site.config.root, 'public', (entry, path, file) => {
    if (LEFTOVER.test(entry.name)) return;
    const wrong =
      checkName(path) ??
      (entry.isSymbolicLink() ? SYMBOLIC_LINK : null) ??
      (/\.svgz$/i.test(path) ? COMPRESSED_DRAWING : null);
    if (wrong) problems.push({ file, ...wrong });
    else if (entry.isFile()) files.push({ name: path.normalize('NFC'), path, file });
  });
  return { files, problems };
}

function createAllowed({ config }: Site): (name: string) => boolean {
  const names = new Set(config.security.publicFiles.map((name) => name.normalize('NFC')));
  return (name) => names.has(name);
}

/** Files that look like secrets and that the configuration does not allow. */
export function findSecretFiles(site: Site): Problem[] {
  const isAllowed = createAllowed(site);
  return listPublic(site).files.flatMap(({ name, path, file }): Problem[] => {
    if (isAllowed(name)) return [];
    const secret = describeSecret(path, () => readStart(join(site.config.root, file)));
    if (secret === null) return [];
    const message = `everyone could read this file, and it ${secret}`;
    const hint = `move it out of public/, or allow it in site-config.json: "security": {"publicFiles": [${JSON.stringify(path)}]}`;
    return [finding('secret-file', message, hint, { file })];
  });
}

/** Warns of source maps, which show the source code of scripts. */
export function findSourceMaps(site: Site): Problem[] {
  const isAllowed = createAllowed(site);
  return listPublic(site)
    .files.filter(({ name }) => /\.map$/i.test(name) && !isAllowed(name))
    .map(({ path, file }) => {
      const hint = `remove it, or allow it in site-config.json: "security": {"publicFiles": [${JSON.stringify(path)}]}`;
      const message = 'everyone can read this source map, with the source code in it';
      return finding('secret-file', message, hint, { file }, 'warning');
    });
}
