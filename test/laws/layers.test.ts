/**
 * The law of layers: a site with layers has the bytes of the site that somebody would make by copying the files together. The
 * copy is made here by rules of its own, over random divisions of the files, and over edits between builds that add, change and
 * remove files which hide others.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildSite } from '../support/build.ts';
import {
  compareTrees,
  type Files,
  json,
  makeFolder,
  readTree,
  smallSite,
  writeFiles,
} from '../support/site.ts';

/** Where the site and its layers are, below one folder, in the order in which they count. */
const PLACES = ['sites/one', 'sites/house', 'sites/one/node_modules/look'] as const;
const HOUSE = '../house';
const LOOK = 'look';
/** What the site says of its layers, by the version of its settings: their order, and what it does not take. */
const LAYERS = [
  [HOUSE, LOOK],
  [{ from: HOUSE, without: ['theme/style.css', 'content/data', 'content/en_US/seo.json'] }, LOOK],
  [LOOK, HOUSE],
  [LOOK, { from: HOUSE, without: ['theme/components', 'content/en_US/pages/contact.md'] }],
];
/** LAW_RUNS=200 searches longer than a test run can wait. */
const RUNS = Number(process.env.LAW_RUNS ?? 4);

const EN = 'content/en_US';
const page = (title: string, text: string) => `---\ntitle: "${title}"\n---\n${text}\n`;

const FIRST: Files = smallSite();

