/** The judge: a second model that examines each article by a rubric. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { readApprovals } from '../../src/content/article/approvals.ts';
import { createLanguageJudge } from '../../src/generate/checks/check-language.ts';
import { checkAnswerText } from '../../src/generate/checks/check-steps.ts';
import { isBlocking } from '../../src/generate/checks/finding.ts';
import { createJudge, findObjections } from '../../src/generate/checks/verdict.ts';
import { readCalls } from '../../src/generate/run/read-run.ts';
import { judgeArticle } from '../../src/generate/write/judge-article.ts';
import { createAnswer, formatOf } from '../support/model-answers.ts';
import type { ChatRequest } from '../support/model-server.ts';
import { runArticles } from '../support/program.ts';
import { createCostReport } from './journal-costs.ts';
import { rulesFor } from './rules.ts';
import { createSite, createTopics, readArticles, runGenerate, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

const PRICES = {
  'test-model': { input: 1, cachedInput: 0.5, output: 10 },
  'judge-model': { input: 4, output: 20 },
};
const JUDGE = { judge: { model: 'judge-model', block: ['promise'] }, prices: PRICES };

const sentencesOf = ({ messages }: ChatRequest) =>
  [...(messages[1]?.content ?? '').matchAll(/^\[(\d+)\] (.*)$/gm)].map(([, , sentence = '']) => sentence);

/** The judge objects to the fourth sentence of each article. */
function objectTo(criterion: string, change: (quote: string) => string = (quote) => quote) {
  return (body: ChatRequest): string => {
    if (formatOf(body).step !== 'judge') return createAnswer(body);
    const quote = change(sentencesOf(body)[3] ?? '');
    const found = { sentence: 4, criterion, quote, reason: 'It promises too much.', severity: 'high' };
    return JSON.stringify({ findings: [found] });
  };
}

test('reads title, description and numbered sentences, with its own model and the rubric of the package', async () => {
  const root = createSite(JUDGE, undefined, ['en_US']);
  const server = await serveModel();
  const { result, errors } = await runGenerate(root, server.url, { topics: createTopics(2) });
  expect([errors, result.written.length]).toEqual([[], 2]);
  const judged = server.calls.filter(({ step }) => step === 'judge');
  expect(judged.map(({ body }) => body.model)).toEqual(['judge-model', 'judge-model']);
  const [text = ''] = [...readArticles(root).values()];
  const title = /^title: "?(.*?)"?$/m.exec(text)?.[1];
  const sentences = judged.map(({ body }) => sentencesOf(body));
  expect(sentences.map(([first]) => first)).toContain(title);
  expect(judged[0]?.body.messages[0]?.content).toContain('## promise');
  expect(text).toMatch(/^ {2}judge:\n {4}model: judge-model\n {4}rubric: \w{16}\n {4}objections: \[\]$/m);
  // Every call of the judge is in the ledger with the price of its model.
  const report = createCostReport(await readCalls(root));
  expect(report.models.find(({ name }) => name === 'judge-model')).toMatchObject({ calls: 2, unknown: 0 });
  expect(report.total.usd).toBeCloseTo(Number(result.usd), 6);
});

test('an objection under a blocking criterion keeps an article from approval until its words are gone', async () => {
  const root = createSite(JUDGE, undefined, ['en_US']);
  const server = await serveModel({ answer: objectTo('promise') });
  const { result } = await runGenerate(root, server.url, { topics: createTopics(1) });
  expect(result.needsReview).toMatchObject([{ findings: [{ code: 'objection' }] }]);
  const file = result.needsReview[0]?.file ?? '';
  const approve = (...more: string[]) =>
    runArticles(['review', 'approve', file, '--reviewer', 'Ann', '--root', root, ...more]);
  const refused = await approve();
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/objection: promise, high: ".*": It promises too much\./),
  ]);
  expect((await runArticles(['review', 'show', file, '--root', root])).stdout).toMatch(/blocks .*objection/);
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  const body = text.slice(text.indexOf('\n---\n') + 5);
  const words = /quote: "?(.*?)"?$/m.exec(text)?.[1] ?? '';
  expect(body).toContain(words);
  writeFileSync(path, text.replace(body, body.replace(words, 'Nobody can say what a market does next.')));
  expect((await approve()).code).toBe(0);
  const [decision] = readApprovals(root).decisions;
  expect(decision?.judge).toMatchObject({ model: 'judge-model', objections: [{ criterion: 'promise' }] });
  // The verdict is about the generated text, which an editor has amended.
  expect(decision?.judge?.sha256).not.toBe(decision?.sha256);
  expect((await runArticles(['evidence', '--root', root])).stdout).toMatch(
    /judged by judge-model: 1 objection/,
  );
});

