/** What a deploy says to a build with each option of `articles build`, at each place where a build may go. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli.ts';
import { BUILD_OPTIONS, GATES, type Gate, type GateAnswer } from '../../src/deploy/plan/build-options.ts';
import { runArticles } from '../support/program.ts';
import { article, leanSite, makeFolder, makeSite, writeFiles } from '../support/site.ts';

const odds = { category: 'betting', subcategory: 'odds' };
const SECRET = 'content/en_US/articles/secret.md';
const LATER = 'content/en_US/articles/later.md';
const BOTH = 'content/en_US/articles/both.md';
const early = {
  [SECRET]: article({ title: 'Not yet ready', slug: 'secret', ...odds, more: 'draft: true' }),
  [LATER]: article({ title: 'A day to come', slug: 'later', ...odds, date: '2999-01-01' }),
  [BOTH]: article({
    title: 'A draft to come',
    slug: 'both',
    ...odds,
    date: '2999-01-01',
    more: 'draft: true',
  }),
};

/** Arguments that use an option, by its name in commander. Absent: the option is a flag. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  out: [],
  jobs: ['--jobs', '2'],
  shard: ['--shard', '1/2'],
  basePath: ['--base-path', '/elsewhere'],
  date: ['--date', '2026-06-01'],
};

const buildOptions = () => {
  const command = createProgram(async () => {}, {}).commands.find((one) => one.name() === 'build');
  const shared = ['root', 'json', 'quiet', 'all'];
  // commander reads "--no-wait" as `wait`; beside "--strict", "--no-strict" is an option of its own here.
  return (command?.options ?? [])
    .map((option) => ({ option, name: option.long === '--no-strict' ? 'noStrict' : option.attributeName() }))
    .filter(({ name }) => !shared.includes(name));
};
const run = (root: string, ...args: string[]) => runArticles([...args, '--root', root]);

/** The folder of the gate's build: a preview has a base path of its own. */
const folderOf = (gate: Gate) => (gate === 'preview' ? 'dist-preview' : 'dist');

async function build(gate: Gate, root: string, args: readonly string[]): Promise<void> {
  const base = gate === 'preview' && !args.includes('--base-path') ? ['--base-path', '/_preview/spring'] : [];
  const out = join(root, folderOf(gate));
  expect(await run(root, 'build', '--out', out, ...base, ...args)).toMatchObject({ code: 0 });
}

/** Deploys through the gate. */
async function send(gate: Gate, root: string, args: readonly string[]) {
  const target = `file://${makeFolder()}/www`;
  const to = {
    production: ['--env', 'production', '--yes'],
    preview: ['--preview', 'spring'],
    development: ['--env', 'development'],
    folder: [],
  }[gate];
  const label = args.includes('--shard') ? ['--release', 'one'] : [];
  const out = join(root, folderOf(gate));
  const deployed = await run(root, 'deploy', '--target', target, '--out', out, ...to, ...label, '--json');
  const home = gate === 'preview' ? '_preview/spring/index.html' : 'index.html';
  return { deployed, isThere: existsSync(join(target.slice('file://'.length), home)) };
}

test('each option of build has a row, and each row an option', () => {
  const options = buildOptions().map(({ name }) => name);
  expect(Object.keys(BUILD_OPTIONS).sort()).toEqual([...options].sort());
});

describe('a build with', () => {
  /** One site for all options: each changes what the build before it left, as an owner would. */
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'articles-options-'));
    writeFiles(root, { ...leanSite(), ...early });
    return () => rmSync(root, { recursive: true, force: true });
  });

  test.each(buildOptions().map(({ option, name }) => [option.long ?? '', name] as const))(
    '%s goes where its row says',
    async (flag, name) => {
      const dead = name === 'noStrict' ? 'See [this](/nowhere).' : 'Nothing.';
      const body = article({ title: 'The first price', slug: 'first-price', ...odds, body: dead });
      writeFiles(root, { 'content/en_US/articles/first.md': body });
      const found: Record<string, GateAnswer> = {};
      const args = ARGUMENTS[name] ?? [flag];
      for (const gate of ['production', 'preview'] as const) {
        // A build that only lists what it reads leaves the one before.
        if (name === 'inputs') await build(gate, root, []);
        await build(gate, root, args);
      }
      for (const gate of GATES) {
        const { deployed, isThere } = await send(gate, root, args);
        const isWaiting = deployed.code === 0 && JSON.parse(deployed.stdout).missingParts?.length === 1;
        found[gate] = isWaiting ? 'parts' : deployed.code === 0 ? 'takes' : 'refuses';
        expect(isThere).toBe(found[gate] === 'takes');
      }
      expect(found).toEqual(BUILD_OPTIONS[name]?.answers);
    },
  );
});