/** A file that any of the places may have, with a text for each of them. */
const SHARED: Readonly<Record<string, (place: number, version: number) => string>> = {
  'theme/tokens.css': (place, version) => `:root { --own-${place}: ${version}px; }\n`,
  'theme/style.css': (place, version) =>
    `@import "./parts/list.css";\nh1 { margin: ${place + 1}${version}px; background: url("./dot.svg"); }\n`,
  'theme/parts/list.css': (place, version) => `ul { padding: ${place + 1}${version}px; }\n`,
  'theme/dot.svg': (place, version) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="${place + 1}${version}"/>`,
  'theme/components/Byline.tsx': (place, version) =>
    `import { word } from '../words/own';\nexport default () => <p>${place}.${version} {word}</p>;\n`,
  'theme/words/own.ts': (place, version) =>
    `import list from './list.json';\nexport const word = 'word ${place}.${version} ' + list[0];\n`,
  'theme/words/list.json': (place, version) => json([`list ${place}.${version}`]),
  'theme/pages/events.tsx': (place, version) =>
    `export const title = 'Events ${place}';\nexport const description = 'Events.';\nexport default () => <p>${version}</p>;\n`,
  'theme/directives/shout.tsx': (place, version) =>
    `import * as z from 'zod';\nexport const attributes = z.strictObject({});\nexport default ({ children }) => <div data-place="${place}.${version}">{children}</div>;\n`,
  'public/downloads/list.txt': (place, version) => `list ${place}.${version}`,
  // No site takes it from a layer.
  'public/.well-known/owner.txt': (place, version) => `owner ${place}.${version}`,
  'content/data/prices.csv': (place, version) => `name,price\nApple,${place}${version}\n`,
  [`${EN}/authors.json`]: (place, version) =>
    json(
      ['Ann Reed', 'Bo Lind'].map((name) => ({
        ...{ name, description: `${name} of ${place}.${version}.` },
        ...{ meta_title: name, meta_description: name },
      })),
    ),
  [`${EN}/info/terms.md`]: (place, version) =>
    page('Terms of {{site.title}}', `Terms ${place}.${version} of {{site.title}}, [home]({{site.url}}).`),
  [`${EN}/pages/contact.md`]: (place, version) =>
    page(
      `Contact ${place}`,
      `Write to {{ site.host }} ${version}. See [terms](../info/terms.md).\n\n:::shout\nHere\n:::`,
    ),
  [`${EN}/categories.json`]: (place, version) =>
    String(FIRST['content/en_US/categories.json']).replace('About poker', `Poker ${place}.${version}`),
  [`${EN}/seo.json`]: (place, version) =>
    json({ home: { title: `Home ${place}`, description: `The home of ${place}.${version}.` } }),
  [`${EN}/strings.json`]: (place, version) =>
    json({
      layout: { home: `Home ${place}.${version}` },
      ...(place === 1 && { article: { contents: `Contents ${version}` } }),
      // In the words of the program again.
      ...(place === 0 && version % 2 === 1 && { article: { contents: null } }),
    }),
  'site-config.json': (place, version) =>
    json({
      look: { masthead: (['newspaper', 'magazine', 'journal'] as const)[(place + version) % 3] },
      ...(place > 0 && {
        footer: {
          groups: [{ title: `Group ${place}`, links: [{ title: `Link ${version}`, url: '/authors' }] }],
        },
      }),
      ...(place === 1 && { sections: { best: 2 + version, page: 5 } }),
      ...(place === 2 && { sections: { best: 1, hot: 1 + version } }),
      ...(place === 0 && version % 2 === 1 && { sections: { page: null } }),
      // What a layer must not decide.
      ...(place > 0 && {
        headers: [{ path: '/*', set: { 'X-Layer': 'yes' } }],
        redirects: [{ from: '/x', to: '/' }],
      }),
    }),
};

/** Files without which a site cannot be built. The last place always has them. */
const NEEDED = [
  `${EN}/authors.json`,
  `${EN}/categories.json`,
  `${EN}/info/terms.md`,
  'theme/words/own.ts',
  'theme/words/list.json',
  'theme/parts/list.css',
  'theme/dot.svg',
  'theme/directives/shout.tsx',
];

/** What only the site has. */
const own: Files = Object.fromEntries(Object.entries(FIRST).filter(([path]) => !Object.hasOwn(SHARED, path)));
const settings = JSON.parse(String(FIRST['site-config.json'])) as Record<string, unknown>;

type Tree = Map<string, string>;

function place(at: number, path: string, version: number): string {
  const text = SHARED[path]?.(at, version) ?? '';
  if (path !== 'site-config.json' || at > 0) return text;
  return json({ ...settings, ...JSON.parse(text), layers: LAYERS[version] });
}

function combine(below: unknown, above: unknown): unknown {
  if (typeof above !== 'object' || above === null || Array.isArray(above)) return above;
  const result: Record<string, unknown> = typeof below === 'object' && below !== null ? { ...below } : {};
  for (const [key, value] of Object.entries(above)) {
    if (value === null) delete result[key];
    else result[key] = combine(result[key], value);
  }
  return result;
}

/** The files together, as a person would copy them: the last layer first, and each one over it. */
function flatten(trees: readonly Tree[]): Files {
  const files: Files = {};
  const { layers } = JSON.parse(trees[0]?.get('site-config.json') ?? '') as { layers: (typeof LAYERS)[0] };
  const places = layers.map((layer) => {
    const { from, without } = typeof layer === 'string' ? { from: layer, without: [] } : layer;
    return { at: from === HOUSE ? 1 : 2, without: [...without, 'public/.well-known'] };
  });
  for (const { at, without } of [{ at: 0, without: [] }, ...places].reverse())
    for (const [path, text] of trees[at] ?? []) {
      if (without.some((off) => path === off || path.startsWith(`${off}/`))) continue;
      const before = files[path];
      if (!path.endsWith('site-config.json') && !path.endsWith('strings.json')) files[path] = text;
      else {
        const { headers: _h, redirects: _r, ...data } = JSON.parse(text) as Record<string, unknown>;
        files[path] = json(combine(before === undefined ? {} : JSON.parse(String(before)), data));
      }
    }
  const { layers: _layers, ...config } = JSON.parse(String(files['site-config.json'])) as Record<
    string,
    unknown
  >;
  return { ...files, 'site-config.json': json(config) };
}

const shared = Object.keys(SHARED);
const version = fc.nat({ max: 3 });
/** For each file and place: null where the place does not have it. */
const division = fc.tuple(
  ...shared.map(() => fc.tuple(fc.option(version), fc.option(version), fc.option(version))),
);
const edit = fc.record({ path: fc.constantFrom(...shared), at: fc.nat({ max: 2 }), to: fc.option(version) });

/** Builds the site again and what it should be from nothing. */
async function expectFlat(folder: string, trees: readonly Tree[]): Promise<void> {
  const root = join(folder, PLACES[0]);
  const flat = makeFolder();
  writeFiles(flat, { ...own, ...flatten(trees) });
  const built = await buildSite(root);
  const whole = await buildSite(flat);
  expect(compareTrees(readTree(join(root, 'dist')), readTree(join(flat, 'dist')))).toEqual([]);
  const messages = ({ warnings }: typeof built) => warnings.map(({ message }) => message).sort();
  expect(messages(built)).toEqual(messages(whole));
}

test('a site with layers is the site of their files together, through any edits', async () => {
  await fc.assert(
    fc.asyncProperty(division, fc.array(edit, { minLength: 3, maxLength: 4 }), async (choice, edits) => {
      const folder = makeFolder();
      const trees = PLACES.map((): Tree => new Map());
      const put = (path: string, at: number, to: number | null) => {
        // The site always has its configuration, and the last place what no site can lack.
        const kept =
          (at === 0 && path === 'site-config.json') || (at === 2 && NEEDED.includes(path)) ? 0 : null;
        const chosen = to ?? kept;
        const text = chosen === null ? null : place(at, path, chosen);
        if (text === null) trees[at]?.delete(path);
        else trees[at]?.set(path, text);
        writeFiles(folder, { [`${PLACES[at]}/${path}`]: text });
      };
      writeFiles(join(folder, PLACES[0]), own);
      writeFiles(join(folder, PLACES[0]), { 'package.json': json({ dependencies: { look: '1.0.0' } }) });
      writeFiles(join(folder, PLACES[1]), { 'README.md': 'The house.' });
      for (const [index, path] of shared.entries())
        for (const at of [0, 1, 2]) put(path, at, choice[index]?.[at] ?? null);
      await expectFlat(folder, trees);
      for (const { path, at, to } of edits) {
        put(path, at, to);
        await expectFlat(folder, trees);
      }
    }),
    { numRuns: RUNS },
  );
});
