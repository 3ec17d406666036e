/**
 * Several hundred texts that are made to be slow: no page is too large, and the verdict and the bytes are those of the idle
 * machine on a busy one too. Nothing is timed: processor time is reported, not judged. Markdown has 200 kB in all
 * patterns and a megabyte in some; front matter reaches its limit of 200,000 characters and goes beyond.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { readHighlightLanguages } from '../../src/content/markdown/highlight.ts';
import { TextRefusedError } from '../../src/content/markdown/page-size.ts';
import { createMarkdownRenderer, NEUTRAL_OPTIONS } from '../../src/content/markdown/render-markdown.ts';
import { DIRECTIVES } from '../../src/directives/directive-registry.ts';
import { runArticles } from '../support/program.ts';
import { article, makeSite, readTree, smallSite } from '../support/site.ts';
import { codeInputs, frontMatterInputs, markdownInputs } from './battery-inputs.ts';

const MAX_PAGE = 8_000_000;
const FRONT = 'title: A\nauthor: Ann Reed\ndate: 2026-01-10\n';
const SMALL = 200_000;
const LARGE = 1_000_000;

const render = createMarkdownRenderer();

/** What becomes of a file: the hash of its page, or its problems. */
function verdictOf(front: string, body: string): { verdict: string; bytes: number } {
  const source = { file: 'a.md', locale: 'en_US', key: 'a' } as const;
  const { meta, problems } = parseArticle(source, `---\n${front}\n---\n${body}`, 'hash', {
    directives: DIRECTIVES,
  });
  const errors = problems.filter(({ severity }) => severity !== 'warning');
  if (!meta || errors.length > 0) return { verdict: JSON.stringify(problems).slice(0, 2_000), bytes: 0 };
  try {
    const { html } = render(body, NEUTRAL_OPTIONS);
    const hash = createHash('sha1').update(JSON.stringify(meta)).update(html).digest('hex');
    return { verdict: hash, bytes: Buffer.byteLength(html) };
  } catch (error) {
    if (!(error instanceof TextRefusedError)) throw error;
    return { verdict: error.message, bytes: 0 };
  }
}

function inputs(): Map<string, readonly [front: string, body: string]> {
  const languages = [...new Set([...readHighlightLanguages().values()].map(([language = '']) => language))];
  const all = new Map<string, readonly [string, string]>();
  const add = (kind: string, bodies: Readonly<Record<string, string>>) => {
    for (const [name, body] of Object.entries(bodies)) all.set(`${kind}: ${name}`, [FRONT, body]);
  };
  add('markdown', markdownInputs(SMALL));
  add('code', codeInputs(languages, SMALL));
  const large = Object.entries(markdownInputs(LARGE)).filter((_, index) => index % 24 === 4);
  add('large', Object.fromEntries(large));
  for (const size of [190_000, LARGE])
    for (const [name, front] of Object.entries(frontMatterInputs(size)))
      all.set(`front matter of ${size}: ${name}`, [front, 'Text.']);
  return all;
}

/** The verdicts in order, with the processor time of each in milliseconds. */
function runAll(all: ReturnType<typeof inputs>) {
  return [...all].map(([name, [front, body]]) => {
    const before = process.cpuUsage();
    const { verdict, bytes } = verdictOf(front, body);
    const { user, system } = process.cpuUsage(before);
    return { name, verdict, bytes, ms: Math.round((user + system) / 1_000) };
  });
}

const loops: ChildProcess[] = [];
const keepBusy = () => {
  for (let count = 0; count < 8; count++) {
    const loop = spawn(process.execPath, ['-e', 'for (;;);']);
    // A lower priority keeps the battery at a few minutes; the machine is busy all the same.
    if (loop.pid !== undefined) setPriority(loop.pid, 5);
    loops.push(loop);
  }
};
const rest = () => {
  for (const loop of loops.splice(0)) loop.kill('SIGKILL');
};
afterAll(rest);

/** One input in four is run again on the busy machine, where each takes longer. */
const AGAIN = 4;

test('an input has the same verdict and the same bytes, idle and beside eight busy loops', () => {
  const all = inputs();
  expect(all.size).toBeGreaterThan(400);
  const idle = runAll(all);
  keepBusy();
  const busy = runAll(new Map([...all].filter((_, index) => index % AGAIN === 0)));
  rest();
  const slowest = [...idle, ...busy].sort((a, b) => b.ms - a.ms).slice(0, 5);
  const sum = idle.reduce((total, { ms }) => total + ms, 0);
  process.stdout.write(`${all.size} inputs, ${sum} ms of processor time; the slowest:\n`);
  for (const { name, ms, bytes } of slowest)
    process.stdout.write(`${ms} ms, page of ${bytes} bytes: ${name}\n`);
  const verdicts = new Map(idle.map(({ name, verdict }) => [name, verdict]));
  for (const { name, verdict } of busy) expect([name, verdict]).toEqual([name, verdicts.get(name)]);
  expect(idle.filter(({ bytes }) => bytes > MAX_PAGE)).toEqual([]);
}, 900_000);

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

test('a text that uses up its budget keeps all of its words', () => {
  const words = Array.from({ length: 40_000 }, (_, index) => `*a${index}_`);
  const { html } = render(words.join(' '), NEUTRAL_OPTIONS);
  const shown = html.match(/a\d+/g) ?? [];
  expect(shown).toHaveLength(words.length);
});
