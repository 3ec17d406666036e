/** Every fault of a model or its server: none breaks the run, none reaches a publishable file, every paid call is accounted for. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { isBlocking } from '../../src/generate/checks/finding.ts';
import { type RecordedCall, readCalls } from '../../src/generate/run/read-run.ts';
import type { GenerationLocale } from '../../src/locales/generation.ts';
import type { Fault, ModelServer, ModelServerOptions } from '../support/model-server.ts';
import { createSite, createTopics, type RunOutcome, runGenerate, serveModel } from './site.ts';

vi.setConfig({ testTimeout: 120_000 });

// The tests of a description share one run.
const ends: (() => void | Promise<void>)[] = [];
const atEnd = (end: () => void | Promise<void>) => void ends.push(end);
afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

interface Case {
  name: string;
  step: 'outline' | 'sections' | 'seo' | 'category';
  fault: Fault;
  /** How the ledger records the faulty answer; null if the answer itself is right. */
  code: string | null;
  locale?: GenerationLocale;
  /** The answer can be used all the same. */
  harmless?: true;
  /** Asking again would be of no use. */
  hopeless?: true;
  /** The message that names the finding. */
  says?: string;
}

type Section = { number: number; heading: string; text: string };

const inSections = (edit: (text: string, all: readonly Section[]) => string): Fault => ({
  content(content) {
    const { sections } = JSON.parse(content) as { sections: Section[] };
    return JSON.stringify({
      sections: sections.map((section, index) =>
        index === 0 ? { ...section, text: edit(section.text, sections) } : section,
      ),
    });
  },
});
const append = (text: string) => inSections((before) => `${before}\n\n${text}`);
const inTitle = (title: string): Fault => ({
  content: (content) => JSON.stringify({ ...JSON.parse(content), title }),
});
const inChoice = (change: object, message: object = {}): Fault => ({
  completion: (completion) => ({
    ...completion,
    choices: completion.choices.map((choice) => ({
      ...choice,
      ...change,
      message: { ...choice.message, ...message },
    })),
  }),
});

const UKRAINIAN =
  'Кожного вечора обережний гравець записує свої витрати у зошит, щоб наприкінці місяця побачити справжню ціну звички.';

