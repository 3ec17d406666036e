/** Reports every path that two pages or old addresses claim, with the files that claim it. */

import { CONFIG_FILE } from '../config/config-file.ts';
import { leadsOn, needsHost } from '../config/redirect-rules.ts';
import { type Finding, finding } from '../foundation/errors.ts';
import { refusedByWindows } from '../foundation/file-names.ts';
import { listOldAddresses, type OldAddress } from './old-addresses.ts';
import type { PageEntry, PageSource } from './page-index.ts';
import { RESERVED_SEGMENTS, trimEnding } from './routes.ts';
import type { Site } from './site.ts';

interface ClaimedPaths {
  /** Every page of the site. */
  pages: Iterable<Pick<PageEntry, 'path' | 'source'>>;
  /** Files beside the pages that have a fixed path, such as /feed.xml. A page with this path would have the same address. */
  files: Iterable<string>;
  /** True for paths that other files of the site have or may get. @param path lower case, with a leading "/" */
  isReserved(path: string): boolean;
}

/** The field that determines a page's path; null for paths that are the same in every site. */
type Owner = Pick<PageSource, 'file' | 'slug'> | null;

export function collectCollisions(site: Site, { pages, files, isReserved }: ClaimedPaths): Finding[] {
  const problems: Finding[] = [];
  // Some file systems, and readers, do not distinguish case.
  const owners = new Map<string, Owner>(Array.from(files, (path) => [path.toLowerCase(), null]));
  const claim = (path: string, owner: Owner) => {
    const key = path.toLowerCase();
    const other = owners.get(key);
    if (other === undefined) owners.set(key, owner);
    else problems.push(...slugProblem(site, path, owner, other));
  };
  const listed: string[] = [];
  for (const { path, source } of pages) {
    claim(path, source?.slug ? source : null);
    const refused = source?.slug ? refusedByWindows(site.routes.file(path)) : null;
    if (refused) problems.push({ ...refused, file: source?.file ?? '', field: source?.slug ?? [] });
    if (site.config.redirects.length > 0) listed.push(path);
  }
  const unbuilt = site.editions.flatMap(({ claims }) => claims);
  for (const { path, meta } of unbuilt)
    claim(path, { file: meta.file, slug: [meta.editorial.permalink === null ? 'slug' : 'permalink'] });
  // Hosts also answer the home page at this address.
  for (const { locale } of site.editions)
    owners.set(`${site.routes.home(locale).replace(/\/$/, '')}/index`, null);

  // Hosts treat `/old.html` as `/old`, and in the directory layout `/old/index.html` too.
  const addressOf =
    site.config.urls.layout === 'directory'
      ? trimEnding
      : (path: string) => path.replace(/(?:\.html)?\/*$/, '') || '/';
  const claimAlias = (alias: string, { file, field }: OldAddress['source']) => {
    const key = addressOf(alias).toLowerCase();
    const owner = owners.get(key) ?? (owners.has(key) || isReserved(key) ? null : undefined);
    if (owner === undefined) {
      owners.set(key, { file, slug: field });
      return;
    }
    const isOwn = owner?.file === file && file.endsWith('.md');
    const name = isOwn ? 'this article itself' : (owner?.file ?? 'a route of the site');
    const message = `alias "${alias}" is taken by ${name}`;
    problems.push(finding('alias-taken', message, 'remove the alias or change it', { file, field }));
  };
  const paths = new Set(listed);
  for (const { from, to, source } of listOldAddresses(site)) {
    claimAlias(from, source);
    if (source.file === CONFIG_FILE && to !== null && !paths.has(to))
      problems.push(isDated(site, to) ? earlyRedirect(to, source) : deadRedirect(to, source));
  }
  for (const [index, redirect] of site.config.redirects.entries()) {
    const field = ['redirects', index, 'from'];
    const hidden = needsHost(redirect) ? listed.find((path) => leadsOn(redirect, path)) : undefined;
    if (hidden === undefined) continue;
    const message = `the redirect of ${redirect.from} would hide the page ${hidden}`;
    problems.push(finding('alias-taken', message, 'name old addresses only', { file: CONFIG_FILE, field }));
  }
  for (const { meta } of unbuilt)
    for (const [index, alias] of meta.aliases.entries())
      claimAlias(alias, { file: meta.file, field: ['aliases', index] });
  return problems;
}

/** True for the address of an article that its dates keep from readers now. */
function isDated(site: Site, path: string): boolean {
  const { editions } = site.including('scheduled', 'expired');
  return editions.some(({ articles }) => articles.some((article) => article.path === path));
}

function earlyRedirect(to: string, { file, field }: OldAddress['source']): Finding {
  const message = `the redirect leads to ${to}, an article that its dates keep from readers now`;
  const hint = 'name another page, or write "gone": true if nothing replaces it';
  const place = { file, field: [...field.slice(0, -1), 'to'] };
  return finding('unpublished-link', message, hint, place, 'warning');
}

function deadRedirect(to: string, { file, field }: OldAddress['source']): Finding {
  const message = `the redirect leads to ${to}, which is not a page of the site`;
  const hint = 'name a page, or write "gone": true if nothing replaces it';
  return finding('dead-redirect', message, hint, { file, field: [...field.slice(0, -1), 'to'] });
}

function slugProblem({ config, routes }: Site, path: string, slug: Owner, owner: Owner): Finding[] {
  const changeable = slug ?? owner;
  if (!changeable?.slug) throw new Error(`two page kinds make ${path}`);
  const name = path.slice(path.lastIndexOf('/') + 1);
  // findReservedSlugs has reported this category already.
  const isTop = config.locales.some((locale) => path === routes.below(locale, name));
  if (RESERVED_SEGMENTS.has(name) && isTop) return [];
  const { file } = changeable;
  // Without a pattern two articles differ by their slugs alone.
  const isSlug = path.endsWith(`/articles/${name}`);
  const both = isSlug ? `slug "${name}" is also the slug of` : `the address ${path} is also that of`;
  const message =
    slug && owner
      ? `${both} ${owner.file}`
      : `slug "${name}" gives the path ${path}, which the site itself uses`;
  const change = file.includes('/pages/') ? 'rename the file' : 'choose another slug';
  const hint = slug && owner ? `give one of the two another slug${isSlug ? '' : ' or permalink'}` : change;
  return [finding('slug-taken', message, hint, { file, field: changeable.slug })];
}
