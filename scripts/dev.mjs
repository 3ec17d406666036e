// Runs a command of the program, and starts it again after each change of src/ that compiles: `npm run dev` runs
// `serve --watch`. A change that does not compile is reported here, and the command goes on as it was.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { watch } from 'chokidar';

const root = resolve(import.meta.dirname, '..');
const args = process.argv.slice(2);
/** Exit code of an internal error, which the next change may repair. */
const INTERNAL = 2;

let changed = false;
let compiling = false;
let program = start(args);

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => program?.kill(signal));
watch(join(root, 'src'), { ignoreInitial: true }).on('all', () => {
  changed = true;
  if (!compiling) void compileChanges();
});

/** A process group of its own keeps Ctrl+C from reaching the program twice: from the terminal, and from this script. */
function start(given) {
  const script = join(root, 'bin/articles.js');
  const child = spawn(process.execPath, ['--enable-source-maps', script, ...given], {
    stdio: 'inherit',
    detached: true,
  });
  child.on('exit', (code) => {
    if (child === program && code !== INTERNAL) process.exit(code ?? 1);
  });
  return child;
}

async function compileChanges() {
  compiling = true;
  while (changed) {
    changed = false;
    const compiler = spawn(process.execPath, [join(root, 'scripts/compile.mjs')], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const [code] = await once(compiler, 'exit');
    if (code === 0 && !changed) await restart();
  }
  compiling = false;
}

async function restart() {
  const before = program;
  program = null;
  if (before.exitCode === null) {
    before.kill('SIGINT');
    await once(before, 'exit');
  }
  // The page is open already.
  program = start(args.filter((arg) => arg !== '--open'));
}
