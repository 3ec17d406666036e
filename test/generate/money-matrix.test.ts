/**
 * Money under every fault, form of usage, store and mode: the server keeps a book of its own, and the ledger is never below it.
 * `npm run test:money` writes the table of bench/MONEY.md, too.
 */
import { writeFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { readCalls } from '../../src/generate/run/read-run.ts';
import type { Completion, Fault, ModelServer, ModelServerOptions } from '../support/model-server.ts';
import { createSkippingClock } from './clock.ts';
import { createCostReport } from './journal-costs.ts';
import { createSite, createTopics, runGenerate, serveModel } from './site.ts';

type Usage = Completion['usage'];

/** The server's prices, in USD per token. */
const PRICE = { input: 1e-6, cached: 0.5e-6, output: 10e-6 };

const ends: (() => void | Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(ends.map(async (end) => end()));
  const { MONEY_TABLE } = process.env;
  if (MONEY_TABLE) writeFileSync(MONEY_TABLE, renderTable());
});

/** Sums over the forms of usage of a fault, a mode and a store: costs in USD. */
interface Row {
  cells: number;
  book: number;
  ledger: number;
  /** Calls of unknown outcome. */
  unknown: number;
}
const rows = new Map<string, Row>();

function addToTable(name: string, book: number, ledger: number, unknown: number): void {
  const row = rows.get(name) ?? { cells: 0, book: 0, ledger: 0, unknown: 0 };
  rows.set(name, {
    cells: row.cells + 1,
    book: row.book + book,
    ledger: row.ledger + ledger,
    unknown: row.unknown + unknown,
  });
}

function renderTable(): string {
  const usd = (value: number) => (value === 0 ? '0' : value.toFixed(4));
  const faults = [...new Set([...rows.keys()].map((name) => name.split(' | ')[0]))];
  const placeOf = (name: string) => faults.indexOf(name.split(' | ')[0]);
  // Cells of one fault end in any order.
  const sorted = [...rows].sort(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1));
  const lines = sorted.map(
    ([name, { cells, book, ledger, unknown }]) =>
      `| ${name} | ${cells} | ${usd(book)} | ${usd(ledger)} | ${usd(Math.max(0, ledger - book))} | ${unknown} |`,
  );
  return `# Money under trouble

\`npm run test:money\` makes this table against a server of its own, which keeps a book of what it bills. Each row is a fault, a mode and a
kind of store, summed over its cells: one for each form in which servers report usage. The ledger is never below the book, no call is
billed twice, and no budget is exceeded. Where a server has no store that it can be asked for, or reports no usage, nobody can know what a
call has cost: it counts with the most that it can have cost. Costs are in USD.

| Fault | Mode | Store | Usage | Cells | Book of the server | Ledger | Ledger above it | Unknown calls |
|---|---|---|---|---|---|---|---|---|
${lines.join('\n')}
`;
}

interface Failure {
  options: ModelServerOptions;
  /** Real milliseconds until a call is given up. */
  timeoutSeconds?: number;
  /** The server reports the failure, so a call is repeated once where no store can tell. */
  isReported?: true;
  /** No answer can ever be used: how much of the budget may be lost before the run stops. */
  canary?: true;
}

const error = '{"error":{"message":"the upstream gave up"}}';
const billed = (status: number): Fault => ({ status, body: error, billed: true });
const unbilled = (status: number): Fault => ({ status, body: error, headers: { 'retry-after': '0' } });
/** A fault of the first call of a step. */
const once = (fault: Fault, faulty = 'sections'): Failure => {
  let isFirst = true;
  return {
    options: {
      fault({ step }) {
        if (step !== faulty || !isFirst) return undefined;
        isFirst = false;
        return fault;
      },
    },
  };
};
const always = (fault: Fault): Failure => ({ options: { fault: () => fault } });
const reported = (failure: Failure): Failure => ({ ...failure, isReported: true });

