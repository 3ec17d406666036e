/** Says what an edition shows of each offer of the ledger at an instant, and what an offer lacks to be shown. Pure. */

import type { SiteConfig } from '../config/config-schema.ts';
import { dateIn, endOf } from '../content/article/dates.ts';
import { type Dated, presenceOf } from '../content/article/presence.ts';
import { chooseOffers } from '../content/data/choose-offers.ts';
import type {
  Advertiser,
  Filed,
  Hidden,
  Ledger,
  LedgerDate,
  Need,
  Notice,
  Offer,
  OfferState,
  OfferStates,
  OfferText,
  ShownOffer,
} from '../content/data/offers.ts';
import { DAY_MS } from '../foundation/clock.ts';
import { type Finding, finding } from '../foundation/errors.ts';
import { createFormats, fillText } from '../locales/locale-format.ts';
import { type Routes, trimSlashes, urlPath } from './routes.ts';
import type { Article, Edition } from './site.ts';
import { listTextPages } from './text-pages.ts';

/** True if a market is the other one, a part of it, or has it as a part. */
const overlap = (a: string, b: string) => a === b || a.startsWith(`${b}-`) || b.startsWith(`${a}-`);
const overlaps = (some: readonly string[], others: readonly string[]) =>
  some.some((one) => others.some((other) => overlap(one, other)));
const covers = (all: readonly string[], markets: readonly string[]) =>
  markets.every((one) => all.some((other) => one === other || one.startsWith(`${other}-`)));

/** The notices that hold of a class in some markets. */
function noticesOf({ notices }: Ledger, kind: string, markets: readonly string[]): Notice[] {
  return notices.filter(
    (notice) => (notice.class === '*' || notice.class === kind) && overlaps(notice.market, markets),
  );
}

/** The instant a week before an end, when somebody must read again what the site says. */
export function reviewOf(until: LedgerDate, timeZone: string): number {
  return endOf(until, timeZone) - 7 * DAY_MS;
}

/** The ledger as a list of what begins and ends, like articles. */
type DatedOffer = Dated & { file: string; title: string };

function datedOffer(name: string, { file, from, until }: Offer, timeZone: string): DatedOffer {
  return {
    ...{ file, title: name, status: 'published', keepsDates: true },
    date: { time: from ? dateIn(from, timeZone).time : Number.NEGATIVE_INFINITY },
    editorial: { expires: until ? { time: endOf(until, timeZone) } : null },
  };
}

export function datedOffers({ offers }: Ledger, timeZone: string): DatedOffer[] {
  return Array.from(offers).flatMap(([name, offer]) =>
    offer.isWithheld ? [] : [datedOffer(name, offer, timeZone)],
  );
}

interface Around extends Pick<Edition, 'locale' | 'strings'> {
  config: Pick<SiteConfig, 'markets' | 'timeZone'>;
  routes: Routes;
  now: number;
}

/** @returns the offers of an edition, and what is wrong with those that it shows or will show */
export function judgeOffers(ledger: Ledger, around: Around): { states: OfferStates; problems: Finding[] } {
  const problems: Finding[] = [];
  if (ledger.offers.size === 0) return { states: {}, problems };
  const { date } = createFormats(around.locale, around.strings);
  const sayUntil = (until: LedgerDate) =>
    fillText(around.strings.ads.until, { date: date(until.day) + clockOf(until) });
  const states = Array.from(ledger.offers, ([name, offer]): [string, OfferState] => {
    const fallback =
      offer.fallback === undefined ? null : around.routes.href(urlPath(trimSlashes(offer.fallback)));
    const hide = (hidden: Hidden): [string, OfferState] => [name, { hidden, fallback }];
    if (offer.isWithheld) return hide('of-layer');
    const report: Case['report'] = ({ file, field }, message, hint) =>
      problems.push(finding('invalid-offer', message, hint, { file, field }));
    const advertiser = ledger.advertisers.get(offer.advertiser);
    if (!advertiser) {
      report(
        within(offer, 'advertiser'),
        `there is no advertiser "${offer.advertiser}"`,
        'add it to "advertisers"',
      );
      return hide('untranslated');
    }
    const judged = judge({ ledger, around, offer, advertiser, sayUntil, report });
    return 'hidden' in judged ? hide(judged.hidden) : [name, { shown: judged, fallback }];
  });
  return { states: Object.fromEntries(states), problems };
}

/** The clock of a time as the advertiser wrote it: ", 23:59 UTC+03:00". */
function clockOf({ text, time }: LedgerDate): string {
  if (time === null) return '';
  const [, clock = '', offset = ''] = /[Tt ](\d{2}:\d{2})\S*?([+-]\d{2}:?\d{2})?$/.exec(text.trim()) ?? [];
  return `, ${clock} UTC${offset}`;
}

