/** Tests the packed package in an empty folder: init, a theme of one's own, serve --watch, a change, and a build. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installPacked } from '../support/packed.ts';
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

test('npm pack into an empty folder, init, theme, watch, build', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'articles-packed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const binary = join(installPacked(folder), 'bin/articles.js');
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
