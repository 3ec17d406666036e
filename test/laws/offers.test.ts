/**
 * The law of offers: what a page shows of each offer at a time follows from the ledger, the notices and the markets. The oracle
 * shares no code with the program: it asks the clocks of Intl, and reads the pages.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite, expectCleanBuild } from '../support/build.ts';
import { clockIn } from '../support/clocks.ts';
import { createDraw } from '../support/random.ts';
import {
  article,
  compareTrees,
  type Files,
  json,
  makeSite,
  readTree,
  smallSite,
  writeFiles,
} from '../support/site.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONE = 'Europe/Berlin';
/** Clocks are put forward within these days. */
const FIRST = Date.parse('2027-03-20T00:00:00Z');
const DAYS = 20;
const PLACES = ['GB', 'US', 'US-NJ', 'US-NY', 'RU', 'IN'];
const CLASSES = ['books', 'betting'];
const MODELS = ['flat', 'click', 'sale', 'share'];
const MARKS = { en_US: 'ad', ru_RU: 'реклама' } as const;
type Locale = keyof typeof MARKS;
const LOCALES: readonly Locale[] = ['en_US', 'ru_RU'];

interface Offer {
  class: string;
  markets: string[];
  from?: string;
  until?: string;
  model: string;
  fallback?: string;
  texts: Partial<
    Record<Locale, { url: string; text: string; terms: string; eligibility: string; erid: string }>
  >;
}
interface Notice {
  class: string;
  market: string[];
  needs: string[];
  forbid: boolean;
  forbidModels: string[];
  show: Record<Locale, string>;
}
interface World {
  offers: Record<string, Offer>;
  notices: Notice[];
  markets: Partial<Record<Locale, string[]>>;
}

/** ---- The oracle ---- */

const isIn = (part: string, whole: string) => part === whole || part.startsWith(`${whole}-`);
const meet = (some: readonly string[], others: readonly string[]) =>
  some.some((a) => others.some((b) => isIn(a, b) || isIn(b, a)));
const today = (time: number) => clockIn(ZONE, time).slice(0, 10);
const hasBegun = (from: string, time: number) =>
  from.length === 10 ? today(time) >= from : time >= Date.parse(from);
const hasEnded = (until: string, time: number) =>
  until.length === 10 ? today(time) > until : time >= Date.parse(until);

/** What stands at the link of an offer: an address with words beside it, the fallback, or nothing. */
function expected({ offers, notices, markets }: World, name: string, locale: Locale, time: number) {
  const offer = offers[name];
  const text = offer?.texts[locale];
  const here = markets[locale] ?? [];
  const rules = notices.filter(
    (notice) => ['*', offer?.class].includes(notice.class) && meet(notice.market, here),
  );
  const isShown =
    offer &&
    text &&
    (offer.from === undefined || hasBegun(offer.from, time)) &&
    (offer.until === undefined || !hasEnded(offer.until, time)) &&
    (offer.markets.length === 0 || here.length === 0 || meet(offer.markets, here)) &&
    !rules.some(({ forbid, forbidModels }) => forbid || forbidModels.includes(offer.model));
  if (!isShown) return { address: offer?.fallback ?? null, words: [], mark: null };
  const isMarked = rules.some(({ needs }) => needs.includes('erid'));
  const words = [text.terms, text.eligibility, ...rules.map(({ show }) => show[locale])];
  for (const need of ['legal', 'number', 'licence'])
    if (rules.some(({ needs }) => needs.includes(need))) words.push(`${need} of the advertiser`);
  if (isMarked) words.push(`erid: ${text.erid}`);
  const address = isMarked ? text.url.replace('#', `&erid=${text.erid}#`) : text.url;
  return { address, words, mark: `(${MARKS[locale]})` };
}

/** ---- The world ---- */

function createWorld(draw: (below: number) => number): World {
  const one = (list: readonly string[]) => list[draw(list.length)] ?? '';
  const some = (list: readonly string[]) => list.filter(() => draw(3) === 0);
  const moment = (day: number) => {
    const date = new Date(FIRST + day * DAY).toISOString().slice(0, 10);
    const hour = String(draw(24)).padStart(2, '0');
    return draw(2) === 0 ? date : `${date}T${hour}:30:00${one(['Z', '+05:30', '-12:00', '+14:00'])}`;
  };
  const offers: World['offers'] = {};
  for (let index = 0; index < 10; index++) {
    const begins = draw(DAYS);
    const text = (locale: Locale) => ({
      url: `https://host-${draw(4)}.example/?n=${index}#${locale}`,
      text: `Words ${index}`,
      terms: `Terms ${index} & more.`,
      eligibility: `For ${index}.`,
      erid: `Er${index}${locale}`,
    });
    offers[`offer-${index}`] = {
      class: one(CLASSES),
      markets: some(PLACES),
      ...(draw(2) === 0 && { from: moment(begins) }),
      ...(draw(3) > 0 && { until: moment(begins + 2 + draw(8)) }),
      model: one(MODELS),
      ...(draw(2) === 0 && { fallback: '/terms' }),
      texts: Object.fromEntries(LOCALES.filter(() => draw(6) > 0).map((locale) => [locale, text(locale)])),
    };
  }
  const notices = Array.from({ length: 4 }, (_, index) => ({
    class: one([...CLASSES, '*']),
    market: [one(PLACES), ...some(PLACES)],
    needs: some(['terms', 'legal', 'number', 'licence', 'erid']),
    forbid: draw(6) === 0,
    forbidModels: draw(3) === 0 ? some(MODELS) : [],
    show: { en_US: `Notice ${index}.`, ru_RU: `Указание ${index}.` },
  }));
  const markets = Object.fromEntries(
    LOCALES.filter(() => draw(5) > 0).map((locale) => [locale, some(PLACES)]),
  );
  return { offers, notices, markets };
}

