/** Owns the check of paid links: pages that are not there, HTML that does not hold together, links that lead nowhere. */
import type { FieldProblem } from '../content/article/article-fields.ts';
import { safeUrl } from '../content/markdown/safe-urls.ts';
import { isBlankHtml } from '../site/paid-links.ts';
import { urlPath } from '../site/routes.ts';
import type { Site } from '../site/site.ts';
import { findMisfit, scanHtml } from './scan-html.ts';
import { type Addresses, parseAddress } from './site-addresses.ts';

const FILE = 'content/ads.json';
/** What the pages' security policy keeps from working. */
const REFUSED = /<(?:script|iframe|object|embed|style|form)\b|\s(?:on\w+|style)(?=\s*=)/gi;

export async function checkAds(site: Site, addresses: Addresses): Promise<FieldProblem[]> {
  const { sapeNewUrl, sapeLinks } = site.ads;
  const problems: FieldProblem[] = [];
  const complain = (message: string, hint: string, field: PropertyKey[], warning = false) =>
    problems.push({ file: FILE, message, hint, at: { field }, warning });

  const blocks = [
    { path: '/', html: sapeNewUrl, field: ['sapeNewUrl'] },
    ...Object.entries(sapeLinks).flatMap(([path, list]) =>
      list.map((html, index) => ({ path, html, field: ['sapeLinks', path, index] })),
    ),
  ];
  const withoutAds = new Set<string>();
  for (const { locale, articles } of site.editions) {
    for (const kind of ['404', '500', 'offline'] as const) withoutAds.add(site.routes.error(locale, kind));
    for (const { meta } of articles) for (const alias of meta.aliases) withoutAds.add(alias);
  }
  for (const path of Object.keys(sapeLinks)) {
    const page = path.replace(/(.)\/+$/, '$1');
    if (!addresses.isPage(page)) {
      complain(`no page has the path "${path}"`, 'correct the path or remove its links', ['sapeLinks', path]);
    } else if (withoutAds.has(page)) {
      complain(`the page "${path}" shows no paid links`, 'name another page', ['sapeLinks', path]);
    }
  }
  for (const { path, html, field } of blocks) {
    const fault = (await findSyntaxFault(html)) ?? findMisfit(html);
    if (fault !== null) complain(`the HTML is broken: ${fault}`, 'mend the HTML', field);
    if (html !== '' && isBlankHtml(html)) complain('the HTML shows nothing', 'remove it', field, true);
    const refused = new Set(html.match(REFUSED)?.map((found) => `"${found.trim().toLowerCase()}"`));
    if (refused.size > 0) {
      const message = `the HTML holds ${[...refused].join(', ')}, which the security policy of the pages refuses`;
      complain(message, 'leave it out', field, true);
    }
    for (const target of scanHtml(html).targets) {
      const message = explain(site, addresses, path, target);
      if (message !== null) complain(`"${target}" ${message}`, 'correct the link', field);
    }
  }
  return problems;
}

function explain(site: Site, addresses: Addresses, path: string, target: string): string | null {
  if (safeUrl(target) === null) return 'is not a URL that readers should be sent to';
  const address = parseAddress(site, urlPath(path), target);
  if (address.type === 'broken') return address.message;
  return address.type === 'ours' ? (addresses.explain(address.path)?.message ?? null) : null;
}

/** What the tokenizer of HTML calls an error; entities that readers see as written are none. */
async function findSyntaxFault(html: string): Promise<string | null> {
  const { parseFragment } = await import('parse5');
  let fault: string | null = null;
  parseFragment(html, {
    onParseError({ code, startOffset }) {
      if (/character-reference|solidus/.test(code)) return;
      fault ??= `${code.replaceAll('-', ' ')} near "${html.slice(Math.max(0, startOffset - 20), startOffset + 10)}"`;
    },
  });
  return fault;
}
