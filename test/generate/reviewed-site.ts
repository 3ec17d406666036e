/** A site with generated texts to approve, and what becomes of them when one byte changes. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { decodeUtf8 } from '../../src/config/utf8.ts';
import { APPROVALS_FILE, readApprovals } from '../../src/content/article/approvals.ts';
import { chooseText, loadApprovedTexts } from '../../src/content/article/approved-texts.ts';
import { checkApprovals } from '../../src/content/article/check-approvals.ts';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { createAnswer } from '../support/model-answers.ts';
import type { ChatRequest } from '../support/model-server.ts';
import { runArticles } from '../support/program.ts';
import { createRandom } from '../support/random.ts';
import { type AtEnd, createSite, createTopics, runGenerate, serveModel } from './site.ts';

const SOURCE = 'sources/pool.txt';
export const BY = ['--reviewer', 'Ann Reed'];

export interface SiteOptions {
  settings?: object;
  publish?: boolean;
  sources?: string[];
}

/** @returns the files of the articles that a model wrote */
export async function createReviewed(
  count: number,
  { settings = {}, publish = false, sources = [] }: SiteOptions,
  atEnd: AtEnd,
) {
  const root = createSite({ maxRepairs: 0, ...settings }, atEnd, ['en_US'], { unapproved: 'stop' });
  mkdirSync(join(root, 'sources'));
  writeFileSync(join(root, SOURCE), 'A pool keeps 18 % of the stakes.\n');
  const answer = (body: ChatRequest) =>
    sources.length > 0
      ? createAnswer(body).replace(/("number":1,.*?"text":")/, '$1A pool keeps 18 % of the stakes [s1]. ')
      : createAnswer(body);
  const server = await serveModel({ answer }, atEnd);
  const topics = createTopics(count).map((topic) => ({ ...topic, sources }));
  const { result } = await runGenerate(root, server.url, { topics, publish });
  return { root, url: server.url, files: result.written.map(({ file }) => file) };
}

export const run = (root: string, ...args: string[]) => runArticles([...args, '--root', root]);

/** What `check` finds, with the line of a decision. */
export async function checkSite(root: string): Promise<string[]> {
  const { stdout } = await run(root, 'check', '--json');
  const { errors = [], error } = JSON.parse(stdout);
  const found: { code: string; file: string; line?: number }[] = error?.problems ?? errors;
  return found.map(({ code, file, line }) => `${code} ${file}${file === APPROVALS_FILE ? `:${line}` : ''}`);
}

/** Changes bytes of an approved text, of its record and of its source, one at a time: each change must be named. */
export async function expectFlipsNamed(
  { root, files }: Awaited<ReturnType<typeof createReviewed>>,
  flips: number,
): Promise<void> {
  const [file = ''] = files;
  if (readApprovals(root).decisions.length === 0) await run(root, 'review', 'approve', ...files, ...BY);
  const random = createRandom('flips');
  const article = readFileSync(join(root, file));
  const head = article.indexOf('\n---\n') + 5;
  const range = (field: string) => {
    const [all = '', value = ''] = new RegExp(`\n${field}: (.*)`).exec(article.toString('latin1')) ?? [];
    const end = article.toString('latin1').indexOf(all) + all.length;
    return [end - value.length, end] as const;
  };
  const record = readFileSync(join(root, APPROVALS_FILE));
  const cited = readFileSync(join(root, SOURCE));
  const places = [range('title'), range('description'), [head, article.length] as const];
  const source = { file, locale: 'en_US', key: 'a/b' } as const;
  /** Problems that `check` finds in the two files, without the rest of the site. */
  const findProblems = (bytes: Buffer): string[] => {
    const decoded = decodeUtf8(bytes);
    if (!decoded.ok) return [file];
    const { review } = chooseText(root, loadApprovedTexts(root, true), file, decoded.text);
    const { meta, problems } = parseArticle(source, decoded.text, '', { review });
    return [
      ...problems,
      ...checkApprovals(root, meta ? [meta] : [], readApprovals(root), 'stop').problems,
    ].map((problem) => problem.file ?? '');
  };
  expect(findProblems(article)).toEqual([]);
  for (let flip = 0; flip < flips; flip++) {
    const [path, bytes] =
      [[APPROVALS_FILE, record] as const, [SOURCE, cited] as const][flip % 4] ?? ([file, article] as const);
    const isText = path === file;
    const [from, to] = isText ? (places[flip % 5 === 0 ? flip % 2 : 2] ?? [0, 0]) : [0, bytes.length];
    const at = from + Math.floor(random() * (to - from));
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ (1 + Math.floor(random() * 255));
    if (!isText) writeFileSync(join(root, path), changed);
    const found = [findProblems(isText ? changed : article)];
    if (flip % (flips / 10 + 1) === 0) {
      writeFileSync(join(root, path), changed);
      found.push(await checkSite(root));
    }
    writeFileSync(join(root, path), bytes);
    const place = `byte ${at} of ${path}: ${bytes[at]} → ${changed[at]}`;
    for (const problems of found) expect(problems.join('\n'), place).toContain(path === SOURCE ? file : path);
  }
}
