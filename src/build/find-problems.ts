/**
 * Finds the problems of a site that stop no ordinary build: links that lead nowhere, lost addresses, rules that the host
 * lacks. `articles build` warns of them, and `articles check`, a strict build and a deploy to production take the same list.
 */

import { mayNameFile } from '../content/data/named-files.ts';
import { fillSiteField, siteValues } from '../content/data/site-values.ts';
import type { Anchors } from '../content/markdown/anchors.ts';
import { decodeEntities } from '../content/markdown/html-text.ts';
import { encodeUrl } from '../content/markdown/safe-urls.ts';
import type { MarkdownPlace } from '../content/markdown/source-places.ts';
import { createProblems, type Problem, UserError } from '../foundation/errors.ts';
import { chunksOf } from '../foundation/group-by.ts';
import { planPages } from '../pages/page-registry.ts';
import { listOldAddresses } from '../site/old-addresses.ts';
import { trimSlashes } from '../site/routes.ts';
import type { Site } from '../site/site.ts';
import {
  type Addresses,
  type BrokenArticle,
  describeFragment,
  parseAddress,
  spellingKey,
} from '../site/site-addresses.ts';
import { listTextPages } from '../site/text-pages.ts';
import { extractStrings } from '../templates/shape.ts';
import type { SiteCode } from '../theme/run-code.ts';
import { describeLost } from './lost-addresses.ts';
import { openAddresses, type SiteAddresses } from './open-addresses.ts';
import { describeMissingRules, describeRedirectLimit } from './outputs/host-facts.ts';
import { findSourceMaps } from './outputs/public-files.ts';
import { findUndrawnTitles } from './outputs/social-images.ts';
import { collectProblems } from './parse/locate-problems.ts';
import { joinImageUrl } from './plan/image-url.ts';
import { authorsFile } from './prepare/listed-texts.ts';
import type { PreparedSite } from './prepare/prepare-site.ts';
import { createBodyRenderer, editionOf } from './render/body-renderer.ts';
import { createPartsCompiler } from './render/render-parts.ts';
import type { LostAddress } from './state/build-state.ts';
import { findUnreadPublished } from './state/published.ts';
import { createSourcePlaces, type Reference } from './target-places.ts';
import type { AnchorsTask } from './threads/task-messages.ts';
import type { Pool } from './threads/thread-pool.ts';

interface Found {
  site: Site;
  /** The paths that readers can request. */
  paths: ReadonlySet<string>;
  prepared: PreparedSite;
  code: SiteCode | null;
  pool: Pool;
  lost: readonly LostAddress[];
  /** Articles with errors. Their links are examined, since somebody corrects the file anyway. */
  pending?: readonly BrokenArticle[];
}

export async function findProblems(found: Found): Promise<Problem[]> {
  const { site, lost } = found;
  const alone = [describeRedirectLimit(site), findUndrawnTitles(site), findUnreadPublished(site.config.root)];
  const problems = createProblems();
  const all = [
    ...alone.filter((problem) => problem !== null),
    ...describeMissingRules(site),
    ...(await findBroken(found)),
    ...describeLost(lost),
    ...findSourceMaps(site),
  ];
  await collectProblems(site.config.root, all, problems);
  return [...problems.errors, ...problems.warnings];
}

interface Broken {
  reference: Reference;
  failure: Problem;
}

/** A link to a heading that may not exist. */
interface Sought {
  reference: Reference;
  /** The page, which an old address may have led to. */
  path: string;
  /** The page as the link has it. */
  named: string;
  fragment: string;
}