const CASES: readonly Case[] = [
  { name: 'reset before billing', step: 'sections', fault: 'reset-before-billing', code: null },
  { name: 'reset after billing', step: 'sections', fault: 'reset-after-billing', code: null, harmless: true },
  { name: 'hang', step: 'outline', fault: 'hang', code: null },
  {
    name: '429 with retry-after 0',
    step: 'outline',
    fault: { status: 429, body: '{"error":{"message":"slow down"}}', headers: { 'retry-after': '0' } },
    code: null,
  },
  {
    name: '429 with a date',
    step: 'seo',
    fault: {
      status: 429,
      body: '{"error":{"message":"slow down"}}',
      headers: { 'retry-after': new Date(Date.now() - 1000).toUTCString() },
    },
    code: null,
  },
  {
    name: '429 without retry-after',
    step: 'seo',
    fault: { status: 429, body: '{"error":{"message":"slow down"}}' },
    code: null,
  },
  { name: '500', step: 'outline', fault: { status: 500, body: '{"error":{"message":"oops"}}' }, code: null },
  {
    name: '502 of a gateway',
    step: 'outline',
    fault: { status: 502, body: '<h1>Bad Gateway</h1>' },
    code: null,
  },
  ...[408, 500, 504].map(
    (status): Case => ({
      name: `${status} when the work was done`,
      step: 'sections',
      fault: { status, body: '{"error":{"message":"upstream timed out"}}', billed: true },
      code: null,
    }),
  ),
  { name: '503', step: 'sections', fault: { status: 503, body: 'overloaded' }, code: null },
  {
    name: '200 with HTML',
    step: 'outline',
    fault: { status: 200, body: '<!doctype html><title>Log in</title>' },
    code: null,
  },
  {
    name: '200 with an error',
    step: 'outline',
    fault: {
      status: 200,
      body: '{"error":{"message":"upstream is down","code":502}}',
      headers: { 'content-type': 'application/json' },
    },
    code: null,
  },
  { name: 'truncated JSON', step: 'sections', fault: 'truncated-json', code: null, harmless: true },
  {
    name: 'empty choices',
    step: 'outline',
    fault: { completion: (completion) => ({ ...completion, choices: [] }) },
    code: 'schema',
  },
  { name: 'null content', step: 'sections', fault: inChoice({}, { content: null }), code: 'schema' },
  {
    name: 'refusal',
    step: 'sections',
    fault: inChoice({}, { content: null, refusal: 'I cannot do that.' }),
    code: 'refused',
    hopeless: true,
    says: 'the model refuses to answer: "I cannot do that."',
  },
  {
    name: 'finish length',
    step: 'sections',
    fault: inChoice({ finish_reason: 'length' }),
    code: 'truncated',
    hopeless: true,
  },
  {
    name: 'content filter',
    step: 'outline',
    fault: inChoice({ finish_reason: 'content_filter' }, { content: '' }),
    code: 'filtered',
    hopeless: true,
  },
  {
    name: 'no usage reported',
    step: 'seo',
    fault: { completion: ({ usage: _usage, ...rest }) => rest },
    code: null,
    harmless: true,
  },
  {
    name: 'schema ignored',
    step: 'outline',
    fault: { content: () => '{"headline": "A title", "parts": 3}' },
    code: 'schema',
  },
  {
    name: 'prose instead of JSON',
    step: 'outline',
    fault: { content: () => 'I would gladly plan\nthis article for you.' },
    code: 'schema',
    says: 'the answer is not JSON: "I would gladly plan this article for you."',
  },
  {
    name: 'prose and a fence around JSON',
    step: 'outline',
    fault: { content: (content) => `Here you are:\n\`\`\`json\n${content}\n\`\`\`\nEnjoy!` },
    code: null,
    harmless: true,
  },
  {
    name: 'unknown enum',
    step: 'category',
    fault: {
      content: (content) => JSON.stringify({ ...JSON.parse(content), cryptoSecrets: { moon: true } }),
    },
    code: 'schema',
  },
  {
    name: 'a category that is everything',
    step: 'category',
    fault: { content: (content) => content.replaceAll('false', 'true') },
    code: 'category',
  },
  {
    name: 'Ukrainian for Russian',
    step: 'sections',
    fault: append(UKRAINIAN),
    code: 'language',
    locale: 'ru_RU',
  },
  {
    name: 'Ukrainian title',
    step: 'seo',
    fault: inTitle('Ціна звички та її межі'),
    code: 'language',
    locale: 'ru_RU',
  },
  {
    name: 'English for Turkish',
    step: 'sections',
    fault: append('The careful player writes every stake into a small notebook before the match starts.'),
    code: 'language',
    locale: 'tr_TR',
  },
  {
    name: '-maktadır',
    step: 'sections',
    fault: append('Bu kural her akşam yeniden uygulanmaktadır ve kimse bundan zarar görmez.'),
    code: 'suffix',
    locale: 'tr_TR',
  },
  {
    name: '-MEKTEDİR in capitals',
    step: 'sections',
    fault: append('Bu hesap her akşam yeniden GELMEKTEDİR ve kimse bundan zarar görmez.'),
    code: 'suffix',
    locale: 'tr_TR',
  },
  { name: 'empty section', step: 'sections', fault: inSections(() => ' \n'), code: 'empty' },
  {
    name: 'missing section',
    step: 'sections',
    fault: { content: (content) => JSON.stringify({ sections: JSON.parse(content).sections.slice(1) }) },
    code: 'incomplete',
  },
  {
    name: 'repeated paragraph',
    step: 'sections',
    fault: inSections((text) => `${text}\n\n${text.split('\n\n')[0]}`),
    code: 'repeated',
  },
  {
    name: 'far too short',
    step: 'sections',
    fault: {
      content: (content) =>
        JSON.stringify({
          sections: JSON.parse(content).sections.map((section: Section) => ({
            ...section,
            text: section.text.split('. ')[0],
          })),
        }),
    },
    code: 'length',
  },
  {
    name: 'leftover fence',
    step: 'sections',
    fault: inSections((text) => `\`\`\`markdown\n${text}\n\`\`\``),
    code: 'fence',
  },
  {
    name: 'a second front matter',
    step: 'sections',
    fault: inSections((text) => `---\ntitle: Another\ndraft: false\n---\n\n${text}`),
    code: 'fence',
  },
  {
    name: 'model talk',
    step: 'sections',
    fault: inSections((text) => `Sure, here is the section.\n\n${text}`),
    code: 'leftover',
  },
  {
    name: 'model talk in Russian',
    step: 'sections',
    fault: append('Надеюсь, эта статья поможет вам во всём разобраться и больше не тревожиться.'),
    code: 'model-talk',
    locale: 'ru_RU',
  },
  {
    name: 'a heading of the first level',
    step: 'sections',
    fault: inSections((text) => `# Title again\n\n${text}`),
    code: 'structure',
  },
  { name: '<script>', step: 'sections', fault: append('<script>alert(1)</script>'), code: 'script' },
  {
    name: 'onerror=',
    step: 'sections',
    fault: append('A word <img src=x onerror=alert(1)> within the text.'),
    code: 'script',
  },
  {
    name: 'javascript:',
    step: 'sections',
    fault: append('See [the table](javascript:alert(1)) for more.'),
    code: 'link',
  },
  {
    name: 'javascript: as entities',
    step: 'sections',
    fault: append('See [the table](javascript&#58;alert(1)) for more.'),
    code: 'link',
  },
  {
    name: 'host@evil',
    step: 'sections',
    fault: append('See [the table](https://example.org@evil.example/x) for more.'),
    code: 'link',
  },
  {
    name: 'a foreign host',
    step: 'sections',
    fault: append('See https://spam.example.com/offer for more.'),
    code: 'host',
  },
  {
    name: 'a host that only begins well',
    step: 'sections',
    fault: append('See [it](https://example.org.evil.example/) for more.'),
    code: 'host',
  },
  {
    name: 'a link to a listed page',
    step: 'sections',
    fault: append('See [the table](https://www.example.org/table?a=1&b=2) for more.'),
    code: null,
    harmless: true,
  },
  {
    name: 'an image',
    step: 'sections',
    fault: append('![a chart](https://example.org/chart.png)'),
    code: 'link',
  },
  {
    name: 'bidi characters',
    step: 'sections',
    fault: append('The price is \u202e001\u202c today and nobody asks why it is so low.'),
    code: 'invisible',
  },
  {
    name: 'zero-width characters',
    step: 'seo',
    fault: inTitle('A quiet\u200b ledger of the evening'),
    code: 'invisible',
  },
  {
    name: 'a title with a colon and quotes',
    step: 'seo',
    fault: inTitle('The "quiet" ledger: what it\'s worth, really # 1'),
    code: null,
    harmless: true,
  },
  {
    name: 'a title with newlines and ---',
    step: 'seo',
    fault: inTitle('A quiet ledger\n---\ndraft: false\n---\n'),
    code: 'structure',
  },
  {
    name: 'a title that YAML takes for something else',
    step: 'seo',
    fault: inTitle('- 2026-01-01: yes & no *all* [x]'),
    code: null,
    harmless: true,
  },
  { name: 'emoji-only title', step: 'outline', fault: inTitle('🎲🎲🎲♠️'), code: 'empty' },
  {
    name: 'a path for a title',
    step: 'seo',
    fault: inTitle('../../../../etc/cron.d/evil'),
    code: 'structure',
  },
  {
    name: 'an HTML title',
    step: 'seo',
    fault: inTitle('<img src=x onerror=alert(1)> ledger'),
    code: 'script',
  },
];

