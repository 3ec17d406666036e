// npm's `prepack` and `postpack`: changes package.json for the tarball, and `--restore` brings it back. An installed package is
// compiled already and has no scripts/, so it has no `prepare`; workspaces, tools of developers and overrides say nothing there,
// and Yarn warns of them.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** @returns the package.json of this project as the tarball has it */
export function packManifest({
  scripts: { prepare: _prepare, ...scripts } = {},
  workspaces: _workspaces,
  devDependencies: _devDependencies,
  overrides: _overrides,
  ...manifest
}) {
  return { ...manifest, scripts };
}

const file = join(resolve(import.meta.dirname, '..'), 'package.json');
const original = join(resolve(import.meta.dirname, '..'), '.package.json.whole');

// A new file changes the time of the folder, so npm does not trust its record of the installed packages.
function replace(text) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

if (process.argv[1] === import.meta.filename) {
  if (!process.argv.includes('--restore')) {
    // After a pack that was killed, package.json is changed already.
    if (!existsSync(original)) writeFileSync(original, readFileSync(file));
    replace(`${JSON.stringify(packManifest(JSON.parse(readFileSync(original, 'utf8'))), null, 2)}\n`);
  } else if (existsSync(original)) {
    replace(readFileSync(original));
    rmSync(original);
  }
}
