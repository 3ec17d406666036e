/** Checks paid links: vague headings, paths without a page, HTML whose tags do not match, and links that lead nowhere. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ADS_FILE, PAID_LINKS_FILE } from '../content/data/content-files.ts';
import { safeUrl } from '../content/markdown/safe-urls.ts';
import { type ErrorCode, type Finding, finding, type Problem } from '../foundation/errors.ts';
import { languageOf } from '../locales/codes.ts';
import { adHeading, createLinkMarker, isBlankHtml } from '../site/paid-links.ts';
import { trimSlashes, urlPath } from '../site/routes.ts';
import type { Site } from '../site/site.ts';
import { type Addresses, parseAddress } from '../site/site-addresses.ts';
import { createPagePolicies } from '../templates/document.ts';
import { describeBlocked } from './check-policy.ts';
import { isAllowed, parsePolicy } from './page-loads.ts';
import { findMismatch, scanHtml } from './scan-html.ts';

/**
 * The words by which readers know an advertisement, read on 2026-11-20: CAP's advice "Online affiliate marketing" (ad, advert,
 * advertising, advertisement; not "sponsored"), article 5 of the Russian law on advertising (реклама), the Turkish guide 2021/2
 * on influencers (reklam), and the guidelines of the Korean KFTC of 2024-12-01 (광고, 협찬).
 */
const LABELS: Readonly<Record<string, RegExp>> = {
  en: /\b(?:ads?|adverts?|advertis\w*)\b/i,
  ru: /реклам/i,
  tr: /reklam/i,
  ko: /광고|협찬/,
};

/** The heading stands beside the label, and may also say that the links are paid. */
const HEADINGS: Readonly<Record<string, RegExp>> = {
  en: /\bpaid\b/i,
  ru: /платн/i,
  tr: /ücretli/i,
  ko: /유료/,
};

/** @param withoutAds paths that show no paid links: error pages and aliases */
export async function checkAds(
  site: Site,
  addresses: Addresses,
  withoutAds: ReadonlySet<string>,
): Promise<Finding[]> {
  const { everyPage, paidLinks, locales = {} } = site.ads;
  const isOwn = existsSync(join(site.config.root, PAID_LINKS_FILE));
  const [file, ofEvery, ofPages] = isOwn
    ? [PAID_LINKS_FILE, 'everyPage', 'paidLinks']
    : [ADS_FILE, 'sapeNewUrl', 'sapeLinks'];
  const problems: Finding[] = findVague(site);
  const report = (code: ErrorCode, message: string, hint: string, field: PropertyKey[]) =>
    problems.push(finding(code, message, hint, { file, field }));

  for (const path of Object.keys(paidLinks)) {
    const page = trimSlashes(path);
    const field = [ofPages, path];
    if (!addresses.isPage(page))
      report('unknown-page', `no page has the path "${path}"`, 'correct the path or remove its links', field);
    else if (withoutAds.has(page))
      report('unknown-page', `the page "${path}" shows no paid links`, 'name another page', field);
  }
  const mark = await createLinkMarker();
  const { ads, contentSecurityPolicy } = site.config.security;
  const policy = parsePolicy(createPagePolicies([contentSecurityPolicy])([ads]).content);
  const blocks = [
    { path: '/', html: everyPage, field: [ofEvery] },
    ...Object.entries(locales).map(([locale, { everyPage: html }]) => ({
      path: '/',
      html,
      field: ['locales', locale, ofEvery],
    })),
    ...Object.entries(paidLinks).flatMap(([path, list]) =>
      list.map((html, index) => ({ path, html, field: [ofPages, path, index] })),
    ),
  ];
  for (const { path, html, field } of blocks) {
    const mistake = (await findSyntaxError(html)) ?? findMismatch(html);
    if (mistake !== null) report('invalid-html', `the HTML is broken: ${mistake}`, 'correct the HTML', field);
    const page = site.routes.absolute(urlPath(trimSlashes(path)));
    // The HTML that readers get, in which open tags are closed.
    const shown = scanHtml(mark(html));
    for (const load of shown.loads) {
      if (isAllowed(policy, load, page)) continue;
      const { code, message, hint } = describeBlocked(load, page, 'ads');
      report(code, message, hint, field);
    }
    for (const target of shown.targets) {
      const problem = explain(site, addresses, path, target);
      if (problem) report(problem.code, `"${target}" ${problem.message}`, 'correct the link', field);
    }
  }
  return problems;
}

/** Warns of a label or a heading above paid links that does not say that they are paid. */
function findVague({ config, ads, editions }: Site): Finding[] {
  const blocks = [ads.everyPage, ...Object.values(ads.paidLinks).flat()];
  if (blocks.every(isBlankHtml)) return [];
  return editions.flatMap(({ locale, strings: { ads: words } }) => {
    const language = languageOf(locale);
    const heading = adHeading(config.title, words);
    const isLabel = (text: string) => LABELS[language]?.test(text) ?? true;
    const vague: [text: string, field: PropertyKey[]][] = [];
    if (!isLabel(words.label)) vague.push([words.label, ['ads', 'label']]);
    if (!isLabel(heading) && !HEADINGS[language]?.test(heading))
      vague.push([heading, ['ads', 'headings', words.headings.indexOf(heading)]]);
    return vague.map(([text, field]) => {
      const message = `"${text}" above paid links does not say that they are paid`;
      const place = { file: `content/${locale}/strings.json`, field };
      return finding('vague-label', message, 'use a word such as "Advertisement"', place, 'warning');
    });
  });
}

function explain(
  site: Site,
  addresses: Addresses,
  path: string,
  target: string,
): Pick<Problem, 'code' | 'message'> | null {
  if (safeUrl(target) === null)
    return { code: 'unsafe-link', message: 'is not a URL that is safe for readers' };
  const address = parseAddress(site, urlPath(path), target);
  if (address.type === 'broken') return address.problem;
  return address.type === 'internal' ? addresses.explain(address.path) : null;
}

/** Returns the first error of the HTML tokenizer. Ignores unknown character references, which browsers show as text. */
async function findSyntaxError(html: string): Promise<string | null> {
  const { parseFragment } = await import('parse5');
  let found: string | null = null;
  parseFragment(html, {
    onParseError({ code, startOffset }) {
      if (/character-reference|solidus/.test(code)) return;
      found ??= `${code.replaceAll('-', ' ')} near "${html.slice(Math.max(0, startOffset - 20), startOffset + 10)}"`;
    },
  });
  return found;
}
