/**
 * Finds texts that take long: a fragment of up to six special characters, repeated to a megabyte. Reads the front matter, parses and
 * renders each, as a build does. All fragments of one and two characters are tried at 30 kB, and some longer ones that a seed
 * draws; the slowest of them at 250 kB, 500 kB and 1 MB.
 *
 * node bench/fragments.mjs [--count 5000] [--seed bench] [--slowest 40]
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { SEED } from './corpus.mjs';
import { createRandom } from './random.mjs';

const ROOT = join(import.meta.dirname, '..');
const CHARACTERS = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~', ' ', '\n', 'a', '1'];
const SMALL = 30_000;
const SIZES = [250_000, 500_000, 1_000_000];
/** Milliseconds after which no longer text is tried. */
const TOO_LONG = 5000;
const FRONT = '---\ntitle: A\nauthor: Ann Reed\ndate: 2026-01-10\n---\n';

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '5000' },
    seed: { type: 'string', default: SEED },
    slowest: { type: 'string', default: '40' },
  },
});
const { createMarkdownRenderer, NEUTRAL_OPTIONS, parseArticle, DIRECTIVES } = await loadReaders();
const render = createMarkdownRenderer();
const repeat = (fragment, size) => fragment.repeat(Math.ceil(size / fragment.length)).slice(0, size);

const fragments = [
  ...CHARACTERS,
  ...CHARACTERS.flatMap((first) => CHARACTERS.map((second) => first + second)),
  ...drawFragments(Number(values.count)),
];
for (const fragment of fragments.slice(0, 300)) timeOf(repeat(fragment, 4000));
const slowest = fragments
  .map((fragment) => ({ fragment, time: timeOf(repeat(fragment, SMALL)) }))
  .sort((a, b) => b.time - a.time)
  .slice(0, Number(values.slowest));
process.stdout.write(
  `${fragments.length} fragments; milliseconds at ${SIZES.join(', ')} characters, growth of the last doubling\n`,
);
for (const { fragment } of slowest) {
  const times = [];
  for (const size of SIZES) {
    if (times.some((time) => time > TOO_LONG)) break;
    const text = repeat(fragment, size);
    times.push(Math.min(timeOf(text), timeOf(text)));
  }
  const growth = times.length < SIZES.length ? '–' : (times[2] / times[1]).toFixed(2);
  process.stdout.write(`${JSON.stringify(fragment)}: ${times.map(Math.round).join(', ')}; ${growth}\n`);
}

/** @returns milliseconds of processor time */
function timeOf(text) {
  const before = process.cpuUsage();
  const source = { file: 'a.md', locale: 'en_US', key: 'a' };
  const { meta } = parseArticle(source, FRONT + text, 'hash', { directives: DIRECTIVES });
  if (meta) tryToRender(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** A formula of signs cannot be shown, which the build would say. */
function tryToRender(text) {
  try {
    render(text, NEUTRAL_OPTIONS);
  } catch (error) {
    if (!('refusals' in error)) throw error;
  }
}

function drawFragments(count) {
  const random = createRandom(values.seed, 'fragments');
  return Array.from({ length: count }, () =>
    Array.from({ length: random.between(3, 6) }, () => random.pick(CHARACTERS)).join(''),
  );
}

async function loadReaders() {
  const outfile = join(ROOT, 'bench/.work/readers.mjs');
  mkdirSync(join(ROOT, 'bench/.work'), { recursive: true });
  const contents = `
    export { parseArticle } from './src/content/article/parse-article.ts';
    export { NEUTRAL_OPTIONS } from './src/content/markdown/markdown-options.ts';
    export { createMarkdownRenderer } from './src/content/markdown/render-markdown.ts';
    export { DIRECTIVES } from './src/directives/directive-registry.ts';`;
  await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    ...{ outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external', jsx: 'automatic' },
    logLevel: 'error',
  });
  return import(outfile);
}
