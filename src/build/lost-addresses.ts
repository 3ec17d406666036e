/** Finds the addresses that readers know and this site lacks, and says how to keep each of them. */
import { CONFIG_FILE } from '../config/config-file.ts';
import { leadsOn, needsHost } from '../config/redirect-rules.ts';
import { finding, type Place, type Problem } from '../foundation/errors.ts';
import { slugifyPlainly } from '../foundation/slug.ts';
import { listPages, listPaths } from '../pages/page-registry.ts';
import { articlePath } from '../site/article-path.ts';
import { listOldAddresses } from '../site/old-addresses.ts';
import type { PageEntry } from '../site/page-index.ts';
import { createRoutes, trimSlashes } from '../site/routes.ts';
import type { Article, Site, Term } from '../site/site.ts';
import { TAGS } from '../site/taxonomies.ts';
import type { LostAddress, SourceRecord, StoredState } from './state/build-state.ts';
import { readPublished } from './state/published.ts';

type Last = Pick<StoredState, 'head' | 'sources'>;

/** Maximum number of addresses to list. The others are counted. */
const MAX_SHOWN = 50;

/**
 * Addresses that only articles whose end has come would have, such as those of the articles and of their tags. Somebody has
 * decided that they end, so they are not lost.
 */
export function listEnded(site: Site, paths: ReadonlySet<string>): Set<string> {
  const former = site.including('expired');
  if (former === site) return new Set();
  return new Set([...listPaths(former)].filter((path) => !paths.has(path)).map(trimSlashes));
}

/**
 * @param last the previous build, which knows the files that had the addresses; null without one
 * @param paths that readers can request
 * @param ended addresses as `listEnded` returns them
 */
export function findLostAddresses(
  site: Site,
  last: Last | null,
  paths: ReadonlySet<string>,
  ended: ReadonlySet<string> = listEnded(site, paths),
): LostAddress[] {
  const published = readPublished(site.config.root);
  const absent = published.filter((path) => !paths.has(path) && !ended.has(path));
  if (absent.length === 0) return [];
  const old = new Set(Array.from(listOldAddresses(site), ({ from }) => trimSlashes(from)));
  const rules = site.config.redirects.filter(needsHost);
  const lost = absent.filter((path) => !old.has(path) && !rules.some((rule) => leadsOn(rule, path)));
  if (lost.length === 0) return [];
  const known = new Set(published);
  const created = Array.from(listPages(site)).filter(
    ({ path, source }) => !known.has(path) && source?.slug && source.file.endsWith('.json'),
  );
  const before = new Map(last?.head.lost.map(({ path, problem }) => [path, problem]));
  const former = last ? findFormer(site, last, new Set(lost)) : new Map<string, Former>();
  return lost.map((path) => {
    const record = former.get(path);
    // The previous build may have found the file when it still knew it.
    const problem = (record ? null : before.get(path)) ?? explain(site, path, record, created);
    return { path, problem };
  });
}

export function describeLost(lost: readonly LostAddress[]): Problem[] {
  const shown = lost.slice(0, MAX_SHOWN).map(({ problem }) => problem);
  const rest = lost.length - shown.length;
  if (rest === 0) return shown;
  const message = `${rest} more published addresses have no page now`;
  return [...shown, warn(message, 'keep them in the same way')];
}

function warn(message: string, hint: string, place?: Place): Problem {
  return finding('lost-address', message, hint, place);
}

type Former = Pick<SourceRecord, 'file' | 'title' | 'hash'>;

