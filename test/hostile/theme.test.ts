/** Hostile themes: style sheets and code that would stop, hang or leave a build end with an error at their place. */
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runArticles } from '../support/cli.ts';
import { type Files, makeFolder, makeSite, smallSite } from '../support/site.ts';

/** The first problem of a build, as people read it. */
async function buildTheme(files: Files, prepare: (root: string) => void = () => undefined): Promise<string> {
  const root = makeSite({ ...smallSite(), ...files });
  prepare(root);
  const { code, stderr } = await runArticles(['build', '--root', root, '--quiet'], {
    environment: { ARTICLES_CODE_SECONDS: '1' },
  });
  expect([code, stderr.includes('internal error')], stderr).toEqual([1, false]);
  expect(['dist', '.dist.lock', '.dist.new'].filter((name) => existsSync(join(root, name)))).toEqual([]);
  return stderr;
}

test.each(['a{b:c;', '{', '@media x{', '/* { */"{" a{'])(
  'blocks of CSS that are not closed: %s',
  async (unit) => {
    expect(await buildTheme({ 'theme/style.css': `b {}\n${unit.repeat(20_000)}` })).toContain(
      `error theme/style.css:2:${unit.length * 101 - (unit.length - unit.lastIndexOf('{')) + 1}: blocks are nested more than 100 levels deep\n`,
    );
  },
);

test('thousands of CSS layers', async () => {
  expect(await buildTheme({ 'theme/style.css': `/* @layer x; */\n${'@layer a;'.repeat(20_000)}` })).toContain(
    'error theme/style.css:2:9001: the style sheet has more than 1000 @layer rules\n',
  );
});

const view = (body: string, top = '') =>
  `${top}\nexport default function View() {\n  ${body}\n  return <p>A page</p>;\n}\n`;
const LOOP = 'for (;;) Math.random();';
const SCHEMA = "import * as z from 'zod';\nexport const article = z.object({ rating: z.any()";

test.each<[name: string, files: Files, error: string]>([
  [
    'process.exit(0)',
    { 'theme/views/home.tsx': view('process.exit(0);') },
    'error theme/views/home.tsx:3:11: the page / cannot be rendered: a page must not end the program',
  ],
  [
    'process.exit(0) of a module',
    { 'theme/views/home.tsx': view('', 'process.exit(0);') },
    'error theme/views/home.tsx:1:9: a page must not end the program',
  ],
  [
    'an endless loop in a view',
    { 'theme/views/home.tsx': view(LOOP) },
    'error theme/views/home.tsx:3:24: the page / cannot be rendered: the code did not end within 1 s, twice',
  ],
  [
    'an endless loop in a component',
    { 'theme/components/SiteFooter.tsx': view(LOOP) },
    'error theme/components/SiteFooter.tsx:3:24: the header or footer of en_US cannot be rendered: the code did not end',
  ],
  [
    'an endless loop in content/schema.ts',
    { 'content/schema.ts': `${SCHEMA} });\nfor (;;) Math.random();\n` },
    'error content/schema.ts:3:22: the code did not end within 1 s, twice',
  ],
  [
    'an endless loop in a check of content/schema.ts',
    { 'content/schema.ts': `${SCHEMA}.refine(() => {\n  for (;;) Math.random();\n}) });\n` },
    'error content/schema.ts:3:24: the code did not end within 1 s, twice',
  ],
  [
    'an endless loop in load()',
    {
      'theme/pages/about.tsx': `${view('')}export const title = 'A';\nexport const description = 'B';\nexport function load() {\n  for (;;) Math.random();\n}\n`,
    },
    'error theme/pages/about.tsx:9:24: load() of en_US cannot be rendered: the code did not end within 1 s, twice',
  ],
  [
    'an import of an absolute path',
    { 'theme/views/home.tsx': view('', "import text from '/etc/hostname';console.log(text);") },
    'error theme/views/home.tsx:1:18: "/etc/hostname" is outside of theme/',
  ],
  [
    'an import of another host',
    { 'theme/views/home.tsx': view('', "import text from 'https://a.example/a.js';console.log(text);") },
    'error theme/views/home.tsx:1:18: "https://a.example/a.js" is not a file of theme/',
  ],
  [
    'a call of require() with a computed name',
    { 'theme/views/home.tsx': view("require(['f', 's'].join(''));") },
    'error theme/views/home.tsx:3:3: the page / cannot be rendered: "fs" cannot be imported while the site is built',
  ],
])(
  '%s',
  async (_name, files, error) => {
    expect(await buildTheme(files)).toContain(error);
  },
  60_000,
);

test.each(['globalThis.process.exit(0);', 'setImmediate(() => globalThis.process.exit(0));'])(
  'a program that ends early is no success: %s',
  async (code) => {
    const root = makeSite({ ...smallSite(), 'theme/views/home.tsx': view(code) });
    const ended = await runArticles(['build', '--root', root, '--quiet']);
    expect([ended.code, ended.stderr]).toEqual([
      1,
      expect.stringContaining(
        'error the code of the site ended the program before the command was done\n  → remove',
      ),
    ]);
    expect(existsSync(join(root, 'dist'))).toBe(false);
  },
  60_000,
);

test('an import through a symbolic link is refused', async () => {
  const outside = makeFolder();
  writeFileSync(join(outside, 'secret.ts'), "export const secret = 'secret';");
  const files = {
    'theme/views/home.tsx': view('', "import { secret } from '../linked/secret.ts';console.log(secret);"),
  };
  const message = await buildTheme(files, (root) => symlinkSync(outside, join(root, 'theme/linked')));
  expect(message).toContain(
    'error theme/views/home.tsx:1:24: "../linked/secret.ts" is a link that leads out of theme/',
  );
});
