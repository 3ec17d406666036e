/** Finds the addresses that the previous build had and this one lacks, and says how to keep each of them. */
import { CONFIG_FILE } from '../config/config-file.ts';
import { leadsOn, needsHost } from '../config/redirect-rules.ts';
import { finding, type Place, type Problem } from '../foundation/errors.ts';
import { listPages } from '../pages/page-registry.ts';
import { articlePath } from '../site/article-path.ts';
import { listOldAddresses } from '../site/old-addresses.ts';
import type { PageEntry } from '../site/page-index.ts';
import { createRoutes, trimSlashes } from '../site/routes.ts';
import type { Article, Site } from '../site/site.ts';
import type { LostAddress, SourceRecord, StoredState } from './state/build-state.ts';

type Last = Pick<StoredState, 'head' | 'outputs' | 'sources'>;

/** Maximum number of addresses to list. The others are counted. */
const MAX_SHOWN = 50;

/** @param last the previous build; null without one, or where it was damaged */
export function findLostAddresses(
  site: Site,
  last: Last | null,
  include: { drafts: boolean; future: boolean },
): LostAddress[] {
  if (!last || last.head.site.shard.total > 1) return [];
  const { head } = last;
  const current = new Set<string>();
  const pages: PageEntry[] = [];
  for (const entry of listPages(site)) {
    current.add(entry.path);
    if (entry.source?.slug && entry.source.file.endsWith('.json')) pages.push(entry);
  }
  for (const { from } of listOldAddresses(site)) current.add(trimSlashes(from));
  const rules = site.config.redirects.filter(needsHost);
  const isKept = (path: string) => current.has(path) || rules.some((rule) => leadsOn(rule, path));
  const known = head.lost.filter(({ path }) => !isKept(path));
  // The previous build had more articles because of its options: their addresses are not lost.
  if ((head.include.drafts && !include.drafts) || (head.include.future && !include.future)) return known;
  const before = listAddresses(last);
  const lost = [...before].filter((path) => !isKept(path) && !known.some((other) => other.path === path));
  if (lost.length === 0) return known;
  const created = pages.filter(({ path }) => !before.has(path));
  const explain = createExplainer(site, last, lost, created);
  return [...known, ...lost.map((path) => ({ path, problem: explain(path) }))];
}

export function describeLost(lost: readonly LostAddress[]): Problem[] {
  const shown = lost.slice(0, MAX_SHOWN).map(({ problem }) => problem);
  const rest = lost.length - shown.length;
  if (rest === 0) return shown;
  const message = `${rest} more addresses of earlier builds have no page now`;
  return [...shown, warn(message, 'keep them in the same way')];
}

function warn(message: string, hint: string, place?: Place): Problem {
  return { ...finding('lost-address', message, hint, place), strict: true };
}

/** Addresses of pages and aliases. Later pages of a listing are left out, since they depend on the number of its articles. */
function listAddresses({ head, outputs }: Last): Set<string> {
  const [path, kind] = [outputs.column('path'), outputs.column('kind')];
  const ending = head.site.layout === 'directory' ? /(?:(?:^|\/)index)?\.html$/ : /(?:^index)?\.html$/;
  const addresses = new Set<string>();
  for (let row = 0; row < outputs.length; row++) {
    const file = path.at(row);
    if (!['article', 'page'].includes(kind.at(row)) || !file.endsWith('.html')) continue;
    const address = `/${file.replace(ending, '')}`;
    if (!/\/page\/\d+$/.test(address)) addresses.add(address);
  }
  return addresses;
}

type Former = Pick<SourceRecord, 'file' | 'title' | 'hash'>;

function createExplainer(site: Site, last: Last, lost: readonly string[], created: readonly PageEntry[]) {
  const former = findFormer(site, last, new Set(lost));
  return (path: string): Problem => {
    const record = former.get(path);
    const article = record && findSuccessor(site, record);
    const message = `${path} had a page in an earlier build, and nothing answers there now`;
    if (article) {
      const { file, aliases } = article.meta;
      const line = `aliases: [${[...aliases, path].join(', ')}]`;
      return warn(message, `keep the address with this line of front matter: ${line}`, { file });
    }
    const [entry, other] = created.filter((page) => isAlike(page.path, path));
    const gone = `{"from": ${JSON.stringify(path)}, "gone": true} to "redirects" in ${CONFIG_FILE}`;
    if (entry?.source?.slug && !other && !record) {
      const { file, slug } = entry.source;
      const place = slug.slice(0, -1).join('.');
      const hint = `keep the address with "aliases": [${JSON.stringify(path)}] in ${place} of ${file}, or add ${gone}`;
      return warn(message, hint, { file });
    }
    return warn(message, `add "aliases: [${path}]" to what replaces it, or ${gone}`);
  };
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

/** Finds the same file, else another file with the same bytes, else an article with the same title. */
function findSuccessor({ editions }: Site, { file, hash, title }: Former): Article | undefined {
  const articles = editions.flatMap((edition) => edition.articles);
  return (
    articles.find(({ meta }) => meta.file === file) ??
    articles.find(({ meta }) => meta.hash === hash) ??
    articles.find(({ meta }) => meta.title === title)
  );
}

/** Two addresses may belong to one category or author if they are in the same folder. */
function isAlike(a: string, b: string): boolean {
  const folder = (path: string) => path.slice(0, path.lastIndexOf('/'));
  return folder(a) === folder(b);
}
