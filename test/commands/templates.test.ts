/** Every template of `articles init` makes a site without a problem, in all languages. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../src/foundation/errors.ts';
import { LOCALE_CODES } from '../../src/locales/codes.ts';
import { TEMPLATES } from '../../src/scaffold/template-names.ts';
import { runArticles, runJson } from '../support/program.ts';
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

  test('builds strictly, and `check` finds nothing but placeholders', async () => {
    await runArticles(['init', root, ...EVERY_LOCALE, '--template', template]);
    const built = await runJson(['build', '--strict', '--root', root]);
    expect(built.warnings).toEqual([]);
    expect(built.articles).toBe(LOCALE_CODES.length * (template === 'betting' ? 4 : 3));
    const { errors, warnings } = await runJson(['check', '--root', root]);
    expect(errors).toEqual([]);
    const { length } = LOCALE_CODES;
    const asked = warnings.filter(({ code }: Problem) => code === 'placeholder');
    // The address, and in each language: about us (two), privacy policy, terms, the description of home, and the examples.
    expect(asked).toHaveLength(1 + (template === 'betting' ? 3 + 4 : 5 + 3) * length);
    expect(warnings).toEqual(asked);
    const examples = asked.filter(({ file }: Problem) => file?.includes('/articles/'));
    expect(new Set(examples.map(({ hint }: Problem) => hint))).toEqual(new Set(['delete the file']));
    const target = ['--target', pathToFileURL(join(folder, 'www')).href];
    const deploy = await runArticles(['deploy', '--root', root, '--env', 'production', '--yes', ...target]);
    expect([deploy.code, deploy.stderr]).toEqual([
      1,
      expect.stringContaining('error site-config.json:5:3: '),
    ]);
    expect(existsSync(join(folder, 'www/index.html'))).toBe(false);
  }, 120_000);

  test('has the same tree and the same files in every language, and no placeholder', () => {
    const shape = (locale: string) => {
      const tree = JSON.parse(readFileSync(join(root, `content/${locale}/categories.json`), 'utf8'));
      return Object.values<{ slug: string; children?: Record<string, { slug: string }> }>(tree).map(
        (group) => [group.slug, ...Object.values(group.children ?? {}).map(({ slug }) => slug)],
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
    for (const [, bytes] of files)
      expect(bytes.toString('utf8')).not.toMatch(/\{\{\w+\}\}|\p{Emoji_Presentation}/u);
  });

  test('has each article in one category', () => {
    const keys = Object.keys(JSON.parse(readFileSync(join(root, 'content/en_US/categories.json'), 'utf8')));
    const articles = [...readTree(join(root, 'content/en_US/articles'))];
    for (const [, text] of articles)
      expect(keys).toContain(/^category: (\w+)/m.exec(text.toString('utf8'))?.[1]);
  });
});
