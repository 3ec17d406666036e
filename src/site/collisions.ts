/** Owns the rule that every URL has one owner: each collision is reported with its sources. */
import type { SiteConfig } from '../config/config-schema.ts';
import type { FieldProblem } from '../content/article/article-fields.ts';
import { ANY_LANGUAGE } from '../locales/codes.ts';
import type { Address, Edition, Listing, Site } from './site.ts';

export function collectCollisions(site: Site): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const owners = new Map<string, string>();
  for (const edition of site.editions) {
    for (const { path, meta } of addresses(edition)) {
      // File systems and readers do not tell case apart.
      const key = path.toLowerCase();
      const owner = owners.get(key);
      if (owner === undefined) {
        owners.set(key, meta.file);
        continue;
      }
      const message = `slug "${meta.slug}" is also the slug of ${owner}`;
      problems.push({
        file: meta.file,
        message,
        hint: 'give one of the two another slug',
        at: { field: ['slug'] },
        warning: false,
      });
    }
  }
  const listings = new Set<string>();
  for (const { locale, categories, subcategories, byAuthor } of site.editions) {
    const add = (listed: Iterable<Listing>, file: string) => {
      for (const { path } of listed) {
        owners.set(path.toLowerCase(), `content/${locale}/${file}`);
        listings.add(path.toLowerCase());
      }
    };
    add([...categories.values(), ...subcategories.values()], 'categories.json');
    add(byAuthor.values(), 'authors.json');
  }
  const isListingPage = (path: string) =>
    /\/page\/\d+$/.test(path) && listings.has(path.replace(/\/page\/\d+$/, ''));
  for (const edition of site.editions) {
    for (const { meta } of addresses(edition)) {
      for (const [index, alias] of meta.aliases.entries()) {
        const key = addressOf(alias, site.config.urls.layout).toLowerCase();
        const owner =
          owners.get(key) ?? (isFixedRoute(key) || isListingPage(key) ? 'a route of the site' : undefined);
        if (owner === undefined) owners.set(key, meta.file);
        else {
          const message = `alias "${alias}" is taken by ${owner === meta.file ? 'this article itself' : owner}`;
          problems.push({
            file: meta.file,
            message,
            hint: 'remove the alias or change it',
            at: { field: ['aliases', index] },
            warning: false,
          });
        }
      }
    }
  }
  return problems;
}

function* addresses({ articles, claims }: Edition): Iterable<Address> {
  yield* articles;
  yield* claims;
}

/** Hosts answer `/old.html` as `/old`, and as `/old/index.html` where that is a page's file. */
function addressOf(path: string, layout: SiteConfig['urls']['layout']): string {
  const ending = layout === 'directory' ? /(?:\/index)?(?:\.html)?\/*$/ : /(?:\.html)?\/*$/;
  return path.replace(ending, '') || '/';
}

const FIXED_PAGE = new RegExp(
  `^(/${ANY_LANGUAGE})?(/(authors|info/about-us|privacy-policy|terms|sitemap|404|500|offline|index)?)?$`,
);
const FIXED_FILE = new RegExp(`^(/${ANY_LANGUAGE})?/[^/]+\\.(xml|json|txt|js|ico|webmanifest)$`);

/** Pages that every edition has, files at the top of the site, and folders of its own. */
function isFixedRoute(path: string): boolean {
  return (
    FIXED_PAGE.test(path) ||
    FIXED_FILE.test(path) ||
    /^\/(assets|icons|images|page-data|search|slice-data)(\/|$)/.test(path)
  );
}
