import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runArticles } from '../support/cli.ts';
import { article, type Files, makeSite, smallSite } from '../support/site.ts';
import { slowDocuments } from './slow-documents.ts';

interface Problem {
  file: string;
  line: number;
  message: string;
  hint: string;
}

const SIZE = 60_000;
const FOLDER = 'content/en_US/articles/slow';

test('a slow text is rendered or refused with its file and line, and the build goes on', async () => {
  const files: Files = smallSite();
  const texts = slowDocuments(SIZE);
  for (const [index, [name, body]] of Object.entries(texts).entries())
    files[`${FOLDER}/${name}.md`] = article({
      title: name,
      slug: `slow-${index}`,
      category: 'betting',
      body,
    });
  const root = makeSite(files);
  let refused = 0;
  let articles: number | undefined;
  // A text close to the limit may pass once and fail the next time.
  for (let attempt = 1; attempt <= 4 && articles === undefined; attempt++) {
    const { code, stdout, stderr } = await runArticles(['build', '--root', root, '--json']);
    expect({ code, stderr: code === 2 ? stderr : '' }).toEqual({ code: code === 0 ? 0 : 1, stderr: '' });
    const result: { articles?: number; error?: { problems: Problem[] } } = JSON.parse(stdout);
    articles = result.articles;
    const problems = result.error?.problems ?? [];
    for (const { file, line, message, hint } of problems) {
      expect(file).toContain(FOLDER);
      expect(line).toBeGreaterThan(0);
      expect(message).toMatch(/takes longer|nested too deeply|closes no directive|the directive/);
      expect(hint).not.toBe('');
    }
    const files = new Set(problems.map(({ file }) => file));
    for (const file of files) rmSync(join(root, file));
    refused += files.size;
  }
  expect(refused).toBeGreaterThan(5);
  expect(articles).toBe(5 + Object.keys(texts).length - refused);
}, 600_000);
