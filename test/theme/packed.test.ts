/** Tests the packed package in an empty folder: init, a theme of one's own, serve --watch, a change, and a build. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServe } from '../support/serve.ts';

const VIEW = `import { ArticleView, type ArticlePage, type Body } from 'articles/theme';

export default function Article(props: { page: ArticlePage; body: Body | null }) {
  return <div className="own-view"><ArticleView {...props} /></div>;
}
`;
const BYLINE = `import type { ArticlePage } from 'articles/theme';

export default function Byline({ page }: { page: ArticlePage }) {
  return <p className="own-byline">First words by {page.author.title}</p>;
}
`;

/** As npm unpacks the tarball; what it would fetch is that of this checkout. */
function install(folder: string): string {
  // A checkout may have its packages behind a symbolic link, which npm would pack.
  const source = join(folder, 'source');
  const { files } = JSON.parse(readFileSync('package.json', 'utf8'));
  for (const name of ['package.json', 'content', ...files.filter((file: string) => !/[*!]/.test(file))])
    cpSync(name, join(source, name), { recursive: true });
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent'], {
    cwd: source,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const tarball = join(source, packed.trim().split('\n').at(-1) ?? '');
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'articles'), { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', join(modules, 'articles'), '--strip-components=1']);
  for (const name of readdirSync('node_modules'))
    if (!name.startsWith('.')) symlinkSync(resolve('node_modules', name), join(modules, name));
  return join(modules, 'articles');
}

test('npm pack into an empty folder, init, theme, watch, build', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'articles-packed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const binary = join(install(folder), 'bin/articles.js');
  const root = join(folder, 'site');
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [binary, ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  run('init', 'site');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('theme/tsconfig.json', '{ "extends": "articles/theme/tsconfig.json" }');
  write('theme/views/article.tsx', VIEW);
  write('theme/components/Byline.tsx', BYLINE);

  const served = await startServe(root, ['--watch', '--port', '0'], onTestFinished, binary);
  const home = await (await fetch(served.url)).text();
  const [, path = ''] = /href="(\/articles\/[^"]+)"/.exec(home) ?? [];
  const shown = async () => (await fetch(new URL(path, served.url))).text();
  expect(await shown()).toContain('<div class="own-view">');
  expect(await shown()).toContain('<p class="own-byline">First words by ');
  write('theme/components/Byline.tsx', BYLINE.replace('First words', 'Other words'));
  await expect.poll(shown).toContain('<p class="own-byline">Other words by ');
  // A crash leaves the pages as they are, and says where it is.
  write('theme/components/Byline.tsx', BYLINE.replace('page.author.title', 'page.writer.title'));
  await expect
    .poll(() => served.log())
    .toMatch(/theme\/components\/Byline\.tsx:4:\d+: the page \S+ cannot be rendered/);
  expect(await shown()).toContain('Other words by ');
  write('theme/components/Byline.tsx', BYLINE.replace('First words', 'Last words'));
  await expect.poll(shown).toContain('Last words by ');
  expect(await served.stop()).toBe(0);

  run('build', '--root', root, '--clean');
  expect(readFileSync(join(root, `dist${path}.html`), 'utf8')).toContain('Last words by ');
  // The declarations stand alone: strict types, no error; and a wrong type is one.
  expect(run('check', '--root', root)).toBeDefined();
  write(
    'theme/views/home.tsx',
    VIEW.replace('ArticlePage }', 'ArticlePage; no: number }').replace('{...props}', 'page={1}'),
  );
  expect(() => run('check', '--root', root)).toThrow(/theme\/views\/home\.tsx:4/);
}, 180_000);
