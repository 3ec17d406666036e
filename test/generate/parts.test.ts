import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CategoryTree } from '../../src/content/article/category-tree.ts';
import { UserError } from '../../src/foundation/errors.ts';
import { createBudget } from '../../src/generate/calls/budget.ts';
import { createLimiter, parseRateHeaders } from '../../src/generate/calls/limiter.ts';
import { createStop } from '../../src/generate/calls/stop.ts';
import { boundTokens, costOf } from '../../src/generate/journal/money.ts';
import type { Topic } from '../../src/generate/prompts/answer-schemas.ts';
import { loadPromptFiles } from '../../src/generate/prompts/prompt-files.ts';
import { createPromptSamples, hashPrompts } from '../../src/generate/prompts/prompt-samples.ts';
import type { PromptSettings } from '../../src/generate/prompts/prompts.ts';
import { parseTopics } from '../../src/generate/run/parse-topics.ts';
import { LOCALE_CODES } from '../../src/locales/codes.ts';
import type { GenerationLocale } from '../../src/locales/generation.ts';
import { WRITING } from '../../src/locales/writing/writing-registry.ts';
import { createTestClock } from './clock.ts';

async function problemsOf(work: Promise<unknown>): Promise<{ line: number | undefined; message: string }[]> {
  try {
    await work;
    return [];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.problems.map(({ line, message }) => ({ line, message }));
  }
}

const topicsOf = async (file: string, text: string) => [...(await parseTopics(file, text)).keys()];

