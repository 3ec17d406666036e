/** Tests that a dry run of any command writes nothing: a command with --dry-run joins by its definition. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Command, Option } from 'commander';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createProgram } from '../../src/cli.ts';
import { type GcsServer, startGcsServer } from '../support/gcs-server.ts';
import { runArticles } from '../support/program.ts';
import { article, makeFolder, makeSite, smallSite } from '../support/site.ts';

const nowhere = { writeOut: () => undefined, writeErr: () => undefined };
const commands = createProgram(async () => undefined, nowhere).commands.filter(({ options }) =>
  options.some(({ long }) => long === '--dry-run'),
);

/** Options that only mean something together, which random ones seldom are. */
const NEEDED: Record<string, readonly (readonly string[])[]> = {
  categories: [
    ['--rename', 'betting', '--title', 'Bets'],
    ['--rename', 'betting/odds', '--slug', 'prices', '--yes'],
    ['--rename', 'betting', '--to', 'wagers'],
  ],
  edit: [
    ['--set', 'updated=2026-01-05', '--every'],
    ['--set', 'description=Prices, explained.', '--where', 'title~price'],
    ['--set', 'updated=2026-01-05', '--locale', 'en_US', '--yes'],
  ],
};

const FIRST = 'content/en_US/articles/first.md';

/** Every path below a folder, with a hash of its content. */
function readAll(folder: string): [string, string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry): [string, string] => {
      const path = join(entry.parentPath, entry.name);
      return [path, entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''];
    })
    .sort();
}

const readBuckets = ({ buckets }: GcsServer) =>
  [...buckets.values()].map(({ ordered: _order, live, ...bucket }) => ({ ...bucket, live: [...live] }));

/** A built site, deployed to both kinds of targets, and changed since. */
async function setUp() {
  const work = makeFolder();
  const root = makeSite(smallSite());
  const server = await startGcsServer({ buckets: ['small-paper', 'small-paper-dev'] });
  const home = makeFolder();
  const before = { HOME: process.env.HOME, STORAGE_EMULATOR_HOST: process.env.STORAGE_EMULATOR_HOST };
  Object.assign(process.env, { HOME: home, STORAGE_EMULATOR_HOST: server.url });
  onTestFinished(async () => {
    await server.stop();
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  const run = (...args: string[]) => runArticles([...args, '--root', root]);
  const folder = (name: string) => pathToFileURL(join(work, name)).href;
  const topics = join(work, 'topics.csv');
  writeFileSync(topics, 'topic\nHow odds are set\n');
  for (const title of ['The first price', 'A changed price']) {
    writeFileSync(join(root, FIRST), article({ title, slug: 'first-price' }));
    expect(await run('build')).toMatchObject({ code: 0 });
    if (title.includes('changed')) break;
    for (const args of [
      ['--target', folder('www')],
      ['--env', 'production', '--yes'],
      ['--env', 'development'],
    ])
      expect(await run('deploy', ...args)).toMatchObject({ code: 0 });
  }
  const reports = makeFolder();
  const targets = [folder('www'), folder('fresh'), 'gs://small-paper-dev', 'gs://unmade'];
  /** Values that mean something, by the option's name; of other options any word is tried. */
  const values: Record<string, readonly string[]> = {
    '--target': targets,
    '--root': [root],
    '--out': [join(root, 'dist'), join(root, 'none')],
    '--topics': [topics],
    '--locale': ['en_US', 'ru_RU'],
    '--category': ['betting'],
    '--rollback': ['r1'],
    '--base-url': ['http://127.0.0.1:9/v1'],
    '--max-delete': ['0%', '100%'],
    '--set': ['updated=2026-01-05', 'description=Prices, explained.'],
    '--unset': ['updated'],
    '--where': ['title~price', 'locale=en_US'],
    '--older': ['1d'],
    '--missing': ['image'],
    '--from': ['markdown'],
    // A report goes where the user wants it, dry run or not.
    '--diff': [join(reports, 'changes.html')],
    '--summary': [join(reports, 'changes.md')],
  };
  /** The objects of a command, in the order of its arguments. */
  const posts = join(work, 'posts');
  mkdirSync(posts);
  writeFileSync(join(posts, 'a-post.md'), '---\ntitle: A Post\ndate: 2024-05-06\n---\nText of a post.\n');
  const operands: Record<string, readonly string[]> = { import: [posts] };
  const state = () => ({
    files: [root, work, home].flatMap(readAll),
    buckets: readBuckets(server),
    here: readdirSync('.'),
  });
  return { root, targets, values, operands, state };
}
type Setup = Awaited<ReturnType<typeof setUp>>;

function optionArbitrary({ long, required, optional, argChoices }: Option, { values }: Setup) {
  const flag = long ?? '';
  if (!required && !optional) return fc.constantFrom([], [flag]);
  const known = argChoices ?? values[flag] ?? ['1', 'x', 'a=b'];
  const given = fc.constantFrom(...known).map((value) => [flag, value]);
  return optional ? fc.oneof(fc.constant([]), fc.constant([flag]), given) : fc.oneof(fc.constant([]), given);
}

function argsArbitrary(command: Command, setup: Setup): fc.Arbitrary<string[]> {
  const options = command.options.filter(
    ({ long }) => !['--root', '--dry-run', '--json'].includes(long ?? ''),
  );
  return (
    fc
      // Few options at once, or most runs end with a contradiction.
      .subarray(options, { maxLength: 4 })
      .chain((some) => fc.tuple(...some.map((option) => optionArbitrary(option, setup))))
      .map((args) => args.flat())
  );
}

test('the commands with --dry-run are found', () => {
  expect(commands.map((command) => command.name())).toEqual(expect.arrayContaining(['deploy', 'generate']));
});

test.each(commands.map((command) => [command.name(), command] as const))(
  'a dry run of %s changes no byte of site, targets and home',
  async (name, command) => {
    const setup = await setUp();
    const before = setup.state();
    let succeeded = 0;
    const check = async (args: readonly string[]) => {
      const operands = setup.operands[name] ?? [];
      const run = await runArticles([name, ...operands, ...args, '--dry-run', '--root', setup.root]);
      expect([run.code, run.stderr]).not.toEqual([2, expect.anything()]);
      expect(setup.state()).toEqual(before);
      if (run.code === 0) succeeded++;
    };
    for (const args of NEEDED[name] ?? []) await check(args);
    if (command.options.some(({ long }) => long === '--target')) {
      for (const target of setup.targets)
        for (const more of [[], ['--init'], ['--rollback']]) await check(['--target', target, ...more]);
    }
    await fc.assert(fc.asyncProperty(argsArbitrary(command, setup), check), { numRuns: 40 });
    // A command that refuses everything proves nothing: give its options and arguments values above.
    expect(succeeded).toBeGreaterThan(2);
  },
);
