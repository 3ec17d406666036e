/** Owns the account of all calls ever made, read from the journals of all runs: no second book that could differ. */
import { join } from 'node:path';
import { addUsage, formatUsd, NO_USAGE, type Usage } from '../calls/money.ts';
import { readJournal } from './journal.ts';
import { loadPlans, runsFolder } from './run-folders.ts';

/** One attempt at a call. */
export interface LedgerEntry {
  run: string;
  /** Such as "en_US-0001". */
  article: string;
  locale: string;
  /** Where the article stands; null where none was written. */
  file: string | null;
  model: string;
  step: string;
  key: string;
  /** Milliseconds since the epoch, when it was sent. */
  at: number;
  /** paid: answered. unpaid: refused or never made. unknown: nobody can say, counted as spent. */
  outcome: 'paid' | 'unpaid' | 'unknown';
  usage: Usage;
  usd: number;
  /** What the checks found in the answer; null where it was not checked. */
  codes: string[] | null;
}

export async function loadLedger(root: string): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  for (const { id } of loadPlans(root)) {
    const last = new Map<string, LedgerEntry>();
    const files = new Map<string, string | null>();
    const first = entries.length;
    await readJournal(join(runsFolder(root), id, 'journal.jsonl'), (record) => {
      if (record.type === 'intent') {
        const { article, model, step, key, at, reserve } = record;
        const entry: LedgerEntry = {
          run: id,
          article,
          locale: article.slice(0, 5),
          file: null,
          model,
          step,
          key,
          at,
          outcome: 'unknown',
          usage: NO_USAGE,
          usd: reserve,
          codes: null,
        };
        entries.push(entry);
        last.set(key, entry);
        return;
      }
      if (record.type === 'article') files.set(record.article, record.file);
      if (!('key' in record)) return;
      const entry = last.get(record.key);
      if (!entry) return;
      if (record.type === 'result')
        Object.assign(entry, { outcome: 'paid', usage: record.usage, usd: record.usd });
      if (record.type === 'failed') Object.assign(entry, { outcome: 'unpaid', usd: 0 });
      if (record.type === 'unknown') Object.assign(entry, { outcome: 'unknown', usd: record.usd });
      if (record.type === 'verdict') entry.codes = record.codes;
    });
    for (const entry of entries.slice(first)) entry.file = files.get(entry.article) ?? null;
  }
  return entries;
}

export interface CostLine {
  /** A locale, a model, or an article: its file, else run and number. */
  name: string;
  articles: number;
  calls: number;
  /** Paid calls whose answer could not be used as it was. */
  wasted: number;
  unknown: number;
  tokens: Usage;
  usd: number;
}

export interface CostReport {
  total: CostLine;
  locales: CostLine[];
  models: CostLine[];
  articles: CostLine[];
}

export function createCostReport(entries: readonly LedgerEntry[]): CostReport {
  const spent = entries.filter(({ outcome }) => outcome !== 'unpaid');
  return {
    total: sumUp('total', spent),
    locales: groupBy(spent, ({ locale }) => locale),
    models: groupBy(spent, ({ model }) => model),
    articles: groupBy(spent, ({ run, article, file }) => file ?? `${run}/${article}`),
  };
}

function groupBy(entries: readonly LedgerEntry[], nameOf: (entry: LedgerEntry) => string): CostLine[] {
  const groups = new Map<string, LedgerEntry[]>();
  for (const entry of entries) {
    const group = groups.get(nameOf(entry)) ?? [];
    group.push(entry);
    groups.set(nameOf(entry), group);
  }
  return [...groups]
    .map(([name, group]) => sumUp(name, group))
    .sort((a, b) => b.usd - a.usd || (a.name < b.name ? -1 : 1));
}

function sumUp(name: string, entries: readonly LedgerEntry[]): CostLine {
  return {
    name,
    articles: new Set(
      entries
        .map(({ run, article }) => `${run}/${article}`)
        .filter((article) => !article.endsWith('-topics')),
    ).size,
    calls: entries.length,
    wasted: entries.filter(({ codes }) => codes !== null && codes.length > 0).length,
    unknown: entries.filter(({ outcome }) => outcome === 'unknown').length,
    tokens: entries.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
    usd: Number(entries.reduce((sum, { usd }) => sum + usd, 0).toFixed(6)),
  };
}

const MOST_ARTICLES = 40;

export function renderCostReport(report: CostReport): string {
  if (report.total.calls === 0) return 'nothing has been paid here yet';
  const head = ['articles', 'calls', 'faulty', 'unknown', 'in', 'cached', 'out', 'USD', 'USD/article'];
  const row = ({ name, articles, calls, wasted, unknown, tokens, usd }: CostLine) => [
    ...[articles, calls, wasted, unknown, tokens.input, tokens.cached, tokens.output].map(String),
    formatUsd(usd),
    formatUsd(usd / Math.max(1, articles)),
    name,
  ];
  const sections: [string, CostLine[]][] = [
    ['By locale', report.locales],
    ['By model', report.models],
    ['By article, the dearest first', report.articles.slice(0, MOST_ARTICLES)],
  ];
  const rows = [
    head,
    row(report.total),
    ...sections.flatMap(([title, lines]) => [[], [title], ...lines.map(row)]),
  ];
  const widths = head.map((_cell, column) =>
    Math.max(...rows.map((cells) => (cells.length > 1 ? (cells[column]?.length ?? 0) : 0))),
  );
  // The name stands last: it may be a long path.
  return rows
    .map((cells) =>
      cells.length === 1
        ? cells[0]
        : cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '),
    )
    .join('\n');
}
