/** Errors through the real binary: streams, exit codes and an unchanged output. All other cases run in process. */
import { expect, test } from 'vitest';
import { runArticles } from '../support/cli.ts';
import { compareTrees, makeSite, readTree, smallSite } from '../support/site.ts';

const AUTHORS = 'content/en_US/authors.json';

test('a content error ends with 1, writes to stderr only and leaves the output as it is', async () => {
  const root = makeSite({ ...smallSite(), [AUTHORS]: '[]x', 'dist/index.html': 'old' });
  const before = readTree(root);
  const { code, stdout, stderr } = await runArticles(['build', '--root', root]);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^error content\/en_US\/authors\.json:1:3: not valid JSON: .*\n {2}→ /m);
  expect(stderr).not.toMatch(/\n\s+at /);
  expect(compareTrees(readTree(root), before)).toEqual([]);
});

test('with --json the same error is one object on stdout', async () => {
  const root = makeSite({ ...smallSite(), [AUTHORS]: '[]x' });
  const { code, stdout } = await runArticles(['check', '--root', root, '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({ errors: [{ file: AUTHORS, line: 1, column: 3 }] });
});

test('a wrong option ends with 1', async () => {
  const { code, stdout, stderr } = await runArticles(['build', '--jobs', 'x']);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toContain("'x' is invalid");
});
