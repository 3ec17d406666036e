/**
 * Judges the links of the rendered pages, whatever a view does: paid ones without a word, an offer without its conditions, and
 * hosts whose addresses look paid.
 */
import type { SourcePlaces } from '../build/target-places.ts';
import { CONFIG_FILE } from '../config/config-file.ts';
import { attempt } from '../foundation/attempt.ts';
import { finding, type Place, type Problems } from '../foundation/errors.ts';
import { formatCount } from '../foundation/report.ts';
import { fillText } from '../locales/locale-format.ts';
import type { ShownOffer } from '../site/page.ts';
import { createPaidTest, paidSettings } from '../site/paid-addresses.ts';
import type { Edition, Site } from '../site/site.ts';
import type { ScannedLink } from './scan-html.ts';
import type { CheckedPage } from './scan-pages.ts';

/**
 * Parameters that carry the number of an affiliate, from the documentation of the networks, read on 2026-11-20: Awin, Income
 * Access and NetRefer (btag), TUNE (aff_id), Post Affiliate Pro (a_aid), Impact (irclickid), and the common spellings.
 */
const AFFILIATE = ['awinaffid', 'btag', 'aff_id', 'affid', 'a_aid', 'irclickid', 'affiliate_id', 'affiliate'];
/** Amazon Associates. Elsewhere `tag` has other meanings. */
const AMAZON = /(?:^|\.)(?:amazon\.[a-z.]+|amzn\.to)$/;

/** Characters of the page around a link that are beside it. */
const BESIDE = 60;

export function createPaidLinkCheck(site: Site, { placesOf }: SourcePlaces, problems: Problems) {
  const { config } = site;
  const isPaid = createPaidTest(paidSettings(site));
  const exceptions = createPaidTest({
    ...config,
    offers: [],
    paidLinks: { ...config.paidLinks, links: config.paidLinks.except, except: [] },
  });
  const own = new URL(config.url).host;
  const editions = new Map(site.editions.map((edition) => [edition.locale, readEdition(edition)]));
  const reported = new Set<string>();
  const asked = new Map<string, { count: number; parameter: string; place: Place }>();
  const report = (
    code: 'undeclared-paid-link' | 'incomplete-offer',
    key: string,
    { message, hint, page }: { message: string; hint: string; page: CheckedPage['page'] },
  ) => {
    if (reported.has(key)) return;
    reported.add(key);
    problems.error({ ...finding(code, message, hint), file: `page ${page.path}` });
  };
  const ask = (url: URL, parameter: string, source: string | null, { page }: CheckedPage, target: string) => {
    const known = asked.get(url.hostname);
    if (known) known.count++;
    else {
      const [place] = source === null ? [] : placesOf({ file: source, page: page.path, target });
      asked.set(url.hostname, { count: 1, parameter, place: place ?? { file: `page ${page.path}` } });
    }
  };

  return {
    visit(checked: CheckedPage): void {
      const { page, file, bodyTargets, shown, chrome, blockTargets } = checked;
      const edition = editions.get(page.locale);
      if (!edition) return;
      const { words, mark, byAddress } = edition;
      const [ofText, ofBlocks] = [new Set(bodyTargets), new Set(blockTargets)];
      for (const { links, text } of [shown, chrome]) {
        // The sentence before a text has the word too.
        const others = text.replace(edition.notice, (notice) => ' '.repeat(notice.length));
        for (const link of links) {
          const { target, isDeclared } = link;
          const source = ofText.has(target) ? file : null;
          const url = isDeclared ? undefined : attempt(() => new URL(target));
          const parameter = url && affiliateParameter(url);
          if (!isDeclared && isPaid(target)) {
            const message = `the link to "${target}" does not say that it is paid for`;
            const hint = `write rel="sponsored" and a word such as "${mark}", or leave the link to the Markdown of a text`;
            report('undeclared-paid-link', `${source ?? ''}\n${target}`, { message, hint, page });
          } else if (isDeclared && !ofBlocks.has(target) && !isNear(others, link, words)) {
            const message = `the paid link to "${target}" has no word such as "${mark}" in it or beside it`;
            const hint = 'show `ads.mark` or `ads.label` of the strings there';
            report('undeclared-paid-link', `${source ?? ''}\n${target}`, { message, hint, page });
          } else if (url && parameter && url.host !== own && !exceptions(target))
            ask(url, parameter, source, checked, target);
          const offers = byAddress.get(target) ?? [];
          const missing = offers.map(({ beside }) => findMissing(text, link, beside));
          const [[lacking] = []] = missing.every(({ length }) => length > 0) ? missing : [];
          if (lacking !== undefined) {
            const message = `the offer at "${target}" stands without "${lacking}"`;
            const hint = 'link to it as offer:NAME, or show there what the ledger has';
            report('incomplete-offer', `${page.path}\n${target}`, { message, hint, page });
          }
        }
      }
      // Some pages, such as that of the search, show no blocks.
      const showsBlocks = shown.links.some(({ target }) => ofBlocks.has(target));
      if (showsBlocks && !shown.text.includes(edition.label)) {
        const message = `the page does not show "${edition.label}" above its paid links`;
        report('undeclared-paid-link', edition.label, {
          message,
          hint: 'show `ads.label` of the strings',
          page,
        });
      }
      const first = shown.links.find(({ target, isDeclared }) => isDeclared && ofText.has(target));
      if (first && file !== null && !shown.text.slice(0, first.from).includes(edition.notice)) {
        const message = `the page does not show "${edition.notice}" before its first paid link`;
        report('undeclared-paid-link', edition.notice, {
          message,
          hint: 'show the whole text of the page',
          page,
        });
      }
    },
    /** Asks once for each host. */
    finish(): void {
      for (const [host, { count, parameter, place }] of asked) {
        const message = `${formatCount(count, 'link')} to ${host} with "${parameter}=" may be paid for`;
        const hint = `in ${CONFIG_FILE}, add "${host}?${parameter}" to paidLinks.links, or "${host}" to paidLinks.except`;
        problems.warn({ ...finding('possible-paid-link', message, hint), ...place });
      }
    },
  };
}

