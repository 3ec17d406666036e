// Writes lib/types/: the declarations of `articles-press`, its `look-test` and `articles/theme`, and the tsconfig.json that a site's theme extends. Only an
// installed package needs them, so `npm pack` and the tests run this script, and `npm ci` does not.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { readInputs } from './up-to-date.mjs';

const inputs = readInputs('types', (name) => name.startsWith('types/'));
if (inputs.isUpToDate()) process.exit();

const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'lib/types');
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');

const ENTRIES = ['index', 'templates/public'];
/** The declaration of a package of its own stands alone. */
const LOOK_TEST = 'packages/look-test/src/look-test';

const SHARED = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  jsx: 'react-jsx',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
};

/** How the build compiles a theme, for the type check of a site. */
const THEME = {
  ...SHARED,
  module: 'ESNext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  isolatedModules: true,
  resolveJsonModule: true,
  noEmit: true,
  types: ['react'],
};

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const own = join(folder, 'emit.json');
writeFileSync(
  own,
  JSON.stringify({
    compilerOptions: {
      ...SHARED,
      module: 'NodeNext',
      types: ['node', 'react', 'react-dom'],
      typeRoots: [join(root, 'node_modules/@types')],
      declaration: true,
      emitDeclarationOnly: true,
      rewriteRelativeImportExtensions: true,
      allowImportingTsExtensions: false,
      rootDir: root,
      outDir: join(folder, 'all'),
    },
    files: [...ENTRIES.map((entry) => `src/${entry}`), LOOK_TEST].map((entry) => join(root, `${entry}.ts`)),
  }),
);
const { status } = spawnSync(process.execPath, [compiler, '--project', own], { stdio: 'inherit' });
rmSync(own);
for (const name of readdirSync(join(folder, 'all/src')))
  renameSync(join(folder, 'all/src', name), join(folder, name));
renameSync(join(folder, 'all', `${LOOK_TEST}.d.ts`), join(folder, 'look-test.d.ts'));
rmSync(join(folder, 'all'), { recursive: true });

// The compiler declares every module of the program; a user needs those that the entries name.
const needed = new Set();
function need(file) {
  if (needed.has(file)) return;
  needed.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?['"](\.[^'"]+)\.tsx?['"]/g))
    need(join(dirname(file), `${path}.d.ts`));
}
for (const entry of [...ENTRIES, 'look-test']) need(join(folder, `${entry}.d.ts`));
for (const name of readdirSync(folder, { recursive: true })) {
  const path = join(folder, name.toString());
  if (path.endsWith('.d.ts') && !needed.has(path)) rmSync(path);
}
writeFileSync(
  join(folder, 'theme-tsconfig.json'),
  `${JSON.stringify({ compilerOptions: THEME }, null, 2)}\n`,
);
if (status === 0) inputs.remember();
process.exitCode = status ?? 1;
