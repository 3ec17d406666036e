/** Several people who write one site on clones of one repository, each by the desk: a script at random, and what must hold after it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { writeComment } from '../../packages/desk/src/server/comments.ts';
import type { Decision, OpenOverlap } from '../../packages/desk/src/server/merge-commits.ts';
import type { Shared } from '../../packages/desk/src/server/share.ts';
import { runArticles } from './program.ts';
import { createDraw } from './random.ts';
import { article, makeFolder, smallSite, writeFiles } from './site.ts';

export const FOLDER = 'content/en_US/articles';

/** One person at a desk of their own. */
export interface Writer {
  name: string;
  root: string;
  read(file: string): Promise<{ text: string; hash: string }>;
  insert(file: string, base: string, at: number, words: string): Promise<void>;
  setField(file: string, field: string, value: string): Promise<void>;
  share(decisions: readonly Decision[]): Promise<Shared>;
  /** @returns false where others have texts that this release would take back */
  publish?(): Promise<boolean>;
}

export const gitIn = (root: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, stdio: 'pipe' }).trim();

/** Texts that have nothing in common, as those of people. */
const wordsOf = (seed: string, count: number) => {
  const draw = createDraw(seed);
  const letters = 'abcdefghijklmnoprstuvwz';
  const word = () => Array.from({ length: 3 + draw(7) }, () => letters[draw(letters.length)]).join('');
  return Array.from({ length: count }, word).join(' ');
};

const textOf = (slug: string, more = '') =>
  article({
    title: `On ${slug}`,
    slug,
    more,
    body: Array.from({ length: 6 }, (_, at) => `${wordsOf(`${slug}-${at}`, 30)}.`).join('\n\n'),
  });

const originOf = (at: number) =>
  `origin: {model: m, prompt: a@1, topic: "Topic ${at}", date: 2026-01-01, run: "1", article: "${at}", status: needs-review, tokens: {input: 1, cached: 0, output: 1}, usd: null}`;

/** A repository without files, and a clone of it for each name. All publish to one folder, `www`. */
export function makeClones(names: readonly string[]): { origin: string; roots: string[]; www: string } {
  const folder = makeFolder();
  const www = join(folder, 'www');
  const origin = join(folder, 'origin.git');
  gitIn(folder, 'init', '-q', '--bare', '-b', 'main', origin);
  const roots = names.map((name) => {
    gitIn(folder, 'clone', '-q', origin, name);
    const root = join(folder, name);
    gitIn(root, 'checkout', '-q', '-B', 'main');
    gitIn(root, 'config', 'user.name', name);
    gitIn(root, 'config', 'user.email', `${name}@example.com`);
    return root;
  });
  const [first = ''] = roots;
  writeFiles(first, {
    ...smallSite({ deploy: { development: pathToFileURL(www).href } }),
    ...Object.fromEntries(
      Array.from({ length: 6 }, (_, at) => [`${FOLDER}/t-start-${at}.md`, textOf(`t-start-${at}`)]),
    ),
    ...Object.fromEntries(
      Array.from({ length: 2 }, (_, at) => [
        `${FOLDER}/t-model-${at}.md`,
        textOf(`t-model-${at}`, originOf(at)),
      ]),
    ),
    '.gitignore': '.articles\ndist\n',
  });
  gitIn(first, 'add', '-A');
  gitIn(first, 'commit', '-qm', 'Start');
  gitIn(first, 'push', '-q', '-u', 'origin', 'main');
  for (const root of roots.slice(1)) gitIn(root, 'pull', '-q', 'origin', 'main');
  return { origin, roots, www };
}

const listTexts = (root: string) =>
  readdirSync(join(root, FOLDER))
    .filter((name) => name.startsWith('t-') && name.endsWith('.md'))
    .sort()
    .map((name) => `${FOLDER}/${name}`);

const slugOf = (text: string) => /^slug: (.*)$/m.exec(text)?.[1] ?? '';

/** Keeps both of each overlap, and mine of a field: words that were typed stay. */
const keepBoth = ({ file, mine, theirs, merge }: OpenOverlap): Decision => ({
  file,
  mine,
  theirs,
  text: merge
    .map((part) => {
      if (typeof part === 'string') return part;
      return part.isHead ? part.mine : `${part.mine.trimEnd()}\n\n${part.theirs}`;
    })
    .join(''),
});

async function shareAll(writer: Writer): Promise<void> {
  let result = await writer.share([]);
  for (let round = 0; result.state === 'overlap'; round++) {
    expect(round, 'decisions end').toBeLessThan(4);
    result = await writer.share(result.overlaps.map(keepBoth));
  }
}

async function publishAll(writer: Writer): Promise<void> {
  for (let round = 0; !(await writer.publish?.()); round++) {
    expect(round, 'nobody shares meanwhile').toBe(0);
    await shareAll(writer);
  }
}

const isByModel = (slug: string) => slug.startsWith('t-model-');

const readDecisions = (root: string): string[] => {
  const path = join(root, 'content/approvals.jsonl');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
};

/** Approves a text that a model wrote. @returns the lines that say so */
async function approve({ root, read }: Writer): Promise<string[]> {
  const before = new Set(readDecisions(root));
  for (const file of listTexts(root)) {
    if (!isByModel(slugOf((await read(file)).text))) continue;
    const args = ['review', '--root', root, '--force', '--reason=It is a test', 'approve', file];
    const { code, stderr } = await runArticles(args);
    expect(code, stderr).toBe(0);
    break;
  }
  return readDecisions(root).filter((line) => !before.has(line));
}

