/** Resolves links, and explains which addresses the site does not answer. */

import { join } from 'node:path';
import { readClaims } from '../content/article/article-fields.ts';
import { guessSlug } from '../content/article/parse-article.ts';
import { findBody, isError, parseFrontMatter } from '../content/front-matter/front-matter.ts';
import { findRefusal } from '../content/markdown/text-limits.ts';
import { attempt } from '../foundation/attempt.ts';
import type { Problem } from '../foundation/errors.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import type { LocaleCode } from '../locales/codes.ts';
import { articlePath } from './article-path.ts';
import type { UrlPath } from './page.ts';
import { trimEnding } from './routes.ts';
import type { Site } from './site.ts';

export type LinkTarget =
  /** An address of another site, or with a scheme such as mailto. */
  | { type: 'external' }
  | { type: 'internal'; path: string; fragment: string }
  | { type: 'broken'; problem: Problem };

/** Resolves the target of a link. @param base path of the page with the link */
export function parseAddress({ config, routes }: Site, base: UrlPath, target: string): LinkTarget {
  const { basePath } = config;
  const origin = config.url.toLowerCase();
  const url = attempt(() => new URL(target, `${origin}${routes.href(base)}`));
  if (!url) return broken('is not a URL');
  if (url.origin !== new URL(origin).origin) return { type: 'external' };
  const path = attempt(() => decodeURIComponent(url.pathname));
  const fragment = attempt(() => decodeURIComponent(url.hash.slice(1).replace(/:~:.*$/, '')));
  if (path === undefined || fragment === undefined) return broken('is not a valid URL encoding');
  if (`${path}/`.startsWith(`${basePath}/`))
    return { type: 'internal', path: path.slice(basePath.length) || '/', fragment };
  // An address in full names another program of the host, such as the API beside a manual.
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(target)
    ? { type: 'external' }
    : broken(`leads out of ${basePath}, the base path of the site`);
}

/** The same for all spellings of one target: `/café` and `/caf%C3%A9`. */
export function spellingKey(target: string): string {
  return (attempt(() => decodeURIComponent(target)) ?? target).normalize('NFC');
}

/** @param page its address, or "this page" */
export function describeFragment(page: string): Problem {
  const hint = 'use the id of a heading: its words in lower case, joined by hyphens';
  return { code: 'dead-fragment', message: `leads to no heading of ${page}`, hint };
}

function broken(message: string): LinkTarget {
  return { type: 'broken', problem: { code: 'invalid-link', message, hint: 'correct the link' } };
}

export interface Addresses {
  isPage(path: string): boolean;
  /** Describes why nothing answers at a path; null if something does. */
  explain(path: string): Problem | null;
}

/** An article with errors. */
export interface BrokenArticle {
  file: string;
  locale: LocaleCode;
  /** Its address once it is corrected. Links to it are not reported. null where nothing tells. */
  path: UrlPath | null;
  /** False for a draft, and where nothing can be read of the text. */
  isShown: boolean;
}

export function listPending({ config, routes, editions }: Site, errors: readonly Problem[]): BrokenArticle[] {
  return [...new Set(errors.map(({ file }) => file))].flatMap((file): BrokenArticle[] => {
    const [, locale, key] = /^content\/(\w+)\/articles\/(.+)\.md$/.exec(file ?? '') ?? [];
    const code = config.locales.find((known) => known === locale);
    if (file === undefined || key === undefined || code === undefined) return [];
    // A file that cannot be read is reported elsewhere.
    const read = attempt(() => readRegularFile(join(config.root, file)).toString());
    const text = read ?? '';
    const slug = guessSlug(key, text);
    const front = parseFrontMatter(text);
    const claims = readClaims(isError(front) ? {} : front.data, config.timeZone);
    const tree = editions.find((edition) => edition.locale === code)?.tree ?? {};
    const path = slug === null ? null : articlePath(routes, tree, code, { ...claims, key, slug });
    const bodyStart = findBody(text);
    const isDraft = /^draft:[ \t]*true[ \t]*$/m.test(text.slice(0, bodyStart));
    const isShown = read !== undefined && !isDraft && findRefusal(text.slice(bodyStart)) === null;
    return [{ file, locale: code, path, isShown }];
  });
}