interface Case {
  ledger: Ledger;
  around: Around;
  offer: Offer;
  advertiser: Advertiser;
  sayUntil(until: LedgerDate): string;
  report(place: Filed, message: string, hint: string): void;
}

function judge({
  ledger,
  around,
  offer,
  advertiser,
  sayUntil,
  report,
}: Case): ShownOffer | { hidden: Hidden } {
  const { locale, config, now } = around;
  const markets = config.markets[locale] ?? [];
  const text = offer.texts[locale];
  const dated = datedOffer('', offer, config.timeZone);
  const { expires } = dated.editorial;
  if (expires && expires.time <= dated.date.time)
    report(within(offer, 'until'), 'it ends before it begins', 'correct the dates');
  const presence = presenceOf(dated, now);
  if (presence === 'expired') return { hidden: presence };
  if (offer.markets.length > 0 && markets.length > 0 && !overlaps(offer.markets, markets))
    return { hidden: 'elsewhere' };
  const notices = noticesOf(ledger, offer.class, markets);
  const { model } = offer;
  if (notices.some(({ forbid, forbidModels }) => forbid || (model && forbidModels.includes(model))))
    return { hidden: 'forbidden' };
  if (!text) return { hidden: 'untranslated' };
  const shown = describe({ offer, advertiser, text, notices, markets, locale, sayUntil, report });
  if (offer.markets.length > 0 && !covers(offer.markets, markets) && text.eligibility === undefined)
    report(
      within(offer, 'texts', locale),
      `it holds in ${offer.markets.join(', ')}, and ${locale} has readers in ${markets.join(', ')}`,
      'say for whom it is in "eligibility"',
    );
  return presence === 'scheduled' ? { hidden: presence } : shown;
}

interface Description extends Pick<Case, 'offer' | 'advertiser' | 'sayUntil' | 'report'> {
  text: OfferText;
  notices: readonly Notice[];
  markets: readonly string[];
  locale: Edition['locale'];
}

/** Puts together what notices need, and reports what is missing. */
function describe(input: Description): ShownOffer {
  const { offer, advertiser, text, notices, markets, locale, sayUntil, report } = input;
  const needed = new Map<Need, Notice>();
  for (const notice of notices) {
    for (const need of notice.needs) if (!needed.has(need)) needed.set(need, notice);
    if (notice.forbidModels.length > 0 && !needed.has('model')) needed.set('model', notice);
  }
  const licences = notices
    .filter(({ needs }) => needs.includes('licence'))
    .flatMap(({ market }) => market.filter((one) => overlaps([one], markets)))
    .map((one) => advertiser.licences.find(({ market }) => covers([market], [one])));
  const has: Record<Need, string | undefined> = {
    terms: text.terms,
    eligibility: text.eligibility,
    until: offer.until && sayUntil(offer.until),
    licence: licences.every((one) => one !== undefined)
      ? [...new Set(licences)].map((one) => `${one.register} ${one.number}`).join(', ')
      : undefined,
    legal: advertiser.legal,
    number: advertiser.number,
    site: advertiser.site,
    erid: text.erid,
    model: offer.model,
  };
  for (const [need, { market, class: kind }] of needed) {
    if (has[need] !== undefined) continue;
    const place = PLACES[need]({ offer, advertiser, locale });
    report(place, `there is no "${need}"`, `add it: the notice of ${kind} in ${market.join(', ')} needs it`);
  }
  const asked = (['licence', 'legal', 'number', 'site'] as const).filter((need) => needed.has(need));
  const erid = needed.has('erid') ? text.erid : undefined;
  const beside = [
    ...[has.terms, has.eligibility, has.until],
    ...asked.map((need) => has[need]),
    erid && `erid: ${erid}`,
    ...notices.map(({ show }) => show?.[locale]),
  ];
  for (const notice of notices)
    if (notice.show && !notice.show[locale])
      report(within(notice, 'show'), `it has no words in ${locale}`, `add "${locale}"`);
  return {
    advertiser: advertiser.name,
    class: offer.class,
    url: erid === undefined ? text.url : withParameter(text.url, `erid=${erid}`),
    text: text.text,
    beside: [...new Set(beside.filter((one) => one !== undefined && one !== ''))].map(String),
  };
}

/** The place of a value in an entry of the ledger. */
const within = ({ file, field }: Filed, ...path: readonly string[]): Filed => ({
  file,
  field: [...field, ...path],
});

