/**
 * Several hundred texts that are made to be slow: no page is too large, and the verdict and the bytes are those of the idle
 * machine on a busy one too. Nothing is timed: processor time is reported, not judged. Markdown has 200 kB in all
 * patterns and a megabyte in some; front matter reaches its limit of 200,000 characters and goes beyond.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { availableParallelism, setPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { readHighlightLanguages } from '../../src/content/markdown/highlight.ts';
import { NEUTRAL_OPTIONS } from '../../src/content/markdown/markdown-options.ts';
import { TextRefusedError } from '../../src/content/markdown/page-size.ts';
import { createMarkdownRenderer } from '../../src/content/markdown/render-markdown.ts';
import { DIRECTIVES } from '../../src/directives/directive-registry.ts';
import { compileStyles } from '../../src/theme/compile-styles.ts';
import { readThemeFiles } from '../../src/theme/theme-files.ts';
import { runArticles } from '../support/program.ts';
import { article, makeSite, readTree, smallSite } from '../support/site.ts';
import { codeInputs, frontMatterInputs, markdownInputs, styleInputs } from './battery-inputs.ts';

const MAX_PAGE = 8_000_000;
const FRONT = 'title: A\nauthor: Ann Reed\ndate: 2026-01-10\n';
/** Enough for a limit by the clock to be met, where the clock leaps. */
const SHORT = 20_000;
const SMALL = 200_000;
const LARGE = 1_000_000;

const render = createMarkdownRenderer();

interface Outcome {
  /** The hash of what is made of an input, or the problems. */
  verdict: string;
  bytes: number;
}

const hashOf = (...parts: string[]) => {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

function judgeText(front: string, body: string): Outcome {
  const source = { file: 'a.md', locale: 'en_US', key: 'a' } as const;
  const { meta, problems } = parseArticle(source, `---\n${front}\n---\n${body}`, 'hash', {
    directives: DIRECTIVES,
  });
  const errors = problems.filter(({ severity }) => severity !== 'warning');
  if (!meta || errors.length > 0) return { verdict: JSON.stringify(problems).slice(0, 2_000), bytes: 0 };
  try {
    const { html } = render(body, NEUTRAL_OPTIONS);
    return { verdict: hashOf(JSON.stringify(meta), html), bytes: Buffer.byteLength(html) };
  } catch (error) {
    if (!(error instanceof TextRefusedError)) throw error;
    return { verdict: error.message, bytes: 0 };
  }
}

async function judgeStyle(css: string): Promise<Outcome> {
  const root = makeSite({ 'theme/style.css': css });
  const styles = await compileStyles(root, readThemeFiles(root));
  if (styles === null || Array.isArray(styles))
    return { verdict: JSON.stringify(styles).slice(0, 2_000), bytes: 0 };
  return { verdict: hashOf(styles.css), bytes: styles.css.length };
}

/** Name of an input → how the program judges it. */
type Inputs = Map<string, () => Outcome | Promise<Outcome>>;

/** @param size characters of each text; front matter and some Markdown is longer where this is the usual size */
function inputs(size: number): Inputs {
  const languages = [...new Set([...readHighlightLanguages().values()].map(([language = '']) => language))];
  const all: Inputs = new Map();
  const add = <T>(
    kind: string,
    values: Readonly<Record<string, T>>,
    judge: (value: T) => Outcome | Promise<Outcome>,
  ) => {
    for (const [name, value] of Object.entries(values)) all.set(`${kind}: ${name}`, () => judge(value));
  };
  const judgeBody = (body: string) => judgeText(FRONT, body);
  add('markdown', markdownInputs(size), judgeBody);
  add('code', codeInputs(languages, size), judgeBody);
  const large = Object.entries(markdownInputs(LARGE)).filter((_, index) => index % 24 === 4);
  if (size === SMALL) add('large', Object.fromEntries(large), judgeBody);
  for (const length of size === SMALL ? [190_000, LARGE] : [size])
    add(`front matter of ${length}`, frontMatterInputs(length), (front) => judgeText(front, 'Text.'));
  add('style', styleInputs(size), judgeStyle);
  return all;
}

/** The verdicts in order, with the processor time of each in milliseconds. */
async function runAll(all: Inputs) {
  const results = [];
  for (const [name, judge] of all) {
    const before = process.cpuUsage();
    const { verdict, bytes } = await judge();
    const { user, system } = process.cpuUsage(before);
    results.push({ name, verdict, bytes, ms: Math.round((user + system) / 1_000) });
  }
  return results;
}

test('no input makes a page that is too large', async () => {
  const all = inputs(SMALL);
  expect(all.size).toBeGreaterThan(400);
  const results = await runAll(all);
  const slowest = results.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  const sum = results.reduce((total, { ms }) => total + ms, 0);
  process.stdout.write(`${all.size} inputs, ${sum} ms of processor time; the slowest:\n`);
  for (const { name, ms, bytes } of slowest)
    process.stdout.write(`${ms} ms, page of ${bytes} bytes: ${name}\n`);
  expect(results.filter(({ bytes }) => bytes > MAX_PAGE)).toEqual([]);
}, 900_000);

/** Each look at the clock is an hour after the one before it, as on a machine that is busy beyond measure. */
function leap(): void {
  let hours = 0;
  const later = () => ++hours * 3_600_000;
  vi.spyOn(performance, 'now').mockImplementation(later);
  vi.spyOn(Date, 'now').mockImplementation(later);
  vi.spyOn(process.hrtime, 'bigint').mockImplementation(() => BigInt(later()) * 1_000_000n);
}

test('an input has the same verdict and the same bytes, however much time seems to pass', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const all = inputs(SHORT);
  expect(all.size).toBeGreaterThan(400);
  const verdictsOf = async () => (await runAll(all)).map(({ name, verdict }) => [name, verdict]);
  const usual = await verdictsOf();
  leap();
  expect(performance.now() - performance.now()).toBe(-3_600_000);
  expect(await verdictsOf()).toEqual(usual);
}, 900_000);

