/** The structure of src/ and packages/: import rules between rooms and folders, and import cycles (docs/architecture.md, "Rooms"). */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { build, type Metafile } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

/** Room → rooms, or single modules of a room, whose values it may import. Types are free. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  foundation: [],
  // Schemas of zod, for the types of results.
  results: [],
  locales: ['foundation'],
  // Plain arithmetic over texts.
  figures: [],
  hosts: ['foundation'],
  config: ['foundation', 'hosts/host-table.ts', 'locales'],
  content: ['foundation', 'config', 'locales'],
  site: ['foundation', 'config', 'content', 'locales'],
  theme: ['foundation', 'config', 'content/data/own-pages.ts', 'directives', 'site/page.ts', 'templates'],
  directives: ['foundation', 'content', 'figures', 'locales', 'templates/strings-context.ts'],
  pages: ['foundation', 'config', 'content', 'locales', 'site', 'templates'],
  search: ['foundation/attempt.ts', 'foundation/fold.ts', 'foundation/near-names.ts'],
  pictures: ['foundation'],
  templates: ['foundation/escape.ts', 'foundation/attempt.ts', 'site/page.ts', 'locales', 'search'],
  client: ['foundation/attempt.ts', 'foundation/escape.ts', 'templates/islands', 'search', 'locales'],
  build: [
    'foundation',
    'config',
    'content',
    'directives',
    'hosts',
    'locales',
    'pages',
    'pictures',
    'search',
    'site',
    'templates',
    'theme',
  ],
  check: [
    'foundation',
    'build',
    'config',
    'content',
    'figures',
    'locales',
    'pages',
    'site',
    'templates',
    'theme',
  ],
  generate: [
    'foundation',
    'build/parse/load-own-fields.ts',
    'cache/shared-logs.ts',
    'config',
    'content',
    'figures',
    'locales',
    'results',
    'site',
  ],
  deploy: [
    'foundation',
    'build/write/load-manifest.ts',
    'build/state/published.ts',
    'config',
    'content/article/dates.ts',
  ],
  articles: ['foundation', 'build', 'config', 'content', 'locales', 'site'],
  scaffold: ['foundation', 'config', 'content', 'generate/run/parse-topics.ts', 'locales', 'site'],
  doctor: ['foundation', 'config'],
  cache: ['foundation', 'build', 'deploy'],
  serve: ['foundation', 'build', 'config', 'content', 'hosts', 'site', 'theme'],
  // The package packages/desk: the editor, which runs in the browser, and its server, whose core.ts lists all that it uses.
  desk: [
    'desk-core.ts',
    'foundation/fold.ts',
    'search/title-match.ts',
    'locales/codes.ts',
    'locales/words.ts',
  ],
  'desk-core.ts': [
    'foundation',
    'articles',
    'build/parse/load-own-fields.ts',
    'build/parse/read-site-code.ts',
    'build/read-site.ts',
    'build/state/build-state.ts',
    'build/write/load-manifest.ts',
    'config',
    'content',
    'deploy/live-release.ts',
    'deploy/resolve-target.ts',
    'generate/list-sections.ts',
    'locales',
    'scaffold/content-schemas.ts',
    'serve',
    'site',
  ],
  // The package packages/import; its core.ts lists all that it uses of the program.
  import: ['import-core.ts'],
  'import-core.ts': [
    'foundation',
    'build/outputs/secret-files.ts',
    'config',
    'content',
    'directives/directive-registry.ts',
    'locales',
    'pictures/responsive.ts',
    'site',
  ],
  // The package packages/look-test; its core.ts lists all that it uses of the program.
  'look-test': ['look-test-core.ts'],
  'look-test-core.ts': ['foundation', 'index.ts'],
  // The package packages/stores; its core.ts lists all that it uses of the program.
  stores: ['stores-core.ts'],
  'stores-core.ts': ['foundation', 'deploy/targets'],
  commands: [
    'foundation',
    'articles',
    'build',
    'cache',
    'check',
    'config',
    'content',
    'deploy',
    'doctor',
    'generate',
    'hosts/host-table.ts',
    'locales',
    'results/import-tools.ts',
    'scaffold',
    'search',
    'serve',
    'site',
    'theme',
  ],
  'cli.ts': ['foundation', 'commands'],
  // The entry of the package.
  'index.ts': ['foundation', 'articles', 'build', 'check'],
};

/** Folders of a room from the bottom up: a folder imports values of those before it. `.` is the room's own modules. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  content: ['front-matter', 'markdown', 'article', 'data', '.'],
  build: ['plan', 'state', 'write', 'outputs', 'parse', 'render', 'threads', 'prepare', '.'],
  import: ['read', 'tools', 'convert', 'write', 'verify', '.'],
  deploy: ['targets', 'plan', 'lock', 'releases', 'execute', 'verify', 'compare', 'after', '.'],
  generate: [
    'journal',
    'calls',
    'prompts',
    'checks',
    'sources',
    'files',
    'write',
    'run',
    'batch',
    'review',
    '.',
  ],
};

/** A longer module prints a warning. It fails no test, because a number must not split what belongs together. */
const LONG = 400;

