/**
 * Compares the tools: each in turn on the same corpus, several rounds, then the results.
 *
 * npm run bench -- [--sizes 1000,10000,100000] [--runs 5] [--peers hugo,eleventy] [--profiles equal,full]
 *                  [--work DIR] [--results FILE] [--seed S] [--large NAMES]
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createArticle, SEED } from './corpus.mjs';
import { measureGround, measureWatch } from './ground.mjs';
import { measure } from './measure.mjs';
import { weighOutput } from './output.mjs';
import { profileBuild } from './profile.mjs';
import { renderResults } from './results.mjs';
import { copyProgram, createTools, PEERS, PROFILES } from './tools.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const SHARED_MEMORY = '/dev/shm';
/** From this size on an output is removed as soon as it has been measured: memory is short. */
const LARGE = 50_000;

const options = readOptions();
const results = await runAll(options);
writeFileSync(options.results, renderResults(results));
say(`results: ${options.results}`);
const failed =
  results.sizes.some(({ tools }) => tools.some(({ failure }) => failure)) || results.watch?.failure;
if (results.absent.length > 0 || failed) process.exitCode = 1;

function readOptions() {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '1000,10000,100000' },
      runs: { type: 'string', default: '5' },
      peers: { type: 'string', default: Object.keys(PEERS).join(',') },
      profiles: { type: 'string', default: PROFILES.join(',') },
      work: { type: 'string', default: existsSync(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir() },
      results: { type: 'string', default: join(HERE, 'RESULTS.md') },
      seed: { type: 'string', default: SEED },
      large: { type: 'string' },
    },
  });
  const list = (text) => text.split(',').filter(Boolean);
  const peers = list(values.peers);
  const profiles = list(values.profiles);
  const sizes = list(values.sizes).map(Number);
  const runs = Number(values.runs);
  const wrong =
    peers.find((name) => !(name in PEERS)) ??
    profiles.find((name) => !PROFILES.includes(name)) ??
    [...sizes, runs].find((number) => !Number.isInteger(number) || number < 1);
  if (wrong !== undefined) {
    say(
      `bench: "${wrong}" is not known; peers are ${Object.keys(PEERS)}, profiles ${PROFILES}, sizes and runs whole numbers`,
    );
    process.exit(1);
  }
  return { ...values, peers, profiles, sizes, runs, large: values.large ? list(values.large) : null };
}

async function runAll({ sizes, runs, peers, profiles, large, work: parent, seed }) {
  const work = mkdtempSync(join(parent, 'bench-'));
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      rmSync(work, { recursive: true, force: true });
      process.exit(130);
    });
  }
  try {
    const program = copyProgram(join(work, 'program'));
    const absent = [];
    const tools = createTools({ profiles, peers, program }).filter((tool) => {
      const advice = tool.missing();
      if (advice) absent.push({ name: tool.name, advice });
      return !advice;
    });
    for (const { name, advice } of absent) say(`bench: ${name} IS NOT MEASURED: ${advice}`);
    const versions = Object.fromEntries(tools.map((tool) => [tool.name, tool.version()]));
    const started = loadavg()[0];
    const rounds = [];
    for (const articles of sizes) {
      const folder = join(work, String(articles));
      const able = tools.filter(({ name }) => articles < LARGE || large === null || large.includes(name));
      rounds.push({ articles, ...(await runSize({ tools: able, articles, runs, seed, folder })) });
      rmSync(folder, { recursive: true });
    }
    const ground = profiles.length > 0 ? await measureGround(program) : null;
    const watch = profiles.length > 0 ? measureWatch({ work, seed, articles: 10_000 }) : null;
    const profile =
      profiles.length > 0 ? await profileBuild({ work, seed, articles: 10_000, program }) : null;
    const load = [started, loadavg()[0]];
    return {
      sizes: rounds,
      runs,
      versions,
      absent,
      ground,
      watch,
      profile,
      load,
      seed,
      memory: parent === SHARED_MEMORY,
    };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Every tool gets its turn in every round, and another tool begins each time. */
async function runSize({ tools, articles, runs, seed, folder }) {
  say(`${articles} articles`);
  for (const tool of tools) tool.stage(folder, articles, seed);
  const yard = createYard(folder, articles);
  const figures = new Map(
    tools.map((tool) => [tool, { tool: tool.name, cold: [], unchanged: [], changed: [] }]),
  );
  for (let round = 0; round < runs; round++) {
    const order = tools.map((_, index) => tools[(index + round) % tools.length]);
    for (const tool of order) {
      const own = figures.get(tool);
      if (own.failure) continue;
      try {
        await takeTurn({ tool, own, round, articles, seed, folder, yard });
      } catch (error) {
        own.failure = error.message.slice(0, 400);
        say(`  ${tool.name} FAILED: ${error.message}`);
      }
      await yard.clear();
    }
  }
  return { tools: [...figures.values()] };
}

async function takeTurn({ tool, own, round, articles, seed, folder, yard }) {
  const out = join(folder, `out-${round}-${tool.name.replace(/\W+/g, '-')}`);
  const command = tool.command(folder, out);
  tool.reset(folder, yard.bury);
  own.cold.push(await measure(command));
  own.output ??= weighOutput(out);
  own.unchanged.push(await measure(command));

  const index = (Math.floor(articles / 2) + round) % articles;
  const article = createArticle(seed, index);
  const source = tool.source(folder, index, article);
  const original = readFileSync(source, 'utf8');
  const mark = `Bench edit ${round}.`;
  writeFileSync(source, `${original}\n${mark}\n`);
  own.changed.push(await measure(command));
  writeFileSync(source, original);
  if (!readFileSync(tool.page(out, article), 'utf8').includes(mark)) {
    throw new Error('the page of the changed article does not show the change');
  }
  yard.bury(out);
  const line = ['cold', 'unchanged', 'changed'].map(
    (work) =>
      `${work} ${(own[work].at(-1).ms / 1000).toFixed(2)} s (processor ${((own[work].at(-1).cpu ?? 0) / 1000).toFixed(2)})`,
  );
  say(`  round ${round + 1}, ${tool.name}: ${line.join(', ')}`);
}

/**
 * Where used trees go: they are renamed, since deleting many files makes some file systems slow for minutes. They are
 * removed when the size is done, or between turns where memory is short, followed by a pause.
 */
function createYard(folder, articles) {
  const yard = join(folder, 'buried');
  let count = 0;
  mkdirSync(yard, { recursive: true });
  return {
    bury(path) {
      if (existsSync(path)) renameSync(path, join(yard, String(count++)));
    },
    async clear() {
      const { bavail, blocks } = statfsSync(folder);
      if (articles < LARGE && bavail / blocks > 0.75) return;
      rmSync(yard, { recursive: true });
      mkdirSync(yard);
      await sleep(3000);
    },
  };
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
