/** The configurations of docs/editors.md, which other programs read, fit what this program reads. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { readPage } from '../support/code-blocks.ts';
import { runArticles } from '../support/program.ts';
import { makeFolder, writeFiles } from '../support/site.ts';

const { blocks } = readPage('docs/editors.md', readFileSync('docs/editors.md', 'utf8'));
const textOf = (language: string) => blocks.find((block) => block.language === language)?.text ?? '';

const decapConfig = z.object({
  media_folder: z.string(),
  public_folder: z.string(),
  collections: z.array(
    z.object({
      folder: z.string(),
      extension: z.string(),
      fields: z.array(z.object({ name: z.string(), widget: z.string(), default: z.unknown().optional() })),
    }),
  ),
});

/** A value as an editor's form saves it. */
const SAVED: Readonly<Record<string, string>> = {
  title: 'A New Piece',
  description: 'What the piece says.',
  author: 'editorial-team',
  date: '2026-03-01',
  category: 'guides',
  tags: '[first]',
  image: '/images/board.svg',
  draft: 'false',
  slug: 'a-new-piece',
  featured: '1',
};

const articleOf = (names: readonly string[]) =>
  `---\n${names.map((name) => `${name}: ${SAVED[name]}\n`).join('')}---\nSome words of text.\n`;

test('the files of Decap are published, and what it saves is an article with its picture', async () => {
  const config = decapConfig.parse(parse(textOf('yaml')));
  const root = join(makeFolder(), 'site');
  await runArticles(['init', root]);
  for (const { folder, extension, fields } of config.collections) {
    expect(existsSync(join(root, folder))).toBe(true);
    const names = fields.map(({ name }) => name).filter((name) => name !== 'body');
    writeFiles(root, {
      [`${folder}/a-new-piece.${extension}`]: articleOf(names),
      [`${config.media_folder}/board.svg`]: '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>',
      'public/admin/config.yml': textOf('yaml'),
      'public/admin/index.html': textOf('html'),
      'public/admin/decap-cms.js': '0;',
    });
  }
  const { code, stderr } = await runArticles(['build', '--root', root, '--strict']);
  expect([code, stderr]).toEqual([0, expect.not.stringMatching(/warning/)]);
  const page = readFileSync(join(root, 'dist/articles/a-new-piece.html'), 'utf8');
  expect(page).toContain(config.public_folder);
  expect(existsSync(join(root, 'dist/admin/config.yml'))).toBe(true);
});

test('the lines for Sveltia name a host that it has, and keep an article published', () => {
  const [decap, sveltia] = blocks
    .filter(({ language }) => language === 'yaml')
    .map(({ text }) => parse(text));
  expect(['github', 'gitlab', 'gitea']).toContain(sveltia.backend.name);
  expect(Object.keys(decap).slice(0, 2)).toEqual(['backend', 'local_backend']);
  // It writes empty texts for fields without a value otherwise.
  expect(sveltia.output).toEqual({ omit_empty_optional_fields: true });
});

test('the fields for Keystatic are fields of an article', () => {
  const [, schema = ''] = /schema: \{\n([\s\S]*?)\n {6}\},/.exec(textOf('ts')) ?? [];
  const names = [...schema.matchAll(/^ +(\w+): /gm)].map(([, name = '']) => name);
  const known = names.filter((name) => name !== 'text');
  expect(known.length).toBeGreaterThan(5);
  const source = { file: 'a.md', locale: 'en_US', key: 'a' } as const;
  expect(parseArticle(source, articleOf(known), '').problems).toEqual([]);
});
