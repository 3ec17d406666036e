/** Finds the file of a clean URL as Firebase, Vercel and Azure do: other spellings of an address move to the clean one. */
import {
  answerFile,
  answerNotFound,
  decodePath,
  type HostAnswer,
  type HostedSite,
  redirect,
} from './host-answer.ts';

/** True if a pattern covers a path: it is the path, or its start before the wildcard. */
export function covers(pattern: string, wildcard: string, path: string): boolean {
  return pattern.endsWith(wildcard) ? path.startsWith(pattern.slice(0, -wildcard.length)) : pattern === path;
}

/** The first rule of a path. A source is a path, or the start of paths before `:rest*`. @returns it, and the new address */
export function findRule<T extends { source: string; destination: string }>(
  rules: readonly T[],
  path: string,
): { rule: T; to: string } | null {
  const asked = (decodePath(path) ?? path).replace(/(.)\/$/, '$1');
  const rule = rules.find(({ source }) => covers(source, ':rest*', asked));
  if (!rule) return null;
  const rest = path.slice(encodeURI(rule.source.replace(/:rest\*$/, '')).length);
  return { rule, to: rule.destination.replace(/:rest\*?$/, () => rest) };
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
