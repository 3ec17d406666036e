/**
 * Sites that earlier versions made (make-fixture.ts), with all that those versions have stored and the targets that they were
 * deployed to: this version checks, builds, compares, deploys, verifies, rolls back, resumes and edits.
 *
 * Azure takes part where AZURITE=/folder/azurite-blob names its imitation.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startDesk } from '../support/desk.ts';
import { KEPT_STORES, type StartStore } from '../support/kept-stores.ts';
import { startModelServer } from '../support/model-server.ts';
import { runArticles, runJson } from '../support/program.ts';
import { servePublished, webFolder } from '../support/published-site.ts';
import { compareTrees, makeFolder, readTree } from '../support/site.ts';
import { BREAKS } from './breaks.ts';
import { openFixture, VERSIONS } from './fixture-file.ts';

if (!process.env.AZURITE)
  process.stderr.write('\nNOT RUN: upgrades in Azure Blob Storage. Name azurite-blob in AZURITE\n\n');

/** Those that the versions of the fixtures knew. */
const knows = (version: string, scheme: string) => scheme !== 'azblob' || version !== '45c9645';

const folderTarget: StartStore = async (kept) => {
  const www = join(kept ?? '', '../www');
  return {
    url: pathToFileURL(www).href,
    env: {},
    rules: webFolder(www),
    keep: async () => undefined,
    stop: () => undefined,
  };
};

const SECOND = 'content/en_US/articles/second-text.md';

afterEach(() => vi.unstubAllEnvs());

async function open(version: string) {
  const folder = makeFolder();
  openFixture(version, folder);
  const root = join(folder, 'site');
  await BREAKS[version]?.cure(root);
  const run = (...args: string[]) => runArticles([...args, '--root', root]);
  const edit = (words: string) =>
    writeFileSync(join(root, SECOND), `${readFileSync(join(root, SECOND), 'utf8')}\n${words}\n`);
  return { folder, root, run, edit };
}

/** Paths with another answer. */
const differing = (answers: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>) =>
  [...wanted.keys()].filter((path) => answers.get(path) !== wanted.get(path));

const QUIET = expect.not.stringMatching(/damaged|newer version|internal error/);