/** Rooms that run in a browser too. */
const WITHOUT_NODE = ['client', 'foundation/attempt.ts', 'foundation/fold.ts', 'search', 'templates/islands'];

let inputs: Metafile['inputs'];
const files = ['src', ...['desk', 'import', 'look-test', 'stores'].map((name) => `packages/${name}/src`)]
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path));

for (const file of files) {
  const lines = readFileSync(file, 'utf8').split('\n').length - 1;
  if (lines > LONG) process.stderr.write(`${file} has ${lines} lines: does it do more than one job?\n`);
}

beforeAll(async () => {
  const { metafile } = await build({
    entryPoints: files,
    bundle: true,
    write: false,
    outdir: 'out',
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    loader: { '.css': 'empty', '.svg': 'empty', '.woff2': 'empty' },
    logLevel: 'silent',
  });
  inputs = metafile.inputs;
});

/** A path that begins with the room; the package packages/import is the room `import`. */
const inSource = (path: string) =>
  path
    .replace(/^src\//, '')
    .replace(/^packages\/([\w-]+)\/src\/(?:server\/)?core\.ts$/, '$1-core.ts')
    .replace(/^packages\/([\w-]+)\/src\//, '$1/');
const roomOf = (path: string) => inSource(path).split('/')[0] ?? '';
const isBelow = (path: string, place: string) =>
  inSource(path) === place || inSource(path).startsWith(`${place}/`);

test('every room imports only what it may', () => {
  const wrong = Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports.flatMap(({ path, external }) => {
      if (external || roomOf(path) === roomOf(file)) return [];
      const allowed = MAY_IMPORT[roomOf(file)];
      if (!allowed) return [`${file}: its room is not in the table`];
      return allowed.some((place) => isBelow(path, place)) ? [] : [`${file} → ${path}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('a folder imports from the floors below it', () => {
  const floorOf = (path: string) => {
    const [room = '', ...rest] = inSource(path).split('/');
    return { room, folder: rest.length > 1 ? (rest[0] ?? '') : '.' };
  };
  const nameOf = ({ room, folder }: { room: string; folder: string }) =>
    folder === '.' ? room : `${room}/${folder}`;
  const wrong = new Set<string>();
  for (const [file, { imports }] of Object.entries(inputs)) {
    for (const { path, external } of imports) {
      if (external || roomOf(path) !== roomOf(file)) continue;
      const from = floorOf(file);
      const to = floorOf(path);
      const floors = FLOORS[from.room];
      if (!floors || from.folder === to.folder) continue;
      if (!floors.includes(from.folder)) wrong.add(`${nameOf(from)}: the folder is not in the table`);
      else if (floors.indexOf(to.folder) > floors.indexOf(from.folder)) {
        wrong.add(`${nameOf(from)} → ${nameOf(to)} (${file} → ${path})`);
      }
    }
  }
  expect([...wrong]).toEqual([]);
});

test('no modules import each other, types included', () => {
  const graph = new Map(
    files.map((path) => {
      const imported = [...readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)];
      return [path, imported.map(([, target = '']) => join(dirname(path), target))];
    }),
  );
  const circles = findComponents(graph).filter((modules) => modules.length > 1);
  expect(circles.map((modules) => modules.sort())).toEqual([]);
});

test('no module imports itself through others', () => {
  expect(
    findCircle(
      new Map(
        Object.entries(inputs).map(([file, { imports }]) => [
          file,
          imports.filter(({ external }) => !external).map(({ path }) => path),
        ]),
      ),
    ),
  ).toBeNull();
});

test('what runs in a browser imports nothing of Node', () => {
  const wrong = Object.entries(inputs).flatMap(([file, { imports }]) =>
    WITHOUT_NODE.some((place) => isBelow(file, place))
      ? imports.filter(({ path }) => path.startsWith('node:')).map(({ path }) => `${file} → ${path}`)
      : [],
  );
  expect(wrong).toEqual([]);
  expect(Object.keys(inputs).filter((file) => isBelow(file, 'client')).length).toBeGreaterThan(5);
});

test('heavy packages are imported where they are used, when they are used', () => {
  const heavy =
    /^(openai|csv-parse|@google-cloud\/storage|sharp|harfbuzzjs|esbuild|chokidar|workbox-build|eld|transliteration|highlight\.js|parse5|yaml)(\/|$)/;
  const wrong = Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports
      .filter(({ path, kind }) => heavy.test(path) && kind !== 'dynamic-import')
      .map(({ path }) => `${file} → ${path}`),
  );
  expect(wrong).toEqual([]);
});

test('the command line starts with its options alone; what a command works with is loaded when it runs', () => {
  const loaded = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { path, external, kind } of inputs[file]?.imports ?? []) {
      if (kind === 'dynamic-import' || path.startsWith('node:')) continue;
      if (external) packages.add(path);
      else visit(path);
    }
  };
  visit('src/cli.ts');
  expect([...packages]).toEqual(['commander']);
  const start = [
    'cli.ts',
    'commands',
    'foundation',
    'hosts/host-table.ts',
    'locales',
    'results/import-tools.ts',
    'scaffold/schedule-hosts.ts',
    'scaffold/template-names.ts',
  ];
  expect([...loaded].filter((file) => !start.some((place) => isBelow(file, place)))).toEqual([]);
});

/** Sets of nodes that reach each other (Tarjan's algorithm), single nodes included. */
function findComponents(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const components: string[][] = [];
  const visit = (node: string): number => {
    order.set(node, order.size);
    let low = order.get(node) ?? 0;
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === order.get(node)) components.push(open.splice(open.indexOf(node)));
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return components;
}

/** Modules of the first circle, the first one again at the end. */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): string[] | null {
  const done = new Set<string>();
  const visit = (file: string, above: string[]): string[] | null => {
    if (above.includes(file)) return [...above.slice(above.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const next of graph.get(file) ?? []) {
      const circle = visit(next, [...above, file]);
      if (circle) return circle;
    }
    done.add(file);
    return null;
  };
  for (const file of graph.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return null;
}

/** Methods that strings have and lists lack, and comparisons with a text, except of fields that steer a view. */
const LOOKS_INTO =
  /\.(?:startsWith|endsWith|to(?:Locale)?(?:Lower|Upper)Case|char(?:Code)?At|codePointAt|split|trim(?:Start|End)?|match(?:All)?|replace(?:All)?|localeCompare|normalize|substring|test|exec)\(|(?<!\.(?:kind|locale|level|phase)) [!=]== '[^']/;

test('no view looks into a string: pages of one shape would come out alike', () => {
  const look = (source: string) =>
    source.split('\n').flatMap((line, index) => (LOOKS_INTO.test(line) ? [index + 1] : []));
  const views = Object.keys(inputs).filter((file) => /^src\/(?:templates|pages)\/.*\.tsx$/.test(file));
  expect(views.length).toBeGreaterThan(10);
  expect(views.flatMap((file) => look(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))).toEqual(
    [],
  );
  expect(look("a{title.startsWith('A') && b}\nok\n{title === 'x'}\n{page.kind === 'x'}")).toEqual([1, 3]);
});
