// npm's `prepack` and `postpack`. The tarball brings a copy of workbox-build (`bundleDependencies`) without the packages of
// its bundler, which only `generateSW` uses: 300 packages of 60 MB (docs/decisions/light-install.md). `--restore` undoes it.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What `build/inject-manifest.js` loads. */
export const NEEDED = [
  '@apideck/better-ajv-errors',
  'ajv',
  'common-tags',
  'fast-json-stable-stringify',
  'fs-extra',
  'glob',
  'pretty-bytes',
  'source-map',
  'upath',
];

const folder = resolve(import.meta.dirname, '../node_modules/workbox-build');
const file = join(folder, 'package.json');
const whole = join(folder, '.package.json.whole');

function trim() {
  // After a pack that was killed the file is trimmed already.
  if (!existsSync(whole)) writeFileSync(whole, readFileSync(file));
  const manifest = JSON.parse(readFileSync(whole, 'utf8'));
  const missing = NEEDED.filter((name) => manifest.dependencies[name] === undefined);
  if (missing.length > 0) throw new Error(`workbox-build no longer depends on ${missing.join(', ')}`);
  manifest.dependencies = Object.fromEntries(NEEDED.map((name) => [name, manifest.dependencies[name]]));
  // A new file changes the time of the folder, so npm does not trust its record of the installed packages.
  writeFileSync(`${file}.new`, `${JSON.stringify(manifest, null, 2)}\n`);
  renameSync(`${file}.new`, file);
}

function restore() {
  if (!existsSync(whole)) return;
  writeFileSync(`${file}.new`, readFileSync(whole));
  renameSync(`${file}.new`, file);
  rmSync(whole);
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--restore')) restore();
  else trim();
}
