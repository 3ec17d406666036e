/** Reports every path that two pages or old addresses claim, with the files that claim it. */

import { CONFIG_FILE } from '../config/load-config.ts';
import type { FieldProblem } from '../content/article/article-fields.ts';
import type { Failure } from '../foundation/errors.ts';
import { listOldAddresses, type OldAddress } from './old-addresses.ts';
import type { PageEntry, PageSource } from './page-index.ts';
import { RESERVED_SEGMENTS, trimEnding } from './routes.ts';
import type { Site } from './site.ts';

interface ClaimedPaths {
  /** Every page of the site. */
  pages: Iterable<Pick<PageEntry, 'path' | 'source'>>;
  /** Whether another file of the site has this path, or may get it. @param path lower case, with a leading "/" */
  isReserved(path: string): boolean;
}

/** The field that gives a page its path; null where the path is the same in every site. */
type Owner = Pick<PageSource, 'file' | 'slug'> | null;

export function collectCollisions(site: Site, { pages, isReserved }: ClaimedPaths): FieldProblem[] {
  const problems: FieldProblem[] = [];
  // File systems and readers do not distinguish case.
  const owners = new Map<string, Owner>();
  const claim = (path: string, owner: Owner) => {
    const key = path.toLowerCase();
    const other = owners.get(key);
    if (other === undefined) owners.set(key, owner);
    else problems.push(...slugProblem(site, path, owner, other));
  };
  const listed: string[] = [];
  for (const { path, source } of pages) {
    claim(path, source?.slug ? source : null);
    if (site.config.redirects.length > 0) listed.push(path);
  }
  const unbuilt = site.editions.flatMap(({ claims }) => claims);
  for (const { path, meta } of unbuilt) claim(path, { file: meta.file, slug: ['slug'] });
  // Hosts also answer the home page at this address.
  for (const { locale } of site.editions)
    owners.set(`${site.routes.home(locale).replace(/\/$/, '')}/index`, null);

  // Hosts answer `/old.html` as `/old`, and as `/old/index.html` where that is a page's file.
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
    problems.push({
      file,
      code: 'alias-taken',
      message: `alias "${alias}" is taken by ${name}`,
      hint: 'remove the alias or change it',
      at: { field },
      warning: false,
    });
  };
  const paths = new Set(listed);
  for (const { from, to, source } of listOldAddresses(site)) {
    claimAlias(from, source);
    if (source.file === CONFIG_FILE && to !== null && !paths.has(to)) problems.push(deadRedirect(to, source));
  }
  for (const { meta } of unbuilt)
    for (const [index, alias] of meta.aliases.entries())
      claimAlias(alias, { file: meta.file, field: ['aliases', index] });
  return problems;
}

function deadRedirect(to: string, { file, field }: OldAddress['source']): FieldProblem {
  return {
    file,
    code: 'dead-redirect',
    message: `the redirect leads to ${to}, which is not a page of the site`,
    hint: 'name a page, or write "gone": true if nothing replaces it',
    at: { field: [...field.slice(0, -1), 'to'] },
    warning: false,
  };
}

function slugProblem({ config, routes }: Site, path: string, slug: Owner, owner: Owner): FieldProblem[] {
  const changeable = slug ?? owner;
  if (!changeable?.slug) throw new Error(`two page kinds make ${path}`);
  const name = path.slice(path.lastIndexOf('/') + 1);
  // createSite has reported a category with a reserved slug.
  const isTop = config.locales.some((locale) => path === routes.below(locale, name));
  if (RESERVED_SEGMENTS.has(name) && isTop) return [];
  const failure: Failure =
    slug && owner
      ? {
          code: 'slug-taken',
          message: `slug "${name}" is also the slug of ${owner.file}`,
          hint: 'give one of the two another slug',
        }
      : {
          code: 'slug-taken',
          message: `slug "${name}" gives the path ${path}, which the site itself uses`,
          hint: changeable.file.includes('/pages/') ? 'rename the file' : 'choose another slug',
        };
  return [{ file: changeable.file, ...failure, at: { field: changeable.slug }, warning: false }];
}
