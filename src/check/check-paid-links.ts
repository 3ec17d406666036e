/**
 * Judges the links of the rendered pages, whatever a view does: paid ones without a word, an offer without its conditions, and
 * hosts whose addresses look paid.
 */
import type { SourcePlaces } from '../build/target-places.ts';
import { CONFIG_FILE } from '../config/config-file.ts';
import { attempt } from '../foundation/attempt.ts';
import { finding, type Place, type Problem, type Problems } from '../foundation/errors.ts';
import { escapePattern } from '../foundation/escape.ts';
import { formatCount } from '../foundation/report.ts';
import { fillText } from '../locales/locale-format.ts';
import type { ArticlePage, Page, UrlPath } from '../site/page.ts';
import { createOfferFinder, createPaidTest, paidSettings } from '../site/paid-addresses.ts';
import type { Edition, Site } from '../site/site.ts';
import { readHidingRules } from './hiding-styles.ts';
import type { CheckedPage } from './scan-pages.ts';
import { hasLabel, type PageLink, readShownPage, type ShownPage, type Surroundings } from './shown-words.ts';

/**
 * Parameters that carry the number of an affiliate, from the documentation of the networks, read on 2026-11-20: Awin, Income
 * Access and NetRefer (btag), TUNE (aff_id), Post Affiliate Pro (a_aid), Impact (irclickid), and the common spellings.
 */
const AFFILIATE = ['awinaffid', 'btag', 'aff_id', 'affid', 'a_aid', 'irclickid', 'affiliate_id', 'affiliate'];
/** Amazon Associates. Elsewhere `tag` has other meanings. */
const AMAZON = /(?:^|\.)(?:amazon\.[a-z.]+|amzn\.to)$/;

const SIGNS = new RegExp(`sponsored|[?&;](?:${[...AFFILIATE, 'tag'].join('|')})=`, 'i');

/** Characters of the page between the conditions of an offer that are beside its link. */
const BESIDE = 60;

/** @param css what all pages are styled with */
export function createPaidLinkCheck(
  site: Site,
  { css, places }: { css: string; places: SourcePlaces },
  problems: Problems,
) {
  const isHidden = readHidingRules(css);
  const isPaid = createPaidTest(paidSettings(site));
  const editions = new Map(
    site.editions.map((edition) => [edition.locale, readEdition(edition, site.routes.href)]),
  );
  const reported = new Set<string>();
  const hosts = createHostQuestions(site, places);
  const hasPaid =
    paidSettings(site) !== null || [...editions.values()].some(({ sponsored }) => sponsored.size > 0);
  return {
    visit(checked: CheckedPage): void {
      const edition = editions.get(checked.page.locale);
      if (!edition) return;
      const report: Judged['report'] = (code, key, message, hint) => {
        if (reported.has(key)) return;
        reported.add(key);
        problems.error({ ...finding(code, message, hint), file: `page ${checked.page.path}` });
      };
      for (const html of [checked.main, checked.chrome]) {
        // Most sites have nothing that could be paid for, and pages without a sign of it are not read once more.
        if (!hasPaid && !SIGNS.test(html)) continue;
        const shown = readShownPage(html, isHidden);
        const judged: Judged = { shown, checked, edition, isPaid, report };
        for (const link of shown.links) if (judgeLink(judged, link)) hosts.ask(link, checked);
        judgeBlocks(judged);
        judgeNotice(judged);
        if (html === checked.main) judgeTitle(judged);
      }
    },
    /** Asks once for each host. */
    finish: () => hosts.list().forEach(problems.warn),
  };
}

interface Judged {
  shown: ShownPage;
  checked: CheckedPage;
  edition: ReturnType<typeof readEdition>;
  isPaid(target: string): boolean;
  /** Reports what has the same key once. */
  report(code: 'undeclared-paid-link' | 'incomplete-offer', key: string, message: string, hint: string): void;
}

