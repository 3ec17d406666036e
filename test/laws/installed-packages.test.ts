/** A package that is updated beside the program changes the whole site or nothing, and never some of its pages. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { SHAPING_PACKAGES } from '../../src/foundation/installed-packages.ts';
import { runArticles } from '../support/cli.ts';
import {
  article,
  compareTrees,
  type Files,
  makeFolder,
  makeSite,
  readTree,
  smallSite,
  writeFiles,
} from '../support/site.ts';

vi.setConfig({ testTimeout: 120_000 });

const CODE = '```python\ndef price(): return 1\n```';
const ONE = 'content/en_US/articles/loose.md';
const one = (text: string) =>
  article({ title: 'Nowhere to go', slug: 'nowhere', body: `![Field](field.png)\n\n${CODE}\n\n${text}` });

async function makeSources(): Promise<Files> {
  const picture = { width: 640, height: 480, channels: 3, background: '#808080' } as const;
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return {
    ...smallSite(),
    [ONE]: one('First.'),
    'content/en_US/articles/other.md': article({ title: 'Other', slug: 'other', body: CODE }),
    'content/images/field.png': await sharp({ create: { ...picture, noise } })
      .png()
      .toBuffer(),
  };
}

/** The installed program, with a copy of one package that a test may change. @returns path of its binary */
function installWith(name: string): { binary: string; copy: string } {
  const folder = makeFolder();
  for (const path of ['bin', 'lib', 'package.json'])
    cpSync(resolve(path), join(folder, path), { recursive: true });
  const packages = readdirSync('node_modules');
  mkdirSync(join(folder, 'node_modules'));
  for (const found of packages)
    if (found !== name) symlinkSync(resolve('node_modules', found), join(folder, 'node_modules', found));
  const copy = join(folder, 'node_modules', name);
  cpSync(resolve('node_modules', name), copy, { recursive: true });
  return { binary: join(folder, 'bin/articles.js'), copy };
}

/** As an update does it: other code under another version. */
function update(copy: string, file: string, from: string, to: string): void {
  const manifest = JSON.parse(readFileSync(join(copy, 'package.json'), 'utf8'));
  writeFileSync(
    join(copy, 'package.json'),
    JSON.stringify({ ...manifest, version: `${manifest.version}-next` }),
  );
  const code = readFileSync(join(copy, file), 'utf8');
  expect(code).toContain(from);
  writeFileSync(join(copy, file), code.replace(from, to));
}

test.each([
  ['highlight.js', 'lib/core.js', "classPrefix: 'hljs-'", "classPrefix: 'next-'"],
  ['sharp', 'dist/output.cjs', 'function webp (options) {', 'function webp (options) { options.quality = 3;'],
])('after an update of %s a build gives the files of a clean build', async (name, file, from, to) => {
  const files = await makeSources();
  const root = makeSite(files);
  const { binary, copy } = installWith(name);
  const build = async (...options: string[]) => {
    const { code, stderr } = await runArticles(['build', '--root', root, ...options], { binary });
    expect(stderr).not.toContain('internal error');
    expect(code).toBe(0);
  };
  await build();
  const before = readTree(join(root, 'dist'));
  update(copy, file, from, to);
  await build();
  writeFiles(root, { [ONE]: one('Second.') });
  await build();
  const dist = readTree(join(root, 'dist'));
  // A clean build takes pictures from the cache too.
  const clean = makeSite({ ...files, [ONE]: one('Second.') });
  await runArticles(['build', '--root', clean], { binary });
  expect(compareTrees(dist, readTree(join(clean, 'dist')))).toEqual([]);
  expect(compareTrees(dist, before).length).toBeGreaterThan(5);
});

test('every package that a build loads is one whose version counts', async () => {
  // A site with fonts, code, directives and languages of its own.
  const root = makeFolder();
  // Another test may have built the example where it stands.
  const isSource = (path: string) => !/\/(?:\.articles|dist)$/.test(path);
  cpSync('examples/own', root, { recursive: true, filter: isSource });
  const story = readFileSync('examples/own/content/en_US/articles/two-rain-barrels.md', 'utf8');
  const renamed = story.replace(/^title: .*/m, 'title: Формула').replace(/^slug: .*\n/m, '');
  writeFiles(root, {
    'content/en_US/articles/more.md': `${renamed}\n\n${CODE}\n\nA $\`x^2\`$ here.\n`,
    'content/data/harvest.yaml': '- crop: Beans\n',
  });
  const trace = join(makeFolder(), 'modules.txt');
  const { code, stderr } = await runArticles(['build', '--root', root], {
    node: ['--import', pathToFileURL('test/support/trace-modules.mjs').href],
    environment: { MODULE_TRACE: trace },
  });
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const loaded = readFileSync(trace, 'utf8').matchAll(/\/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//g);
  const names = new Set(Array.from(loaded, ([, name = '']) => name));
  const counted = dependenciesOf(SHAPING_PACKAGES);
  expect([...names].filter((name) => !counted.has(name))).toEqual([]);
  // A trace of nothing proves nothing.
  expect([...names]).toEqual(
    expect.arrayContaining(['esbuild', 'sharp', 'highlight.js', 'katex', 'subset-font']),
  );
});

/** What the lock file says that the packages need. */
function dependenciesOf(names: Iterable<string>): Set<string> {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const found = new Set(names);
  for (const name of found) {
    const { dependencies, optionalDependencies } = packages[`node_modules/${name}`] ?? {};
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) found.add(next);
  }
  return found;
}
