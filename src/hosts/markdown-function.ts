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
const EDGE_FUNCTION = `${WANTED}
async function answer(request) {
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

const matchers = WITHOUT_TWINS.map((folder) => `${folder}/`).join('|');
export const VERCEL_FUNCTION = `${EDGE_FUNCTION}
export default answer;
export const config = { matcher: '/((?!${matchers}).*)' };
`;

/** Its rules cannot name the page of a Markdown file either. */
export function createNetlifyFunction(origin: string): string {
  return `${EDGE_FUNCTION}
const ORIGIN = ${JSON.stringify(origin)};
export default async (request, context) => {
  const page = /^(.+)\\.md$/.exec(new URL(request.url).pathname);
  if (!page) return answer(request);
  const response = await context.next();
  if (response.status === 200) response.headers.set('link', '<' + ORIGIN + page[1] + '>; rel="canonical"');
  return response;
};
export const config = { path: '/*', excludedPath: ${JSON.stringify(WITHOUT_TWINS.map((folder) => `/${folder}/*`))} };
`;
}

/** Caches keep both forms of a page. */
export function varyByAccept(facts: HostFacts): HostFacts {
  return facts.twinOrigin === null ? facts : { ...facts, security: { ...facts.security, Vary: 'Accept' } };
}

/** Answers as a host does that runs the function in a file of the build, if the build has it. */
export function runFunction(site: HostedSite, file: string, answer: Answer): Answer {
  const code = site.read(file) ?? '';
  const expression = /^const WANTED = \/(.*)\/i;$/m.exec(code)?.[1];
  const origin = /^const ORIGIN = "(.*)";$/m.exec(code)?.[1];
  if (expression === undefined) return answer;
  const wanted = new RegExp(expression, 'i');
  return (path, query, accept = '') => {
    const twin = wanted.test(accept) ? answer(`${path}.md`, query) : null;
    if (twin?.status === 200) return twin;
    const found = answer(path, query);
    const page = /^(.+)\.md$/.exec(path)?.[1];
    if (origin === undefined || page === undefined || found.status !== 200) return found;
    return { ...found, headers: { ...found.headers, Link: `<${origin}${page}>; rel="canonical"` } };
  };
}
