/** Finds the file of a clean URL as Firebase, Vercel and Azure do: other spellings of an address move to the clean one. */
import { unescapePattern } from './host.ts';
import {
  answerFile,
  answerNotFound,
  decodePath,
  type HostAnswer,
  type HostedSite,
  redirect,
  restOf,
} from './host-answer.ts';

/** True if a pattern covers a path: it is the path, or its start and its end around the wildcard. */
export function covers(pattern: string, wildcard: string, path: string): boolean {
  const [start = '', end] = pattern.split(wildcard);
  return end === undefined ? pattern === path : path.startsWith(start) && path.endsWith(end);
}

/**
 * The first rule of a path. A source is a path, or the start of paths before `:rest*`; a backslash takes the meaning from the
 * character after it. @returns it, and the new address
 */
export function findRule<T extends { source: string; destination: string }>(
  rules: readonly T[],
  path: string,
): { rule: T; to: string } | null {
  const asked = (decodePath(path) ?? path).replace(/(.)\/$/, '$1');
  const rule = rules.find(({ source }) => covers(unescapePattern(source), ':rest*', asked));
  return rule ? { rule, to: rule.destination.replace(/:rest\*?$/, () => restOf(path, rule.source)) } : null;
}

/** @param status of the move */
export function findCleanFile(site: HostedSite, path: string, query: string, status: number): HostAnswer {
  const name = decodePath(path)?.slice(1) ?? null;
  if (name === null) return answerNotFound(site);
  const moveTo = (clean: string) =>
    redirect(status, `/${clean.split('/').map(encodeURIComponent).join('/')}${query}`);
  if (name.endsWith('.html') && site.has(name)) return moveTo(name.replace(/(?:(?:^|\/)index)?\.html$/, ''));
  const bare = name.replace(/\/+$/, '');
  const candidates = bare === '' ? ['index.html'] : [bare, `${bare}.html`, `${bare}/index.html`];
  const found = candidates.find((file) => site.has(file));
  if (found === undefined) return answerNotFound(site);
  return bare === name ? answerFile(found) : moveTo(bare);
}