/**
 * @param files output paths
 * @param pending addresses that are not reported
 * @param explainAbsent describes a page that the site has at another time; null for any other path
 */
export function createAddresses(
  pages: ReadonlySet<string>,
  files: ReadonlySet<string>,
  pending: ReadonlySet<string>,
  explainAbsent: (path: string) => Problem | null = () => null,
): Addresses {
  let forms: Map<string, string> | null = null;
  /** The page or file whose name differs only in its Unicode form. */
  const findTwin = (path: string): string | null => {
    if (/^[\0-\x7f]*$/.test(path)) return null;
    forms ??= new Map(
      [...pages, ...Array.from(files, (file) => `/${file}`)].map((name) => [compose(name), name]),
    );
    return forms.get(compose(path)) ?? null;
  };
  return {
    isPage: (path) => pages.has(path),
    explain(path) {
      if (pages.has(path) || files.has(path.slice(1)) || pending.has(path)) return null;
      const clean = trimEnding(path);
      const absent = explainAbsent(path) ?? explainAbsent(clean);
      if (absent) return absent;
      const twin = findTwin(path);
      if (twin !== null) return describeForm(path, twin);
      if (pages.has(clean)) {
        const fix = { old: path, new: clean };
        return {
          code: 'misspelt-link',
          message: 'is another spelling of a page',
          hint: `write ${clean}`,
          fix,
        };
      }
      const dead = (hint: string, fix?: { old: string; new: string }): Problem => {
        const message = 'is neither a page nor a file of the site';
        return { code: 'dead-link', message, hint, ...(fix && { fix }) };
      };
      const [, meant] = ELSEWHERE.exec(path) ?? [];
      if (meant !== undefined) {
        const address = `${meant.includes('@') ? 'mailto:' : 'https://'}${meant}`;
        return dead(`write ${address}`, { old: meant, new: address });
      }
      // Editors complete the names of files, and pages have addresses.
      const near = findByLastSegment(pages, clean.replace(/\.mdx?$/i, ''));
      if (near !== null) return dead(`write ${near} if you mean that page`, { old: path, new: near });
      return dead(
        PICTURE.test(path)
          ? 'put the picture beside the text, or into content/images'
          : 'correct the link or remove it',
      );
    },
  };
}

/** A mailbox, or an address of another site, without its scheme. */
const ELSEWHERE = /\/([^/@\s]+@[^/@\s]+\.[a-z]{2,}|www\.[^/\s]+\.[a-z]{2,}(?:\/.*)?)$/i;
const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;

const compose = (name: string) => name.normalize('NFC');

/** The two look the same, so the message has the numbers of their characters. */
function describeForm(path: string, twin: string): Problem {
  const here = [...new Intl.Segmenter().segment(path)];
  const there = [...new Intl.Segmenter().segment(twin)];
  const at = here.findIndex(({ segment }, index) => segment !== there[index]?.segment);
  const [letter = '', other = ''] = [here, there].map((segments) => segments[at]?.segment);
  const numbers = (text: string) =>
    Array.from(text, (one) => `U+${one.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`).join(
      ' ',
    );
  const address = encodeURI(twin);
  return {
    code: 'dead-link',
    message: `differs from the name of the page or file in its Unicode form alone: "${letter}" is ${numbers(letter)} here and ${numbers(other)} there`,
    hint: `write ${address}, or give the file the name that the link has`,
    fix: { old: path, new: address },
  };
}

/** Finds a page with the same last segment: the article may be in another category now. One of the same edition comes first. */
function findByLastSegment(pages: ReadonlySet<string>, path: string): string | null {
  const last = path.slice(path.lastIndexOf('/'));
  if (last === '/') return null;
  const first = (address: string) => address.split('/', 2)[1];
  const found = Array.from(pages).filter((page) => page.endsWith(last));
  return found.find((page) => first(page) === first(path)) ?? found[0] ?? null;
}
