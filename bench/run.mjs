/**
 * Compares the tools: each in turn on the same corpus, several rounds, then the results.
 *
 * npm run bench -- [--sizes texts,languages,100,1000,10000,100000] [--runs 5] [--peers hugo,eleventy,astro] [--weights full,light]
 *                  [--profiles equal,full] [--limits Astro=1000,…] [--parts start,steps,watch,profile] [--work DIR]
 *                  [--results FILE] [--seed S]
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
import { createCorpus, SEED } from './corpus.mjs';
import { measureGround, measureWatch } from './ground.mjs';
import { createLanguageTexts, LANGUAGE_TEXTS } from './languages.mjs';
import { measure } from './measure.mjs';
import { weighOutput } from './output.mjs';
import { PEERS, WEIGHTS } from './peers.mjs';
import { profileBuild } from './profile.mjs';
import { renderResults } from './results.mjs';
import { countStale } from './stale.mjs';
import { measureSteps } from './steps.mjs';
import { readTexts } from './texts.mjs';
import { copyProgram, createTools, PROFILES } from './tools.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const SHARED_MEMORY = '/dev/shm';
/** From this size on an output is removed as soon as it has been measured: memory is short. */
const LARGE = 50_000;
/** The size that stands for real texts. */
const TEXTS = 'texts';
/** The sizes that stand for prose and code in four languages. */
const LANGUAGES = 'languages';
/** Measurements besides the sizes. */
const PARTS = ['start', 'steps', 'watch', 'profile'];
/** Largest size of a tool: Astro takes a minute for 10,000 articles. */
const LIMITS = 'Astro=2000,Astro (light)=2000,Eleventy (light)=10000,Hugo (light)=10000';

const options = readOptions();
const results = await runAll(options);
writeFileSync(options.results, renderResults(results));
say(`results: ${options.results}`);
const failed =
  results.sizes.some(({ tools }) => tools.some(({ failure }) => failure)) ||
  results.watch?.failure ||
  results.steps?.some(({ failure }) => failure);
if (results.absent.length > 0 || failed) process.exitCode = 1;

function readOptions() {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: `${TEXTS},${LANGUAGES},100,1000,10000,100000` },
      runs: { type: 'string', default: '5' },
      peers: { type: 'string', default: Object.keys(PEERS).join(',') },
      profiles: { type: 'string', default: PROFILES.join(',') },
      work: { type: 'string', default: existsSync(SHARED_MEMORY) ? SHARED_MEMORY : tmpdir() },
      results: { type: 'string', default: join(HERE, 'RESULTS.md') },
      seed: { type: 'string', default: SEED },
      weights: { type: 'string', default: WEIGHTS.join(',') },
      parts: { type: 'string', default: PARTS.join(',') },
      limits: { type: 'string', default: LIMITS },
    },
  });
  const list = (text) => text.split(',').filter(Boolean);
  const peers = list(values.peers);
  const profiles = list(values.profiles);
  const weights = list(values.weights);
  const parts = list(values.parts);
  const sizes = list(values.sizes).flatMap((size) => (size === LANGUAGES ? LANGUAGE_TEXTS : size));
  const runs = Number(values.runs);
  const wrong =
    peers.find((name) => !(name in PEERS)) ??
    profiles.find((name) => !PROFILES.includes(name)) ??
    weights.find((name) => !WEIGHTS.includes(name)) ??
    parts.find((name) => !PARTS.includes(name)) ??
    [...sizes.filter((size) => !isNamed(size)).map(Number), runs].find(
      (number) => !Number.isInteger(number) || number < 1,
    );
  if (wrong !== undefined) {
    say(
      `bench: "${wrong}" is not known; peers are ${Object.keys(PEERS)}, weights ${WEIGHTS}, profiles ${PROFILES}, parts ${PARTS}, sizes "${TEXTS}", "${LANGUAGES}" or whole numbers, runs a whole number`,
    );
    process.exit(1);
  }
  const limits = new Map(list(values.limits).map((limit) => limit.split('=')));
  return { ...values, peers, profiles, weights, parts, sizes, runs, limits };
}

function isNamed(size) {
  return size === TEXTS || LANGUAGE_TEXTS.includes(size);
}

function createCorpusOf(size, seed) {
  if (size === TEXTS) return readTexts();
  return isNamed(size) ? createLanguageTexts(size, seed) : createCorpus(seed, Number(size));
}

async function runAll({ sizes, runs, peers, profiles, weights, parts, limits, work: parent, seed }) {
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
    const tools = createTools({ profiles, peers, weights, program }).filter((tool) => {
      const advice = tool.missing();
      if (advice) absent.push({ name: tool.name, advice });
      return !advice;
    });
    for (const { name, advice } of absent) say(`bench: ${name} IS NOT MEASURED: ${advice}`);
    const versions = Object.fromEntries(tools.map((tool) => [tool.name, tool.version()]));
    const started = loadavg()[0];
    const rounds = [];
    for (const size of sizes) {
      const corpus = createCorpusOf(size, seed);
      const { articles } = corpus;
      const folder = join(work, size);
      const able = tools.filter(
        ({ name }) => articles <= Number(limits.get(name) ?? Number.POSITIVE_INFINITY),
      );
      rounds.push({
        name: corpus.name,
        isReal: size === TEXTS,
        isLanguage: LANGUAGE_TEXTS.includes(size),
        articles,
        ...(await runSize({ tools: able, corpus, runs, folder, isReal: size === TEXTS })),
      });
      rmSync(folder, { recursive: true });
    }
    const wants = (part) => profiles.length > 0 && parts.includes(part);
    const ground = wants('start') || wants('steps') ? await measureGround(program) : null;
    const steps = wants('steps') ? await measureSteps({ work, seed, runs, program }) : null;
    const watch = wants('watch') ? measureWatch({ work, seed, articles: 10_000 }) : null;
    const profile = wants('profile') ? await profileBuild({ work, seed, articles: 10_000, program }) : null;
    const load = [started, loadavg()[0]];
    return {
      sizes: rounds,
      runs,
      versions,
      absent,
      ground,
      steps,
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
async function runSize({ tools, corpus, runs, folder, isReal }) {
  say(corpus.name);
  for (const tool of tools) tool.stage(folder, corpus);
  const yard = createYard(folder, corpus.articles);
  const figures = new Map(
    tools.map((tool) => [tool, { tool: tool.name, cold: [], unchanged: [], changed: [] }]),
  );
  for (let round = 0; round < runs; round++) {
    const order = tools.map((_, index) => tools[(index + round) % tools.length]);
    for (const tool of order) {
      const own = figures.get(tool);
      if (own.failure) continue;
      try {
        await takeTurn({ tool, own, round, corpus, folder, yard });
        if (isReal && round === 0) own.stale = await countStale(tool, corpus, folder, yard.bury);
      } catch (error) {
        own.failure = error.message.slice(0, 400);
        say(`  ${tool.name} FAILED: ${error.message}`);
      }
      await yard.clear();
    }
  }
  return { tools: [...figures.values()] };
}

async function takeTurn({ tool, own, round, corpus, folder, yard }) {
  const out = join(folder, `out-${round}-${tool.name.replace(/\W+/g, '-')}`);
  const command = tool.command(folder, out);
  tool.reset(folder, yard.bury);
  own.cold.push(await measure(command));
  own.output ??= weighOutput(out);
  own.unchanged.push(await measure(command));

  const index = (Math.floor(corpus.articles / 2) + round) % corpus.articles;
  const article = corpus.at(index);
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
