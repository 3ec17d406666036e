/** Lists what production has shown of an offer, from nothing but the record at the target. */
import { loadConfig } from '../config/load-config.ts';
import { dateIn, endOf, formatRfc3339, parseArticleDate } from '../content/article/dates.ts';
import { UserError } from '../foundation/errors.ts';
import { hintNear } from '../foundation/near-names.ts';
import { formatCount, type Reporter } from '../foundation/report.ts';
import { forEachConcurrently } from '../foundation/run-concurrently.ts';
import { formatCsv, formatTable, type TableColumn } from '../foundation/table.ts';
import type { ShownResult } from '../results/site-results.ts';
import type { OfferOnPages } from '../site/offers.ts';
import { endsOf, loadOfferRecord, OFFERS_PREFIX, readOfferRecords } from './releases/offer-records.ts';
import { connectTarget, type TargetChoice } from './resolve-target.ts';

export interface ShownRequest extends Pick<TargetChoice, 'env' | 'target'> {
  offer: string;
  /** Days of the site, or instants. */
  from: string | undefined;
  to: string | undefined;
  csv: boolean;
}

/** One revision on one page. `until` is null while readers have it. */
interface Shown extends Omit<OfferOnPages, 'pages'> {
  page: string;
  from: number;
  until: number | null;
}

export async function listShown(root: string, reporter: Reporter, request: ShownRequest): Promise<void> {
  const config = await loadConfig(root);
  const { timeZone } = config;
  const from = request.from === undefined ? 0 : dateIn(parseDay('--from', request.from), timeZone).time;
  const to =
    request.to === undefined ? Number.POSITIVE_INFINITY : endOf(parseDay('--to', request.to), timeZone);
  const { target } = await connectTarget(config, { ...request, preview: undefined });
  const records = readOfferRecords(await target.list(OFFERS_PREFIX));
  const lines = new Map<number, OfferOnPages[]>();
  await forEachConcurrently(records.keys(), config.deploy.concurrency, async (index) => {
    const record = records[index];
    if (record) lines.set(index, await loadOfferRecord(target, record));
  });
  const ends = endsOf(records);
  const versions = records.map(({ since }, index) => ({
    ...{ from: since, until: ends[index] ?? null, lines: lines.get(index) ?? [] },
  }));
  const known = new Set(versions.flatMap((version) => version.lines.map(({ name }) => name)));
  if (!known.has(request.offer)) throw createUnknown(request.offer, known, target.url);
  const shown = mergeVersions(versions, request.offer).filter(
    (one) => one.from < to && (one.until === null || one.until > from),
  );
  const print = (time: number) => formatRfc3339(dateIn({ day: '', time }, timeZone));
  const rows: ShownResult['shown'] = shown.map((one) => ({
    ...{ offer: one.name, advertiser: one.advertiser, locale: one.locale, page: one.page },
    ...{ from: print(one.from), until: one.until === null ? null : print(one.until) },
    ...{ label: one.label, text: one.text, url: one.url, beside: [...one.beside] },
  }));
  if (request.csv) reporter.output(formatCsv(rows, COLUMNS));
  else if (rows.length > 0 && !reporter.json) reporter.output(formatTable(rows, COLUMNS, reporter.width));
  const pages = formatCount(new Set(rows.map(({ page }) => page)).size, 'page');
  const text =
    rows.length === 0
      ? `${request.offer} was not shown then`
      : `${formatCount(rows.length, 'revision')} on ${pages}, from the record of ${target.url}`;
  reporter.result({ kind: 'offers-shown', target: target.url, shown: rows }, text);
}

const COLUMNS: readonly TableColumn<ShownResult['shown'][number]>[] = [
  { title: 'offer', cell: ({ offer }) => offer },
  { title: 'advertiser', cell: ({ advertiser }) => advertiser, least: 8 },
  { title: 'edition', cell: ({ locale }) => locale },
  { title: 'page', cell: ({ page }) => page, least: 12 },
  { title: 'from', cell: ({ from }) => from },
  { title: 'until', cell: ({ until }) => until ?? '' },
  { title: 'label', cell: ({ label }) => label },
  { title: 'text', cell: ({ text }) => text, least: 12 },
  { title: 'url', cell: ({ url }) => url, least: 12 },
  { title: 'beside', cell: ({ beside }) => beside.join(' · '), least: 12 },
];

/** @throws UserError for a text that is neither a day nor an instant */
function parseDay(option: string, text: string) {
  const parsed = parseArticleDate(text);
  if (typeof parsed !== 'string') return parsed;
  throw new UserError({
    code: 'invalid-option-value',
    message: `${option}: ${parsed}`,
    hint: 'give a day such as 2027-01-31, or a time with its offset',
  });
}

/** A name that the record does not have must not look like an answer. */
function createUnknown(name: string, known: ReadonlySet<string>, target: string): UserError {
  return new UserError({
    code: 'unknown-offer',
    message: `the record of ${target} has no offer "${name}"`,
    hint:
      known.size === 0
        ? 'nothing is recorded there: a deploy with --env production does that from the first offer on'
        : hintNear(name, known, `it has ${[...known].sort().join(', ')}`),
  });
}

/** Joins what goes on unchanged from one version to the next. */
function mergeVersions(
  versions: readonly { from: number; until: number | null; lines: readonly OfferOnPages[] }[],
  name: string,
): Shown[] {
  const all: Shown[] = [];
  const last = new Map<string, Shown>();
  for (const { from, until, lines } of versions)
    for (const { pages, ...line } of lines.filter((one) => one.name === name))
      for (const page of pages) {
        const key = JSON.stringify([page, line]);
        const before = last.get(key);
        if (before && (before.until === null || before.until >= from)) before.until = until;
        else {
          const next = { ...line, page, from, until };
          last.set(key, next);
          all.push(next);
        }
      }
  return all.sort((a, b) => (a.page < b.page ? -1 : a.page > b.page ? 1 : a.from - b.from));
}