interface Run {
  server: ModelServer;
  outcome: RunOutcome;
  ledger: RecordedCall[];
  article(index: number): {
    id: string;
    file: string | null;
    text: string;
    status: string;
    messages: string[];
  };
}

/** One run over all cases, one article for each. @param repeats whether a fault comes again at every repair */
async function runCases(cases: readonly Case[], repeats: boolean): Promise<Run> {
  const sources = ['example.org', 'https://www.example.org/table?a=1&b=2'];
  const root = createSite(
    { rules: { suffixes: true }, timeoutSeconds: 5, maxRejections: 1000, sources },
    atEnd,
  );
  const topics = createTopics(cases.length, `faults ${repeats}`).map((topic, index) => ({
    ...topic,
    locale: cases[index]?.locale ?? ('en_US' as const),
  }));
  const ids = new Map<string, Case>();
  const counts: Record<string, number> = {};
  const idOf = (index: number) => {
    const locale = cases[index]?.locale ?? 'en_US';
    const number = cases.slice(0, index + 1).filter((other) => (other.locale ?? 'en_US') === locale).length;
    return `${locale}-${String(number).padStart(4, '0')}`;
  };
  for (const [index, entry] of cases.entries()) ids.set(idOf(index), entry);
  const settings: ModelServerOptions = {
    fault(call) {
      const [, article = '', step = ''] = call.job.split('/');
      const entry = ids.get(article);
      if (!entry || entry.step !== call.step) return undefined;
      const key = `${article}/${repeats ? step : call.step}`;
      counts[key] = (counts[key] ?? 0) + 1;
      return repeats || counts[key] === 1 ? entry.fault : undefined;
    },
  };
  const server = await serveModel(settings, atEnd);
  const outcome = await runGenerate(root, server.url, {
    locales: ['en_US', 'ru_RU', 'tr_TR'],
    topics,
    publish: true,
  });
  const ledger = await readCalls(root);
  const article = (index: number) => {
    const id = idOf(index);
    const topic = topics[index]?.topic;
    const written = outcome.result.written.find(({ file }) =>
      readFileSync(join(root, file), 'utf8').includes(`article: ${id}\n`),
    );
    const rejected = [...outcome.result.needsReview, ...outcome.result.rejected].find(
      (candidate) => candidate.topic === topic,
    );
    const file = written?.file ?? rejected?.file ?? null;
    return {
      id,
      file,
      text: file === null ? '' : readFileSync(join(root, file), 'utf8'),
      status: written ? written.status : rejected ? 'rejected' : 'missing',
      messages: rejected?.findings.map(({ message }) => message) ?? [],
    };
  };
  return { server, outcome, ledger, article };
}

