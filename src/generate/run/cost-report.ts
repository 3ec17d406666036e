/** Adds up lines of the committed ledger, and shows the sums. */
import { groupBy } from '../../foundation/group-by.ts';
import { formatTable, type TableColumn } from '../../foundation/table.ts';
import type { LedgerLine } from '../journal/ledger-line.ts';
import { addUsage, formatUsd, NO_USAGE } from '../journal/money.ts';

export const REPORT_GROUPS = {
  topic: ({ topic, locale }) => `${locale} ${topic || 'topics to be proposed'}`,
  locale: ({ locale }) => locale,
  model: ({ model }) => model,
  day: ({ time }) => time.slice(0, 10),
  code: ({ code }) => code ?? 'none',
} as const satisfies Record<string, (cost: LedgerLine) => string>;
export type ReportGroup = keyof typeof REPORT_GROUPS;

type CostLine = ReturnType<typeof sumUp>;

export function createReport(costs: readonly LedgerLine[], by?: ReportGroup) {
  const nameOf = by && REPORT_GROUPS[by];
  const idOf = ({ run, article }: LedgerLine) => `${run}/${article}`;
  // A line of a later night settles what an earlier one has left open, and may be the first to know the file.
  const files = new Map(costs.flatMap((cost) => (cost.file === null ? [] : [[idOf(cost), cost.file]])));
  return {
    total: sumUp('total', costs),
    locales: sumUpBy(costs, ({ locale }) => locale),
    models: sumUpBy(costs, ({ model }) => model),
    articles: sumUpBy(costs, (cost) => files.get(idOf(cost)) ?? idOf(cost)),
    ...(by && nameOf && { by, groups: sumUpBy(costs, nameOf) }),
  };
}

/** Groups costs by name, the most expensive group first. */
function sumUpBy(costs: readonly LedgerLine[], nameOf: (cost: LedgerLine) => string): CostLine[] {
  return [...groupBy(costs, nameOf)]
    .map(([name, group]) => sumUp(name, group))
    .sort((a, b) => (b.usd ?? 0) - (a.usd ?? 0) || (a.name < b.name ? -1 : 1));
}

/** @param name a locale, a model or an article. An article without a file is named by run and id */
function sumUp(name: string, costs: readonly LedgerLine[]) {
  const written = costs.filter(({ article, calls }) => !article.endsWith('-topics') && calls !== 0);
  const sum = (pick: (cost: LedgerLine) => number) => costs.reduce((total, cost) => total + pick(cost), 0);
  const unpriced = costs.filter(({ usd }) => usd === null);
  return {
    name,
    articles: new Set(written.map(({ run, article }) => `${run}/${article}`)).size,
    calls: sum(({ calls }) => calls),
    /** Paid calls whose answer had findings. */
    wasted: sum(({ wasted }) => wasted),
    unknown: sum(({ unknown }) => unknown),
    /** Calls of a model whose price is not known. */
    unpriced: unpriced.reduce((total, { calls }) => total + calls, 0),
    tokens: costs.reduce((total, { tokens }) => addUsage(total, tokens), NO_USAGE),
    /** null if the price of a call is not known. */
    usd: unpriced.length > 0 ? null : Number(sum(({ usd }) => usd ?? 0).toFixed(9)),
  };
}

const MAX_ARTICLES = 40;

const showUsd = (usd: number | null) => (usd === null ? 'unknown' : formatUsd(usd));

const COST_COLUMNS: readonly TableColumn<CostLine>[] = [
  { title: 'articles', cell: ({ articles }) => articles },
  { title: 'calls', cell: ({ calls }) => calls },
  { title: 'wasted', cell: ({ wasted }) => wasted },
  { title: 'unknown', cell: ({ unknown }) => unknown },
  { title: 'in', cell: ({ tokens }) => tokens.input },
  { title: 'cached', cell: ({ tokens }) => tokens.cached },
  { title: 'out', cell: ({ tokens }) => tokens.output },
  { title: 'USD', alignsEnd: true, cell: ({ usd }) => showUsd(usd) },
  {
    title: 'USD/article',
    alignsEnd: true,
    cell: ({ usd, articles }) => showUsd(usd === null ? null : usd / Math.max(1, articles)),
  },
  // The last column, because it may be a long path.
  { title: '', cell: ({ name }) => name },
];

export function renderCostReport(report: ReturnType<typeof createReport>): string {
  if (report.total.calls === 0) return 'no call has been paid';
  const sections: [string, CostLine[]][] = report.by
    ? [[`By ${report.by}`, report.groups ?? []]]
    : [
        ['By locale', report.locales],
        ['By model', report.models],
        ['By article, the most expensive first', report.articles.slice(0, MAX_ARTICLES)],
      ];
  const costs = [report.total, ...sections.flatMap(([, lines]) => lines)];
  const [head = '', total = '', ...rows] = formatTable(costs, COST_COLUMNS, Infinity).split('\n');
  const parts = sections.flatMap(([title, lines]) => ['', title, ...rows.splice(0, lines.length)]);
  return [head, total, ...parts].join('\n');
}