async function findBroken({ site, paths, prepared, code, pool, pending = [] }: Found): Promise<Problem[]> {
  // Listing the files takes time, and most sites have no such target.
  let addresses: Addresses | null = null;
  const old = new Map<string, string>();
  for (const { from, to } of listOldAddresses(site)) if (to !== null) old.set(trimSlashes(from), to);
  const broken: Broken[] = [];
  const sought: Sought[] = [];
  const known = new Set<string>();
  for (const reference of listReferences(site, prepared, { paths, pending })) {
    const { file, page, target } = reference;
    // The places of a target are those of all its spellings.
    const key = `${file ?? page}\n${spellingKey(target)}`;
    if (known.has(key)) continue;
    known.add(key);
    const address = parseAddress(site, page, encodeUrl(target.normalize('NFC')));
    if (address.type === 'external') continue;
    if (address.type === 'broken') {
      broken.push({ reference, failure: address.problem });
      continue;
    }
    addresses ??= openAddresses(site, prepared, { paths, pending });
    const failure = addresses.explain(address.path);
    const { fragment } = address;
    if (failure) broken.push({ reference, failure: withNear(failure, reference) });
    else if (fragment !== '' && fragment !== 'top' && paths.has(address.path)) {
      const path = old.get(address.path) ?? address.path;
      sought.push({ reference, path, named: address.path, fragment });
    }
  }
  for (const dead of await findDeadFragments(sought, { site, prepared, code, pool })) broken.push(dead);
  const { report } = createSourcePlaces(site, await findInFiles(broken, pool));
  return broken.flatMap(({ reference, failure }) =>
    // A target without a place in the file is text in code that looks like a link.
    report(reference, failure).filter(({ line }) => reference.file === null || line !== undefined),
  );
}

/** A file with a similar name is a better hint than a similar address. */
function withNear(failure: Problem, { near }: Reference): Problem {
  const found = failure.fix === undefined ? (near?.() ?? null) : null;
  return found === null ? failure : { ...failure, hint: `write ${found} if you mean that file` };
}

/** Links and pictures in the content that are not surely sound. */
function* listReferences(
  site: Site,
  prepared: PreparedSite,
  { paths, pending }: SiteAddresses,
): Iterable<Reference> {
  const { basePath, articleImageBaseUrl, markdown } = site.config;
  const values = siteValues(site.config);
  const { instead } = prepared.named;
  const { placesIn } = createSourcePlaces(site);
  const shownLink = (target: string) => (/^\/(?!\/)/.test(target) ? basePath + target : target);
  const isMissing = (file: string, target: string) => !prepared.holdsImage(file, target);
  const linkOf = (file: string, link: string): string | null => {
    const { links } = prepared.targetsOf({ file, images: [], links: [link] });
    return Object.values(links ?? {})[0] ?? null;
  };
  const shownImage = (target: string) => joinImageUrl(target, articleImageBaseUrl, basePath);
  for (const edition of site.editions) {
    const { articles, authors, locale } = edition;
    for (const { photo, slug } of authors)
      if (photo !== undefined && isMissing(authorsFile(locale), photo))
        yield { file: null, page: site.routes.author(locale, slug), target: shownImage(photo) };
    for (const { meta, path: page } of articles) {
      const { file, links, images, image } = meta;
      for (const link of links) {
        if (paths.has(link) && basePath === '') continue;
        const url = mayNameFile(link) ? linkOf(file, link) : null;
        // A file that links lead to is there.
        if (url !== null && !url.includes('#')) continue;
        const near = mayNameFile(link) ? () => instead(file, link) : undefined;
        yield { file, page, target: url ?? shownLink(link), written: link, near };
        // Raw HTML stays as it is written.
        if (markdown.rawHtml && basePath !== '' && meta.html)
          yield { file, page, target: decodeEntities(link), written: link };
      }
      for (const target of images)
        if (isMissing(file, target))
          yield { file, page, target: shownImage(target), near: () => instead(file, target) };
      if (image !== null && isMissing(file, image))
        yield { file: null, page, target: shownImage(image), near: () => instead(file, image) };
    }
    const read = new Set(articles.map(({ meta }) => meta.file));
    const broken = pending
      .filter((text) => text.locale === locale && text.isShown && !read.has(text.file))
      .map(({ file, path }) => ({ file, path: path ?? site.routes.home(locale) }));
    // There are few such pages, and the state has no record of their links.
    for (const { file, path: page } of [...listTextPages(edition), ...broken])
      for (const { kind, target: written } of placesIn(file)) {
        const target = fillSiteField(written, values);
        const near = () => instead(file, target);
        if (kind === 'link')
          yield { file, page, target: linkOf(file, target) ?? shownLink(target), written, near };
        if (kind === 'image' && isMissing(file, target))
          yield { file, page, target: shownImage(target), near };
      }
  }
}

