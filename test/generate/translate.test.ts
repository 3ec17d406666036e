/** Translations: tied by path, parts kept, the original untouched. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { loadOriginal } from '../../src/generate/files/load-original.ts';
import { writeCategories } from '../../src/site/category-tree.ts';
import type { ModelServerOptions } from '../support/model-server.ts';
import { createSite, runGenerate, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

const SAMPLE = join(import.meta.dirname, '../../content/en_US/articles/poker-guides/pot-odds-and-equity.md');
const FILE = 'content/en_US/articles/poker-guides/pot-odds-and-equity.md';
async function setUp(options: ModelServerOptions = {}) {
  const root = createSite();
  const server = await serveModel(options);
  mkdirSync(join(root, 'content/en_US/articles/poker-guides'), { recursive: true });
  cpSync(SAMPLE, join(root, FILE));
  return { root, server, url: server.url };
}

const request = {
  topics: null,
  translateFrom: 'en_US' as const,
  locales: ['ru_RU' as const, 'tr_TR' as const],
};

test('each other locale gets its edition at the same path, with the same parts', async () => {
  const { root, url } = await setUp();
  const configFile = join(root, 'site-config.json');
  const config = JSON.parse(readFileSync(configFile, 'utf8'));
  const terms = [{ en_US: 'Equity', tr_TR: 'Hisse' }];
  writeFileSync(configFile, JSON.stringify({ ...config, taxonomies: { tags: { terms } } }));
  const before = readFileSync(join(root, FILE), 'utf8').replace('\n', '\ntags: [Equity, Pot odds]\n');
  writeFileSync(join(root, FILE), before);
  const { result, errors } = await runGenerate(root, url, request);
  expect(errors).toEqual([]);
  expect(result.rejected).toEqual([]);
  const original = loadOriginal(root, 'en_US', FILE);
  for (const locale of ['ru_RU', 'tr_TR'] as const) {
    const file = FILE.replace('en_US', locale);
    const text = readFileSync(join(root, file), 'utf8');
    const translated = loadOriginal(root, locale, file);
    expect(translated.sections).toHaveLength(original.sections.length);
    expect(writeCategories(translated.entities)).toEqual(writeCategories(original.entities));
    expect(text).toContain(`translatedFrom: ${FILE}`);
    expect(translated.fields).toEqual({ tags: [locale === 'tr_TR' ? 'Hisse' : 'Equity', 'Pot odds'] });
    for (const [index, section] of translated.sections.entries()) {
      const source = original.sections[index]?.text ?? '';
      expect(section.text.match(/^\|.*$/gm)).toEqual(source.match(/^\|.*$/gm));
      expect(section.text.match(/^```/gm)?.length).toBe(source.match(/^```/gm)?.length);
    }
    expect(parseArticle({ file, locale, key: 'poker-guides/pot-odds-and-equity' }, text, '').meta?.key).toBe(
      'poker-guides/pot-odds-and-equity',
    );
  }
  expect(readFileSync(join(root, FILE), 'utf8')).toBe(before);
});

test('an existing file is never overwritten, and costs no call', async () => {
  const { root, url, server } = await setUp();
  const file = join(root, FILE.replace('en_US', 'ru_RU'));
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, 'by hand');
  const { result } = await runGenerate(root, url, { ...request, locales: ['ru_RU'] });
  expect(result).toMatchObject({ written: [], skipped: 1 });
  expect(server.calls).toEqual([]);
  expect(readFileSync(file, 'utf8')).toBe('by hand');
});

test('a translation that drops a table row, a section or a link tells its reviewer', async () => {
  const { root, url, server } = await setUp({
    fault: ({ step }) =>
      step === 'translate'
        ? { content: (text) => text.replace(/\\n\|[^|]*two overcards[^\n]*?\|\\n/i, '\\n') }
        : undefined,
  });
  const { result } = await runGenerate(root, url, { ...request, locales: ['tr_TR'] });
  expect(server.calls.filter(({ step }) => step === 'translate')).toHaveLength(1);
  expect(result.written).toHaveLength(1);
  expect(readFileSync(join(root, FILE.replace('en_US', 'tr_TR')), 'utf8')).toMatch(/structure: .*table rows/);
});

test('the original is split at its second-level headings, and headings in code are code', async () => {
  const { root } = await setUp();
  const head = readFileSync(join(root, FILE), 'utf8').split('\n---\n')[0];
  writeFileSync(
    join(root, FILE),
    `${head}\n---\nBefore.\n\n## One ##\nText\n### Deeper\n\n\`\`\`md\n## Not one\n\`\`\`\n\n## Two\n`,
  );
  expect(loadOriginal(root, 'en_US', FILE).sections).toEqual([
    { number: 1, heading: '', text: 'Before.' },
    { number: 2, heading: 'One', text: 'Text\n### Deeper\n\n```md\n## Not one\n```' },
    { number: 3, heading: 'Two', text: '' },
  ]);
});
