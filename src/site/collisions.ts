/** Reports every path that two pages or aliases claim, with the files that claim it. */
import type { SiteConfig } from '../config/config-schema.ts';
import type { FieldProblem } from '../content/article/article-fields.ts';
import { ANY_LANGUAGE } from '../locales/codes.ts';
import type { PageEntry } from './page-index.ts';
import { RESERVED_SEGMENTS } from './routes.ts';
import type { Site } from './site.ts';

export interface ClaimedPaths {
  /** Every page of the site. */
  pages: Iterable<Pick<PageEntry, 'path' | 'source'>>;
  /** Whether another file of the site has this path, or may get it. @param path lower case, with a leading "/" */
  isReserved(path: string): boolean;
}

/** A field that gives a page its path. */
interface Slug {
  file: string;
  field: PropertyKey[];
}

/** Claims a path that no field gives. */
const ROUTE = null;

const TOP_LEVEL = new RegExp(`^(/${ANY_LANGUAGE})?/[^/]+$`);

export function collectCollisions(site: Site, { pages, isReserved }: ClaimedPaths): FieldProblem[] {
  const problems: FieldProblem[] = [];
  // File systems and readers do not distinguish case.
  const owners = new Map<string, Slug | typeof ROUTE>();
  const claim = (path: string, slug: Slug | typeof ROUTE) => {
    const key = path.toLowerCase();
    const owner = owners.get(key);
    if (owner === undefined) owners.set(key, slug);
    else problems.push(...slugProblem(path, slug, owner));
  };
  for (const { path, source } of pages)
    claim(path, source?.slug ? { file: source.file, field: source.slug } : ROUTE);
  const unbuilt = site.editions.flatMap((edition) => edition.claims);
  for (const { path, meta } of unbuilt) claim(path, { file: meta.file, field: ['slug'] });

  // Hosts also answer the home page at this address.
  for (const { locale } of site.editions)
    owners.set(`${site.routes.home(locale).replace(/\/$/, '')}/index`, ROUTE);
  for (const { meta } of [...site.editions.flatMap(({ articles }) => articles), ...unbuilt]) {
    for (const [index, alias] of meta.aliases.entries()) {
      const key = addressOf(alias, site.config.urls.layout).toLowerCase();
      const owner = owners.get(key) ?? (owners.has(key) || isReserved(key) ? ROUTE : undefined);
      if (owner === undefined) {
        owners.set(key, { file: meta.file, field: ['aliases', index] });
        continue;
      }
      const name = owner?.file === meta.file ? 'this article itself' : (owner?.file ?? 'a route of the site');
      problems.push({
        file: meta.file,
        message: `alias "${alias}" is taken by ${name}`,
        hint: 'remove the alias or change it',
        at: { field: ['aliases', index] },
        warning: false,
      });
    }
  }
  return problems;
}

function slugProblem(path: string, slug: Slug | null, owner: Slug | null): FieldProblem[] {
  const changeable = slug ?? owner;
  if (!changeable) throw new Error(`two page kinds make ${path}`);
  const name = path.slice(path.lastIndexOf('/') + 1);
  // createSite has reported a category with a reserved slug.
  if (RESERVED_SEGMENTS.has(name) && TOP_LEVEL.test(path)) return [];
  const both = slug && owner;
  return [
    {
      file: changeable.file,
      message: both
        ? `slug "${name}" is also the slug of ${owner.file}`
        : `slug "${name}" makes ${path}, which is a route of the site`,
      hint: both ? 'give one of the two another slug' : 'choose another slug',
      at: { field: changeable.field },
      warning: false,
    },
  ];
}

/** Hosts answer `/old.html` as `/old`, and as `/old/index.html` where that is a page's file. */
function addressOf(path: string, layout: SiteConfig['urls']['layout']): string {
  const ending = layout === 'directory' ? /(?:\/index)?(?:\.html)?\/*$/ : /(?:\.html)?\/*$/;
  return path.replace(ending, '') || '/';
}