describe.each(VERSIONS)('a site of %s', (version) => {
  test('needs what the changelog says before it builds, and nothing else', async () => {
    const folder = makeFolder();
    openFixture(version, folder);
    const { stderr } = await runArticles(['check', '--root', join(folder, 'site')]);
    const { errors } = BREAKS[version] ?? { errors: [] };
    for (const error of errors) expect(stderr).toMatch(error);
    expect(stderr.match(/^error /gm) ?? []).toHaveLength(errors.length);
  });

  test('is checked and built, with the same bytes as without its old state', async () => {
    const { folder, root, run } = await open(version);
    expect(await run('check')).toMatchObject({ code: 0, stderr: QUIET });
    const told = 'another version of articles, or of its packages, made the last build';
    expect((await run('doctor')).stdout).toMatch(new RegExp(`${told}\n +→ \\S.*Breaking, and what to do`));
    const first = await run('build', '--strict');
    expect(first).toMatchObject({ code: 0, stderr: QUIET });
    expect(first.stderr).toContain(told);
    writeFileSync(
      join(root, 'content/en_US/seo.json'),
      `${readFileSync(join(root, 'content/en_US/seo.json'), 'utf8')}\n`,
    );
    expect((await run('build')).stderr).not.toContain(told);
    expect((await run('doctor')).stdout).not.toContain(told);
    const built = readTree(join(root, 'dist'));
    // No address of a page or feed is lost.
    const addresses = [...readTree(join(folder, 'www')).keys()].filter((path) =>
      /\.(?:html|xml)$/.test(path),
    );
    expect(addresses.length).toBeGreaterThan(10);
    expect(addresses.filter((path) => !built.has(path))).toEqual([]);
    expect((await run('build', '--clean', '--out', join(root, 'clean'))).code).toBe(0);
    expect(compareTrees(built, readTree(join(root, 'clean')))).toEqual([]);
  });

  const targets: Record<string, StartStore> = { file: folderTarget, ...KEPT_STORES };
  test.each(Object.keys(targets).filter((scheme) => knows(version, scheme)))(
    'in %s is compared, deployed, verified, and goes back to each earlier release',
    async (scheme) => {
      const { folder, root, run, edit } = await open(version);
      const start = targets[scheme] ?? folderTarget;
      const store = await start(join(folder, 'stores'));
      onTestFinished(() => store.stop());
      for (const [name, value] of Object.entries(store.env)) vi.stubEnv(name, value);
      const site = await servePublished(store.rules);
      onTestFinished(site.close);
      const target = ['--target', store.url, '--env', 'production'];
      const paths = [...readTree(join(folder, 'www')).keys()].filter(
        (path) => /\.(?:html|xml|txt)$/.test(path) && !path.startsWith('.articles/'),
      );
      const pages = async () =>
        new Map(
          await Promise.all(
            paths.map(async (path): Promise<[string, string]> => {
              const address = `${site.url}/${path.replace(/(?:(^|\/)index)?\.html$/, '$1')}`;
              const found = await fetch(address);
              // Error pages and old addresses keep the ending in every target.
              const answer = found.ok ? found : await fetch(`${site.url}/${path}`);
              return [path, `${answer.status} ${await answer.text()}`];
            }),
          ),
        );
      const built = () =>
        new Map(paths.map((path) => [path, `200 ${readFileSync(join(root, 'dist', path), 'utf8')}`]));
      const deploy = async (...args: string[]) => {
        const { code, stderr } = await run('deploy', ...target, '--yes', ...args);
        expect([code, stderr]).toEqual([0, QUIET]);
      };
      const verify = (...args: string[]) => run('verify', site.url, '--target', store.url, ...args);

      const before = await pages();
      expect(before.get('articles/second-text.html')).toContain('a second thought');
      expect((await run('build')).code).toBe(0);
      const review = join(root, 'review.html');
      expect(await run('deploy', ...target, '--diff', review)).toMatchObject({ code: 0, stderr: QUIET });
      expect(readFileSync(review, 'utf8')).toContain('</html>');
      expect(differing(await pages(), before)).toEqual([]);

      await deploy();
      expect(differing(await pages(), built())).toEqual([]);
      expect(await verify()).toMatchObject({ code: 0, stderr: QUIET });
      edit('A third thought.');
      expect((await run('build')).code).toBe(0);
      await deploy();
      expect((await pages()).get('articles/second-text.html')).toContain('A third thought.');

      if (scheme !== 'azblob') {
        await deploy('--rollback', 'r2');
        expect(differing(await pages(), before)).toEqual([]);
        expect(await verify('--release', 'r2')).toMatchObject({ code: 0, stderr: QUIET });
        await deploy('--rollback', 'r1');
        expect((await pages()).get('articles/second-text.html')).not.toContain('a second thought');
      } else {
        // Azurite keeps no versions, so the pages of an earlier release are gone, and that is what is said.
        const { code, stderr } = await run('deploy', ...target, '--yes', '--rollback', 'r2');
        expect([code, stderr]).toEqual([1, expect.stringMatching(/version/)]);
        expect(stderr).toEqual(QUIET);
      }
      await deploy();
      expect(differing(await pages(), built())).toEqual([]);
      const { releases } = await runJson(['releases', ...target, '--root', root]);
      const ids: string[] = releases.map(({ id }: { id: string }) => id);
      expect(ids).toEqual(['r7', 'r6', 'r5', 'r4', 'r3', 'r2', 'r1'].slice(-ids.length));
    },
  );

  test('keeps its interrupted run: it is listed, resumed with one command, and no call is lost', async () => {
    const { root, run } = await open(version);
    const runs = join(root, '.articles/generate/runs');
    const [id = ''] = readdirSync(runs);
    const intents = readFileSync(join(runs, id, 'journal.jsonl'), 'utf8').match(/"type":"intent"/g) ?? [];
    const report = async () => (await runJson(['generate', '--report', '--root', root])).total.calls;
    expect(await report()).toBe(intents.length);
    const server = await startModelServer();
    onTestFinished(server.close);
    vi.stubEnv('OPENAI_API_KEY', 'none');
    const again = await run(
      ...['generate', '--locale', 'en_US', '--topics', join(root, 'topics.csv'), '--model', 'm'],
      ...['--base-url', server.url, '--retry-unknown'],
    );
    expect([again.code, again.stderr]).toEqual([0, QUIET]);
    expect(readdirSync(runs)).toEqual([id]);
    expect(await report()).toBe(intents.length + server.billed().length);
    const written = [...readTree(join(root, 'content/en_US/articles')).values()].map(String);
    expect(written.filter((text) => text.includes('topic: Third Text'))).toHaveLength(1);
  });

  test('knows what was imported, and leaves alone what was edited since', async () => {
    const { folder, root, run } = await open(version);
    const file = join(root, 'content/en_US/articles/brought.md');
    const again = () => run('import', join(folder, 'blog'));
    expect(await again()).toMatchObject({ code: 0, stderr: QUIET });
    const edited = `${readFileSync(file, 'utf8')}\nMine.\n`;
    writeFileSync(file, edited);
    expect(await again()).toMatchObject({ code: 0, stderr: QUIET });
    expect(readFileSync(file, 'utf8')).toBe(edited);
  });

  test('opens in the desk with its comments, is saved and approved there, and builds again', async () => {
    const { root, run } = await open(version);
    const desk = await startDesk(root);
    onTestFinished(() => desk.close());
    const file = 'content/en_US/articles/first.md';
    const { body } = await desk.read('document', { file });
    if (existsSync(join(root, 'comments')))
      expect(body.comments).toMatchObject([
        { text: 'Is it the first?', place: { from: expect.any(Number) } },
      ]);
    const end = body.text.length;
    const saved = await desk.post('save', {
      file,
      base: body.hash,
      splices: [{ from: end, to: end, insert: '\nWritten at the desk.\n' }],
    });
    expect(saved.status).toBe(200);
    expect(readFileSync(join(root, file), 'utf8')).toContain('Written at the desk.');
    const drafted = 'content/en_US/articles/drafted.md';
    const { body: draft } = await desk.read('document', { file: drafted });
    const splices = [{ from: draft.text.length, to: draft.text.length, insert: 'An editor added this.\n' }];
    expect((await desk.post('save', { file: drafted, base: draft.hash, splices })).status).toBe(200);
    const page = async () => {
      expect((await run('build')).code).toBe(0);
      return readFileSync(join(root, 'dist/articles/drafted.html'), 'utf8');
    };
    // Readers keep what the old version approved until the new text is approved.
    expect(await page()).not.toContain('An editor added this.');
    const approval = await desk.post('command', { command: 'approve', file: drafted, reason: 'I read it.' });
    expect(String(approval.body)).toContain('"code":0');
    expect(await page()).toContain('An editor added this.');
    expect(readFileSync(join(root, 'dist/articles/first.html'), 'utf8')).toContain('Written at the desk.');
  });

  test('shares builds with machines that still have the old version', async () => {
    const { folder, root, run } = await open(version);
    const builds = join(folder, 'builds');
    mkdirSync(builds, { recursive: true });
    const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
    writeFileSync(
      join(root, 'site-config.json'),
      JSON.stringify({ ...config, cache: pathToFileURL(builds).href }),
    );
    const names = () => [...readTree(builds).keys()].map((name) => name.replace(/@\d+$/, ''));
    const old = names();
    expect(await run('build')).toMatchObject({ code: 0, stderr: QUIET });
    const both = names();
    expect(both.length).toBeGreaterThan(old.length);
    expect(both).toEqual(expect.arrayContaining(old));
    rmSync(join(root, 'dist'), { recursive: true });
    rmSync(join(root, '.articles'), { recursive: true });
    const { stderr } = await run('build');
    expect(stderr).toContain('taken from the shared cache');
  });
});
