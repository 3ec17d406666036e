/** Writes what a run did into the committed ledger: for each article the difference between its journal and the ledger. */
import { existsSync } from 'node:fs';
import type { SiteConfig } from '../../config/config-schema.ts';
import { isBlocking } from '../checks/finding.ts';
import { readJournal } from '../journal/journal.ts';
import type { ArticleRecord, BatchRecord } from '../journal/journal-records.ts';
import { appendLedger, type LedgerLine, readLedger } from '../journal/ledger.ts';
import { addUsage, findPrice, NO_USAGE, type Prices } from '../journal/money.ts';
import { applyCall, type CallEntry } from './call-entries.ts';
import {
  type ArticleJob,
  journalPath,
  listRuns,
  loadPlans,
  type RunPlan,
  rowOf,
  subjectOf,
} from './run-plan.ts';

type SettledConfig = Pick<SiteConfig, 'root' | 'generate'>;

const ignore = () => undefined;

/** Appends the lines that the ledger lacks. A killed process wrote none; the next one on the same journal does. */
export async function settleRun({ root, generate }: SettledConfig, plan: RunPlan): Promise<LedgerLine[]> {
  const known = readLedger(root, ignore).filter(({ run }) => run === plan.id);
  const lines = await listUnsettled(root, plan, known, generate.prices);
  appendLedger(root, lines);
  return [...known, ...lines];
}

/** The lines of the ledger, and those that the journals of this machine add to it. */
export async function readAllLines(
  { root, generate }: SettledConfig,
  onDamaged: Parameters<typeof readJournal>[2],
): Promise<LedgerLine[]> {
  const lines = readLedger(root, onDamaged);
  for (const plan of listRuns(root).length > 0 ? loadPlans(root) : [])
    lines.push(
      ...(await listUnsettled(
        root,
        plan,
        lines.filter(({ run }) => run === plan.id),
        generate.prices,
        onDamaged,
      )),
    );
  return lines;
}

async function listUnsettled(
  root: string,
  plan: RunPlan,
  known: readonly LedgerLine[],
  prices: Prices,
  onDamaged: Parameters<typeof readJournal>[2] = ignore,
): Promise<LedgerLine[]> {
  const path = journalPath(root, plan.id);
  if (!existsSync(path)) return [];
  const calls = new Map<string, CallEntry[]>();
  const last = new Map<string, CallEntry>();
  const articles = new Map<string, ArticleRecord>();
  const batches = new Map<string, BatchRecord>();
  let time = plan.created;
  await readJournal(
    path,
    (record) => {
      if ('at' in record) time = record.at;
      if (record.type === 'article') articles.set(record.article, record);
      if (record.type === 'batch') batches.set(record.name, record);
      const entry = applyCall(record, last);
      if (entry) calls.set(entry.article, [...(calls.get(entry.article) ?? []), entry]);
    },
    onDamaged,
  );
  const jobs = new Map([...plan.jobs, ...plan.parked].map((job) => [job.id, job]));
  const ids = new Set([...calls.keys(), ...articles.keys()]);
  return [...ids].flatMap((id) => {
    const own = calls.get(id) ?? [];
    const batch = findBatch(own, [...batches.values()]);
    const line = describe(plan, jobs.get(id), id, own, articles.get(id), batch, time, prices);
    return subtract(
      line,
      known.filter(({ article }) => article === id),
    );
  });
}

function describe(
  plan: RunPlan,
  job: ArticleJob | undefined,
  id: string,
  calls: readonly CallEntry[],
  record: ArticleRecord | undefined,
  batch: string | null,
  time: number,
  prices: Prices,
): LedgerLine {
  const paid = calls.filter(({ outcome }) => outcome !== 'unpaid');
  const usd = Number(paid.reduce((sum, call) => sum + call.usd, 0).toFixed(9));
  const isPriced = findPrice(prices, plan.model) !== null || usd > 0 || paid.length === 0;
  const { code = null } = record?.findings.find(isBlocking) ?? record?.findings[0] ?? {};
  return {
    id: job ? subjectOf(job) : id,
    topic: job?.topic.topic ?? record?.title ?? '',
    locale: job?.locale ?? id.slice(0, id.lastIndexOf('-')),
    outcome: outcomeOf(id, record, batch),
    code,
    file: record?.file ?? null,
    model: plan.model,
    row: job ? rowOf(job) : '',
    prompt: job?.prompt ?? '',
    calls: paid.length,
    wasted: paid.filter(({ codes }) => codes !== null && codes.length > 0).length,
    unknown: paid.filter(({ outcome }) => outcome === 'unknown').length,
    tokens: paid.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
    usd: isPriced ? usd : null,
    run: plan.id,
    article: id,
    time: new Date(record?.at ?? time).toISOString(),
    batch,
  };
}

function outcomeOf(
  id: string,
  record: ArticleRecord | undefined,
  batch: string | null,
): LedgerLine['outcome'] {
  if (record) return record.status === 'draft' ? 'written' : record.status;
  if (batch !== null) return 'sent';
  return id.endsWith('-topics') ? 'proposed' : 'unfinished';
}

/** The server's name of the batch in which a call of the article waits; null if none does. */
function findBatch(calls: readonly CallEntry[], batches: readonly BatchRecord[]): string | null {
  const open = new Set(calls.filter(({ isOpen }) => isOpen).map(({ key }) => key));
  const found = batches.find(({ state, keys }) => state === 'created' && keys.some((key) => open.has(key)));
  return found?.batch ?? null;
}

/** What the lines of an article lack: nothing if they say the same. A later outcome may make a call cheaper. */
function subtract(line: LedgerLine, known: readonly LedgerLine[]): LedgerLine[] {
  const before = known.at(-1);
  const sum = (pick: (line: LedgerLine) => number) => known.reduce((total, other) => total + pick(other), 0);
  const rest = {
    calls: line.calls - sum(({ calls }) => calls),
    wasted: line.wasted - sum(({ wasted }) => wasted),
    unknown: line.unknown - sum(({ unknown }) => unknown),
    usd: line.usd === null ? null : Number((line.usd - sum(({ usd }) => usd ?? 0)).toFixed(9)),
    tokens: {
      input: line.tokens.input - sum(({ tokens }) => tokens.input),
      cached: line.tokens.cached - sum(({ tokens }) => tokens.cached),
      output: line.tokens.output - sum(({ tokens }) => tokens.output),
    },
  };
  const isSame =
    before?.outcome === line.outcome &&
    before.file === line.file &&
    before.batch === line.batch &&
    before.row === line.row;
  const isSettled =
    rest.calls === 0 && rest.unknown === 0 && rest.wasted === 0 && !rest.usd && rest.tokens.output === 0;
  return isSame && isSettled ? [] : [{ ...line, ...rest }];
}