interface Typed {
  word: string;
  slug: string;
  writer: Writer;
  isShared: boolean;
}

/** @returns the words that were typed, with the article that has them, and the articles that were deleted */
export async function writeAtRandom(
  seed: string,
  steps: number,
  writers: readonly Writer[],
  onPublished: (script: { typed: readonly Typed[]; deleted: ReadonlySet<string> }) => void = () => {},
) {
  const draw = createDraw(seed);
  let typed: Typed[] = [];
  const deleted = new Set<string>();
  const decided: string[] = [];
  for (let step = 0; step < steps; step++) {
    const writer = writers[draw(writers.length)];
    const files = writer ? listTexts(writer.root) : [];
    const file = files[draw(files.length)];
    if (!writer || file === undefined) continue;
    const { text, hash } = await writer.read(file);
    const kind = draw(writer.publish ? 15 : 14);
    if (kind === 0) writeFiles(writer.root, { [`${FOLDER}/t-new-${step}.md`]: textOf(`t-new-${step}`) });
    else if (kind === 1) renameSync(join(writer.root, file), join(writer.root, FOLDER, `t-moved-${step}.md`));
    else if (kind === 2 && files.length > 4) {
      rmSync(join(writer.root, file));
      deleted.add(slugOf(text));
      // Who deletes what nobody else has seen means it.
      typed = typed.filter((one) => one.isShared || one.writer !== writer || one.slug !== slugOf(text));
    } else if (kind === 3) {
      const words = { text: `About step ${step}`, author: writer.name };
      const at = text.indexOf('\n---\n') + 5;
      writeComment(writer.root, file, text, { from: at, to: at + 12 }, words);
    } else if (kind === 4) decided.push(...(await approve(writer)));
    else if (kind === 14) {
      await publishAll(writer);
      onPublished({ typed, deleted });
    } else if (kind === 5) await writer.setField(file, 'reviewBy', `2027-01-${10 + draw(20)}`);
    else if (kind < 9) {
      await shareAll(writer);
      for (const one of typed) if (one.writer === writer) one.isShared = true;
    } else {
      const start = text.indexOf('\n---\n') + 5;
      const spaces = [...text.slice(start).matchAll(/ /g)].map(({ index }) => index + start);
      const word = `typed${step}`;
      await writer.insert(file, hash, spaces[draw(spaces.length)] ?? text.length, ` ${word}`);
      typed.push({ word, slug: slugOf(text), writer, isShared: false });
    }
  }
  // What one takes over in the first round, the others have in the second.
  for (const writer of [...writers, ...writers]) await shareAll(writer);
  return { typed, deleted, decided };
}

/** After each release, readers have every word that they had, unless somebody has deleted its text. Of a model's texts they have the approved one. */
export function expectNothingTakenBack(www: string) {
  const had = new Map<string, string>();
  const hasWord = (word: string, slug: string) => {
    const page = join(www, `articles/${slug}.html`);
    return existsSync(page) && new RegExp(`\\b${word}\\b`).test(readFileSync(page, 'utf8'));
  };
  return {
    had,
    onPublished({ typed, deleted }: { typed: readonly Typed[]; deleted: ReadonlySet<string> }): void {
      for (const [word, slug] of had)
        expect(deleted.has(slug) || hasWord(word, slug), `${word} of ${slug}`).toBe(true);
      for (const { word, slug, isShared } of typed) if (isShared && hasWord(word, slug)) had.set(word, slug);
    },
  };
}

/** All have the same, every word is in its article, and no commit holds the marks of a conflict. */
export function expectNothingLost(
  roots: readonly string[],
  { typed, deleted, decided }: Awaited<ReturnType<typeof writeAtRandom>>,
): void {
  const [root = ''] = roots;
  expect(new Set(roots.map((one) => gitIn(one, 'rev-parse', 'HEAD'))).size).toBe(1);
  expect(roots.map((one) => gitIn(one, 'status', '--porcelain'))).toEqual(roots.map(() => ''));
  const texts = new Map(
    listTexts(root).map((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [slugOf(text), text];
    }),
  );
  expect(texts.size, 'an article is there once').toBe(listTexts(root).length);
  const past = gitIn(root, 'log', '-p', '--cc', 'HEAD', '--', 'content');
  for (const { word, slug } of typed) {
    if (texts.get(slug)?.includes(` ${word}`)) continue;
    // Somebody has deleted the text that had it. What another has renamed meanwhile may be the older one.
    expect(deleted.has(slug), `${word} of ${slug}`).toBe(true);
    expect(past.includes(` ${word}`), `${word} of ${slug}`).toBe(true);
  }
  expect(readDecisions(root).sort()).toEqual([...decided].sort());
  expect(past).not.toMatch(/^\+(?:<<<<<<<|>>>>>>>) /m);
}

/** Builds the site of each commit. */
export async function expectBuilds(root: string, commits: readonly string[]): Promise<void> {
  const folder = join(makeFolder(), 'site');
  gitIn(root, 'worktree', 'add', '-q', '--detach', folder, 'HEAD');
  for (const commit of commits) {
    gitIn(folder, 'checkout', '-q', '--force', commit);
    const { code, stderr } = await runArticles(['build', '--root', folder]);
    expect(code, `${commit}\n${stderr}`).toBe(0);
  }
}
