// Says if the files that a script writes are there already: its inputs and its files are as its last run left them.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');

/** The sources, the scripts, and the versions of all installed packages. */
const INPUTS = [
  'src',
  'packages/desk/src',
  'packages/import/src',
  'packages/look-test/src',
  'packages/stores/src',
  'scripts',
  'package.json',
];
const INSTALLED = 'node_modules/.package-lock.json';

/**
 * Reads the inputs now, since they may change while the script runs.
 * @param name of the note in lib/made. @param isOutput says if the script writes a file, by its path below lib/
 */
export function readInputs(name, isOutput) {
  const note = join(root, 'lib/made', name);
  const sum = createHash('sha256')
    .update(process.version)
    .update(read(join(root, INSTALLED)) ?? '');
  for (const input of INPUTS)
    for (const path of listFiles(join(root, input)))
      sum.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  const inputs = sum.digest('hex');
  const describe = () => {
    const written = createHash('sha256').update(inputs);
    for (const path of listFiles(join(root, 'lib'))) {
      const name = path.slice(join(root, 'lib/').length).replaceAll('\\', '/');
      if (name.startsWith('made/') || !isOutput(name)) continue;
      const { size, mtimeMs } = statSync(path);
      written.update(`${name} ${size} ${mtimeMs}\n`);
    }
    return written.digest('hex');
  };
  return {
    isUpToDate: () => read(note) === describe(),
    remember() {
      mkdirSync(dirname(note), { recursive: true });
      writeFileSync(note, describe());
    },
  };
}

/** The file, or all files of the folder, in order of their names. */
function listFiles(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return [];
  if (stat.isFile()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)));
}

function read(path) {
  return statSync(path, { throwIfNoEntry: false }) ? readFileSync(path, 'utf8') : null;
}
