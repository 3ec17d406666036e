import { readdirSync, readFileSync } from 'node:fs';
import { build, type Metafile } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';

/** Room → what it may import values of: rooms, or single modules of a room (docs/architecture.md, "Rooms"). Types are free. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  foundation: [],
  locales: [],
  config: ['foundation', 'locales'],
  // The category tree is the shape of categories.json; it imports nothing of ours.
  content: ['foundation', 'config', 'locales', 'site/category-tree.ts'],
  site: ['foundation', 'config', 'content', 'locales'],
  pages: ['foundation', 'config', 'content', 'locales', 'site'],
  search: [],
  pictures: ['foundation'],
  templates: ['content/markdown/escape.ts', 'site/page.ts', 'locales', 'search'],
  client: ['content/markdown/escape.ts', 'templates/islands', 'search', 'locales'],
  build: ['foundation', 'config', 'content', 'locales', 'pages', 'pictures', 'search', 'site', 'templates'],
  check: ['foundation', 'build', 'config', 'content', 'locales', 'site', 'templates'],
  generate: ['foundation', 'config', 'content', 'locales', 'site'],
  deploy: ['foundation', 'config'],
  serve: ['foundation', 'build', 'config', 'content', 'site'],
  commands: [
    'foundation',
    'build',
    'check',
    'config',
    'content',
    'deploy',
    'generate',
    'locales',
    'search',
    'serve',
    'site',
  ],
  'cli.ts': ['foundation', 'commands'],
};

/** Rooms that run in a browser too. */
const WITHOUT_NODE = ['client', 'search', 'templates/islands'];

let inputs: Metafile['inputs'];
beforeAll(async () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  const { metafile } = await build({
    entryPoints: files.map((path) => `src/${path}`),
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

/** `src/pages/home-page.ts` → `site/pages/home.ts` */
const inSource = (path: string) => path.slice('src/'.length);
const roomOf = (path: string) => inSource(path).split('/')[0] ?? '';
const isBelow = (path: string, place: string) =>
  inSource(path) === place || inSource(path).startsWith(`${place}/`);

test('every room imports only what it may', () => {
  const wrong = Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports.flatMap(({ path, external }) => {
      if (external || roomOf(path) === roomOf(file)) return [];
      const allowed = MAY_IMPORT[roomOf(file)];
      if (!allowed) return [`${file}: its room stands in no table`];
      return allowed.some((place) => isBelow(path, place)) ? [] : [`${file} → ${path}`];
    }),
  );
  expect(wrong).toEqual([]);
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
  // The search itself finds one.
  expect(
    findCircle(
      new Map([
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['b']],
      ]),
    ),
  ).toEqual(['b', 'c', 'b']);
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
    /^(openai|@google-cloud\/storage|sharp|satori|@resvg\/resvg-js|esbuild|chokidar|workbox-build|eld|transliteration|highlight\.js|parse5|yaml)(\/|$)/;
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
  const start = ['cli.ts', 'commands', 'foundation', 'locales'];
  expect([...loaded].filter((file) => !start.some((place) => isBelow(file, place)))).toEqual([]);
});

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

/** What a string has and a list has not, and comparisons with a text; fields that steer a view are not of those. */
const LOOKS_INTO =
  /\.(?:startsWith|endsWith|to(?:Locale)?(?:Lower|Upper)Case|char(?:Code)?At|codePointAt|split|trim(?:Start|End)?|match(?:All)?|replace(?:All)?|localeCompare|normalize|substring|test|exec)\(|(?<!\.(?:kind|locale|level|phase)) [!=]== '[^']/;

test('no view looks into a string: pages of one shape would come out alike', () => {
  const look = (source: string) =>
    source.split('\n').flatMap((line, index) => (LOOKS_INTO.test(line) ? [index + 1] : []));
  const views = Object.keys(inputs).filter((file) => /^src\/templates\/.*\.tsx$/.test(file));
  expect(views.length).toBeGreaterThan(10);
  expect(views.flatMap((file) => look(readFileSync(file, 'utf8')).map((line) => `${file}:${line}`))).toEqual(
    [],
  );
  expect(look("a{title.startsWith('A') && b}\nok\n{title === 'x'}\n{page.kind === 'x'}")).toEqual([1, 3]);
});
