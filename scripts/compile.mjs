// Compiles the command line and the reader's client into lib/ (npm's `prepare`), and writes nothing else. Small packages
// are bundled so that the program starts fast; large packages stay external and are imported where they are used. A file
// with the same bytes is left alone. Where nothing has changed since the last run, it compiles nothing: remove lib/made to
// compile anyway.
// First: the others need a current Node.
import '../bin/check-node.js';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// Node looks for the packages of an import statement before it runs anything, so these come after the look at its version.
const { readInputs } = await import('./up-to-date.mjs');
const only = process.argv.includes('--only');
const inputs = readInputs('program', (name) => !name.startsWith('types/'));
if (!only && inputs.isUpToDate()) process.exit();

const { build } = await import('esbuild');
const { listFonts, readFont, readFontLicences } = await import('./compile-fonts.mjs');
const { listEjectable } = await import('./eject-sources.mjs');
const { listHighlightLanguages } = await import('./highlight-languages.mjs');
const { readLicences } = await import('./read-licences.mjs');

const root = resolve(import.meta.dirname, '..');
const reactDom = dirname(createRequire(import.meta.url).resolve('react-dom/package.json'));
const lib = join(root, 'lib');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const external = [
  '@google-cloud/storage',
  'chokidar',
  'eld',
  'eld/*',
  'esbuild',
  'fontkitten',
  'google-auth-library',
  'gray-matter',
  'harfbuzzjs',
  'highlight.js',
  'highlight.js/*',
  'openai',
  'openai/*',
  'sharp',
  'subset-font',
  'transliteration',
  'yaml',
];

const node = {
  absWorkingDir: root,
  outdir: lib,
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  define: { 'process.env.NODE_ENV': '"production"', ARTICLES_VERSION: JSON.stringify(version) },
  // CommonJS packages inside the bundle ask for `require`.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
  },
  // React's entry for Node loads its streaming renderer too: 250 kB that every start would compile for nothing.
  alias: {
    'react-dom/server': join(reactDom, 'cjs/react-dom-server-legacy.node.production.js'),
    // Its main file requires modules by names that esbuild cannot follow.
    'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
  },
  jsx: 'automatic',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  external,
};

const program = await build({
  ...node,
  entryPoints: {
    cli: 'src/cli.ts',
    index: 'src/index.ts',
    'look-test': 'packages/look-test/src/look-test.ts',
    worker: 'src/build/threads/worker-thread.ts',
    background: 'src/build/threads/background-thread.ts',
    'outputs-thread': 'src/build/state/output-check-thread.ts',
    builder: 'src/serve/builder-thread.ts',
    // Outside of a build, such as in a test, `articles/theme` is this module.
    theme: 'src/templates/public.ts',
    assets: 'scripts/bundle-client.ts',
    schemas: 'src/scaffold/content-schemas.ts',
    directives: 'scripts/directive-guides.ts',
    icons: 'src/pictures/site-icons.ts',
    'icon-drawing': 'src/pictures/raster.ts',
    results: 'src/results/command-results.ts',
    'build-options': 'src/deploy/plan/build-options.ts',
    'problem-gates': 'src/foundation/problem-gates.ts',
  },
  splitting: true,
  sourcemap: true,
  sourcesContent: false,
  chunkNames: 'chunks/[name]-[hash]',
});
// Page kinds bring their views.
const templates = await build({
  ...node,
  entryPoints: { templates: 'src/templates/render.tsx', pages: 'src/pages/page-registry.ts' },
});

const kept = new Set();
function put(path, content) {
  kept.add(path);
  const bytes = Buffer.from(content);
  try {
    if (readFileSync(path).equals(bytes)) return;
  } catch {
    mkdirSync(dirname(path), { recursive: true });
  }
  writeFileSync(path, bytes);
}

for (const { path, contents } of program.outputFiles) put(path, contents);
// Windows imports no absolute path, only its URL.
const compiled = (name) => import(pathToFileURL(join(lib, name)));
const { bundleClient } = await compiled('assets.js');
const { entries, files, inputs: ofClient } = await bundleClient(join(root, 'src'));
for (const { path, contents } of files) put(join(lib, 'client', path), contents);