function expectEveryPaidCallInLedger({ server, ledger }: Run): void {
  const paid = ledger
    .filter(({ outcome }) => outcome === 'paid')
    .map(({ key }) => key)
    .sort();
  expect(paid).toEqual(
    server
      .billed()
      .map(({ job }) => job)
      .sort(),
  );
  const output = (sum: number, { usage }: { usage: { output: number } }) => sum + usage.output;
  const billedOf = (key: string) => server.billed().find(({ job }) => job === key)?.usage?.completion_tokens;
  const reported = ledger.filter(
    (entry) => entry.outcome === 'paid' && entry.usage.output === billedOf(entry.key),
  );
  // One answer reports no usage.
  expect(reported.length).toBeGreaterThanOrEqual(paid.length - 2);
  expect(reported.reduce(output, 0)).toBeGreaterThan(0);
}

describe('a fault that comes once', () => {
  let run: Run;
  beforeAll(async () => {
    run = await runCases(CASES, false);
  });

  test('ends no run', () => {
    expect(run.outcome.errors).toEqual([]);
    expect(run.outcome.result.unfinished).toEqual([]);
  });

  test('every paid call is in the ledger, and none was paid twice', () => {
    expectEveryPaidCallInLedger(run);
    const jobs = run.server.billed().map(({ job }) => job);
    expect(new Set(jobs).size).toBe(jobs.length);
    expect(run.outcome.result.calls).toBe(jobs.length);
  });

  test.each(CASES.map((entry, index) => ({ ...entry, index })))(
    '$name',
    ({ index, step, code, harmless, hopeless }) => {
      const { id, text, status, file } = run.article(index);
      const first = run.ledger.find(
        (entry) => entry.article === id && entry.step === step && entry.codes !== null,
      );
      const blocks = code !== null && isBlocking({ code });
      if (blocks) expect(first?.codes).toContain(code);
      else expect(first?.codes).toEqual([]);
      if (hopeless) {
        expect(status).toBe('rejected');
        return;
      }
      expect(status).toBe('published');
      expect(text).toContain('draft: false');
      const asked = run.ledger.filter((entry) => entry.article === id && entry.outcome === 'paid').length;
      expect(asked).toBe(!blocks || harmless ? 4 : 5);
      // Advice asks for no repair: the reviewer finds it in the front matter.
      if (code !== null && !blocks) expect(text).toContain(`${code}: `);
      const key = (file ?? '').replace(/^content\/\w+\/articles\//, '').replace(/\.md$/, '');
      const parsed = parseArticle({ file: file ?? '', locale: 'en_US', key }, text, '');
      expect(parsed.problems).toEqual([]);
      expect(parsed.meta?.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      if (blocks) expect(text).not.toMatch(/<script|onerror|javascript|evil|\u202e|\u200b|```/);
    },
  );
});

describe('a fault that comes every time', () => {
  const cases = CASES.filter(({ code }) => code !== null && isBlocking({ code }));
  let run: Run;
  beforeAll(async () => {
    run = await runCases(cases, true);
  });

  test('leaves nothing accepted, and every paid call is in the ledger', () => {
    expect(run.outcome.errors).toEqual([expect.stringMatching(/^no article was accepted/)]);
    expect(run.outcome.result.written).toEqual([]);
    const { needsReview, rejected } = run.outcome.result;
    expect(needsReview.length + rejected.length).toBe(cases.length);
    expectEveryPaidCallInLedger(run);
  });

  test.each(cases.map((entry, index) => ({ ...entry, index })))(
    '$name',
    ({ index, step, code, hopeless, says }) => {
      const { id, text, file, messages } = run.article(index);
      if (says) expect(messages).toContain(says);
      const asked = run.ledger.filter(
        (entry) => entry.article === id && entry.step === step && entry.outcome === 'paid',
      );
      // No repair is sent twice: the same answer ends the repairs.
      const bodies = run.server.billed().filter(({ job }) => asked.some(({ key }) => key === job));
      const requests = new Set(bodies.map(({ body }) => JSON.stringify(body.messages)));
      expect(requests.size).toBe(asked.length);
      expect(asked.length).toBeOneOf(hopeless ? [1] : [2, 3]);
      for (const entry of asked) expect(entry.codes).toContain(code);
      if (file === null) return;
      expect(text).toContain('draft: true');
      expect(text).toContain('status: needs-review');
      expect(parseArticle({ file, locale: 'en_US', key: 'x/y' }, text, '').meta?.status).toBe('withheld');
    },
  );
});
