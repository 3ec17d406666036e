// npm's `prepack` and `postpack`: changes two package.json files for the tarball, and `--restore` brings them back.
// - Ours has no `prepare`: an installed package is compiled already, and has no scripts/.
// - workbox-build, which the tarball brings (`bundleDependencies`), depends on the packages that its list of files needs
//   only. Its `generateSW` needs 300 packages of 60 MB more (docs/decisions/light-install.md).
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The packages that `workbox-build/build/lib/get-file-manifest-entries.js` loads. */
export const NEEDED = ['common-tags', 'fs-extra', 'glob', 'pretty-bytes', 'upath'];

/** @returns the package.json of this project as the tarball has it */
export function packManifest({ scripts: { prepare: _prepare, ...scripts } = {}, ...manifest }) {
  return { ...manifest, scripts };
}

/** @returns the package.json of workbox-build as the tarball has it */
export function trimBundled(manifest) {
  const missing = NEEDED.filter((name) => manifest.dependencies[name] === undefined);
  if (missing.length > 0) throw new Error(`workbox-build no longer depends on ${missing.join(', ')}`);
  return {
    ...manifest,
    dependencies: Object.fromEntries(NEEDED.map((name) => [name, manifest.dependencies[name]])),
  };
}

const root = resolve(import.meta.dirname, '..');
const CHANGES = [
  [root, packManifest],
  [join(root, 'node_modules/workbox-build'), trimBundled],
];

const originalOf = (folder) => join(folder, '.package.json.whole');

// A new file changes the time of the folder, so npm does not trust its record of the installed packages.
function replace(folder, text) {
  const file = join(folder, 'package.json');
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

function change(folder, pack) {
  // After a pack that was killed, package.json is changed already.
  if (!existsSync(originalOf(folder)))
    writeFileSync(originalOf(folder), readFileSync(join(folder, 'package.json')));
  const manifest = JSON.parse(readFileSync(originalOf(folder), 'utf8'));
  replace(folder, `${JSON.stringify(pack(manifest), null, 2)}\n`);
}

function restore(folder) {
  if (!existsSync(originalOf(folder))) return;
  replace(folder, readFileSync(originalOf(folder)));
  rmSync(originalOf(folder));
}

if (process.argv[1] === import.meta.filename) {
  const isRestoring = process.argv.includes('--restore');
  for (const [folder, pack] of CHANGES) {
    if (isRestoring) restore(folder);
    else change(folder, pack);
  }
}
