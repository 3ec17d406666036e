/** Writes the redirects of the old site that lead to no text: below a path, to another site, of pages that are gone. */
import { CONFIG_FILE, siteConfigSchema, trimEnding } from '../core.ts';
import type { SourceRedirect } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import type { Destination } from './destination.ts';
import { type AliasPlan, normalizeAlias } from './plan-aliases.ts';

interface RedirectInput {
  redirects: readonly SourceRedirect[];
  destination: Destination;
  /** Paths of the new site. */
  pages: readonly string[];
  /** Those of drafts, which readers do not get. */
  drafts: ReadonlySet<string>;
  aliasesOf: AliasPlan;
  /** The new address of a page of the old site; null if no page is there. */
  findPage(path: string): string | null;
  notes: Notes;
}

/** @returns the destination, whose configuration has the redirects if it is new. One that exists is told in notes. */
export function planRedirects(input: RedirectInput): Destination {
  const { redirects, destination, notes } = input;
  const rules = redirects.flatMap((redirect) => {
    const { file, line } = redirect;
    const rule = toRule(redirect, input);
    if (typeof rule !== 'string') return [{ rule, file, line }];
    if (rule !== '')
      notes.add({ file, line, message: rule, detail: `${redirect.from} → ${redirect.to ?? 'gone'}` });
    return [];
  });
  if (rules.length === 0) return destination;
  if (destination.newConfig)
    return {
      ...destination,
      newConfig: { ...destination.newConfig, redirects: rules.map(({ rule }) => rule) },
    };
  const known = new Set(destination.config.redirects.map(({ from }) => from));
  for (const { rule, file, line } of rules)
    if (!known.has(rule.from))
      notes.add({
        file,
        line,
        message: `redirect of the old site: add it to "redirects" in ${CONFIG_FILE}`,
        detail: JSON.stringify(rule),
      });
  return destination;
}

/** @returns the rule, or why there is none; '' if it needs none */
function toRule(
  { from, to, file, line }: SourceRedirect,
  { destination: { oldBase, routes, locale }, pages, drafts, aliasesOf, findPage }: RedirectInput,
): { from: string; to: string } | { from: string; gone: true } | string {
  const page = to?.startsWith('/') && !to.endsWith('*') ? findPage(to) : undefined;
  if (page === null || (page !== undefined && drafts.has(page)))
    return 'redirect of the old site to a page that is not part of the import: not carried over';
  const target = page ?? to;
  const rule = (old: string) =>
    target === null ? { from: old, gone: true as const } : { from: old, to: target };
  if (!/[*?]/.test(from)) {
    const [alias] = aliasesOf([from], target ?? routes.home(locale), { file, line });
    if (alias === undefined) return '';
    return isRule(rule(alias)) ? rule(alias) : NO_RULE;
  }
  const old = from.includes('?') ? oldBase + from : `${normalizeAlias(oldBase + from.slice(0, -2))}/*`;
  const start = old.slice(0, -1);
  if (old.endsWith('*') && pages.some((path) => trimEnding(path).startsWith(start)))
    return 'redirect of the old site would hide pages of the new one: not carried over';
  return isRule(rule(old)) ? rule(old) : NO_RULE;
}

const NO_RULE = 'redirect of the old site cannot be written as one of this site: not carried over';

const isRule = (rule: object) => siteConfigSchema.shape.redirects.safeParse([rule]).success;
