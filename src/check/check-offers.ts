/** Checks what only people can judge of the ledger: days of review, rules without a record, and texts that have lost an offer. */

import { join } from 'node:path';
import { CONFIG_FILE } from '../config/config-file.ts';
import { dateIn, endOf } from '../content/article/dates.ts';
import type { Filed, Hidden, LedgerDate } from '../content/data/offers.ts';
import { type Finding, finding, type Place } from '../foundation/errors.ts';
import { hintNear } from '../foundation/near-names.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { reviewOf } from '../site/offers.ts';
import { trimSlashes } from '../site/routes.ts';
import type { Edition, Site } from '../site/site.ts';
import type { Addresses } from '../site/site-addresses.ts';
import { listTextPages } from '../site/text-pages.ts';

const WHY: Readonly<Record<Exclude<Hidden, 'scheduled'>, string>> = {
  expired: 'has ended',
  elsewhere: 'does not hold in the markets of this edition',
  forbidden: 'is forbidden by a notice',
  untranslated: 'has no text in this language',
  'of-layer': `belongs to a layer, and offers.fromLayers of ${CONFIG_FILE} does not name it`,
};

/** @param now milliseconds since the epoch */
export function checkOffers(site: Site, addresses: Addresses, now: number): Finding[] {
  const { ledger, config } = site;
  const { timeZone } = config;
  const found = findUntaken(site);
  if (ledger.offers.size + ledger.notices.length === 0) return found;
  const review = (message: string, hint: string, place: Place & Partial<Filed>) =>
    found.push(finding('unreviewed-offer', message, hint, place, 'warning'));
  const hasCome = (date: LedgerDate) => dateIn(date, timeZone).time <= now;

  for (const { licences, file, field } of ledger.advertisers.values())
    for (const [index, { until, register }] of licences.entries())
      if (until && reviewOf(until, timeZone) <= now)
        review(`the licence of ${register} ends ${until.text}`, 'ask for the next one', {
          ...{ file, field: [...field, 'licences', index, 'until'] },
        });
  for (const { reviewBy, source, file, field } of ledger.notices)
    if (hasCome(reviewBy))
      review(
        `the notice was to be read again by ${reviewBy.text}`,
        `read ${source}, and set "checked" and "reviewBy"`,
        {
          ...{ file, field: [...field, 'reviewBy'] },
        },
      );
  for (const [name, { until, reviewBy, fallback, isWithheld, file, field }] of ledger.offers) {
    if (isWithheld) continue;
    if (until && endOf(until, timeZone) <= now) continue;
    const ends = until ? ` ends ${until.text}` : '';
    if (reviewBy ? hasCome(reviewBy) : until && reviewOf(until, timeZone) <= now) {
      const hint = 'ask the advertiser, and set "until" or "reviewBy"';
      review(`the offer "${name}"${ends || ' was to be reviewed'}`, hint, { file, field });
      for (const edition of site.editions)
        for (const place of placesIn(config.root, edition, name))
          review(
            `the offer "${name}"${ends || ' was to be reviewed'}`,
            'read the words around its link',
            place,
          );
    }
    const missing = fallback === undefined ? null : addresses.explain(trimSlashes(fallback));
    if (missing)
      found.push({
        ...missing,
        message: `"${fallback}" ${missing.message}`,
        file,
        field: [...field, 'fallback'],
      });
  }
  for (const edition of site.editions) found.push(...findUnruled(site, edition), ...findLost(site, edition));
  return found;
}

/** Names in `offers.fromLayers` that no ledger has. */
function findUntaken({ ledger, config }: Site): Finding[] {
  return config.offers.fromLayers.flatMap((name, index) => {
    if (ledger.offers.has(name)) return [];
    const hint = hintNear(name, ledger.offers.keys(), 'correct the name, or remove it');
    const place = { file: CONFIG_FILE, field: ['offers', 'fromLayers', index] };
    return [finding('without-effect', `no layer has the offer "${name}"`, hint, place, 'warning')];
  });
}

/** Classes that an edition shows, and markets for which no record says what holds of them. A record of "*" adds to the others. */
function findUnruled({ ledger, config }: Site, { locale, offers }: Edition): Finding[] {
  const found = new Map<string, Finding>();
  const markets = config.markets[locale] ?? [];
  for (const [name, { file, field, class: kind }] of ledger.offers) {
    const state = offers[name];
    if (!state || (state.hidden && state.hidden !== 'scheduled')) continue;
    if (markets.length === 0 && ledger.notices.length > 0) {
      const message = `${locale} shows offers, and "markets" does not say where its readers are`;
      const place = { file: CONFIG_FILE, field: [] };
      found.set('', finding('missing-notice', message, `add "${locale}" to "markets"`, place, 'warning'));
    }
    for (const market of markets) {
      const isRuled = ledger.notices.some(
        (notice) =>
          notice.class === kind &&
          notice.market.some((one) => market === one || market.startsWith(`${one}-`)),
      );
      if (isRuled) continue;
      const message = `no notice says what holds of "${kind}" in ${market}`;
      const hint = 'read the rules there, and add a record to content/notices.yaml';
      const place = { file, field: [...field, 'class'] };
      found.set(`${kind} ${market}`, finding('missing-notice', message, hint, place, 'warning'));
    }
  }
  return [...found.values()];
}

/** Links of texts to offers that the edition does not show. */
function findLost({ config }: Site, edition: Edition): Finding[] {
  return Object.entries(edition.offers).flatMap(([name, { hidden }]) => {
    if (hidden === undefined || hidden === 'scheduled') return [];
    const message = `the offer "${name}" ${WHY[hidden]}`;
    const hint = 'change the words that speak of it';
    return placesIn(config.root, edition, name).map((place) =>
      finding('withheld-offer', message, hint, place, 'warning'),
    );
  });
}

/** Where the texts of an edition name an offer. */
function placesIn(root: string, edition: Edition, name: string): Place[] {
  const texts = [...edition.articles.map(({ meta }) => meta), ...listTextPages(edition)];
  const pattern = new RegExp(`\\b(?:offer:|id\\s{0,9}=\\s{0,9}["']?)${name}(?![a-z0-9-])`);
  return texts
    .filter(({ offers }) => offers?.includes(name))
    .flatMap(({ file }) =>
      readRegularFile(join(root, file))
        .toString()
        .split('\n')
        .flatMap((text, index): Place[] => {
          const at = text.search(pattern);
          return at < 0 ? [] : [{ file, line: index + 1, column: at + 1 }];
        }),
    );
}
