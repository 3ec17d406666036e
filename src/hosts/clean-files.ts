/** Finds the file of a clean URL as Firebase, Vercel and Azure do: other spellings of an address move to the clean one. */
import {
  answerFile,
  answerNotFound,
  decodePath,
  type HostAnswer,
  type HostedSite,
  redirect,
} from './host-answer.ts';

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
