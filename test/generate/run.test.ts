/** A run as an operator sees it: what is written, kept, skipped, spent, stopped and gone on with. */
import { existsSync, mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { tryLock } from '../../src/foundation/file-lock.ts';
import { createReporter } from '../../src/foundation/report.ts';
import { createStop } from '../../src/generate/calls/stop.ts';
import { createPlan } from '../../src/generate/run/plan-jobs.ts';
import { readCalls } from '../../src/generate/run/read-run.ts';
import { loadLocaleContexts } from '../../src/generate/write/locale-context.ts';
import type { Fault, ModelServerOptions } from '../support/model-server.ts';
import { createCostReport } from './journal-costs.ts';
import {
  configure,
  createSite,
  createTopics,
  DEFAULT_REQUEST,
  readArticles,
  runGenerate,
  serveModel,
} from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

async function setUp(options: ModelServerOptions = {}, settings: object = {}) {
  const root = createSite(settings);
  const server = await serveModel(options);
  return { root, server, url: server.url };
}

function journals(root: string): string[] {
  const runs = join(root, '.articles/generate/runs');
  return readdirSync(runs).map((run) => join(runs, run, 'journal.jsonl'));
}

describe('written articles', () => {
  test('a draft in each locale, with its record of origin', async () => {
    const { root, url, server } = await setUp();
    const { result, errors } = await runGenerate(root, url, {
      locales: ['en_US', 'ru_RU', 'tr_TR'],
      topics: createTopics(2),
    });
    expect(errors).toEqual([]);
    expect(result.rejected).toEqual([]);
    expect(result.written.map(({ locale, status }) => `${locale} ${status}`).sort()).toEqual([
      'en_US draft',
      'en_US draft',
      'ru_RU draft',
      'ru_RU draft',
      'tr_TR draft',
      'tr_TR draft',
    ]);
    expect(server.billed()).toHaveLength(24);
    const text = readFileSync(join(root, result.written[0]?.file ?? ''), 'utf8');
    for (const line of [
      'draft: true',
      '  status: draft',
      '  reviewer: null',
      '  model: test-model',
      `  run: ${result.run}`,
    ])
      expect(text).toContain(`${line}\n`);
    expect(text).toMatch(/ {2}usd: 0\.0\d+\n/);
  });

  test('a plan knows what another process has written since the site was read', async () => {
    const { root, url } = await setUp();
    const request = { ...DEFAULT_REQUEST, topics: createTopics(2) };
    const contexts = await loadLocaleContexts(await loadConfig(root), request.locales, request.model);
    await runGenerate(root, url, request);
    const { plan } = createPlan(root, request, contexts, {
      defaultAuthor: undefined,
      lines: [],
      isNew: false,
      now: 0,
    });
    expect([plan.jobs, plan.skipped.map(({ reason }) => reason)]).toEqual([
      [],
      [expect.stringMatching(/^already written/), expect.stringMatching(/^already written/)],
    ]);
  });

  test('without topics the model proposes some that the site does not have', async () => {
    const { root, url } = await setUp();
    const { result } = await runGenerate(root, url, { topics: null, count: 3, category: 'Poker Guides' });
    expect(result.written).toHaveLength(3);
    for (const { file } of result.written) expect(file).toContain('/poker-guides/');
  });

  test('a topic with category and subcategory asks for neither', async () => {
    const { root, url, server } = await setUp();
    const topics = createTopics(1).map((topic) => ({
      ...topic,
      category: 'pokerGuides',
      subcategory: 'poker-table-etiquette',
    }));
    const { result } = await runGenerate(root, url, { topics });
    expect(server.calls.map(({ step }) => step)).toEqual(['outline', 'sections', 'seo']);
    expect(readFileSync(join(root, result.written[0]?.file ?? ''), 'utf8')).toContain('/pokerTableEtiquette');
  });

  test('an answer without a category: into `other` of the one that is named, else to review', async () => {
    const nothing: Fault = {
      content: (text) =>
        JSON.stringify(Object.fromEntries(Object.keys(JSON.parse(text)).map((key) => [key, null]))),
    };
    const { root, url } = await setUp({ fault: ({ step }) => (step === 'category' ? nothing : undefined) });
    const [first, second] = createTopics(2);
    if (!first || !second) throw new Error('no topics');
    const topics = [{ ...first, category: 'pokerGuides' }, second];
    const { result } = await runGenerate(root, url, { topics, publish: true });
    const texts = [...readArticles(root).values()];
    expect(texts.map((text) => text.match(/^category: (.*)$/gm)?.length ?? 0).sort()).toEqual([0, 1]);
    expect(texts.find((text) => text.includes('category: pokerGuides'))).toMatch(
      /^category: pokerGuides\n[\s\S]*status: published/m,
    );
    // A missing category is advice: the editor sees it, and the article is not held back.
    expect([result.written.length, result.needsReview, result.rejected]).toEqual([2, [], []]);
    expect(texts.filter((text) => text.includes('category: no category is chosen'))).toHaveLength(1);
  });

  test('a long article takes several calls and stays one article', async () => {
    const { root, url, server } = await setUp(
      {},
      { words: { minimum: 600, maximum: 900 }, maxOutputTokens: 700 },
    );
    const { result, errors } = await runGenerate(root, url);
    expect(errors).toEqual([]);
    expect(server.calls.filter(({ step }) => step === 'sections').length).toBeGreaterThan(1);
    expect(readFileSync(join(root, result.written[0]?.file ?? ''), 'utf8').match(/^## /gm)).toHaveLength(3);
  });

  test('a repair asks for the failing section only, and leaves the others as they were', async () => {
    let before: { text: string }[] = [];
    const { root, url, server } = await setUp({
      fault: ({ step, job }) =>
        step === 'sections' && job.endsWith('.0')
          ? {
              content: (text) => {
                before = JSON.parse(text).sections;
                return text.replace('"text":"', '"text":"<script>Bold.</script> ');
              },
            }
          : undefined,
    });
    const { result } = await runGenerate(root, url);
    const asked = server.calls.filter(({ step }) => step === 'sections');
    expect(asked).toHaveLength(2);
    const repair = asked[1]?.body.messages.at(-1)?.content;
    expect(repair).toMatch(/- \[script\] a script.*remove it/);
    expect(repair).toMatch(/with only section 1\.$/);
    const article = readFileSync(join(root, result.written[0]?.file ?? ''), 'utf8');
    for (const { text } of before.slice(1)) expect(article).toContain(text);
    expect(article).not.toContain('Bold.');
  });

  test('the same topics again cost nothing', async () => {
    const { root, url, server } = await setUp();
    await runGenerate(root, url, { topics: createTopics(2) });
    const { result } = await runGenerate(root, url, { topics: createTopics(2) }, { isNew: true });
    expect(result).toMatchObject({ written: [], skipped: 2, calls: 0 });
    expect(server.billed()).toHaveLength(8);
  });

  test('a title that another article of the run has is no reason for a repair, and its reviewer sees it', async () => {
    let title = '';
    const { root, url, server } = await setUp(
      {
        fault: ({ step, job }) =>
          step !== 'outline'
            ? undefined
            : {
                content: (text) => {
                  const outline = JSON.parse(text);
                  if (job.includes('0001')) title = outline.title;
                  return JSON.stringify({ ...outline, title: `${title}!` });
                },
              },
      },
      { concurrency: 1 },
    );
    const { result } = await runGenerate(root, url, { topics: createTopics(2) });
    expect(result.written).toHaveLength(2);
    const steps = server.calls.filter(({ job }) => job.includes('0002')).map(({ step }) => step);
    expect(steps.filter((step) => step === 'outline')).toHaveLength(1);
    expect([...readArticles(root).values()].join('\n')).toContain('duplicate-title: ');
  });

  test('a title that is the address of another page gets a numbered slug', async () => {
    const description = 'How the price of a bet tells what a bookmaker keeps for itself in the long run.';
    const { root, url } = await setUp({
      fault: ({ step }) =>
        step === 'seo'
          ? { content: () => JSON.stringify({ title: 'Privacy Policy', description }) }
          : undefined,
    });
    const { result } = await runGenerate(root, url);
    expect(result.written[0]?.file).toMatch(/\/privacy-policy-2\.md$/);
  });

  test('an article near one of the site says so to its reviewer', async () => {
    const { root, url } = await setUp();
    const [topic] = createTopics(1);
    const { result } = await runGenerate(root, url, { topics: [{ topic: topic?.topic ?? '' }] });
    const original = readFileSync(join(root, result.written[0]?.file ?? ''), 'utf8');
    const body = original.slice(original.lastIndexOf('---\n') + 4);
    const again = await serveModel({
      fault: ({ step }) =>
        step === 'sections'
          ? {
              content: () =>
                JSON.stringify({
                  sections: body
                    .split(/^## .*$/m)
                    .slice(1)
                    .map((text, index) => ({ number: index + 1, heading: '', text })),
                }),
            }
          : undefined,
    });
    const second = await runGenerate(root, again.url, { topics: createTopics(1, 'another') });
    const file = second.result.written[0]?.file ?? '';
    expect(readFileSync(join(root, file), 'utf8')).toContain('duplicate-text: ');
  });
});

test('a terminal shows articles written and rejected, money spent, rate and time left', async () => {
  const { root, url } = await setUp({ latency: 150 }, { concurrency: 1 });
  let shown = '';
  const terminal = { isTTY: true, columns: 200, write: (text: string) => (shown += text) };
  const reporter = createReporter({
    json: false,
    quiet: false,
    stdout: terminal,
    stderr: terminal,
    environment: { NO_COLOR: '1' },
  });
  await runGenerate(root, url, { topics: createTopics(3) }, { budget: 4 }, createStop(), reporter);
  expect(shown).toMatch(
    /articles: 2 of 3, [\d.]+\/(?:s|min), \d+ s left, 2 written, 0 rejected, \$0\.0\d+ of \$4\.00/,
  );
  expect(shown).toMatch(/3 articles written, 0 rejected, 0 skipped\n12 paid calls/);
});

test('the summary tells articles to be reviewed from rejected ones', async () => {
  const foreign = 'Осторожный игрок записывает каждую ставку в маленькую тетрадь, пока матч не начался.';
  const fault: ModelServerOptions['fault'] = ({ job, step }) => {
    if (job.includes('0003/')) return { content: () => 'no JSON' };
    const isWrong = job.includes('0002/') && step === 'sections';
    return isWrong ? { content: (text) => text.replace(/("text":".*?)"/, `$1\\n\\n${foreign}"`) } : undefined;
  };
  const { root, url } = await setUp({ fault }, { concurrency: 1, maxRepairs: 0 });
  let shown = '';
  const output = { write: (text: string) => (shown += text) };
  const reporter = createReporter({
    json: false,
    quiet: false,
    stdout: output,
    stderr: output,
    environment: {},
  });
  await runGenerate(root, url, { topics: createTopics(3) }, {}, createStop(), reporter);
  expect(shown).toContain('1 article written, 1 to be reviewed, 1 rejected, 0 skipped\n');
  expect(shown).toMatch(/needs-review content\/en_US\/.*\.md: a paragraph is not in English/);
  expect(shown).toMatch(/rejected {5}\S.*: the answer/);
});

describe('money', () => {
  test('a budget is never exceeded, and a higher one continues the same run', async () => {
    const { root, url, server } = await setUp();
    const topics = createTopics(12);
    const first = await runGenerate(root, url, { topics }, { budget: 0.08 });
    expect(first.errors).toEqual([]);
    expect(first.result.stopped).toBe('budget');
    expect(first.warnings).toMatch(
      /less than the \$0\.\d+ that the next call can cost; unfinished: \d+ articles/,
    );
    expect(first.result.usd).toBeLessThanOrEqual(0.08);
    expect(first.result.unfinished.length).toBeGreaterThan(0);
    const paid = server
      .billed()
      .reduce(
        (sum, { usage }) =>
          sum +
          ((usage?.prompt_tokens ?? 0) -
            (usage?.prompt_tokens_details.cached_tokens ?? 0) * 0.5 +
            (usage?.completion_tokens ?? 0) * 10) /
            1e6,
        0,
      );
    expect(first.result.usd).toBeCloseTo(paid, 5);
    const second = await runGenerate(root, url, { topics }, { budget: 5 });
    expect(second.result.run).toBe(first.result.run);
    expect(second.result.written).toHaveLength(12);
    expect(server.billed()).toHaveLength(48);
  });

  test('the ledger tells cost per article, locale and model, failed answers included', async () => {
    const { root, url, server } = await setUp({
      fault: ({ step, job }) =>
        step === 'outline' && job.endsWith('.0') ? { content: () => 'no JSON' } : undefined,
    });
    await runGenerate(root, url, { locales: ['en_US', 'tr_TR'], topics: createTopics(2) });
    const report = createCostReport(await readCalls(root));
    expect(report.total).toMatchObject({ calls: server.billed().length, articles: 4, wasted: 4 });
    expect(report.locales.map(({ name, articles }) => [name, articles]).sort()).toEqual([
      ['en_US', 2],
      ['tr_TR', 2],
    ]);
    expect(report.models).toMatchObject([{ name: 'test-model', usd: report.total.usd }]);
    // Each article is rounded to a millionth.
    const sum = report.articles.reduce((total, { usd }) => total + Number(usd), 0);
    expect(Math.abs(sum - Number(report.total.usd))).toBeLessThan(0.5e-6 * (report.articles.length + 1));
  });

  test('a budget without a price is refused before anything is sent', async () => {
    const { root, url, server } = await setUp();
    const { errors } = await runGenerate(root, url, { model: 'priceless' }, { budget: 1 });
    expect(errors[0]).toMatch(/price of priceless is not known/);
    expect(server.calls).toEqual([]);
  });
});

describe('a server that will not', () => {
  const refuse = (status: number, code: string) => ({
    fault: () => ({
      status,
      body: JSON.stringify({
        error: { message: 'You exceeded your quota, key sk-test-0123456789', type: code, code },
      }),
    }),
  });

  test('a used-up quota stops the run immediately, with a hint', async () => {
    const { root, url, server } = await setUp(refuse(429, 'insufficient_quota'));
    const { errors } = await runGenerate(root, url, { topics: createTopics(20) });
    expect(errors[0]).toMatch(/quota is used up.*add credit/);
    expect(server.calls.length).toBeLessThanOrEqual(8);
  });

  test('a bad key stops the run and is not printed', async () => {
    const { root, url, server } = await setUp(refuse(401, 'invalid_api_key'));
    const { errors } = await runGenerate(root, url, { topics: createTopics(20) });
    expect(errors[0]).toMatch(/OPENAI_API_KEY/);
    expect(errors[0]).not.toContain('0123456789');
    expect(server.calls.length).toBeLessThanOrEqual(8);
    for (const journal of journals(root)) expect(readFileSync(journal, 'utf8')).not.toContain('0123456789');
  });

  test('a wrong base URL that answers with web pages costs a few calls, not all', async () => {
    const { root, url, server } = await setUp({
      stored: false,
      fault: () => ({ status: 200, body: '<html>' }),
    });
    const { errors } = await runGenerate(root, url, { topics: createTopics(40) });
    expect(errors[0]).toMatch(/loses answers.*--base-url/);
    expect(server.calls.length).toBeLessThanOrEqual(12);
  });

  test('calls that an earlier run has lost keep no other article from being written', async () => {
    const { root, url } = await setUp({ stored: false, fault: () => ({ status: 200, body: '<html>' }) });
    const request = { topics: createTopics(20) };
    await runGenerate(root, url, request);
    const healthy = await serveModel({ stored: false });
    for (const round of ['first', 'second']) {
      const { errors, result } = await runGenerate(root, healthy.url, request);
      expect([round, errors]).toEqual([
        round,
        [expect.stringMatching(/could not be finished.*--retry-unknown/)],
      ]);
      expect(result.unfinished.length).toBeGreaterThan(0);
      for (const { reason } of result.unfinished)
        expect(reason).toMatch(/cannot tell whether the call was paid/);
    }
    const lost = (await runGenerate(root, healthy.url, request)).result.unfinished.length;
    expect(readArticles(root).size).toBe(20 - lost);
  });

  test('without a server the run ends with a hint on how to continue', async () => {
    const { root, url, server } = await setUp();
    await server.close();
    const { errors, result } = await runGenerate(root, url, { topics: createTopics(1) });
    // The words of `silent-model-server`, which ends with exit code 3.
    expect(errors[0]).toMatch(/did not answer.*run the same command again when the server works/);
    expect(result.calls).toBe(0);
  });

  test('retry-after 120 holds all calls back, and a stop does not wait for it', async () => {
    const { root, url, server } = await setUp({
      fault: () => ({ status: 429, body: '{"error":{"message":"slow"}}', headers: { 'retry-after': '120' } }),
    });
    const stop = createStop();
    const running = runGenerate(root, url, { topics: createTopics(20) }, {}, stop);
    // The calls that a run begins with; the first answer holds the others back.
    await expect.poll(() => server.calls.length).toBe(4);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(server.calls.length).toBe(4);
    stop.stop({ kind: 'interrupt' });
    expect((await running).errors[0]).toMatch(/stopped with 20 unfinished articles/);
  });
});

describe('a server without stored answers', () => {
  test('a lost answer counts as spent and is sent again only when asked', async () => {
    let lost = 0;
    const { root, url, server } = await setUp({
      stored: false,
      fault: ({ step }) => (step === 'seo' && ++lost === 2 ? 'reset-after-billing' : undefined),
    });
    const topics = createTopics(3);
    const first = await runGenerate(root, url, { topics });
    expect(first.errors[0]).toMatch(/cannot tell whether the call was paid.*--retry-unknown/);
    expect(first.result.written).toHaveLength(2);
    expect(first.result.calls).toBe(server.billed().length);
    const second = await runGenerate(root, url, { topics });
    expect(second.errors).toHaveLength(1);
    expect(server.billed()).toHaveLength(12);
    const third = await runGenerate(root, url, { topics }, { retryUnknown: true });
    expect(third.errors).toEqual([]);
    expect(third.result.written).toHaveLength(3);
    expect(server.billed()).toHaveLength(13);
    // The lost one counts beside the one that was sent in its place.
    const { total } = createCostReport(await readCalls(root));
    expect(total).toMatchObject({ calls: 13, unknown: 1 });
    expect(third.result.calls).toBe(13);
    expect(third.result.usd).toBeCloseTo(Number(total.usd), 5);
  });

  test('a store that never shows anything is not believed', async () => {
    const { root, url, server } = await setUp({
      stored: true,
      fault: ({ job, body }) => {
        delete body.store;
        return job.includes('en_US-0002/seo') ? 'reset-after-billing' : undefined;
      },
    });
    const { errors } = await runGenerate(root, url, { topics: createTopics(2) });
    expect(errors[0]).toMatch(/cannot tell whether the call was paid/);
    expect(server.billed()).toHaveLength(8);
  });
});

describe('interference by people and disks', () => {
  test('an edited file is never overwritten, whatever is lost of the journal', async () => {
    // One after the other: the calls of the second article come after the record of the first.
    const { root, url } = await setUp({}, { concurrency: 1 });
    const topics = createTopics(2);
    const { result } = await runGenerate(root, url, { topics });
    const file = join(root, result.written[0]?.file ?? '');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nA person was here.\n`);
    const [journal = ''] = journals(root);
    // The crash came between the files and their records.
    writeFileSync(
      journal,
      readFileSync(journal, 'utf8')
        .split('\n')
        .filter((line) => !/"type":"(article|end)"/.test(line))
        .join('\n'),
    );
    const again = await runGenerate(root, url, { topics });
    // The ledger of the site knows that both are written.
    expect(again.result.written).toEqual([]);
    expect(readFileSync(file, 'utf8')).toContain('A person was here.');
    expect(readArticles(root).size).toBe(2);
  });

  test('a torn last line is put aside and nothing is paid again', async () => {
    const { root, url, server } = await setUp();
    const topics = createTopics(3);
    await runGenerate(root, url, { topics });
    const [journal = ''] = journals(root);
    const lines = readFileSync(journal, 'utf8')
      .split('\n')
      .filter((line) => !/"type":"(article|end)"/.test(line));
    for (const file of readArticles(root).keys()) unlinkSync(join(root, file));
    const last = lines.filter(Boolean).at(-1) ?? '';
    writeFileSync(journal, lines.join('\n').slice(0, -Math.floor(last.length / 2)));
    const again = await runGenerate(root, url, { topics });
    expect(again.errors).toEqual([]);
    expect(again.warnings).toMatch(/cut off by a crash/);
    expect(again.result.written).toHaveLength(3);
    expect(server.billed()).toHaveLength(12);
    expect(existsSync(`${journal}.torn`)).toBe(true);
  });

  test('an unreadable line within the journal is named, and nothing is sent', async () => {
    const { root, url, server } = await setUp(
      {
        fault: ({ job }) =>
          job.includes('0002') ? { status: 400, body: '{"error":{"message":"no"}}' } : undefined,
      },
      { concurrency: 1 },
    );
    const topics = createTopics(2);
    await runGenerate(root, url, { topics });
    const sent = server.calls.length;
    const [journal = ''] = journals(root);
    const lines = readFileSync(journal, 'utf8').split('\n');
    lines[2] = lines[2]?.slice(0, 20) ?? '';
    writeFileSync(journal, lines.join('\n'));
    const { errors } = await runGenerate(root, url, { topics });
    expect(errors[0]).toMatch(/line of the journal is damaged.*looked up at the server/);
    expect(server.calls.length).toBe(sent);
  });

  test('a topic that the server refuses stops no other', async () => {
    const refusal = '{"error":{"message":"flagged","type":"invalid_request_error","code":"invalid_prompt"}}';
    const { root, url } = await setUp(
      { fault: ({ job }) => (job.includes('0001') ? { status: 400, body: refusal } : undefined) },
      { concurrency: 1 },
    );
    const { errors, result } = await runGenerate(root, url, { topics: createTopics(3) });
    expect(errors).toEqual([]);
    expect(result.written).toHaveLength(2);
    expect(result.rejected).toHaveLength(1);
  });

  test('a folder that cannot be written loses no answer', async () => {
    const { root, url, server } = await setUp();
    const topics = createTopics(2);
    mkdirSync(join(root, 'content/en_US'), { recursive: true });
    // A file stands where the folder belongs.
    writeFileSync(join(root, 'content/en_US/articles'), '');
    await runGenerate(root, url, { topics }).catch(() => undefined);
    unlinkSync(join(root, 'content/en_US/articles'));
    const { result } = await runGenerate(root, url, { topics });
    expect(result.written).toHaveLength(2);
    expect(server.billed()).toHaveLength(8);
  });

  test('two concurrent runs share a site', async () => {
    // The run that comes second may find all of them taken in a row.
    const { root, url, server } = await setUp({ latency: 5 }, { maxRejections: 6 });
    // Half of the topics are in both lists, and are written once.
    const shared = createTopics(5, 'shared');
    const [one, two] = await Promise.all([
      runGenerate(root, url, { topics: [...shared, ...createTopics(5, 'one')] }),
      runGenerate(root, url, { topics: [...createTopics(5, 'two'), ...shared] }),
    ]);
    expect([...one.errors, ...two.errors]).toEqual([]);
    const written = [...one.result.written, ...two.result.written];
    expect(new Set(written.map(({ file }) => file)).size).toBe(written.length);
    expect(written.length).toBe(15);
    expect(one.result.skipped + two.result.skipped).toBe(5);
    expect(new Set(written.map(({ title }) => title)).size).toBe(15);
    expect((await readCalls(root)).filter(({ outcome }) => outcome === 'paid')).toHaveLength(
      server.billed().length,
    );
  });

  test('the same request twice: the second process reports the first', async () => {
    const { root, url } = await setUp({ latency: 20 });
    const topics = createTopics(4);
    const { writePlan, createRunId } = await import('../../src/generate/run/run-plan.ts');
    const folder = writePlan(root, {
      version: 1,
      id: createRunId(Date.now()),
      key: 'any',
      created: 0,
      mode: 'live',
      model: 'test-model',
      publish: false,
      translateFrom: null,
      jobs: topics.map((topic, index) => ({ id: `en_US-000${index + 1}`, locale: 'en_US' as const, topic })),
      parked: [],
      proposals: [],
      skipped: [],
    });
    const held = await tryLock(join(folder, 'lock'));
    const { errors } = await runGenerate(root, url, { topics });
    expect(errors[0]).toMatch(/another process is working on.*wait for it/);
    await held?.release();
    expect((await runGenerate(root, url, { topics })).errors).toEqual([]);
  });

  test('runs start one at a time, so that the second of two identical commands finds the first', async () => {
    const { root, url, server } = await setUp();
    const lock = join(root, '.articles/generate/lock');
    mkdirSync(join(root, '.articles/generate'), { recursive: true });
    // Another one is just beginning one.
    const held = await tryLock(lock);
    const running = runGenerate(root, url, { topics: createTopics(1) });
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(existsSync(join(root, '.articles/generate/runs'))).toBe(false);
    await held?.release();
    expect((await running).result.written).toHaveLength(1);
    expect(server.billed()).toHaveLength(4);
    expect(existsSync(lock)).toBe(false);
  });

  test('changed settings do not pay for recorded answers again', async () => {
    const { root, url, server } = await setUp(
      {
        fault: ({ job, repeat }) =>
          job.includes('/seo') && repeat === 0
            ? { status: 401, body: '{"error":{"message":"key"}}' }
            : undefined,
      },
      { concurrency: 1 },
    );
    const topics = createTopics(1);
    await runGenerate(root, url, { topics });
    configure(root, { temperature: 0.3, rules: { typos: false } });
    const { result } = await runGenerate(root, url, { topics });
    expect(result.written).toHaveLength(1);
    expect(server.billed()).toHaveLength(4);
  });
});

test('a small budget finishes articles instead of beginning all of them', async () => {
  const settings = { maxOutputTokens: 2500, concurrency: 8 };
  const probe = createSite(settings);
  const server = await serveModel();
  const one = await runGenerate(probe, server.url, { topics: createTopics(1) });
  const { usd } = one.result;
  const small = createSite(settings);
  const other = await serveModel();
  const budget = 3.5 * Number(usd) + 0.03;
  const { result } = await runGenerate(small, other.url, { topics: createTopics(7) }, { budget });
  expect(result.stopped).toBe('budget');
  expect(result.written.length).toBeGreaterThanOrEqual(2);
  expect(result.usd).toBeLessThanOrEqual(budget);
});
