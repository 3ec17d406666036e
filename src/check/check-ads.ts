/** Checks paid links: paths without a page, HTML whose tags do not match, and links that lead nowhere. */

import { safeUrl } from '../content/markdown/safe-urls.ts';
import { type ErrorCode, type Finding, finding, type Problem } from '../foundation/errors.ts';
import { createLinkMarker, isBlankHtml } from '../site/paid-links.ts';
import { trimSlashes, urlPath } from '../site/routes.ts';
import type { Site } from '../site/site.ts';
import { type Addresses, parseAddress } from '../site/site-addresses.ts';
import { createPagePolicies } from '../templates/document.ts';
import { describeBlocked } from './check-policy.ts';
import { isAllowed, parsePolicy } from './page-loads.ts';
import { findMismatch, scanHtml } from './scan-html.ts';

const FILE = 'content/ads.json';

/** @param withoutAds paths that show no paid links: error pages and aliases */
export async function checkAds(
  site: Site,
  addresses: Addresses,
  withoutAds: ReadonlySet<string>,
): Promise<Finding[]> {
  const { sapeNewUrl, sapeLinks, locales = {} } = site.ads;
  const problems: Finding[] = [];
  const report = (
    code: ErrorCode,
    message: string,
    hint: string,
    field: PropertyKey[],
    severity?: 'warning',
  ) => problems.push(finding(code, message, hint, { file: FILE, field }, severity));

  for (const path of Object.keys(sapeLinks)) {
    const page = trimSlashes(path);
    const field = ['sapeLinks', path];
    if (!addresses.isPage(page))
      report('unknown-page', `no page has the path "${path}"`, 'correct the path or remove its links', field);
    else if (withoutAds.has(page))
      report('unknown-page', `the page "${path}" shows no paid links`, 'name another page', field);
  }
  const mark = await createLinkMarker();
  const { ads, contentSecurityPolicy } = site.config.security;
  const policy = parsePolicy(createPagePolicies([contentSecurityPolicy])([ads]).content);
  const blocks = [
    { path: '/', html: sapeNewUrl, field: ['sapeNewUrl'] },
    ...Object.entries(locales).map(([locale, { sapeNewUrl: html }]) => ({
      path: '/',
      html,
      field: ['locales', locale, 'sapeNewUrl'],
    })),
    ...Object.entries(sapeLinks).flatMap(([path, list]) =>
      list.map((html, index) => ({ path, html, field: ['sapeLinks', path, index] })),
    ),
  ];
  for (const { path, html, field } of blocks) {
    const mistake = (await findSyntaxError(html)) ?? findMismatch(html);
    if (mistake !== null) report('invalid-html', `the HTML is broken: ${mistake}`, 'correct the HTML', field);
    if (html !== '' && isBlankHtml(html))
      report('invalid-html', 'the HTML shows nothing', 'remove it', field, 'warning');
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