/** Where each value belongs. */
const ofText = ({ offer, locale }: Pick<Description, 'offer' | 'locale'>) => within(offer, 'texts', locale);
const ofOffer = ({ offer }: Pick<Description, 'offer'>) => offer;
const ofAdvertiser = ({ advertiser }: Pick<Description, 'advertiser'>) => advertiser;
const PLACES: Readonly<Record<Need, (parts: Pick<Description, 'offer' | 'advertiser' | 'locale'>) => Filed>> =
  {
    ...{ terms: ofText, eligibility: ofText, erid: ofText, until: ofOffer, model: ofOffer },
    ...{ licence: ofAdvertiser, legal: ofAdvertiser, number: ofAdvertiser, site: ofAdvertiser },
  };

/** Puts a parameter after those that an address has, and before its fragment. Everything else keeps its letters. */
function withParameter(url: string, parameter: string): string {
  const [, address = url, fragment = ''] = /^([^#]*)(#.*)?$/s.exec(url) ?? [];
  return `${address}${address.includes('?') ? '&' : '?'}${parameter}${fragment}`;
}

/** The offers that a text needs: those that it names, and all from which a list chooses. @param names as `findOffers` returns them */
export function selectOffers(states: OfferStates, names: readonly string[]): OfferStates {
  if (!names.some((name) => name.startsWith('*')))
    return Object.fromEntries(
      names.flatMap((name) => (Object.hasOwn(states, name) && states[name] ? [[name, states[name]]] : [])),
    );
  const wanted = new Set(names.map((name) => (name.startsWith('*') ? name.replace(/ .*/, '') : name)));
  const isListed = ({ shown }: OfferState) => shown && (wanted.has('*') || wanted.has(`*${shown.class}`));
  return Object.fromEntries(
    Object.entries(states).filter(([name, state]) => wanted.has(name) || isListed(state)),
  );
}

/** The pages of an edition whose texts have offers. @returns their paths, with the names of the offers */
export function placesOfOffers(edition: Edition) {
  const { articles, offers, locale } = edition;
  const shown = Object.entries(offers).flatMap(([name, one]) =>
    one.shown ? [[name, one.shown] as const] : [],
  );
  const lists = new Map<string, readonly string[]>();
  const namesIn = (found: string): readonly string[] => {
    if (!found.startsWith('*')) return Object.hasOwn(offers, found) ? [found] : [];
    const [kind, limit] = found.slice(1).split(' ');
    const choice = { kind: kind || undefined, limit: limit === undefined ? limit : Number(limit), locale };
    const names = lists.get(found) ?? chooseOffers(shown, choice).map(([name]) => name);
    lists.set(found, names);
    return names;
  };
  const texts = [
    ...articles.map(({ meta, path }) => ({ path, offers: meta.offers })),
    ...listTextPages(edition),
  ];
  return texts.flatMap(({ path, offers: named }) =>
    named?.length ? [{ path, names: new Set(named.flatMap(namesIn)) }] : [],
  );
}

/** What an edition shows of an offer, and where. All of it stands on these pages. */
export interface OfferOnPages extends Omit<ShownOffer, 'class'> {
  locale: string;
  name: string;
  /** The word within its links. */
  label: string;
  /** Sorted. */
  pages: string[];
}

/** @returns what readers see of the ledger, in a fixed order */
export function listShownOffers(editions: readonly Edition[]): OfferOnPages[] {
  return editions.flatMap((edition) => {
    const places = new Map<string, Set<string>>();
    for (const { path, names } of placesOfOffers(edition))
      for (const name of names) places.set(name, (places.get(name) ?? new Set()).add(path));
    const { locale, strings } = edition;
    return [...places]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([name, found]): OfferOnPages[] => {
        const { shown } = edition.offers[name] ?? {};
        if (!shown) return [];
        const { class: _, ...offer } = shown;
        return [{ locale, name, ...offer, label: strings.ads.mark, pages: [...found].sort() }];
      });
  });
}

/** The articles that show an offer, or do not show it any longer, otherwise than before. @param before what `listShownOffers` returned */
export function findReoffered(editions: readonly Edition[], before: readonly OfferOnPages[]): Article[] {
  const now = listShownOffers(editions);
  const [old, fresh] = [before, now].map((lines) => new Set(lines.map((line) => JSON.stringify(line))));
  const differ = [
    ...before.filter((line) => !fresh?.has(JSON.stringify(line))),
    ...now.filter((line) => !old?.has(JSON.stringify(line))),
  ];
  if (differ.length === 0) return [];
  const pages = new Set(differ.flatMap((line) => line.pages));
  return editions.flatMap(({ articles }) => articles.filter(({ path }) => pages.has(path)));
}

/** Every address that an offer has or may have, at any time. */
export function offerAddresses({ offers }: Ledger): string[] {
  const urls = [...offers.values()].flatMap(({ texts }) =>
    Object.values(texts).flatMap(({ url, erid }) =>
      erid === undefined ? [url] : [url, withParameter(url, `erid=${erid}`)],
    ),
  );
  return [...new Set(urls)].sort();
}
