/** Answers which addresses a site has now, and describes those that it has at another time. */
import type { Problem } from '../foundation/errors.ts';
import { listPaths } from '../pages/page-registry.ts';
import type { Article, Site } from '../site/site.ts';
import { type Addresses, type BrokenArticle, createAddresses } from '../site/site-addresses.ts';
import { listLinkable } from './outputs/output-registry.ts';
import type { PreparedSite } from './prepare/prepare-site.ts';

export interface SiteAddresses {
  /** The paths that readers can request. Listing them takes time. */
  paths: ReadonlySet<string>;
  /** Articles with errors: links to them work once these are corrected. */
  pending: readonly BrokenArticle[];
}

export function openAddresses(
  site: Site,
  { outputInput }: PreparedSite,
  { paths, pending }: SiteAddresses,
): Addresses {
  const expected = new Set(pending.flatMap(({ path }) => path ?? []));
  return createAddresses(paths, listLinkable(outputInput), expected, explainDates(site));
}

/** The pages of articles that their dates keep from readers, and of lists that would have only such articles. */
function explainDates(site: Site): (path: string) => Problem | null {
  const describe = (path: string, wide: Site, describeArticle: (article: Article) => Problem) => {
    const article = wide.editions
      .flatMap(({ articles }) => articles)
      .find((one) => one.path === path || one.meta.aliases.includes(path));
    return article ? describeArticle(article) : UNPUBLISHED_LIST;
  };
  const open = (presence: 'scheduled' | 'expired') => {
    const wide = site.including(presence);
    return { wide, paths: wide === site ? new Set<string>() : listPaths(wide) };
  };
  let both: Record<'scheduled' | 'expired', ReturnType<typeof open>> | null = null;
  return (path) => {
    both ??= { scheduled: open('scheduled'), expired: open('expired') };
    const { scheduled, expired } = both;
    if (expired.paths.has(path)) return describe(path, expired.wide, describeExpired);
    return scheduled.paths.has(path) ? describe(path, scheduled.wide, describeScheduled) : null;
  };
}

const code = 'unpublished-link';

const describeScheduled = ({ meta }: Article): Problem => ({
  code,
  message: `leads to an article that is published on ${meta.date.day}`,
  hint: 'readers find nothing there until then: remove the link, or publish the article first',
});

const describeExpired = ({ meta }: Article): Problem => ({
  code,
  message: `leads to an article that ended on ${meta.editorial.expires?.day}`,
  hint: 'remove the link, or name the article that replaces it',
});

const UNPUBLISHED_LIST: Problem = {
  code,
  message: 'leads to a page whose articles are not published now',
  hint: 'remove the link, or change the dates of the articles',
};
