/** Reports the cost of all calls, read from the journals of all runs. */
import { type Problem, UserError } from '../../foundation/errors.ts';
import { groupBy } from '../../foundation/group-by.ts';
import { readJournal } from '../journal/journal.ts';
import type { IntentRecord, JournalRecord } from '../journal/journal-records.ts';
import { addUsage, formatUsd, NO_USAGE, type Usage } from '../journal/money.ts';
import { journalPath, listRuns } from './run-plan.ts';

/** One attempt at a call. */
export interface LedgerEntry extends Pick<IntentRecord, 'article' | 'model' | 'step' | 'key' | 'at'> {
  run: string;
  /** Path of the article; null if no file was written. */
  file: string | null;
  /** paid: the call was answered. unpaid: it was refused or never made. unknown: it may be paid, and counts as spent. */
  outcome: 'paid' | 'unpaid' | 'unknown';
  usage: Usage;
  usd: number;
  /** Codes of the findings in the answer; null if it was not checked. */
  codes: string[] | null;
}

/** Reads the journals of all runs. @param onDamaged called with every line that cannot be read; the other lines count */
export async function loadLedger(root: string, onDamaged = fail): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (const run of listRuns(root)) {
    const last = new Map<string, LedgerEntry>();
    const files = new Map<string, string | null>();
    const first = entries.length;
    const each = (record: JournalRecord) => {
      if (record.type === 'intent') {
        const cost = { outcome: 'unknown' as const, usage: NO_USAGE, usd: record.reserve, codes: null };
        const entry: LedgerEntry = { ...record, run, file: null, ...cost };
        entries.push(entry);
        last.set(record.key, entry);
        return;
      }
      if (record.type === 'article') files.set(record.article, record.file);
      const entry = 'key' in record ? last.get(record.key) : undefined;
      if (!entry) return;
      if (record.type === 'verdict') entry.codes = record.codes;
      if (record.type === 'result') {
        entry.outcome = 'paid';
        entry.usage = record.usage;
      }
      if (record.type === 'unknown') entry.outcome = 'unknown';
      if (record.type === 'failed')
        Object.assign(entry, { outcome: 'unpaid', usd: 0 } satisfies Partial<LedgerEntry>);
      else if ('usd' in record) entry.usd = record.usd;
    };
    await readJournal(journalPath(root, run), each, onDamaged);
    for (const entry of entries.slice(first)) entry.file = files.get(entry.article) ?? null;
  }
  return entries;
}

function fail(problem: Problem): void {
  throw new UserError(problem);
}

type CostLine = ReturnType<typeof sumUp>;

export function createCostReport(entries: readonly LedgerEntry[]) {
  const spent = entries.filter(({ outcome }) => outcome !== 'unpaid');
  return {
    total: sumUp('total', spent),
    locales: sumUpBy(spent, ({ article }) => article.slice(0, 5)),
    models: sumUpBy(spent, ({ model }) => model),
    articles: sumUpBy(spent, ({ run, article, file }) => file ?? `${run}/${article}`),
  };
}

/** Groups entries by name, the most expensive group first. */
function sumUpBy(entries: readonly LedgerEntry[], nameOf: (entry: LedgerEntry) => string): CostLine[] {
  return [...groupBy(entries, nameOf)]
    .map(([name, group]) => sumUp(name, group))
    .sort((a, b) => b.usd - a.usd || (a.name < b.name ? -1 : 1));
}

/** @param name a locale, a model or an article. An article without a file is named by run and id */
function sumUp(name: string, entries: readonly LedgerEntry[]) {
  const written = entries.filter(({ article }) => !article.endsWith('-topics'));
  return {
    name,
    articles: new Set(written.map(({ run, article }) => `${run}/${article}`)).size,
    calls: entries.length,
    /** Paid calls whose answer had findings. */
    wasted: entries.filter(({ codes }) => codes !== null && codes.length > 0).length,
    unknown: entries.filter(({ outcome }) => outcome === 'unknown').length,
    tokens: entries.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
    usd: Number(entries.reduce((sum, { usd }) => sum + usd, 0).toFixed(6)),
  };
}

const MAX_ARTICLES = 40;

export function renderCostReport(report: ReturnType<typeof createCostReport>): string {
  if (report.total.calls === 0) return 'no call has been paid yet';
  const head = ['articles', 'calls', 'wasted', 'unknown', 'in', 'cached', 'out', 'USD', 'USD/article'];
  // The name is the last column, because it may be a long path.
  const row = ({ name, articles, calls, wasted, unknown, tokens, usd }: CostLine) => [
    ...[articles, calls, wasted, unknown, tokens.input, tokens.cached, tokens.output].map(String),
    formatUsd(usd),
    formatUsd(usd / Math.max(1, articles)),
    name,
  ];
  const sections: [string, CostLine[]][] = [
    ['By locale', report.locales],
    ['By model', report.models],
    ['By article, the most expensive first', report.articles.slice(0, MAX_ARTICLES)],
  ];
  const rows = sections.flatMap(([title, lines]) => [[], [title], ...lines.map(row)]);
  return renderTable(head, [row(report.total), ...rows]);
}

/** Aligns the columns of a table to the right. A row of one cell is a heading, and cells beyond the head are not aligned. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const table = lines.filter(({ length }) => length > 1);
  const widths = head.map((_cell, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const pad = (cell: string, column: number) => cell.padStart(widths[column] ?? 0);
  return lines.map((cells) => (cells.length === 1 ? cells[0] : cells.map(pad).join('  '))).join('\n');
}