test('other criteria are advice, and a quote that the text does not have is asked for again', async () => {
  const root = createSite(JUDGE, undefined, ['en_US']);
  const server = await serveModel({ answer: objectTo('pressure') });
  const { result } = await runGenerate(root, server.url, { topics: createTopics(1) });
  expect(result.written).toHaveLength(1);
  expect([...readArticles(root).values()][0]).toMatch(/- ["']?judge: pressure, high/);
  const other = createSite(JUDGE, undefined, ['en_US']);
  const inventing = await serveModel({ answer: objectTo('promise', () => 'You will surely win.') });
  const invented = await runGenerate(other, inventing.url, { topics: createTopics(1) });
  expect(inventing.calls.filter(({ step }) => step === 'judge').length).toBeGreaterThan(1);
  expect(invented.result.written).toHaveLength(1);
  expect([...readArticles(other).values()][0]).toContain('objections: []');
});

test('an article that the judge could not read is never published', async () => {
  const root = createSite({ ...JUDGE, disclosure: true }, undefined, ['en_US']);
  const answer = (body: ChatRequest) => (formatOf(body).step === 'judge' ? 'I agree.' : createAnswer(body));
  const server = await serveModel({ answer });
  const { result } = await runGenerate(root, server.url, { topics: createTopics(1), publish: true });
  expect(result.written).toMatchObject([{ status: 'draft' }]);
  expect([...readArticles(root).values()][0]).toContain('the judge gave no usable answer');
});

test('--publish needs a judge, and its verdict is in the record', async () => {
  const root = createSite({ disclosure: true }, undefined, ['en_US']);
  const refused = await runArticles(['generate', '--publish', '--dry-run', '--root', root]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('no judge reads the texts')]);
  const judged = createSite({ ...JUDGE, disclosure: true }, undefined, ['en_US']);
  const server = await serveModel();
  await runGenerate(judged, server.url, { topics: createTopics(1), publish: true });
  expect(readApprovals(judged).decisions).toMatchObject([
    { decision: 'published', judge: { model: 'judge-model', objections: [] } },
  ]);
});

test('a text that was judged once is not judged again by the same rubric', async () => {
  const root = createSite(JUDGE, undefined, ['en_US']);
  const server = await serveModel();
  await runGenerate(root, server.url, { topics: createTopics(1) });
  const before = server.calls.filter(({ step }) => step === 'judge').length;
  rmSync(join(root, 'content/en_US/articles'), { recursive: true });
  await runGenerate(root, server.url, { topics: createTopics(1) }, { isNew: true });
  expect(server.calls.filter(({ step }) => step === 'judge')).toHaveLength(before);
  mkdirSync(join(root, 'prompts'), { recursive: true });
  writeFileSync(join(root, 'prompts/rubric.md'), 'Look at this.\n\n## promise\n\nNo promise.\n');
  rmSync(join(root, 'content/en_US/articles'), { recursive: true });
  await runGenerate(root, server.url, { topics: createTopics(1) }, { isNew: true });
  expect(server.calls.filter(({ step }) => step === 'judge')).toHaveLength(before + 1);
});

test('in batches the judge has batches of its own, at half its price; with its own server it gets no key', async () => {
  const root = createSite(JUDGE, undefined, ['en_US']);
  const server = await serveModel({ batches: {} });
  const request = { topics: createTopics(3), mode: 'batch' as const };
  let outcome = await runGenerate(root, server.url, request, { action: 'submit' });
  for (let round = 0; round < 6 && outcome.result.written.length === 0; round++)
    outcome = await runGenerate(root, server.url, request, { action: 'collect' });
  expect(outcome.result.written).toHaveLength(3);
  for (const content of server.batches.files.values()) {
    const models = [...content.matchAll(/"body":\{[^{}]*?"model":"([\w-]+)"/g)].map(([, model]) => model);
    expect(new Set(models).size).toBeLessThanOrEqual(1);
  }
  expect(server.book).toHaveLength(15);
  const jury = await serveModel();
  const own = createSite({ ...JUDGE, judge: { ...JUDGE.judge, baseUrl: jury.url } }, undefined, ['en_US']);
  const writer = await serveModel();
  await runGenerate(own, writer.url, { topics: createTopics(1) });
  expect(writer.calls.some(({ step }) => step === 'judge')).toBe(false);
  expect(jury.calls.map(({ step, authorization, body }) => [step, authorization, body.store])).toEqual([
    ['judge', undefined, undefined],
  ]);
});

test('a rubric without criteria, and a criterion that it does not have, are errors', async () => {
  const root = createSite({ ...JUDGE, judge: { model: 'm', block: ['promises'] } }, undefined, ['en_US']);
  const run = () => runArticles(['generate', '--dry-run', '--root', root]);
  expect((await run()).stderr).toMatch(/no criterion "promises".*\n.*promise, pressure/);
  mkdirSync(join(root, 'prompts'), { recursive: true });
  writeFileSync(join(root, 'prompts/rubric.md'), 'Be strict.\n');
  expect((await run()).stderr).toMatch(/prompts\/rubric\.md.*has no criterion/);
});

/** A hundred lines of each language with the criterion that each breaks, or "fine". No model has judged them. */
const readLabelled = (language: string) =>
  readFileSync(new URL(`labelled/${language}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(': '))
    .map(([label = '', ...text]) => ({ label, text: text.join(': ') }));

test.each(['en', 'ru', 'tr', 'ko'] as const)(
  '%s: each labelled line reaches the judge whole, and each objection its line',
  async (language) => {
    const config = await loadConfig(createSite(JUDGE, undefined, ['en_US']));
    const settings = config.generate.judge;
    if (!settings) throw new Error('the site has no judge');
    const judge = createJudge(config, settings);
    const lines = readLabelled(language);
    expect([lines.length, new Set(lines.map(({ text }) => text)).size]).toEqual([100, 100]);
    expect(new Set(lines.map(({ label }) => label))).toEqual(new Set([...judge.rubric.criteria, 'fine']));
    const broken = lines.filter(({ label }) => label !== 'fine');
    const text = lines.map((line) => line.text).join(' ');
    const article = { title: 'T', description: 'D', sections: [{ number: 1, heading: '', text }] };
    const verdict = await judgeArticle(
      article,
      {
        ask: async ({ prompt, schema, check }) => {
          const sentences = [...prompt.matchAll(/^\[\d+\] (.*)$/gm)].map(([, sentence]) => sentence);
          expect(sentences).toEqual(['T', 'D', ...lines.map((line) => line.text)]);
          const found = broken.map((line) => ({
            sentence: sentences.indexOf(line.text) + 1,
            criterion: line.label,
            quote: line.text,
            reason: 'It breaks the rubric.',
            severity: 'low',
          }));
          const value = schema.parse({ findings: found });
          return { value, findings: check(value) };
        },
      },
      { judge, language },
    );
    const quotes = findObjections(verdict ?? undefined, text, judge.rubric.criteria).map(
      ({ quote }) => quote,
    );
    expect(quotes).toEqual(broken.map((line) => line.text));
    const corrected = lines.filter(({ label }) => label === 'fine').map((line) => line.text);
    expect(findObjections(verdict ?? undefined, corrected.join(' '), judge.rubric.criteria)).toEqual([]);
    // What only a reader can judge, no exact check blocks. Some lines are also what a machine leaves behind.
    const rules = rulesFor(language, { judge: await createLanguageJudge() });
    const blocked = lines.flatMap((line) => checkAnswerText(line.text, rules).filter(isBlocking));
    expect(blocked.filter(({ code }) => code !== 'leftover')).toEqual([]);
  },
);