describe('topics', () => {
  test.each([
    ['commas', 'topic,category\nOdds,pokerGuides\n'],
    ['semicolons, CRLF and a byte order mark', '\uFEFFtopic;category\r\nOdds;pokerGuides\r\n'],
    ['tabs', 'topic\tcategory\nOdds\tpokerGuides'],
    ['quotes', '"topic","category"\n"Odds","pokerGuides"\n\n'],
    ['old Mac lines', 'title,category\rOdds,pokerGuides\r'],
  ])('CSV with %s', async (_name, text) => {
    expect(await topicsOf('topics.csv', text)).toEqual([{ topic: 'Odds', category: 'pokerGuides' }]);
  });

  test('cells with separators, quotes and line breaks', async () => {
    expect(await topicsOf('t.csv', 'topic;notes\n"a; ""b""";"one\ntwo"\nc;d\n')).toEqual([
      { topic: 'a; "b"', notes: 'one two' },
      { topic: 'c', notes: 'd' },
    ]);
    expect(await topicsOf('t.csv', 'topic,notes\nThe "sharp" money, see "two" words\n')).toEqual([
      { topic: 'The "sharp" money', notes: 'see "two" words' },
    ]);
  });

  test('a plain list, and YAML of texts or maps', async () => {
    expect(await topicsOf('t.csv', 'First topic\nSecond topic\n')).toEqual([
      { topic: 'First topic' },
      { topic: 'Second topic' },
    ]);
    const list = 'How odds work\nStaking, bankroll and limits\n"A third, in quotes"\n';
    expect((await topicsOf('t.csv', list)).map(({ topic }) => topic)).toEqual([
      'How odds work',
      'Staking, bankroll and limits',
      'A third, in quotes',
    ]);
    expect(await topicsOf('t.csv', 'Staking, bankroll and limits\nOdds')).toHaveLength(2);
    expect(await topicsOf('t.yaml', '\uFEFF- First topic\n- topic: Second\n  locale: tr_TR\n')).toEqual([
      { topic: 'First topic' },
      { topic: 'Second', locale: 'tr_TR' },
    ]);
  });

  test('has columns for tags and for the taxonomies of the site, which are lists', async () => {
    const text = 'topic;tags;season\nBeans;Seeds, Cold;winter, early spring\nPeas;;\n';
    expect([...(await parseTopics('t.csv', text, undefined, ['season'])).keys()]).toEqual([
      { topic: 'Beans', fields: { tags: ['Seeds', 'Cold'], season: ['winter', 'early spring'] } },
      { topic: 'Peas' },
    ]);
  });

  test.each([
    ['t.csv', 'topic,categry\na,b\nc,d\n', 1, 'unknown column "categry"'],
    ['t.csv', 'topic,notes\n"a,b\n', 2, 'a quote in this row is never closed'],
    ['t.csv', 'topic,notes\r\n"a\r\nb",c\r\n\r\nd,"e\r\n', 5, 'a quote in this row is never closed'],
    ['t.csv', 'topic,notes\r\n"a\r\nb",c\r\n\r\n,e\r\n', 5, 'the topic is empty'],
    ['t.csv', 'topic,notes\n"a"b,c\n', 2, 'there is text after a closing quote'],
    ['t.csv', 'topic,notes\na,b\n,c\n', 3, 'the topic is empty'],
    ['t.csv', 'topic,notes\na,b,c\n', 2, 'the line has 3 cells, the first line 2'],
    ['t.csv', 'topic,locale\na,de_DE\n', 2, 'locale must be one of en_US, ru_RU, tr_TR, ko_KR'],
    ['t.csv', 'name,notes\na,b\n', 1, 'the first line has no column "topic"'],
    ['t.csv', '\uFEFF', undefined, 'there is no topic in the file'],
    ['t.yaml', '- a\n- topic: [b\n', 3, /is not valid YAML/],
    ['t.yaml', 'topic: a\n', undefined, 'is not a list'],
    ['t.yaml', '- a\n- 7\n', 2, 'a topic must be a map of fields'],
    ['t.yaml', '- topic: a\n  keywords: [b]\n', 1, 'keywords must be text'],
  ])('%s %j: line %s, %s', async (file, text, line, message) => {
    const [problem] = await problemsOf(parseTopics(file, text));
    expect(problem).toEqual({
      line,
      message: typeof message === 'string' ? message : expect.stringMatching(message),
    });
  });

  test('any cell comes back as it was written', async () => {
    const cell = fc
      .string({ unit: fc.constantFrom('a', 'ß', ' ', ',', ';', '"', '\n', '\r\n', '🎲') })
      .map((text) => `x${text}y`);
    await fc.assert(
      fc.asyncProperty(
        fc.array(cell, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n'),
        async (cells, separator, end) => {
          const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
          const text =
            ['topic', 'notes'].join(separator) +
            end +
            cells.map((value) => `${quote(value)}${separator}${quote(value)}${end}`).join('');
          const plain = (value: string) => value.replace(/\s+/g, ' ').trim();
          expect(await topicsOf('t.csv', text)).toEqual(
            cells.map((value) => ({ topic: plain(value), notes: plain(value) })),
          );
        },
      ),
    );
  });
});

const TREE: CategoryTree = {
  a: {
    key: 'a',
    title: 'A',
    description: 'd',
    slug: 'a',
    children: {
      b: { key: 'b', title: 'B', description: '', slug: 'b', children: null },
      other: { key: 'other', title: 'O', description: '', slug: 'o', children: null },
    },
  },
};
const settingsFor = (locale: GenerationLocale): PromptSettings => ({
  siteTitle: 'Gazette',
  siteDescription: '',
  locale,
  files: loadPromptFiles(null),
  sources: ['example.org', 'example.net'],
  sections: { minimum: 3, maximum: 6 },
  words: { minimum: 500, maximum: 900 },
  tree: TREE,
  audience: '',
  jurisdiction: '',
  notes: {},
});

/** The whole prompt of each step, translations included. */
function promptsOf(settings: PromptSettings, topic: Topic = { topic: 'The topic itself' }) {
  const samples = [
    ...createPromptSamples(settings, { topic, from: null, proposals: 1 }),
    ...createPromptSamples(settings, { topic, from: 'English' }).map((sample) => ({
      ...sample,
      step: `${sample.step} of a translation`,
    })),
  ];
  return new Map(
    samples.map(({ step, messages }) => [step as string, messages.map(({ content }) => content).join('\n')]),
  );
}

describe('prompts', () => {
  test('the settings have the shape of the specification', () => {
    expect(Object.values(WRITING).map(({ lang }) => lang)).toEqual([
      'English',
      'Russian',
      'Turkish',
      'Korean',
    ]);
  });

  test.each([
    ['en_US', ['strictly in English']],
    ['ru_RU', ['strictly in Russian']],
    ['tr_TR', ['strictly in Turkish']],
    ['ko_KR', ['strictly in Korean', 'polite style', 'particles']],
  ] as const)('%s: the rules of the package are in every prompt, and are neutral', (locale, rules) => {
    for (const [step, prompt] of promptsOf(settingsFor(locale))) {
      for (const text of [...rules, 'between short and medium']) expect(prompt, step).toContain(text);
      expect(prompt, step).not.toMatch(/typo|quirk|not native|makeup|tedir|\{\{/);
    }
  });

  test('the sample has the rules that its specification names', () => {
    const files = loadPromptFiles('.');
    const styleOf = (locale: GenerationLocale) =>
      promptsOf({ ...settingsFor(locale), files }).get('sections') ?? '';
    for (const locale of LOCALE_CODES) {
      expect(styleOf(locale)).toMatch(/between short and medium/);
      expect(styleOf(locale)).toMatch(/rarely leave a minor typo/);
      expect(/quirk of grammar.*not native/s.test(styleOf(locale))).toBe(locale === 'en_US');
      expect(/-tedir or -tadır.*conversational.*"yüz" \(face\)/s.test(styleOf(locale))).toBe(
        locale === 'tr_TR',
      );
    }
  });

  test('only new sections hear which links are allowed; a translation keeps those of its original', () => {
    const prompts = promptsOf(settingsFor('ru_RU'));
    expect(prompts.get('sections')).toContain('example.org, example.net');
    const translation = prompts.get('translate of a translation') ?? '';
    expect(translation).toMatch(/Keep the numbers.*links as they are/);
    expect(translation).not.toMatch(/write no link|link only/i);
  });

  test('the writer knows category, author, readers, laws and the date', () => {
    const settings = { ...settingsFor('en_US'), audience: 'adults in India', jurisdiction: 'India, Goa' };
    const topic = { topic: 'The topic itself', category: 'a', subcategory: 'b' };
    const samples = createPromptSamples(settings, {
      topic,
      from: null,
      author: { name: 'Kavya Reddy', description: 'Counts cards for a living.' },
      today: '2026-03-01',
    });
    for (const { step, messages } of samples) {
      const prompt = messages.map(({ content }) => content).join('\n');
      for (const text of ['adults in India', 'India, Goa']) expect(prompt, step).toContain(text);
      for (const text of ['Kavya Reddy. Counts cards', 'Category: A, B', 'Today is 2026-03-01'])
        expect(prompt, step).toContain(text);
    }
  });

  test('the hash covers prompt, schema, model and parameters', () => {
    const base = settingsFor('tr_TR');
    const hashes = [
      hashPrompts(base, 'm', {}),
      hashPrompts({ ...base, files: loadPromptFiles('.') }, 'm', {}),
      hashPrompts(
        { ...base, tree: { ...TREE, z: { key: 'z', title: 'Z', description: '', slug: 'z', children: {} } } },
        'm',
        {},
      ),
      hashPrompts(base, 'n', {}),
      hashPrompts(base, 'm', { temperature: 1 }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashPrompts({ ...base }, 'm', {})).toBe(hashes[0]);
  });

  test('schemas are strict and without limits, and the topic comes last', () => {
    const samples = createPromptSamples(settingsFor('en_US'), {
      topic: { topic: 'The topic itself', notes: 'n' },
      from: null,
      proposals: 0,
      category: null,
    });
    for (const { step, messages, format } of samples) {
      const text = JSON.stringify(format.json_schema.schema);
      expect(text).not.toMatch(/\$schema|minimum|maximum|minLength|maxItems/);
      expect(format.json_schema.strict).toBe(true);
      expect(text.match(/"type":"object"/g)?.length).toBe(
        text.match(/"additionalProperties":false/g)?.length,
      );
      const task = messages[1]?.content ?? '';
      if (step !== 'seo') expect(task.indexOf('Topic: The topic itself')).toBeGreaterThan(task.length / 3);
    }
    const [outline, category] = [samples[0]?.messages[0]?.content, samples.at(-1)?.messages[0]?.content];
    expect(outline).toBe(category);
  });
});

describe('the rate limiter', () => {
  const { signal } = createStop();
  const open = (options: object = {}) => {
    const clock = createTestClock();
    const limiter = createLimiter({
      concurrency: 8,
      requestsPerMinute: undefined,
      tokensPerMinute: undefined,
      clock,
      random: () => 0.5,
      signal,
      ...options,
    });
    const granted: ((feedback: {
      kind: 'ok' | 'slow-down' | 'none';
      rate: object;
      tokens?: number;
    }) => void)[] = [];
    const ask = (tokens = 1) => void limiter.acquire(tokens).then((done) => done && granted.push(done));
    return { clock, limiter, granted, ask };
  };

  test.each([
    // Never before the back-off, which is 750 ms here.
    ['0', 750, 770],
    ['2', 2000, 2300],
    ['120', 120_000, 121_100],
  ])('retry-after %s', async (header, from, to) => {
    const { clock, granted, ask } = open();
    ask();
    await clock.advance(0);
    granted[0]?.({
      kind: 'slow-down',
      rate: parseRateHeaders(new Headers({ 'retry-after': header }), clock.now()),
    });
    ask();
    await clock.advance(Math.max(0, from - 1));
    if (from > 0) expect(granted).toHaveLength(1);
    await clock.advance(to - from + 2);
    expect(granted).toHaveLength(2);
  });

  test('retry-after with a date, or none: then it backs off longer each time', async () => {
    const now = Date.UTC(2026, 2, 1);
    expect(
      parseRateHeaders(new Headers({ 'retry-after': new Date(now + 30_000).toUTCString() }), now),
    ).toEqual({ retryAfter: 30_000 });
    expect(parseRateHeaders(new Headers({ 'retry-after': 'soon' }), now)).toEqual({});
    const { clock, granted, ask, limiter } = open();
    const pauses: number[] = [];
    for (let refusal = 0; refusal < 4; refusal++) {
      ask();
      await clock.advance(200_000);
      granted.at(-1)?.({ kind: 'slow-down', rate: {} });
      pauses.push(limiter.pause());
    }
    expect(pauses).toEqual([750, 1500, 3000, 6000]);
  });

  test('halves concurrent calls on a refusal, grows them with answers, and never exceeds the setting', async () => {
    const { clock, granted, ask } = open();
    const underway = async () => {
      const before = granted.length;
      for (let index = 0; index < 20; index++) ask();
      await clock.advance(0);
      return granted.length - before;
    };
    expect(await underway()).toBe(4);
    for (let round = 0; round < 60; round++) {
      granted[round]?.({ kind: 'ok', rate: {} });
      await clock.advance(0);
      for (let index = 0; index < 3; index++) ask();
    }
    const busy = granted.length - 60;
    expect(busy).toBe(8);
    for (const done of granted.slice(60)) done({ kind: 'slow-down', rate: { retryAfter: 0 } });
    await clock.advance(5000);
    // Eight refusals at one time are one sign: half of eight, not an eighth part of a call.
    expect(granted.length - 60 - busy).toBe(4);
  });

  test('a server that says its limit is used to at least 90 % by a thousand articles, and hardly ever refuses', async () => {
    const clock = createTestClock();
    const limiter = createLimiter({
      concurrency: 64,
      requestsPerMinute: undefined,
      tokensPerMinute: undefined,
      clock,
      random: () => 0.5,
      signal,
    });
    const perMinute = 6000;
    const server = { level: 100, at: clock.now(), refused: 0, served: 0, first: 0, last: 0 };
    const answer = () => {
      const now = clock.now();
      server.level = Math.min(100, server.level + ((now - server.at) * perMinute) / 60_000);
      server.at = now;
      if (server.level < 1) {
        server.refused++;
        return {
          kind: 'slow-down' as const,
          rate: { limitRequests: perMinute, remainingRequests: 0, retryAfter: 1000 },
        };
      }
      server.level--;
      server.served++;
      server.first ||= now;
      server.last = now;
      return {
        kind: 'ok' as const,
        rate: { limitRequests: perMinute, remainingRequests: Math.floor(server.level) },
      };
    };
    const calls = 4000;
    const worker = async () => {
      while (server.served < calls) {
        const done = await limiter.acquire(1);
        await clock.sleep(300);
        done?.(answer());
      }
    };
    const workers = Promise.all(Array.from({ length: 64 }, worker));
    await clock.advance(90_000);
    await workers;
    const share = server.served / (((server.last - server.first) / 60_000) * perMinute + 100);
    expect(share).toBeGreaterThanOrEqual(0.9);
    expect(share).toBeLessThanOrEqual(1);
    expect(server.refused).toBeLessThan(calls / 100);
  });

  test('requests and tokens a minute hold, learned from headers or set', async () => {
    for (const { options, tokens, expected } of [
      { options: { requestsPerMinute: 60 }, tokens: 1, expected: 60 },
      { options: { tokensPerMinute: 6000 }, tokens: 100, expected: 60 },
    ]) {
      const { clock, granted, ask } = open({ ...options, concurrency: 256 });
      let finished = 0;
      for (let index = 0; index < 400; index++) ask(tokens);
      for (let second = 0; second < 60; second++) {
        await clock.advance(1000);
        while (finished < granted.length) granted[finished++]?.({ kind: 'ok', rate: {}, tokens });
      }
      expect(granted.length).toBeGreaterThanOrEqual(expected * 0.9);
      expect(granted.length).toBeLessThanOrEqual(expected + 2);
    }
  });
});

describe('a budget', () => {
  test('is never exceeded, whatever calls cost, and is used as far as it reaches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            most: fc.integer({ min: 1, max: 50 }),
            part: fc.double({ min: 0, max: 1, noNaN: true }),
          }),
          { maxLength: 60 },
        ),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 1, max: 8 }),
        async (calls, limit, workers) => {
          const budget = createBudget(limit, 0);
          const queue = [...calls];
          let refused = false;
          const work = async () => {
            for (let call = queue.shift(); call; call = queue.shift()) {
              const settle = await budget.reserve(call.most);
              if (!settle) {
                refused = true;
                return;
              }
              await Promise.resolve();
              settle(call.most * call.part);
              expect(budget.spent()).toBeLessThanOrEqual(limit + 1e-9);
            }
          };
          await Promise.all(Array.from({ length: workers }, work));
          expect(budget.spent()).toBeLessThanOrEqual(limit + 1e-9);
          if (refused) expect(limit - budget.spent()).toBeLessThan(50);
        },
      ),
    );
  });

  test('a bound of tokens is one: no tokenizer makes more tokens than bytes', () => {
    expect(boundTokens(['слово', 'word'])).toBeGreaterThanOrEqual(14);
    expect(
      costOf(
        { input: 1_000_000, cached: 400_000, output: 100_000 },
        { input: 1, cachedInput: 0.1, output: 10, batchDiscount: 0.5 },
        true,
      ),
    ).toBeCloseTo((0.6 + 0.04 + 1) / 2, 9);
    expect(costOf({ input: 1000, cached: 0, output: 1000 }, null, false)).toBe(0);
  });
});
