/** Whatever stands in place of a file of the site, a build ends with a message that names it, and publishes nothing from elsewhere. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runArticles } from '../support/program.ts';
import { makeFolder, makeSite, readTree, smallSite } from '../support/site.ts';

const PRICES = 'content/data/prices.csv';
const TABLE = '---\ntitle: Table\n---\n\n::data{file="prices" caption="Prices"}\n';

/** The files that a build reads, and the data file of a table. */
const FILES = [
  'site-config.json',
  'content/paid-links.json',
  'content/approvals.jsonl',
  PRICES,
  'content/en_US/authors.json',
  'content/en_US/categories.json',
  'content/en_US/seo.json',
  'content/en_US/strings.json',
  'content/en_US/info/terms.md',
  'content/en_US/pages/own.md',
  'content/en_US/articles/pipe.md',
  'content/schema.ts',
  'theme/style.css',
];

function siteWith(file: string, make: (path: string) => void): string {
  const root = makeSite({
    ...smallSite(),
    ...(file === PRICES && { 'content/en_US/pages/table.md': TABLE }),
  });
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  make(path);
  return root;
}

test.each(FILES)('a pipe in place of %s does not stop a build', async (file) => {
  const root = siteWith(file, (path) => expect(spawnSync('mkfifo', [path]).status).toBe(0));
  const { code, stderr } = await runArticles(['build', '--root', root, '--all']);
  expect(stderr).toContain(file);
  expect(stderr).toContain('a pipe, a socket or a device is in place of a file');
  expect(code).toBeLessThan(2);
});

test.each(FILES.filter((file) => file.startsWith('content/') && !file.endsWith('.ts')))(
  'a symbolic link in place of %s is named and not followed',
  async (file) => {
    const elsewhere = join(makeFolder(), 'credentials');
    writeFileSync(elsewhere, 'SECRET = KEY123\n');
    const root = siteWith(file, (path) => symlinkSync(elsewhere, path));
    const { code, stdout, stderr } = await runArticles(['build', '--root', root, '--all']);
    expect(stderr).toContain(`${file}`);
    expect(stderr).toMatch(/a symbolic link .*is not followed/);
    expect(stdout + stderr).not.toContain('KEY123');
    expect(code).toBeLessThan(2);
  },
);

test('a file that is too large is named before it is read', async () => {
  for (const file of [PRICES, 'content/en_US/articles/large.md']) {
    const root = siteWith(file, (path) => {
      writeFileSync(path, '');
      truncateSync(path, 3_000_000_000);
    });
    const { code, stderr } = await runArticles(['build', '--root', root, '--all']);
    expect(code).toBe(1);
    expect(stderr).toContain('the file has 3000 MB, and a build reads up to 200 MB');
  }
});

test.each([
  ['a link to nothing', 'nothing', 1, 'something else is in place of a new file or folder'],
  ['a link to a folder of the system', '/proc/self', 0, 'cannot be written, so this build keeps nothing'],
  ['a link to itself', '.articles', 1, 'symbolic links form a loop'],
])('%s in place of the folder that builds keep is named', async (_name, target, expected, message) => {
  // A build sets it for its process, where it finds no other place.
  vi.stubEnv('ARTICLES_CACHE', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const root = makeSite();
  symlinkSync(target, join(root, '.articles'));
  const { code, stderr } = await runArticles(['build', '--root', root]);
  expect([code, stderr]).toEqual([expected, expect.stringContaining(message)]);
  expect(stderr).toContain('.articles');
});

test('a folder of the system in place of public is named', async () => {
  const root = makeSite();
  symlinkSync('/proc/self', join(root, 'public'));
  const { code, stderr } = await runArticles(['build', '--root', root]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('public/')]);
});

test('a pipe in place of a file that builds keep or make stops no command', async () => {
  const root = makeSite({ ...smallSite(), 'theme/style.css': 'a { color: red }\n' });
  const build = (...options: string[]) => runArticles(['build', '--root', root, ...options]);
  expect((await build()).code).toBe(0);
  const kept = [...readTree(join(root, '.articles')).keys()].map((file) => join(root, '.articles', file));
  for (const file of [...kept, join(root, 'dist/index.html'), join(root, 'dist/sw.js')]) {
    const bytes = readFileSync(file);
    rmSync(file);
    expect(spawnSync('mkfifo', [file]).status).toBe(0);
    for (const options of [[], ['--clean']]) {
      const { code, stderr } = await build(...options);
      expect([file, code === 1 ? stderr : code]).toEqual([
        file,
        code === 0 ? 0 : expect.stringContaining('a pipe'),
      ]);
    }
    rmSync(file, { force: true });
    writeFileSync(file, bytes);
  }
}, 120_000);
