/** Lists the offers of the ledger: what each edition shows of them, for how long, and on which pages. */
import { readSite, readTimes } from '../build/read-site.ts';
import { loadConfig } from '../config/load-config.ts';
import { endOf } from '../content/article/dates.ts';
import { DAY_MS } from '../foundation/clock.ts';
import { createProblems } from '../foundation/errors.ts';
import { formatCount, type Reporter } from '../foundation/report.ts';
import { formatTable, type TableColumn } from '../foundation/table.ts';
import type { OffersResult } from '../results/site-results.ts';
import { placesOfOffers } from '../site/offers.ts';

type Listed = OffersResult['offers'][number];

export async function listOffers(root: string, reporter: Reporter): Promise<void> {
  const config = await loadConfig(root);
  const { now } = readTimes(config);
  const problems = createProblems();
  const site = await readSite(config, { drafts: false, future: false, reporter }, problems);
  const places = new Map(site.editions.map((edition) => [edition, placesOfOffers(edition)]));
  const offers = Array.from(site.ledger.offers, ([name, { advertiser, class: kind, until, file }]) => {
    const left = until ? endOf(until, config.timeZone) - now : null;
    const editions = site.editions.map((edition) => ({
      locale: edition.locale,
      state: edition.offers[name]?.hidden ?? ('shown' as const),
      pages: (places.get(edition) ?? []).flatMap(({ path, names }) => (names.has(name) ? [path] : [])),
    }));
    const daysLeft = left === null ? null : Math.max(0, Math.ceil(left / DAY_MS));
    return { ...{ name, advertiser, class: kind, until: until?.text ?? null, daysLeft, file }, editions };
  });
  const rows = offers.flatMap((offer) => offer.editions.map((edition) => ({ offer, edition })));
  if (rows.length > 0 && !reporter.json) reporter.output(formatTable(rows, COLUMNS, reporter.width));
  const placed = offers.filter(({ editions }) => editions.some(({ pages }) => pages.length > 0)).length;
  const result: OffersResult = { offers, errors: problems.errors.length };
  const wrong = problems.errors.length > 0 ? '; the content has errors: run `articles check`' : '';
  reporter.result(result, `${formatCount(offers.length, 'offer')}, ${placed} on pages${wrong}`);
}

const COLUMNS: readonly TableColumn<{ offer: Listed; edition: Listed['editions'][number] }>[] = [
  { title: 'offer', cell: ({ offer }) => offer.name },
  { title: 'edition', cell: ({ edition }) => edition.locale },
  { title: 'state', cell: ({ edition }) => edition.state },
  { title: 'until', cell: ({ offer }) => offer.until ?? '' },
  { title: 'days', cell: ({ offer }) => offer.daysLeft ?? '', alignsEnd: true },
  { title: 'pages', cell: ({ edition }) => edition.pages.join(', '), least: 20 },
];
