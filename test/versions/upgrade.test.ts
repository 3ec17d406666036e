/**
 * Sites that earlier versions made (scripts/version-fixture.mjs), with what those versions have stored: this version checks,
 * builds, compares, deploys, verifies and rolls back.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { compareTrees, makeFolder, readTree } from '../support/site.ts';

const FIXTURES = 'test/versions/fixtures';

const VERSIONS = readdirSync(FIXTURES).map((file) => file.replace('.tar.gz', ''));

/** What CHANGELOG says under "Breaking, and what to do" since these versions: the errors of `check`, and the cure. */
const BREAKS: Record<string, { errors: readonly RegExp[]; cure(root: string): Promise<void> }> = {
  '45c9645': {
    errors: [/^error theme\/components\/SiteHeader\.tsx:\d+:\d+: .*reading 'url'/m],
    async cure(root) {
      rmSync(join(root, 'theme/components/SiteHeader.tsx'));
      await runArticles(['eject', 'SiteHeader', '--root', root]);
      const { stderr } = await runArticles(['check', '--root', root]);
      expect(stderr).toMatch(/drafted\.md:\d+:\d+: .*\n.*articles review adopt/);
      await runArticles(['review', 'adopt', '--reviewer', 'Ann Reed', '--root', root]);
    },
  },
};

describe.each(VERSIONS)('a site of %s', (version) => {
  const open = async () => {
    const root = makeFolder();
    execFileSync('tar', ['-xzf', join(FIXTURES, `${version}.tar.gz`), '-C', root]);
    await BREAKS[version]?.cure(root);
    const www = join(root, 'www');
    const target = ['--target', `file://${www}`, '--env', 'production'];
    const run = (...args: string[]) => runArticles([...args, '--root', root]);
    const pages = () =>
      new Map(
        [...readTree(www)].filter(
          ([path]) =>
            /\.(?:html|xml|json|txt)$/.test(path) &&
            !/^(?:\.articles|page-data|slice-data|search)\//.test(path),
        ),
      );
    return { root, www, target, run, pages };
  };

  test('needs what the changelog says before it builds, and nothing else', async () => {
    const root = makeFolder();
    execFileSync('tar', ['-xzf', join(FIXTURES, `${version}.tar.gz`), '-C', root]);
    const { stderr } = await runArticles(['check', '--root', root]);
    const { errors } = BREAKS[version] ?? { errors: [] };
    for (const error of errors) expect(stderr).toMatch(error);
    expect(stderr.match(/^error /gm) ?? []).toHaveLength(errors.length);
  });

  test('is checked and built, and what is deployed is compared before anything is written', async () => {
    const { root, target, run, pages } = await open();
    expect(await run('check')).toMatchObject({ code: 0 });
    expect(await run('build', '--strict')).toMatchObject({ code: 0 });
    const built = readTree(join(root, 'dist'));
    // No address of a page or feed is lost.
    const addresses = [...pages().keys()].filter((path) => /\.(?:html|xml)$/.test(path));
    expect(addresses.length).toBeGreaterThan(10);
    expect(addresses.filter((path) => !built.has(path))).toEqual([]);
    const before = pages();
    const review = join(root, 'review.html');
    expect(await run('deploy', ...target, '--diff', review)).toMatchObject({ code: 0 });
    expect(existsSync(review)).toBe(true);
    expect(compareTrees(pages(), before)).toEqual([]);
  });

  test('is deployed again and again, goes back to each earlier release, and lists them all', async () => {
    const { root, www, target, run, pages } = await open();
    const before = pages();
    expect((await run('build')).code).toBe(0);
    const first = await run('deploy', ...target, '--yes');
    expect([first.code, first.stderr]).toEqual([0, expect.not.stringMatching(/warning|damaged/)]);
    const file = join(root, 'content/en_US/articles/second-text.md');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nA third thought.\n`);
    expect((await run('build')).code).toBe(0);
    const second = await run('deploy', ...target, '--yes');
    expect([second.code, second.stderr]).toEqual([0, expect.not.stringMatching(/warning|damaged/)]);
    expect(readFileSync(join(www, 'articles/second-text.html'), 'utf8')).toContain('A third thought.');
    const back = await run('deploy', ...target, '--yes', '--rollback', 'r2');
    expect([back.code, back.stderr]).toEqual([0, expect.not.stringContaining('damaged')]);
    expect(compareTrees(pages(), before)).toEqual([]);
    const older = await run('deploy', ...target, '--yes', '--rollback', 'r1');
    expect([older.code, readFileSync(join(www, 'articles/second-text.html'), 'utf8')]).toEqual([
      0,
      expect.not.stringContaining('a second thought'),
    ]);
    const { releases } = JSON.parse((await run('releases', ...target, '--json')).stdout);
    expect(releases.map(({ id }: { id: string }) => id)).toEqual(
      ['r6', 'r5', 'r4', 'r3', 'r2', 'r1'].slice(-releases.length),
    );
    expect(releases.length).toBeGreaterThanOrEqual(5);
  });

  test('keeps its interrupted run: it is listed, and none of its calls is lost', async () => {
    const { root, run } = await open();
    const runs = join(root, '.articles/generate/runs');
    const [id = ''] = readdirSync(runs);
    const intents = readFileSync(join(runs, id, 'journal.jsonl'), 'utf8').match(/"type":"intent"/g) ?? [];
    const { code, stdout } = await run('generate', '--report', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).total.calls).toBe(intents.length);
  });

  test('builds the same bytes as without its old state', async () => {
    const { root, run } = await open();
    expect((await run('build')).code).toBe(0);
    expect((await run('build', '--clean', '--out', join(root, 'clean'))).code).toBe(0);
    expect(compareTrees(readTree(join(root, 'dist')), readTree(join(root, 'clean')))).toEqual([]);
  });
});
