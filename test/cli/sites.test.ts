/** `--sites`: one command for several sites, one after another, with one exit code. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runArticles } from '../support/program.ts';
import { compareTrees, makeFolder, makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';

/** Sites below one folder. @returns the pattern that names them */
function makeSites(sites: Readonly<Record<string, ReturnType<typeof smallSite>>>): string {
  const folder = makeFolder();
  for (const [name, files] of Object.entries(sites)) writeFiles(join(folder, name), files);
  writeFiles(folder, { 'no-site/README.md': 'x', '.hidden/site-config.json': '{}', 'file.txt': 'x' });
  return `${folder}/*`;
}

test('all sites are built as each would be alone, and each has a row', async () => {
  const sites = { one: smallSite({ title: 'One' }), two: smallSite({ title: 'Two', themeColor: '#7a1f5c' }) };
  const pattern = makeSites(sites);
  const run = await runArticles(['--sites', pattern, 'build']);
  expect(run.code).toBe(0);
  expect(run.stderr.trim().split('\n').slice(-2)).toEqual([
    expect.stringMatching(/one {2}done$/),
    expect.stringMatching(/two {2}done$/),
  ]);
  for (const [name, files] of Object.entries(sites)) {
    const alone = makeSite(files);
    await runArticles(['build', '--root', alone]);
    const built = readTree(join(pattern, '..', name, 'dist'));
    expect(compareTrees(built, readTree(join(alone, 'dist')))).toEqual([]);
  }
});

test('the worst exit code counts, and one site that fails keeps no other from its turn', async () => {
  const broken = { ...smallSite(), 'content/en_US/authors.json': '{' };
  const pattern = makeSites({ a: broken, b: smallSite() });
  const run = await runArticles(['check', `--sites=${pattern}`, '--json']);
  expect(run.code).toBe(1);
  expect(JSON.parse(run.stdout).sites).toEqual([
    {
      site: expect.stringMatching(/\/a$/),
      code: 1,
      result: expect.objectContaining({ errors: [expect.anything()] }),
    },
    { site: expect.stringMatching(/\/b$/), code: 0, result: expect.objectContaining({ errors: [] }) },
  ]);
});

test('one tick asks all sites what is due', async () => {
  const target = makeFolder();
  const config = (name: string) => ({ deploy: { production: `file://${target}/${name}` }, shortName: name });
  const pattern = makeSites({ aaa: smallSite(config('aaa')), bbb: smallSite(config('bbb')) });
  const due = async () => {
    const { code, stdout } = await runArticles(['next', '--due', '--sites', pattern, '--json']);
    const { sites } = JSON.parse(stdout) as { sites: { code: number }[] };
    return [code, ...sites.map((site) => site.code)];
  };
  const deploy = async (root: string[]) => {
    const { code, stderr } = await runArticles([
      ...root,
      'deploy',
      '--env',
      'production',
      '--yes',
      '--no-strict',
    ]);
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
  };
  await runArticles(['--sites', pattern, 'build']);
  await deploy(['--sites', pattern]);
  expect(await due()).toEqual([10, 10, 10]);
  writeFiles(target, { bbb: null });
  const [code, ...codes] = await due();
  expect([code, codes[0]]).toEqual([codes[1], 10]);
  expect(code).not.toBe(10);
});

test('without folders nothing is done', async () => {
  const root = makeSite(smallSite());
  for (const args of [
    ['--sites', '--json', 'check'],
    ['check', '--root', root, '--sites'],
  ]) {
    const { code, stdout, stderr } = await runArticles(args);
    expect([code, stdout + stderr]).toEqual([
      1,
      expect.stringContaining('--sites needs the folders of the sites'),
    ]);
  }
});

test('what would mix the sites is refused', async () => {
  const pattern = makeSites({ a: smallSite() });
  const fail = async (...args: string[]) => {
    const { code, stdout } = await runArticles([...args, '--json']);
    return [code, JSON.parse(stdout).error.problems[0].message];
  };
  expect(await fail('--sites', pattern, 'build', '--out', 'x')).toEqual([
    1,
    '--sites and --out do not go together: all sites would have the same',
  ]);
  expect(await fail('--sites', pattern, 'deploy', '--target=file:///x')).toEqual([
    1,
    '--sites and --target do not go together: all sites would have the same',
  ]);
  expect(await fail('--sites', pattern, 'generate')).toEqual([1, '--sites does not go with "generate"']);
  expect(await fail('--sites', pattern)).toEqual([1, '--sites needs a command']);
  expect(await fail('--sites', `${pattern}/none`, 'check')).toEqual([
    1,
    expect.stringContaining('none" has a site-config.json'),
  ]);
});
