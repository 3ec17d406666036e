/** Collects links and images of the content that lead nowhere. They do not stop a build, unless it is strict. */
import { INFO_KINDS } from '../content/data/content-files.ts';
import type { MarkdownPlace } from '../content/markdown/source-places.ts';
import type { Problem } from '../foundation/errors.ts';
import { chunksOf } from '../foundation/group-by.ts';
import { listPaths } from '../pages/page-registry.ts';
import type { UrlPath } from '../site/page.ts';
import type { Site } from '../site/site.ts';
import { createAddresses, parseAddress } from '../site/site-addresses.ts';
import { listLinkable } from './outputs/output-registry.ts';
import { joinImageUrl } from './plan/image-url.ts';
import type { PreparedSite } from './prepare/prepare-site.ts';
import { createSourcePlaces, type Reference } from './target-places.ts';
import type { Pool } from './threads/thread-pool.ts';

/** Uses the messages of `articles check`, which also finds dead links in the rendered pages. */
export async function collectBroken(site: Site, prepared: PreparedSite, pool: Pool): Promise<Problem[]> {
  const { basePath, articleImageBaseUrl } = site.config;
  const paths = listPaths(site);
  const explain = explainTargets(site, prepared, paths);
  const { placesIn } = createSourcePlaces(site);
  const shownLink = (target: string) => (/^\/(?!\/)/.test(target) ? basePath + target : target);
  const isMissing = (target: string) => !prepared.holdsImage(target);
  const shownImage = (target: string) => joinImageUrl(target, articleImageBaseUrl, basePath);

  function* references(): Iterable<Reference> {
    for (const { articles, authors, info, pages, locale } of site.editions) {
      for (const { photo, slug } of authors)
        if (photo !== undefined && isMissing(photo))
          yield { file: null, page: site.routes.author(locale, slug), target: shownImage(photo) };
      for (const { meta, path: page } of articles) {
        const { file, links, images, image } = meta;
        for (const link of links)
          if (!paths.has(link)) yield { file, page, target: shownLink(link), written: link };
        for (const target of images) if (isMissing(target)) yield { file, page, target: shownImage(target) };
        if (image !== null && isMissing(image)) yield { file: null, page, target: shownImage(image) };
      }
      const fixed = INFO_KINDS.map((kind) => ({
        file: info[kind].file,
        path: site.routes.info(locale, kind),
      }));
      // There are few such pages, and the state has no record of their links.
      for (const { file, path: page } of [...fixed, ...pages])
        for (const { kind, target } of placesIn(file)) {
          if (kind === 'link') yield { file, page, target: shownLink(target) };
          if (kind === 'image' && isMissing(target)) yield { file, page, target: shownImage(target) };
        }
    }
  }

  const broken: { reference: Reference; failure: Problem }[] = [];
  const reported = new Set<string>();
  for (const reference of references()) {
    const { file, page, target } = reference;
    const failure = explain(page, target);
    const key = `${file ?? page}\n${target}`;
    if (!failure || reported.has(key)) continue;
    reported.add(key);
    broken.push({ reference, failure });
  }
  const { placesOf } = createSourcePlaces(site, await findInFiles(broken, pool));
  return broken.flatMap(({ reference, failure }) =>
    placesOf(reference)
      // A target without a place in the file is text in code that looks like a link.
      .filter(({ line }) => reference.file === null || line !== undefined)
      .map((place) => ({
        ...place,
        ...failure,
        message: `"${reference.target}" ${failure.message}`,
        strict: true,
      })),
  );
}

/** Files whose links the threads look for at a time. */
const CHUNK = 8;

/** Finds the broken targets of articles in the threads: imported sites have hundreds of them. */
async function findInFiles(
  broken: readonly { reference: Reference }[],
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

/** Returns a function that explains why a target leads nowhere; null for a target that leads somewhere. */
function explainTargets(site: Site, prepared: PreparedSite, paths: ReadonlySet<string>) {
  // Listing the files takes time, and most sites have no such target.
  let addresses: ReturnType<typeof createAddresses> | null = null;
  return (page: UrlPath, target: string) => {
    const address = parseAddress(site, page, target);
    if (address.type === 'external') return null;
    if (address.type === 'broken') return address.problem;
    addresses ??= createAddresses(paths, listLinkable(prepared.outputInput), new Set());
    return addresses.explain(address.path);
  };
}
