/** Imitates Firebase Hosting by firebase.json: redirects, one address for each page, headers of which the last wins. */
import * as z from 'zod';
import {
  decodePath,
  type HostAnswer,
  type HostedSite,
  type HostImitation,
  redirect,
  withQuery,
} from './host-answer.ts';

const configSchema = z.object({
  hosting: z.object({
    redirects: z.array(z.object({ source: z.string(), destination: z.string(), type: z.number() })),
    headers: z.array(
      z.object({ source: z.string(), headers: z.array(z.object({ key: z.string(), value: z.string() })) }),
    ),
  }),
});

export const firebaseHost: HostImitation = (site) => {
  const { hosting } = configSchema.parse(JSON.parse(site.read('firebase.json') ?? '{}'));
  return (path, query) => {
    const asked = decodePath(path) ?? path;
    const headers: Record<string, string> = {};
    for (const rule of hosting.headers)
      if (covers(rule.source, asked)) for (const { key, value } of rule.headers) headers[key] = value;
    const moved = hosting.redirects.find(({ source }) => source === asked.replace(/(.)\/$/, '$1'));
    if (moved) return redirect(moved.type, withQuery(moved.destination, query), headers);
    return { ...findFile(site, path, query), headers };
  };
};

/** Its patterns here are a path, or the start of one before "**". */
function covers(source: string, path: string): boolean {
  const start = source.replace(/\*\*$/, '');
  return start === source ? source === path : path.startsWith(start);
}

function findFile(site: HostedSite, path: string, query: string): Omit<HostAnswer, 'headers'> {
  const name = decodePath(path)?.slice(1) ?? null;
  if (name === null) return missing(site);
  const moveTo = (clean: string) =>
    redirect(301, `/${clean.split('/').map(encodeURIComponent).join('/')}${query}`);
  if (name.endsWith('.html') && site.has(name)) return moveTo(name.replace(/(?:(?:^|\/)index)?\.html$/, ''));
  const bare = name.replace(/\/+$/, '');
  const candidates = bare === '' ? ['index.html'] : [bare, `${bare}.html`, `${bare}/index.html`];
  const found = candidates.find((file) => site.has(file));
  if (found === undefined) return missing(site);
  return bare === name ? { status: 200, name: found } : moveTo(bare);
}

function missing(site: HostedSite): Omit<HostAnswer, 'headers'> {
  return { status: 404, name: site.has('404.html') ? '404.html' : null };
}
