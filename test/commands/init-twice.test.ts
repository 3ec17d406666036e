import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { makeFolder } from '../support/site.ts';

test('of two programs that begin a site in one folder, one goes on and the other says why not', async () => {
  const root = join(makeFolder(), 'site');
  const begin = (template: string) => runArticles(['init', root, '--template', template, '--json']);
  const runs = await Promise.all([begin('blog'), begin('docs'), begin('blog')]);
  expect(runs.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
  const [winner] = runs.filter(({ code }) => code === 0);
  const { template } = JSON.parse(winner?.stdout ?? '');
  const tree = readFileSync(join(root, 'content/en_US/categories.json'), 'utf8');
  expect(tree).toBe(readFileSync(join(await beginAlone(template), 'content/en_US/categories.json'), 'utf8'));
  for (const { stdout } of runs.filter(({ code }) => code === 1))
    expect(JSON.parse(stdout).error.problems).toMatchObject([{ code: 'folder-not-empty' }]);
});

async function beginAlone(template: string): Promise<string> {
  const root = join(makeFolder(), 'site');
  await runArticles(['init', root, '--template', template]);
  return root;
}