const loops: ChildProcess[] = [];
/** Every core has a rival. */
const keepBusy = () => {
  for (let count = 0; count <= availableParallelism(); count++) {
    const loop = spawn(process.execPath, ['-e', 'for (;;);']);
    // A lower priority takes less from the tests beside this one; the machine is busy all the same.
    if (loop.pid !== undefined) setPriority(loop.pid, 10);
    loops.push(loop);
  }
};
const rest = () => {
  for (const loop of loops.splice(0)) loop.kill('SIGKILL');
};
afterAll(rest);

test('the program builds or refuses such texts in the same way, idle and busy', async () => {
  const files = smallSite();
  const chosen = Object.entries(markdownInputs(LARGE)).filter((_, index) => index % 40 === 4);
  for (const [index, [name, body]] of chosen.entries())
    files[`content/en_US/articles/slow/${index}.md`] = article({
      title: name,
      slug: `slow-${index}`,
      category: 'betting',
      body,
    });
  const root = makeSite(files);
  const run = async (name: string) => {
    const out = join(root, name);
    const { code, stdout, stderr } = await runArticles([
      'build',
      '--root',
      root,
      '--out',
      out,
      '--clean',
      '--json',
    ]);
    expect([code, code === 2 ? stderr : '']).toEqual([code === 0 ? 0 : 1, '']);
    const { error } = JSON.parse(stdout);
    const pages = code === 0 ? [...readTree(out)].filter(([path]) => path.endsWith('.html')) : [];
    for (const [path, bytes] of pages) expect([path, bytes.length > MAX_PAGE]).toEqual([path, false]);
    return { problems: error?.problems, pages: pages.map(([path, bytes]) => [path, String(bytes)]) };
  };
  const idle = await run('idle');
  keepBusy();
  const busy = await run('busy');
  rest();
  expect(busy).toEqual(idle);
}, 900_000);

test('a text with too many nested quotes keeps all of its words', () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `${'> '.repeat(90)}a${index}`);
  const { html } = render(lines.join('\n'), NEUTRAL_OPTIONS);
  expect(html.match(/a\d+/g)).toHaveLength(lines.length);
  expect(html).toContain('&gt; &gt;');
});