// The desk, which `articles desk` serves.
const desk = join(root, 'packages/desk/src');
const app = await build({
  absWorkingDir: root,
  entryPoints: { desk: join(desk, 'main.tsx'), frame: join(desk, 'frame.ts') },
  outdir: join(lib, 'desk'),
  bundle: true,
  write: false,
  minify: true,
  format: 'esm',
  target: 'es2022',
  define: { 'process.env.NODE_ENV': '"production"' },
  jsx: 'automatic',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
});
for (const { path, contents } of app.outputFiles) put(path, contents);
// What its button "Directive" inserts.
const { listDirectiveGuides } = await compiled('directives.js');
const directives = listDirectiveGuides().map(({ name, summary, example }) => ({ name, summary, example }));
put(join(lib, 'desk/directives.json'), JSON.stringify(directives));
for (const name of ['desk.html', 'desk.css']) put(join(lib, 'desk', name), readFileSync(join(desk, name)));

const compiledIn = [program, templates, app].flatMap(({ metafile }) => Object.keys(metafile.inputs));
put(join(lib, 'licences.txt'), await readLicences(root, [...compiledIn, ...ofClient]));

for (const [path, source] of listEjectable(join(root, 'src/templates')))
  put(join(lib, 'eject', path), source);

// The highlighter's grammars are loaded one by one, so the names of all are listed here.
const languages = JSON.stringify(listHighlightLanguages());
put(join(lib, 'highlight-languages.json'), languages);

// The fonts of social images. Converting all of them takes a second, so it is done for other versions only.
const fontList = JSON.stringify(listFonts());
const fontListFile = join(lib, 'fonts/fonts.json');
const hasFonts = existsSync(fontListFile) && readFileSync(fontListFile, 'utf8') === fontList;
for (const font of JSON.parse(fontList).fonts) {
  const path = join(lib, 'fonts', font.file);
  if (hasFonts && existsSync(path)) kept.add(path);
  else put(path, await readFont(font));
}
put(join(lib, 'fonts/LICENSE'), readFontLicences());
put(fontListFile, fontList);

// Editors check and complete the files of a site by these schemas.
const { CONTENT_SCHEMAS } = await compiled('schemas.js');
const schemas = new Map(CONTENT_SCHEMAS.map(({ name, create }) => [name, create()]));
for (const [name, schema] of schemas)
  put(join(lib, 'schemas', `${name}.schema.json`), `${JSON.stringify(schema, null, 2)}\n`);

// The icons of a site that has set neither logo nor colour.
const { createIcons } = await compiled('icons.js');
const { iconDrawing } = await compiled('icon-drawing.js');
const icons = join(lib, 'icons');
const drawn = await createIcons({
  logoFile: null,
  themeColor: schemas.get('site-config').properties.themeColor.default,
  cacheFolder: icons,
  shippedFolder: null,
  drawing: iconDrawing,
});
await Promise.all(drawn.map(({ bytes }) => bytes));
for (const name of readdirSync(icons)) kept.add(join(icons, name));

// Programs check the output of --json by these schemas.
const { COMMAND_RESULTS, resultJsonSchema } = await compiled('results.js');
for (const name of Object.keys(COMMAND_RESULTS))
  put(join(lib, 'results', `${name}.schema.json`), `${JSON.stringify(resultJsonSchema(name), null, 2)}\n`);

const hash = (...contents) => {
  const sum = createHash('sha256');
  for (const content of contents) sum.update(content);
  return sum.digest('base64url').slice(0, 22);
};
const scripts = program.outputFiles
  .filter(({ path }) => path.endsWith('.js'))
  .sort((a, b) => (a.path < b.path ? -1 : 1));
put(
  join(lib, 'version.json'),
  JSON.stringify({
    code: hash(...scripts.map(({ contents }) => contents), languages, entries.hash),
    // A cached page can be mixed with a new one as long as client and templates are the same.
    client: hash(...templates.outputFiles.map(({ contents }) => contents), entries.hash),
  }),
);

// A running program may still load chunks of the previous compile, so only chunks older than an hour are removed. With
// --only all of them are removed, for a tarball.
const HOUR = 3_600_000;
for (const name of readdirSync(lib, { recursive: true })) {
  // scripts/emit-types.mjs writes these.
  if (name.toString().startsWith('types') || (!only && name.toString().startsWith('made'))) continue;
  const path = join(lib, name.toString());
  const stat = statSync(path);
  if (stat.isFile() && !kept.has(path) && (only || Date.now() - stat.mtimeMs > HOUR))
    rmSync(path, { force: true });
}
if (!only) inputs.remember();