function filesOf({ offers, notices, markets }: World): Files {
  const names = Object.keys(offers);
  const body = `${names.map((name) => `Before [link](offer:${name}) behind.`).join('\n\n')}\n\n::offer{id="${names[0]}"}\n\n::offers{class="books"}\n`;
  const advertiser = {
    ...{ name: 'Acme', legal: 'legal of the advertiser', number: 'number of the advertiser' },
    licences: PLACES.map((market) => ({ market, register: 'licence', number: 'of the advertiser' })),
  };
  const dated = {
    source: 'https://law.example/',
    checked: '2027-01-01',
    by: 'A. Reed',
    reviewBy: '2028-01-01',
  };
  return {
    ...smallSite({ timeZone: ZONE, markets, feeds: { content: 'full' }, agents: { markdown: true } }),
    'content/offers.yaml': json({ advertisers: { acme: advertiser } }),
    'content/offers/all.json': json({
      offers: Object.fromEntries(
        Object.entries(offers).map(([name, offer]) => [name, { ...offer, advertiser: 'acme' }]),
      ),
    }),
    'content/notices.json': json(notices.map((notice) => ({ ...notice, ...dated }))),
    'content/en_US/articles/first.md': article({ title: 'Offers', slug: 'first-price', body }),
    'content/ru_RU/articles/first.md': article({ title: 'Offers', slug: 'first-price', body }),
    'content/en_US/pages/one.md': `---\ntitle: One\n---\nBefore [link](offer:${names[0]}) behind.\n`,
  };
}

const decode = (html: string) => html.replaceAll('&amp;', '&');

/** Reads each paragraph with a link, the card and the list from a page. */
function readPage(root: string, locale: Locale) {
  const page = readFileSync(
    join(root, 'dist', locale === 'en_US' ? '' : 'ru', 'articles/first-price.html'),
    'utf8',
  );
  const links = [...page.matchAll(/<p>Before (.*?) behind\.<\/p>/g)].map(([, inner = '']) => decode(inner));
  const parts = page.split('<div class="paid">').slice(1);
  const addresses = (html = '') =>
    Array.from(html.matchAll(/href="([^"]*)"/g), ([, to = '']) => decode(to)).filter((to) =>
      to.startsWith('https://host'),
    );
  return { page, links, groups: parts.map((part) => addresses(part.split('</div></div>')[0])) };
}

function expectPages(root: string, world: World, time: number): void {
  for (const locale of LOCALES) {
    const { links, page, groups } = readPage(root, locale);
    const names = Object.keys(world.offers);
    const states = names.map((name) => expected(world, name, locale, time));
    for (const [index, { address, words, mark }] of states.entries()) {
      const label = `${names[index]} ${locale} ${new Date(time).toISOString()}`;
      const link = links[index] ?? '';
      const to = /^<a href="([^"]*)"/.exec(link)?.[1] ?? null;
      expect(`${label} ${to}`).toBe(`${label} ${address}`);
      expect(link.includes('sponsored')).toBe(mark !== null);
      expect(link.replace(/<[^>]*>/g, '')).toContain(mark === null ? 'link' : `link ${mark}`);
      for (const word of words) expect(link.split('</a>')[1]).toContain(word);
      if (mark === null) expect(link).not.toContain('<small>');
    }
    expect(page.includes('paid-notice')).toBe(states.some(({ mark }) => mark !== null));
    const shown = names.filter((_, index) => states[index]?.mark !== null);
    const first = states[0]?.mark === null ? [] : [[states[0]?.address]];
    const listed = shown.filter((name) => world.offers[name]?.class === 'books');
    const list = listed.map((name) => states[names.indexOf(name)]?.address);
    expect(groups).toEqual([...first, ...(list.length > 0 ? [list] : [])]);
  }
}

test.each([1, 2, 3])(
  'pages show what the ledger says on each day (%i)',
  async (seed) => {
    const draw = createDraw(`offers ${seed}`);
    let world = createWorld(draw);
    const root = makeSite(filesOf(world));
    let time = FIRST - DAY;
    for (let tick = 0; tick < 10; tick++) {
      // Runs come late, and some days have none.
      time += HOUR * (1 + draw(60));
      if (tick % 5 === 4) {
        world = { ...world, notices: createWorld(draw).notices, markets: createWorld(draw).markets };
        writeFiles(root, filesOf(world));
      }
      await buildSite(root, { now: time });
      expectPages(root, world, time);
      if (tick % 3 === 0) await expectCleanBuild(root, { now: time });
    }
    // Another day again, byte for byte, and then the present.
    const past = FIRST + 5 * DAY;
    await buildSite(root, { now: time, date: past });
    expectPages(root, world, past);
    const then = makeSite(filesOf(world));
    await buildSite(then, { now: past });
    expect(compareTrees(readTree(`${root}/dist`), readTree(`${then}/dist`))).toEqual([]);
    await buildSite(root, { now: time });
    expectPages(root, world, time);
    await expectCleanBuild(root, { now: time });
  },
  240_000,
);
