/** Loads the JSON files of navigation (B3-B6, B9, B11, B12): requests, retries and validation. */
import { once } from '../../foundation/attempt.ts';
import { root } from '../dom.ts';
import { pageDataUrl } from './link-paths.ts';

/** The parts of a page that navigation replaces. */
export interface PageView {
  title: string;
  language: string;
  /** Left out where the language is written from left to right. */
  direction?: 'rtl';
  /** HTML of the head elements of this page, each with `data-page-head`. */
  head: string;
  /** The <main> element. */
  main: string;
  /** Its security policy, if that differs from the policy of most pages. */
  policy?: string;
}

export interface PageData {
  componentChunkName: string;
  path: string;
  result: { data: PageView };
  staticQueryHashes?: string[];
  /** Slices by slot ('header', 'footer'). */
  slicesMap?: Record<string, string>;
}

export interface SliceData {
  /** `head`: HTML of the head elements of the edition, each with `data-edition-head`; `body`: data attributes of <body>. */
  result: { data: { html: string; head?: string; body?: Record<string, string> } };
  staticQueryHashes?: string[];
}

export type PageAnswer =
  | { status: 'success' | 'not-found' | 'server-error'; page: PageData }
  | { status: 'error'; error?: Error };

export interface AppData {
  /** '' if it could not be loaded. */
  hash: string;
  redirects: Record<string, string>;
}

/** The content of any of these files. Every field is optional, since a host may answer with anything. */
type Json = Partial<
  PageData & SliceData & { webpackCompilationHash: string; redirects: Record<string, string>; data: unknown }
> | null;

/** Status 0 is a network failure; `json` is null if the response is not JSON. */
interface Response {
  status: number;
  json: Json;
}

const RETRIES = 3;

export type DataFiles = ReturnType<typeof createDataFiles>;

/** @param base base path of the site */
export function createDataFiles(base: string) {
  const request = once(send, () => false);
  const failedFallbacks = new Set<string>();

  /** Retries up to three times while `again` returns true. */
  const retry = async (url: string, again: (response: Response) => boolean): Promise<Response> => {
    let response = await request(url);
    for (let left = RETRIES; left > 0 && again(response); left--) response = await request(url);
    return response;
  };

  const isFinal = ({ status }: Response) => [200, 404, 500].includes(status);

  const page = async (path: string): Promise<PageAnswer> => {
    const response = await retry(pageDataUrl(base, path), (answer) => !isFinal(answer));
    const { status, json } = response;
    if (status === 200 && isPageData(json)) return { status: 'success', page: json };
    if (!isFinal(response)) return { status: 'error' };
    return fallBack(path, status === 500 ? 'server-error' : 'not-found');
  };

  const fallBack = async (path: string, status: 'not-found' | 'server-error'): Promise<PageAnswer> => {
    // The error pages of the edition that the reader uses.
    const edition = `/${root.lang}/`;
    const name = status === 'not-found' ? '404.html' : '500.html';
    const substitute = (path.startsWith(edition) ? edition : '/') + name;
    if (/\/[45]0[04]\.html$/.test(path) || failedFallbacks.has(substitute)) return { status: 'error' };
    const answer = await page(substitute);
    if (answer.status === 'success') return { status, page: answer.page };
    failedFallbacks.add(substitute);
    return { status: 'error' };
  };

  return {
    page,
    async app(): Promise<AppData> {
      const response = await retry(`${base}/page-data/app-data.json`, (answer) => hashOf(answer) === '');
      return { hash: hashOf(response), redirects: response.json?.redirects ?? {} };
    },
    /** Returns undefined if it cannot be loaded. */
    async slice(name: string): Promise<SliceData | undefined> {
      const { status, json } = await request(`${base}/slice-data/${name}.json`);
      return status === 200 && isSliceData(json) ? json : undefined;
    },
  };
}

/**
 * Loads the data of one static query.
 * @param url with base path
 * @throws Error that names the file (B11)
 */
export const loadQuery = once(async (url) => {
  const { status, json } = await send(url);
  if (status === 200 && json?.data) return json.data;
  throw new Error(`We couldn't load "${url.slice(url.indexOf('/page-data/'))}"`);
});

async function send(url: string): Promise<Response> {
  try {
    const response = await fetch(url);
    // The host has answered, so an incomplete body is not a network failure.
    const json: Json = await response.json().catch(() => null);
    return { status: response.status, json };
  } catch {
    return { status: 0, json: null };
  }
}

function hashOf({ status, json }: Response): string {
  return (status === 200 && json?.webpackCompilationHash) || '';
}

function isSliceData(json: Json): json is Json & SliceData {
  return Boolean(json?.result);
}

function isPageData(json: Json): json is Json & PageData {
  return Boolean(json?.path && json.result?.data);
}