/** Each is made anew for a cell, because some count. */
const FAULTS: Readonly<Record<string, () => Failure>> = {
  'no fault': () => ({ options: {} }),
  'a billed 503': () => reported(once(billed(503))),
  'a billed 503 every time': () => reported(always(billed(503))),
  'an unbilled 503': () => once(unbilled(503)),
  'a billed 529': () => reported(once(billed(529))),
  'a billed 500': () => reported(once(billed(500))),
  'an unbilled 500': () => once(unbilled(500)),
  'a billed 504': () => reported(once(billed(504))),
  'a billed 408': () => reported(once(billed(408))),
  'an error with status 200': () => reported(once(billed(200))),
  'a web page': () => once({ status: 200, body: '<html>', billed: true }),
  'truncated JSON': () => once('truncated-json'),
  'a reset after billing': () => once('reset-after-billing'),
  'a reset before billing': () => once('reset-before-billing'),
  'a judge with a billed 503': () => reported(once(billed(503), 'judge')),
  'a judge that is reset after billing': () => once('reset-after-billing', 'judge'),
  'no answer in time': () => ({ ...once('hang-after-billing'), timeoutSeconds: 1.5 }),
  'a 429': () => once(unbilled(429)),
  'a bad key': () => once(unbilled(401)),
  'empty choices': () => once({ completion: (completion) => ({ ...completion, choices: [] }) }),
  'much thinking': () => ({ options: { reasoning: () => 2500 } }),
  'no limit obeyed': () => ({
    options: { answer: () => JSON.stringify({ title: 'long '.repeat(16_000) }), obeysLimit: false },
  }),
  'no schema obeyed': () => {
    let count = 0;
    return { options: { answer: () => `{"headline": ${++count}}` }, canary: true };
  },
  'thinking past the limit': () => ({ options: { reasoning: () => 9000 }, canary: true }),
  'sections cut off': () => ({
    options: {
      reasoning: ({ response_format }) => (response_format?.json_schema?.name === 'sections' ? 9000 : 0),
    },
    canary: true,
  }),
};

/** Forms in which the same usage is reported; usage.test.ts has more. */
const FORMS: Readonly<Record<string, (usage: Usage) => unknown>> = {
  chat: (usage) => usage,
  '{}': () => ({}),
  digits: (usage) => ({
    prompt_tokens: String(usage.prompt_tokens),
    completion_tokens: String(usage.completion_tokens),
  }),
  responses: (usage) => ({
    input_tokens: usage.prompt_tokens,
    output_tokens: usage.completion_tokens,
    input_tokens_details: usage.prompt_tokens_details,
  }),
  'thoughts in the total': (usage) => ({ ...usage, completion_tokens: 1 }),
};

/** `forms`: the forms of usage to try with it; without it all. */
const STORES: Readonly<Record<string, ModelServerOptions & { forms?: string[] }>> = {
  'no store': { stored: false },
  'a store that lags': { storeLag: 30_000, forms: ['chat', '{}'] },
  'a store that never shows anything': { storeLag: Number.POSITIVE_INFINITY, forms: ['chat'] },
};

const BATCH_FAULTS: Readonly<Record<string, () => Failure>> = {
  'no fault': () => ({ options: {} }),
  'failed lines': () => ({ options: { batches: { fail: failFirst('error') } } }),
  'failed lines without counts': () => ({
    options: { batches: { fail: failFirst('error'), counts: false } },
  }),
  'billed lines that failed': () => ({ options: { batches: { fail: failFirst('billed-error') } } }),
  'billed lines that failed, without counts': () => ({
    options: { batches: { fail: failFirst('billed-error'), counts: false } },
  }),
  'expired lines': () => ({ options: { batches: { fail: failFirst('expired') } } }),
  'broken lines': () => ({ options: { batches: { fail: failFirst('garbage') } } }),
  'a batch whose creation is lost': () => ({
    options: { batches: { dropCreate: (number) => number === 1 } },
  }),
  'a lost batch that cannot be listed': () => ({
    options: { batches: { dropCreate: (number) => number === 1, list: false } },
  }),
  'much thinking': () => ({ options: { reasoning: () => 2500 } }),
  'no limit obeyed': FAULTS['no limit obeyed'] as () => Failure,
  'no schema obeyed': FAULTS['no schema obeyed'] as () => Failure,
  'thinking past the limit': FAULTS['thinking past the limit'] as () => Failure,
  'sections cut off': FAULTS['sections cut off'] as () => Failure,
};

function failFirst(fate: 'error' | 'billed-error' | 'expired' | 'garbage') {
  return (id: string, round: number) => (round === 1 && id.includes('0001') ? fate : undefined);
}