/** @returns true for a link of which the site does not say whether it is paid for */
function judgeLink({ shown, checked, edition, isPaid, report }: Judged, link: PageLink): boolean {
  const { page, file, bodyTargets, blockTargets } = checked;
  const { name, target, isDeclared } = link;
  // check-ads.ts checks the blocks.
  const isBlock = blockTargets.includes(target);
  const key = `${bodyTargets.includes(target) ? file : ''}\n${target}`;
  const isUndeclared = !isDeclared && !isBlock && isPaid(target);
  if (isUndeclared && /^(?:a|area)$/.test(name))
    report(
      'undeclared-paid-link',
      key,
      `the link to "${target}" does not say that it is paid for`,
      `write rel="sponsored" and a word such as "${edition.mark}", or leave the link to the Markdown of a text`,
    );
  else if (isUndeclared)
    report(
      'undeclared-paid-link',
      key,
      `<${name}> leads to "${target}", which is paid for, and cannot say so`,
      'use a link with rel="sponsored" and a word',
    );
  else if (isDeclared && !isBlock && !hasLabel(shown, link, edition.isLabel, edition.notice))
    report(
      'undeclared-paid-link',
      key,
      `the paid link to "${target}" has no word such as "${edition.mark}" in it or beside it`,
      'show `ads.mark` or `ads.label` of the strings there',
    );
  const sponsored = name === 'a' && !bodyTargets.includes(target) ? edition.sponsored.get(target) : undefined;
  if (sponsored !== undefined) judgeTeaser({ shown, edition, report }, link, sponsored);
  const missing = edition.offersAt(target).map(({ beside }) => findMissing(shown.around(link), beside));
  const [[lacking] = []] = missing.every(({ length }) => length > 0) ? missing : [];
  if (lacking !== undefined)
    report(
      'incomplete-offer',
      `${page.path}\n${target}`,
      `the offer at "${target}" stands without "${lacking}"`,
      'link to it as offer:NAME, or show there what the ledger has',
    );
  return !isDeclared && !isUndeclared && name === 'a';
}

/** A link with words to an article that somebody paid for. */
function judgeTeaser(
  { shown, edition, report }: Pick<Judged, 'shown' | 'edition' | 'report'>,
  link: PageLink,
  title: string,
): void {
  const { text, from, to } = shown.around(link);
  const words = plain(text.slice(from, to));
  if (words === '' || words.includes(title) || hasLabel(shown, link, edition.isTitleLabel, edition.notice))
    return;
  const message = `the link to "${link.target}" does not say that somebody paid for that article`;
  report('undeclared-paid-link', link.target, message, `show its whole title, "${title}"`);
}

/** Some pages, such as the search page, show no blocks. */
function judgeBlocks({ shown, checked, edition, report }: Judged): void {
  const block = shown.links.find(({ target }) => checked.blockTargets.includes(target));
  if (!block) return;
  const { from, pieces } = shown.around(block);
  if (pieces.some(({ to, words }) => to <= from && plain(words) === edition.label)) return;
  const message = `the page does not show "${edition.label}" above its paid links`;
  report('undeclared-paid-link', edition.label, message, 'show `ads.label` of the strings');
}

function judgeNotice({ shown, checked, edition, report }: Judged): void {
  const { file, bodyTargets } = checked;
  const first = shown.links.find(({ target, isDeclared }) => isDeclared && bodyTargets.includes(target));
  if (!first || file === null) return;
  const { text, from } = shown.around(first);
  if (text.slice(0, from).includes(edition.notice)) return;
  const message = `the page does not show "${edition.notice}" before its first paid link`;
  report('undeclared-paid-link', edition.notice, message, 'show the whole text of the page');
}

const isArticle = (page: Page): page is ArticlePage => page.kind === 'article';

/** The page of an article that somebody paid for. */
function judgeTitle({ shown, checked: { page }, report }: Judged): void {
  if (!isArticle(page) || page.sponsored === undefined) return;
  for (const words of [page.title, page.sponsored])
    if (!shown.text.includes(plain(words))) {
      const message = `the page does not show "${plain(words)}"`;
      report(
        'undeclared-paid-link',
        `${page.path}\n${words}`,
        message,
        'show `title` and `sponsored` of the page',
      );
    }
}