describe('production', () => {
  const buildAndSend = async (root: string, args: readonly string[]) => {
    await build('production', root, args);
    return send('production', root, args);
  };
  const refused = async (root: string, ...args: string[]) => {
    const { deployed } = await buildAndSend(root, args);
    expect(deployed.code).toBe(1);
    return deployed.stderr;
  };

  test('names the drafts and the articles of later days, and the command without them', async () => {
    const root = makeSite({ ...leanSite(), ...early });
    expect(await refused(root, '--drafts')).toMatch(
      new RegExp(`error the build has 1 draft: ${SECRET}\n.*→ build without --drafts: \`articles build\``),
    );
    expect(await refused(root, '--future')).toContain(`the build has 1 article of a later day: ${LATER}`);
    const both = await refused(root, '--drafts', '--future');
    expect(both).toContain(`the build has 2 drafts: ${BOTH}, ${SECRET}`);
    expect(both).toContain(`the build has 2 articles of a later day: ${BOTH}, ${LATER}`);
    const { deployed } = await buildAndSend(root, []);
    expect(deployed.code).toBe(0);
  });

  test('takes a build with the options that has nothing to hide', async () => {
    const { deployed, isThere } = await buildAndSend(makeSite(leanSite()), ['--drafts', '--future']);
    expect([deployed.code, isThere]).toEqual([0, true]);
  });

  test('says everything at once, also with --dry-run', async () => {
    const body = article({
      title: 'The first price',
      slug: 'first-price',
      ...odds,
      body: 'See [this](/nowhere).',
    });
    const root = makeSite({ ...leanSite(), ...early, 'content/en_US/articles/first.md': body });
    await run(root, 'build', '--drafts');
    const target = `file://${makeFolder()}/www`;
    const deploy = ['deploy', '--target', target, '--env', 'production', '--dry-run'];
    const { code, stderr } = await run(root, ...deploy);
    expect(code).toBe(1);
    expect(stderr).toContain('"/nowhere" is neither a page nor a file of the site');
    expect(stderr).toContain('the build has 1 draft');
    // Dead links may be allowed; drafts may not.
    expect((await run(root, ...deploy, '--no-strict')).stderr).toContain('the build has 1 draft');
  });

  test('takes no part that was deployed for other eyes', async () => {
    const root = makeSite({ ...leanSite(), ...early });
    const target = `file://${makeFolder()}/www`;
    const part = async (index: number, build: string[], ...to: string[]) => {
      const out = join(root, `part-${index}`);
      await run(root, 'build', '--shard', `${index}/2`, '--out', out, ...build);
      return run(root, 'deploy', '--target', target, '--out', out, '--release', 'one', ...to);
    };
    expect((await part(1, ['--drafts'])).code).toBe(0);
    const { code, stderr } = await part(2, [], '--env', 'production', '--yes');
    expect(code).toBe(1);
    expect(stderr).toContain('was deployed without --env production');
    expect(existsSync(join(target.slice('file://'.length), 'index.html'))).toBe(false);
  });

  test('sees what an edit after the build with drafts has left', async () => {
    const root = makeSite({ ...leanSite(), ...early });
    await run(root, 'build', '--drafts');
    writeFiles(root, { [SECRET]: article({ title: 'Not yet ready', slug: 'secret', ...odds }) });
    const { deployed } = await buildAndSend(root, ['--drafts']);
    expect(deployed.code).toBe(0);
  });
});
