/** Every template of `articles init` makes a site without a problem, in all languages. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { LOCALE_CODES } from '../../src/locales/codes.ts';
import { TEMPLATES } from '../../src/scaffold/template-names.ts';
import { runArticles, runJson } from '../support/cli.ts';
import { readTree } from '../support/site.ts';

const EVERY_LOCALE = LOCALE_CODES.flatMap((locale) => ['--locale', locale]);

test('every folder of templates/ is a template, the base, or the prompts of generation', () => {
  const folders = readdirSync('templates', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(['base', 'prompts', ...TEMPLATES].sort());
});

describe.each(TEMPLATES)('%s', (template) => {
  const folder = mkdtempSync(join(tmpdir(), 'articles-template-'));
  const root = join(folder, 'site');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('builds strictly, and `check` finds nothing', async () => {
    await runArticles(['init', root, ...EVERY_LOCALE, '--template', template]);
    const built = await runJson(['build', '--strict', '--root', root]);
    expect(built.warnings).toEqual([]);
    expect(built.articles).toBe(LOCALE_CODES.length * (template === 'betting' ? 4 : 3));
    const { errors, warnings } = await runJson(['check', '--root', root]);
    expect([...errors, ...warnings]).toEqual([]);
  }, 120_000);

  test('has the same tree and the same files in every language, and no placeholder', () => {
    const shape = (locale: string) => {
      const tree = JSON.parse(readFileSync(join(root, `content/${locale}/categories.json`), 'utf8'));
      return Object.values<{ slug: string; children: Record<string, { slug: string }> }>(tree).map(
        (group) => [group.slug, ...Object.values(group.children).map(({ slug }) => slug)],
      );
    };
    const files = [...readTree(join(root, 'content'))];
    const below = (locale: string) =>
      files.flatMap(([path]) =>
        // English replaces some of the specified labels.
        path.startsWith(`${locale}/`) && !path.endsWith('/strings.json') ? [path.slice(locale.length)] : [],
      );
    for (const locale of LOCALE_CODES) {
      expect(shape(locale)).toEqual(shape('en_US'));
      expect(below(locale)).toEqual(below('en_US'));
    }
    for (const [, bytes] of files) expect(bytes.toString('utf8')).not.toMatch(/\{\{\w+\}\}/);
  });
});