/** Asks of hosts whose addresses look paid. */
function createHostQuestions({ config }: Site, { placesOf }: SourcePlaces) {
  const exceptions = createPaidTest({
    ...config,
    offers: [],
    paidLinks: { ...config.paidLinks, links: config.paidLinks.except, except: [] },
  });
  const own = new URL(config.url).host;
  const asked = new Map<string, { count: number; parameter: string; place: Place }>();
  return {
    ask({ target }: PageLink, { page, file, bodyTargets }: CheckedPage): void {
      const url = attempt(() => new URL(target));
      const parameter = url && affiliateParameter(url);
      if (!parameter || url.host === own || exceptions(target)) return;
      const known = asked.get(url.hostname);
      if (known) {
        known.count++;
        return;
      }
      const source = bodyTargets.includes(target) ? file : null;
      const [place] = source === null ? [] : placesOf({ file: source, page: page.path, target });
      asked.set(url.hostname, { count: 1, parameter, place: place ?? { file: `page ${page.path}` } });
    },
    list: (): Problem[] =>
      [...asked].map(([host, { count, parameter, place }]) => {
        const message = `${formatCount(count, 'link')} to ${host} with "${parameter}=" may be paid for`;
        const hint = `in ${CONFIG_FILE}, add "${host}?${parameter}" to paidLinks.links, or "${host}" to paidLinks.except`;
        return { ...finding('possible-paid-link', message, hint), ...place };
      }),
  };
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

/** The words of an edition, and its offers by their address. */
function readEdition({ strings: { ads }, offers, articles }: Edition, href: (path: UrlPath) => string) {
  const shown = Object.values(offers).flatMap((one) => (one.shown ? [one.shown] : []));
  const mark = plain(ads.mark);
  return {
    mark,
    label: plain(ads.label),
    isLabel: createLabelTest([mark, plain(ads.label)]),
    /** The word of the titles of articles that somebody paid for, and those titles by the address. */
    isTitleLabel: createLabelTest([
      mark,
      plain(ads.label),
      fillText(ads.sponsoredTitle, { title: '' }).replace(/[\s\p{P}]+$/u, ''),
    ]),
    sponsored: new Map(
      articles.flatMap(({ sponsor, path, meta }) =>
        sponsor ? [[href(path), plain(meta.title)] as const] : [],
      ),
    ),
    notice: plain(fillText(ads.notice, { mark })),
    offersAt: createOfferFinder(shown),
  };
}

/**
 * A label stands alone, in brackets, or before a colon or behind a dash. The same word within a sentence, such as
 * "an ad in the paper", is no label.
 */
function createLabelTest(words: readonly string[]): (text: string) => boolean {
  const either = words.map(escapePattern).join('|');
  const label = new RegExp(
    `(?:^|[\\p{Ps}\\p{Pi}":：|·•]|[.!?…]\\s|\\s[-–—])\\s*(?:${either})\\s*(?:$|[\\p{Pe}\\p{Pf}“":：|·•]|[-–—]\\s)`,
    'iu',
  );
  return (text) => label.test(plain(text));
}

/** The words of `beside` that are neither before nor after the link. */
function findMissing({ text, from, to }: Surroundings, beside: readonly string[]): string[] {
  const room = beside.join('').length + BESIDE * (beside.length + 1);
  const around = text.slice(Math.max(0, from - room), to + room);
  return beside.filter((words) => !around.includes(plain(words)));
}

/** The parameter by which an address tells who sent the reader; undefined without one. */
function affiliateParameter({ hostname, searchParams }: URL): string | undefined {
  if (AMAZON.test(hostname) && searchParams.has('tag')) return 'tag';
  return AFFILIATE.find((name) => searchParams.has(name));
}
