/** References in comments and documents lead somewhere: numbered behaviours, sections, files, links. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const list = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => ending.test(path) && !/node_modules|\/\.work\//.test(path));

const CODE = ['src', 'packages', 'test', 'scripts', 'bench'].flatMap((folder) =>
  list(folder, /\.(tsx?|mjs|css)$/),
);
const DOCUMENTS = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...list('docs', /\.md$/),
  ...['bench/README.md', 'packages/import/README.md', 'test/README.md'].filter((path) => existsSync(path)),
];
const SELF = 'test/references.test.ts';

interface Line {
  at: string;
  file: string;
  text: string;
}

const linesOf = (files: readonly string[]): Line[] =>
  files
    .filter((file) => file !== SELF)
    .flatMap((file) => {
      // The examples in a document name files that do not exist yet.
      const source = readFileSync(file, 'utf8').replace(/^```tsx?\b.*\n[\s\S]*?^```$/gm, (block) =>
        file.endsWith('.md') ? block.replace(/.*/g, '') : block,
      );
      return source.split('\n').map((text, index) => ({ at: `${file}:${index + 1}`, file, text }));
    });
const code = linesOf(CODE);
const documents = linesOf(DOCUMENTS);
const comments = code.filter(({ text }) => /^\s*(\/?\*|\/\/)|\s\/\/ /.test(text));

/** `B25-B28` names both ends; hexadecimal escapes such as `%B5` are no numbers. */
const numbersIn = (text: string) =>
  [...text.matchAll(/(?<![%\w#])B(\d{1,2})(?![\w%])/g)].map(([name]) => name);

const defined = [...readFileSync('docs/behaviours.md', 'utf8').matchAll(/^\*\*(B\d+)\./gm)].map(
  ([, name]) => name,
);

test('every behaviour has its number once, without a gap', () => {
  expect(defined).toEqual(defined.map((_, index) => `B${index + 1}`));
  expect(defined.length).toBeGreaterThan(30);
});

test('every number that is used is defined in docs/behaviours.md', () => {
  const known = new Set(defined);
  const used = [...code, ...documents].flatMap(({ at, text }) =>
    numbersIn(text).map((name) => ({ at, name })),
  );
  expect(used.filter(({ name }) => !known.has(name))).toEqual([]);
  expect(new Set(used.map(({ name }) => name)).size).toBe(known.size);
  expect(numbersIn('(B36, B37) B25-B28 %D0%B1 #B12 AB12')).toEqual(['B36', 'B37', 'B25', 'B28']);
});

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
const headingsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => heading ?? '');

test('every section that is named exists', () => {
  const named = [...code, ...documents].flatMap(({ at, text }) =>
    [...text.matchAll(/(docs\/[\w/-]+\.md), "([^"]+)"/g)].map(([, file, section]) => ({ at, file, section })),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(
    named.filter(({ file = '', section = '' }) => !existsSync(file) || !headingsOf(file).includes(section)),
  ).toEqual([]);
  const elsewhere = /\bspecification,? sections?\b|runtime-behaviours/i;
  expect([...code, ...documents].filter(({ text }) => elsewhere.test(text)).map(({ at }) => at)).toEqual([]);
});

test('every link of the documents leads to a file and a heading', () => {
  const broken = documents.flatMap(({ at, file, text }) =>
    [
      ...text
        .replace(/`[^`]+`/g, '')
        .matchAll(/\]\((?!https?:|mailto:|offer:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g),
    ].flatMap(([link, path = '', anchor]) => {
      const target = path ? join(dirname(file), path) : file;
      if (!existsSync(target)) return [`${at}: ${link}`];
      return anchor && !headingsOf(target).map(slugOf).includes(anchor) ? [`${at}: ${link}`] : [];
    }),
  );
  expect(broken).toEqual([]);
});

/** Placeholders of "to add something" name no file. */
const isPlaceholder = (path: string) => /[{*<]|(^|\/)(x|xx_YY)[.-]/.test(path);

test('every source file that a comment or document names exists', () => {
  const broken = [...comments, ...documents].flatMap(({ at, file, text }) => {
    // Files of a guide, which says what to write into them.
    const written = new Set(
      Array.from(readFileSync(file, 'utf8').matchAll(/^```\w+ (\S+)$/gm), ([, path]) => path),
    );
    return [
      ...text.matchAll(/(?<![\w/.{-])((?:[\w.{}*-]+\/)+[\w.{}*-]+\.(?:tsx?|mjs|css))(?![\w-])/g),
    ].flatMap(([path]) =>
      isPlaceholder(path) ||
      written.has(path) ||
      // Files of a site's own are those of the example that has them all.
      [
        path,
        `examples/own/${path}`,
        // Built-in views and components are modules of a theme once they are ejected.
        path.replace(/^theme\//, 'lib/eject/'),
        `src/${path}`,
        `src/${file.split('/')[1]}/${path}`,
        join(dirname(file), path),
      ].some(existsSync)
        ? []
        : [`${at}: ${path}`],
    );
  });
  expect(broken).toEqual([]);
});

test('every module that a comment or document names without its folder exists', () => {
  const names = new Set(CODE.map((path) => path.split('/').at(-1)));
  const broken = [...comments, ...documents].flatMap(({ at, text }) =>
    [...text.matchAll(/(?<![\w/.{}*-])[\w-]+\.tsx?(?![\w-])/g)].flatMap(([name]) =>
      isPlaceholder(name) || names.has(name) ? [] : [`${at}: ${name}`],
    ),
  );
  expect(broken).toEqual([]);
});
