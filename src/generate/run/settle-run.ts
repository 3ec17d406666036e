/** Writes what a run did into the committed ledger: for each article the difference between its journal and the ledger. */
import type { SiteConfig } from '../../config/config-schema.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import { groupBy } from '../../foundation/group-by.ts';
import { createBudget } from '../calls/budget.ts';
import { createRecovery } from '../calls/recovery.ts';
import { isBlocking } from '../checks/finding.ts';
import type { ArticleRecord, BatchRecord } from '../journal/journal-records.ts';
import { appendLedger, formatLine, readLedger } from '../journal/ledger.ts';
import type { LedgerLine } from '../journal/ledger-line.ts';
import { addUsage, findPrice, NO_USAGE, type Prices } from '../journal/money.ts';
import { lockAndRead, type OpenRun, type RunContext } from './open-run.ts';
import { type CallEntry, type OnDamaged, readRun } from './read-run.ts';
import { type ArticleJob, listRuns, loadPlans, type RunPlan, rowOf, subjectOf } from './run-plan.ts';
import type { SharedRuns } from './shared-runs.ts';

type SettledConfig = Pick<SiteConfig, 'root' | 'generate'>;

const ignore = () => undefined;

/**
 * Appends the lines that the ledger lacks. A killed process wrote none; the next one on the same journal does. The journal
 * has the lines too, so that a copy of the site that lacks them gets the same ones.
 */
export async function settleRun(
  { root, generate }: SettledConfig,
  { plan, isOurs, record }: Pick<OpenRun, 'plan' | 'isOurs' | 'record'>,
): Promise<LedgerLine[]> {
  const known = readLedger(root, ignore).filter(({ run }) => run === plan.id);
  const { kept, fresh } = await listUnsettled(root, plan, known, generate.prices);
  // Whoever has taken over the run writes the rest.
  const settles = fresh.length > 0 && isOurs();
  if (settles) await record({ type: 'settled', at: Date.now(), lines: fresh });
  appendLedger(root, settles ? [...kept, ...fresh] : kept);
  return [...known, ...kept, ...fresh];
}

/** Milliseconds within which a store surely shows an answer that it has. */
const STORED = 7 * DAY_MS;

type OthersContext = Pick<RunContext, 'config' | 'provider' | 'clock' | 'stop'>;

/**
 * Does so for the runs that no process works on, such as a killed one that no command has gone on with. The server is asked
 * for the calls that were running then.
 */
export async function settleOthers(context: OthersContext, shared: SharedRuns | null): Promise<void> {
  const { config, clock } = context;
  const { root, generate } = config;
  const patience = (generate.timeoutSeconds + generate.settleSeconds) * 1000;
  for (const plan of loadPlans(root)) {
    const known = readLedger(root, ignore).filter(({ run }) => run === plan.id);
    const { kept, fresh, doubtful } = await listUnsettled(root, plan, known, generate.prices);
    const asked = doubtful.filter(({ at, isOpen }) => isOpen || at + STORED > clock.now());
    const isDue = asked.length > 0 && asked.every(({ at }) => at + patience <= clock.now());
    if (kept.length + fresh.length === 0 && !isDue) continue;
    const run = await lockAndRead(root, plan, { resumed: true, shared });
    if (!run) continue;
    try {
      if (isDue) await recoverCalls(context, run);
      await settleRun(config, run);
    } finally {
      await run.close();
    }
  }
}

/** Records what became of the calls that were running when a process ended, or whose outcome nobody knew then. */
async function recoverCalls({ config, provider, clock, stop }: OthersContext, run: OpenRun): Promise<void> {
  const { generate: settings } = config;
  const calls = {
    budget: createBudget(null, 0),
    record: run.record,
    state: run.state,
    prices: settings.prices,
  };
  const recovery = createRecovery({ ...calls, provider, settings, clock, stop, retryUnknown: false });
  await recovery.settleAll();
  await recovery.close();
}

/** The lines of the ledger, and those that the journals of this machine add to it. */
export async function readAllLines(
  { root, generate }: SettledConfig,
  onDamaged: OnDamaged,
): Promise<LedgerLine[]> {
  const lines = readLedger(root, onDamaged);
  const added: LedgerLine[] = [];
  for (const plan of listRuns(root).length > 0 ? loadPlans(root) : []) {
    const own = lines.filter(({ run }) => run === plan.id);
    const { kept, fresh } = await listUnsettled(root, plan, own, generate.prices, onDamaged);
    added.push(...kept, ...fresh);
  }
  return [...lines, ...added];
}

/**
 * @returns `kept`: lines that the journal has and the ledger lacks. `fresh`: what no line says yet. `doubtful`: calls that may
 * be running, or that a server with a store may know more of by now
 */
async function listUnsettled(
  root: string,
  plan: RunPlan,
  inFile: readonly LedgerLine[],
  prices: Prices,
  onDamaged: OnDamaged = ignore,
): Promise<{ kept: LedgerLine[]; fresh: LedgerLine[]; doubtful: CallEntry[] }> {
  const { calls, articles, batches, settled, time } = await readRun(root, plan.id, onDamaged);
  const written = new Set(inFile.map(formatLine));
  const kept = settled.filter((line) => !written.has(formatLine(line)));
  const known = [...inFile, ...kept].sort((a, b) => (a.entry ?? -1) - (b.entry ?? -1));
  const jobs = new Map([...plan.jobs, ...plan.parked].map((job) => [job.id, job]));
  const byArticle = groupBy(calls, ({ article }) => article);
  const fresh = [...new Set([...byArticle.keys(), ...articles.keys()])].flatMap((id) => {
    const own = byArticle.get(id) ?? [];
    const batch = findBatch(own, [...batches.values()]);
    const line = describe(plan, jobs.get(id), id, own, articles.get(id), batch, time ?? plan.created, prices);
    const before = known.filter(({ article }) => article === id);
    return subtract(articles.has(id) ? line : keepOutcome(line, before.at(-1)), before);
  });
  // A call of a batch is waited for by `--batch collect`.
  const doubtful =
    plan.mode === 'batch'
      ? []
      : calls.filter(({ isOpen, isStored, outcome }) => isOpen || (isStored && outcome === 'unknown'));
  return { kept, fresh, doubtful };
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

/** A journal that has lost the record of an article takes no outcome back that the ledger has. */
function keepOutcome(line: LedgerLine, before: LedgerLine | undefined): LedgerLine {
  if (before === undefined || GOES_ON.has(before.outcome)) return line;
  const { outcome, code, file, batch, time } = before;
  return { ...line, outcome, code, file, batch, time };
}

const GOES_ON: ReadonlySet<LedgerLine['outcome']> = new Set(['unfinished', 'sent', 'proposed']);

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
  return isSame && isSettled ? [] : [{ ...line, ...rest, entry: known.length }];
}