const costOf = ({ usage, isBatch }: ModelServer['book'][number]) => {
  const cached = usage.prompt_tokens_details.cached_tokens;
  const usd =
    (usage.prompt_tokens - cached) * PRICE.input +
    cached * PRICE.cached +
    usage.completion_tokens * PRICE.output;
  return isBatch ? usd / 2 : usd;
};

interface Cell {
  fault: Failure;
  report: (usage: Usage) => unknown;
  store: ModelServerOptions;
  mode: 'live' | 'batch';
}

/** Runs the command, and again as an operator would. */
async function play({ fault, report, store, mode }: Cell) {
  const clock = createSkippingClock();
  const { timeoutSeconds = 30 } = fault;
  const settings = { timeoutSeconds, settleSeconds: 60, judge: { model: 'test-model' } };
  const root = createSite(settings, (end) => ends.push(end), ['en_US']);
  const server = await serveModel({ ...store, ...fault.options, report, clock }, (end) => ends.push(end));
  const budget = fault.canary ? 6 : 0.8;
  const request = { topics: createTopics(fault.canary ? 30 : 2), mode };
  const command = (action: 'live' | 'submit' | 'collect') =>
    runGenerate(root, server.url, request, { action, budget, clock });
  const said: string[] = [];
  // A second command after a failed canary is a decision of the operator.
  if (mode === 'live')
    for (let run = 0; run < (fault.canary ? 1 : 2); run++) said.push(...(await command('live')).errors);
  else {
    said.push(...(await command('submit')).errors);
    for (let round = 0; round < 6; round++) said.push(...(await command('collect')).errors);
  }
  return { server, budget, said, ledger: createCostReport(await readCalls(root)).total };
}

function judge({ fault, store }: Cell, { server, budget, ledger, said }: Awaited<ReturnType<typeof play>>) {
  const { book } = server;
  const cost = book.reduce((sum, entry) => sum + costOf(entry), 0);
  const canTell = store.stored !== false && store.storeLag !== Number.POSITIVE_INFINITY;
  const allowed = fault.isReported && !canTell ? 2 : 1;
  const twice = book.filter(
    ({ request }) => book.filter((other) => other.request === request).length > allowed,
  );
  return {
    'the ledger is below the book': Number(ledger.usd) + 1e-6 < cost && [ledger.usd, cost],
    'billed twice': twice.length > 0 && twice.map(({ request }) => request.slice(-200)),
    'above the budget': fault.options.obeysLimit !== false && cost > budget && [cost, budget],
    'lost on a canary': fault.canary && cost > budget * 0.02 && [cost, budget, said[0]],
    'nothing was sent': book.length === 0,
  };
}

/** Cells of one fault run at once: they wait for the disk and for one another's servers. */
async function expectAllGood(
  fault: string,
  cells: readonly (Cell & { name: string; stored: string; form: string })[],
) {
  const judged = await Promise.all(
    cells.map(async (cell) => {
      const end = await play(cell);
      const book = end.server.book.reduce((sum, entry) => sum + costOf(entry), 0);
      addToTable(
        `${fault} | ${cell.mode} | ${cell.stored} | ${cell.form === '{}' ? 'none' : 'reported'}`,
        book,
        Number(end.ledger.usd),
        end.ledger.unknown,
      );
      return [cell.name, judge(cell, end)] as const;
    }),
  );
  const bad = judged.filter(([, verdict]) => Object.values(verdict).some(Boolean));
  expect(bad).toEqual([]);
}

describe('live', () => {
  test.each(Object.entries(FAULTS))('%s', async (fault, createFault) => {
    await expectAllGood(
      fault,
      Object.entries(STORES).flatMap(([name, { forms, ...store }]) =>
        (forms ?? Object.keys(FORMS)).map((form) => ({
          name: `${form}, ${name}`,
          stored: name,
          form,
          fault: createFault(),
          report: FORMS[form] ?? (() => undefined),
          store,
          mode: 'live' as const,
        })),
      ),
    );
  });
});

describe('in batches', () => {
  test.each(Object.entries(BATCH_FAULTS))('%s', async (fault, createFault) => {
    await expectAllGood(
      fault,
      Object.entries(FORMS)
        .filter(([name]) => name !== 'digits')
        .map(([name, report]) => ({
          name,
          form: name,
          stored: 'batches that can be listed',
          fault: createFault(),
          report,
          store: {},
          mode: 'batch' as const,
        })),
    );
  });
});
