/** Writes and reads `_redirects` and `_headers`, the files of Netlify and Cloudflare Pages. */
import { escapePattern } from '../foundation/escape.ts';
import { encodePath, type HostFacts, headerRules } from './host.ts';
import { decodePath } from './host-answer.ts';

/**
 * Writes a `_headers` file. If several rules that match a path set the same header, both hosts join the values, so each
 * header of a path has one rule. Pages have the default Cache-Control of the host.
 */
export function createHeaderRules(facts: HostFacts, further: ReturnType<typeof headerRules> = []): string {
  const rules = [...headerRules(facts, false), ...further].map(({ pattern, headers }) =>
    [pattern, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
  );
  return `${rules.join('\n')}\n`;
}

interface RedirectRule {
  from: string;
  /** The query that the rule needs. */
  query: string | undefined;
  to: string;
  status: number;
  /** True if the rule applies even where a file exists. */
  forced: boolean;
}

export function parseRedirects(text: string): RedirectRule[] {
  return lines(text).flatMap(({ line }): RedirectRule[] => {
    const [from, ...rest] = line.split(/\s+/);
    const query = rest[0]?.includes('=') && !/^(?:\/|https:)/.test(rest[0]) ? rest.shift() : undefined;
    const [to, status = '301'] = rest;
    if (from === undefined || to === undefined) return [];
    return [{ from, query, to, status: Number.parseInt(status, 10), forced: status.endsWith('!') }];
  });
}

interface HeaderRule {
  path: string;
  headers: [name: string, value: string][];
}

export function parseHeaders(text: string): HeaderRule[] {
  const rules: HeaderRule[] = [];
  for (const { line, isIndented } of lines(text)) {
    const colon = line.indexOf(':');
    if (!isIndented) rules.push({ path: line, headers: [] });
    else if (colon > 0) rules.at(-1)?.headers.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
  }
  return rules;
}

function lines(text: string): { line: string; isIndented: boolean }[] {
  return text
    .split('\n')
    .map((line) => ({ line: line.trim(), isIndented: /^\s/.test(line) }))
    .filter(({ line }) => line !== '' && !line.startsWith('#'));
}

/** Matches a path against a pattern that may contain `*`; both may be percent-encoded. */
export function matchesPattern(pattern: string, path: string): boolean {
  const parts = (decodePath(pattern) ?? pattern).split('*').map(escapePattern);
  return new RegExp(`^${parts.join('.*')}$`, 's').test(decodePath(path) ?? path);
}

/** Collects the headers of all rules that match a path; several values of one header are joined. */
export function headersFor(rules: readonly HeaderRule[], path: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const rule of rules) {
    if (!matchesPattern(rule.path, path)) continue;
    for (const [name, value] of rule.headers)
      found[name] =
        name in found ? `${found[name]}, ${value}` : value.replace(':splat', splatOf(rule.path, path));
  }
  return found;
}

/** The new address of a path by a rule. */
export function targetOf({ from, to }: RedirectRule, path: string): string {
  return to.replace(':splat', () => splatOf(from, path));
}

/** Writes the redirects of all paths below one. */
export function patternLines({ patterns }: HostFacts, status: string): string[] {
  return patterns.map(({ from, to, rest }) => `${encodePath(from)}* ${to}${rest ? ':splat' : ''} ${status}`);
}

/** The part of a path that the `*` of a pattern stands for. */
function splatOf(pattern: string, path: string): string {
  const [start = '', end = ''] = pattern.split('*');
  return path.slice(start.length, path.length - end.length);
}