/** Looks in the headings of the texts first, and only then in the whole pages. */
async function findDeadFragments(
  sought: readonly Sought[],
  { site, prepared, code, pool }: Pick<Found, 'site' | 'prepared' | 'code' | 'pool'>,
): Promise<Broken[]> {
  if (sought.length === 0) return [];
  const texts = [...listTexts(site, new Set(sought.map(({ path }) => path)))];
  const anchors = new Map<string, Omit<Anchors, 'ids'> & { ids: ReadonlySet<string> }>();
  const tasks = texts.map(([, task]) => task);
  await pool.run('anchors', chunksOf(tasks, CHUNK), (results, chunk) => {
    for (const [index, { ids, isWhole }] of results.entries()) {
      const [path = ''] = texts[chunk * CHUNK + index] ?? [];
      // The code of a site may add ids to every page.
      anchors.set(path, { ids: new Set(ids), isWhole: isWhole && code === null });
    }
  });
  const missing = sought.filter(({ path, fragment }) => !anchors.get(path)?.ids.has(fragment));
  const unknown = missing.filter(({ path }) => !anchors.get(path)?.isWhole);
  const rendered = renderIds(site, prepared, code, new Set(unknown.map(({ path }) => path)));
  return missing.flatMap(({ reference, path, named, fragment }): Broken[] => {
    const whole = rendered.get(path);
    const isDead = anchors.get(path)?.isWhole || (whole && !whole.has(fragment));
    const failure = describeFragment(path === reference.page ? 'this page' : named);
    return isDead ? [{ reference, failure }] : [];
  });
}

/** The Markdown files of pages. */
function listTexts({ config, editions }: Site, wanted: ReadonlySet<string>): Map<string, AnchorsTask> {
  const texts = new Map<string, AnchorsTask>();
  const { rawHtml } = config.markdown;
  const values = siteValues(config);
  for (const edition of editions) {
    const articles = edition.articles.map(({ meta, path }) => ({ file: meta.file, path }));
    for (const { file, path } of [...articles, ...listTextPages(edition)])
      if (wanted.has(path)) texts.set(path, { file, values, language: edition.language, rawHtml });
  }
  return texts;
}

const ID = /\sid="([^"]*)"/g;

/** The ids of whole pages. A page that cannot be shown has none, and has other problems. */
function renderIds(
  site: Site,
  prepared: PreparedSite,
  code: SiteCode | null,
  wanted: ReadonlySet<string>,
): Map<string, ReadonlySet<string>> {
  const setup = prepared.renderSetup('', false);
  const renderBody = createBodyRenderer(setup, code);
  const view = createPartsCompiler((locale) => editionOf(setup, locale).strings, code);
  const found = new Map<string, ReadonlySet<string>>();
  if (wanted.size === 0) return found;
  for (const edition of site.editions) {
    const { header = '', footer = '' } = editionOf(setup, edition.locale).chrome;
    for (const group of planPages(prepared.planInput(edition)))
      for (const { page, body, images, links, offers } of group.plan(({ path }) => wanted.has(path))) {
        try {
          const text = renderBody({ body, images, links, offers, locale: page.locale });
          const [, main = ''] = view.render(extractStrings(page), extractStrings(text));
          const ids = Array.from((header + main + footer).matchAll(ID), ([, id = '']) => decodeEntities(id));
          found.set(page.path, new Set(ids));
        } catch (error) {
          if (!(error instanceof UserError)) throw error;
        }
      }
  }
  return found;
}

/** Files that the threads read at a time. */
const CHUNK = 8;

/** Finds the broken targets of articles in the threads: imported sites have hundreds of them. */
async function findInFiles(
  broken: readonly Broken[],
  pool: Pool,
): Promise<ReadonlyMap<string, readonly MarkdownPlace[]>> {
  const targets = new Map<string, string[] | null>();
  for (const { reference } of broken) {
    const { file, written } = reference;
    if (file === null) continue;
    const known = targets.get(file);
    if (written === undefined) targets.set(file, null);
    else if (known === undefined) targets.set(file, [written]);
    else known?.push(written);
  }
  const tasks = [...targets].map(([file, wanted]) => ({ file, targets: wanted }));
  const places = new Map<string, readonly MarkdownPlace[]>();
  await pool.run('places', chunksOf(tasks, CHUNK), (results, chunk) => {
    for (const [index, found] of results.entries()) {
      const task = tasks[chunk * CHUNK + index];
      if (task) places.set(task.file, found);
    }
  });
  return places;
}
