/** Requests one address, and lists the differences from the expected answer. */
import { createHash } from 'node:crypto';
import { messageOf } from '../../foundation/errors.ts';
import type { Difference } from '../../results/deploy-results.ts';
import { sendRequest } from '../targets/public-request.ts';
import type { ExpectedAnswer } from './expected-answers.ts';

export interface LiveSite {
  /** Address of the site's home page without an ending slash. */
  home: URL;
  /** Added to every address, so that shared caches do not answer. */
  query: string;
}

const PATIENCE = { timeout: 20_000, attempts: 4, delay: 250 };

const MAX_REDIRECTS = 3;
const MAX_BYTES = 100_000_000;

/** @param notFound the error pages that an address without a page may answer with; null for any other address */
export async function checkAnswer(
  answer: ExpectedAnswer,
  place: LiveSite,
  notFound: readonly ExpectedAnswer[] | null = null,
): Promise<Difference[]> {
  const url = new URL(`${place.home.origin}${place.home.pathname.replace(/\/$/, '')}${answer.path || '/'}`);
  const found: Difference[] = [];
  const differ = (what: Difference['what'], expected: string, value: string) =>
    void found.push({ url: url.href, what, expected, found: shorten(value) });
  const expectedStatus = notFound ? 404 : 200;
  try {
    const readHtml = async () => (await answer.load?.())?.toString() ?? null;
    const response = await follow(url, answer, place);
    const { status, headers } = response;
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      const location = headers.get('location') ?? '';
      if (isSameRedirect(await readHtml(), location, url)) return [];
      differ('redirect', `status ${expectedStatus} without a redirect`, `${status} to ${location}`);
      return found;
    }
    // A host may send an error page with its own status, such as 404.html with 404. An unknown address has any digits.
    const isOwnStatus = !notFound && answer.kind === 'error' && answer.path.includes(String(status));
    if (status !== expectedStatus && !isOwnStatus) {
      await response.body?.cancel();
      differ('status', String(expectedStatus), String(status));
      return found;
    }
    await checkHeaders(answer, readHtml, headers, differ);
    const body = await readBody(response);
    const allowed = await Promise.all((notFound ?? [answer]).map(findHash));
    if (!allowed.includes(null) && !allowed.includes(hashOf(body))) {
      const html = notFound ? null : await readHtml();
      if (html !== null) checkPolicy(html, body.toString(), differ);
      differ('body', `SHA-256 ${allowed.join(' or ')}`, `${hashOf(body)}, ${body.length} bytes`);
    }
  } catch (error) {
    differ('unreachable', `status ${expectedStatus}`, messageOf(error));
  }
  return found;
}

/** null where neither the record nor the build has the hash. */
async function findHash({ hash, load }: ExpectedAnswer): Promise<string | null> {
  return hash ?? (load ? hashOf(await load()) : null);
}

/** Follows redirects of files and error pages, which hosts may move to an address without extension. A page must not redirect. */
async function follow(url: URL, { kind, load }: ExpectedAnswer, { query }: LiveSite): Promise<Response> {
  let at = url;
  const isOldAddress = kind === 'file' && load !== null && isRedirectPage((await load()).toString());
  for (let count = 0; ; count++) {
    const asked = new URL(at);
    if (query !== '') asked.search = query;
    const response = await sendRequest(asked, { headers: { 'user-agent': 'articles-verify' } }, PATIENCE);
    const location = response.headers.get('location');
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null;
    const mayMove = kind === 'error' || (kind === 'file' && !isOldAddress);
    if (!isRedirect || count === MAX_REDIRECTS || !mayMove) return response;
    const next = new URL(location, at);
    if (next.origin !== url.origin) return response;
    await response.body?.cancel();
    at = next;
  }
}

/** Accepts a redirect by the host in place of a redirect page, if both lead to the same path. */
function isSameRedirect(html: string | null, location: string, url: URL): boolean {
  const target = /<link rel="canonical" href="([^"]+)"/.exec(html ?? '')?.[1];
  if (html === null || !isRedirectPage(html) || target === undefined || !URL.canParse(location, url.href))
    return false;
  return new URL(location, url).pathname === new URL(target, url).pathname;
}

const isRedirectPage = (html: string) => /http-equiv="refresh"/.test(html);

type Differ = (what: Difference['what'], expected: string, found: string) => void;

async function checkHeaders(
  { contentType, cacheControl }: ExpectedAnswer,
  readHtml: () => Promise<string | null>,
  headers: Headers,
  differ: Differ,
): Promise<void> {
  const typeOf = (value: string) => value.replace(/;.*/, '').trim().toLowerCase();
  const type = headers.get('content-type') ?? '';
  // A few types have two names.
  const isSame = typeOf(type).replace('application/java', 'text/java') === typeOf(contentType);
  if (contentType !== '' && !isSame) differ('content-type', typeOf(contentType), type || 'none');
  // Longer than expected, readers would keep the old page after a deploy.
  const cached = headers.get('cache-control');
  if (cached !== null && cacheControl !== '' && maxAge(cached) > maxAge(cacheControl)) {
    differ('cache-control', cacheControl, cached);
  }
  const robots = headers.get('x-robots-tag');
  if (robots === null || !/noindex|none/.test(robots)) return;
  const html = await readHtml();
  if (html !== null && !/<meta[^>]*name="robots"[^>]*content="noindex/.test(html)) {
    differ('robots', 'no X-Robots-Tag that hides the page', robots);
  }
}

/** Seconds. */
function maxAge(cacheControl: string): number {
  if (/no-cache|no-store/.test(cacheControl)) return 0;
  return Number(/(?<![\w-])max-age=(\d+)/.exec(cacheControl)?.[1] ?? 0);
}

function checkPolicy(expected: string, body: string, differ: Differ): void {
  const policyOf = (html: string) =>
    /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? 'none';
  const policy = policyOf(expected);
  if (policy !== policyOf(body)) differ('security policy', policy, policyOf(body));
}

/** @throws when the body has no end */
async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`the answer is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url');
}

/** The server decides about this text. */
function shorten(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