const plain = (text: string) => text.replace(/\s+/g, ' ');

/** The words of an edition, and its offers by their address. */
function readEdition({ strings: { ads }, offers }: Edition) {
  const byAddress = new Map<string, ShownOffer[]>();
  for (const { shown } of Object.values(offers))
    if (shown) byAddress.set(shown.url, [...(byAddress.get(shown.url) ?? []), shown]);
  const { mark, label } = ads;
  return {
    ...{ mark, label: plain(label), words: wordsOf([mark, label]), byAddress },
    notice: plain(fillText(ads.notice, { mark })),
  };
}

/** Matches one of the words that is no part of another word. */
function wordsOf(words: readonly string[]): RegExp {
  const either = words.map((word) => plain(word).replace(/[^\p{L}\p{N} ]/gu, '\\$&')).join('|');
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${either})(?![\\p{L}\\p{N}])`, 'iu');
}

const isNear = (text: string, { from, to }: ScannedLink, words: RegExp) =>
  words.test(text.slice(Math.max(0, from - BESIDE), to + BESIDE));

/** The words of `beside` that are neither before nor after the link. */
function findMissing(text: string, { from, to }: ScannedLink, beside: readonly string[]): string[] {
  const room = beside.join('').length + BESIDE * (beside.length + 1);
  const around = text.slice(Math.max(0, from - room), to + room);
  return beside.filter((words) => !around.includes(plain(words)));
}

/** The parameter by which an address tells who sent the reader; undefined without one. */
function affiliateParameter({ hostname, searchParams }: URL): string | undefined {
  if (AMAZON.test(hostname) && searchParams.has('tag')) return 'tag';
  return AFFILIATE.find((name) => searchParams.has(name));
}
