/** A function for hosts whose rules cannot read the Accept header: it answers with the Markdown twin of a page. */
import { type HostFacts, WANTS_MARKDOWN } from './host.ts';
import type { Answer, HostedSite } from './host-answer.ts';

/** Folders without Markdown, where no function needs to run: hosts count each run. */
export const WITHOUT_TWINS = ['assets', 'icons', 'page-data', 'slice-data', 'search'];

const WANTED = `const WANTED = /${WANTS_MARKDOWN.replaceAll('/', '\\/')}/i;
const wantsMarkdown = (request) =>
  /^(?:GET|HEAD)$/.test(request.method) && WANTED.test(request.headers.get('accept') || '');
`;

/** For Cloudflare, where a Worker reads the files of the site. */
export const CLOUDFLARE_FUNCTION = `${WANTED}
export default {
  async fetch(request, env) {
    if (wantsMarkdown(request)) {
      const url = new URL(request.url);
      url.pathname += '.md';
      const twin = await env.ASSETS.fetch(new Request(url, request));
      if (twin.status === 200) return twin;
    }
    return env.ASSETS.fetch(request);
  },
};
`;

/** For Netlify and Vercel, where no result means that the host goes on. */
export const EDGE_FUNCTION = `${WANTED}
export default async function answer(request) {
  if (!wantsMarkdown(request)) return undefined;
  const url = new URL(request.url);
  url.pathname += '.md';
  const twin = await fetch(url, { method: request.method, headers: { accept: '*/*' } });
  if (twin.status !== 200) return undefined;
  const headers = new Headers(twin.headers);
  // The body is no longer compressed.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) headers.delete(name);
  return new Response(twin.body, { headers });
}
`;

/** Caches keep both forms of a page. */
export function varyByAccept(facts: HostFacts): HostFacts {
  return facts.twinOrigin === null ? facts : { ...facts, security: { ...facts.security, Vary: 'Accept' } };
}

/** Answers as a host does that runs the function in a file of the build, if the build has it. */
export function runFunction(site: HostedSite, file: string, answer: Answer): Answer {
  const expression = /^const WANTED = \/(.*)\/i;$/m.exec(site.read(file) ?? '')?.[1];
  if (expression === undefined) return answer;
  const wanted = new RegExp(expression, 'i');
  return (path, query, accept = '') => {
    const twin = wanted.test(accept) ? answer(`${path}.md`, query) : null;
    return twin?.status === 200 ? twin : answer(path, query);
  };
}