function explain(
  site: Site,
  path: string,
  record: Former | undefined,
  created: readonly PageEntry[],
): Problem {
  const message = `${path} is published, and nothing answers there now`;
  const gone = `if it is gone for good, add {"from": ${JSON.stringify(path)}, "gone": true} to "redirects" in ${CONFIG_FILE}`;
  const article = findSuccessor(site, path, record);
  if (article) {
    const { file, aliases } = article.meta;
    const line = `aliases: [${[...aliases, path].join(', ')}]`;
    const move = `\`articles move ${path} ${article.path}\``;
    return warn(message, `keep it with ${move}, which writes "${line}" into the file; ${gone}`, { file });
  }
  const terms = findFormerTerms(site, path);
  const [term] = terms;
  if (term) {
    const which =
      terms.length === 1 ? '' : `, or to another of ${terms.map(({ title }) => title).join(', ')}`;
    const redirect = `{"from": ${JSON.stringify(path)}, "to": ${JSON.stringify(term.path)}}`;
    return warn(message, `keep it with ${redirect} in "redirects" of ${CONFIG_FILE}${which}; ${gone}`);
  }
  const [entry, other] = created.filter((page) => isAlike(page.path, path));
  if (entry?.source?.slug && !other && !record) {
    const { file, slug } = entry.source;
    const place = slug.slice(0, -1).join('.');
    const hint = `keep it with "aliases": [${JSON.stringify(path)}] in ${place} of ${file}; ${gone}`;
    return warn(message, hint, { file });
  }
  const move = `keep it with \`articles move ${path} NEW\`, where NEW is the address of the article that replaces it`;
  return warn(message, `${move}, or with "aliases: [${path}]" in another page that does; ${gone}`);
}

/** Finds the articles that had these addresses. */
function findFormer(site: Site, { head, sources }: Last, lost: ReadonlySet<string>): Map<string, Former> {
  const found = new Map<string, Former>();
  const [key, slug, locale] = [sources.column('key'), sources.column('slug'), sources.column('locale')];
  const [date, entities] = [sources.column('date'), sources.column('entities')];
  const [editorial, aliases] = [sources.column('editorial'), sources.column('aliases')];
  const permalinks = { ...site.config.permalinks, article: head.site.permalink };
  const routes = createRoutes({ ...site.config, permalinks });
  const trees = new Map(site.editions.map((edition) => [edition.locale, edition.tree]));
  for (let row = 0; row < sources.length; row++) {
    const address = articlePath(routes, trees.get(locale.at(row)) ?? {}, locale.at(row), {
      ...{ key: key.at(row), slug: slug.at(row), date: date.at(row) },
      ...{ entities: entities.at(row), editorial: editorial.at(row) },
    });
    for (const path of [address ?? '', ...aliases.at(row).map(trimSlashes)]) {
      const [record] = lost.has(path) ? sources.rows([row]) : [];
      if (record) found.set(path, record);
    }
  }
  return found;
}

/**
 * Finds the same file, else another file with the same bytes, else an article with the same title. Where no build of this
 * machine had the address, the one file that has its name: most addresses come from names of files.
 */
function findSuccessor({ editions }: Site, path: string, former: Former | undefined): Article | undefined {
  const articles = editions.flatMap((edition) => edition.articles);
  if (former)
    return (
      articles.find(({ meta }) => meta.file === former.file) ??
      articles.find(({ meta }) => meta.hash === former.hash) ??
      articles.find(({ meta }) => meta.title === former.title)
    );
  const named = articles.filter(
    (article) => isAlike(article.path, path) && lastOf(`/${article.meta.key}`) === lastOf(path),
  );
  return named.length === 1 ? named[0] : undefined;
}

const lastOf = (path: string) => path.slice(path.lastIndexOf('/'));

/** The terms that had this address before their signs and vowel signs were parts of it. */
function findFormerTerms({ editions, taxonomies, routes }: Site, path: string): Term[] {
  return editions.flatMap(({ locale, language, terms }) =>
    taxonomies.flatMap(({ name, slug }) =>
      [...(terms.get(name)?.values() ?? [])].filter(
        ({ title }) => routes.term(locale, slug, slugifyPlainly(title, language), name === TAGS) === path,
      ),
    ),
  );
}

/** Two addresses may belong to one category, author or article if they are in the same folder. */
function isAlike(a: string, b: string): boolean {
  const folder = (path: string) => path.slice(0, path.lastIndexOf('/'));
  return folder(a) === folder(b);
}
