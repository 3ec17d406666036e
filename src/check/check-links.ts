/** Checks every link target in every page, and finds its place in the source file. */
import type { Reference, SourcePlaces } from '../build/target-places.ts';
import { formatPlace, type Problem, type Problems } from '../foundation/errors.ts';
import { stopsStrict } from '../foundation/problem-gates.ts';
import { listOldAddresses } from '../site/old-addresses.ts';
import { trimSlashes } from '../site/routes.ts';
import type { Site } from '../site/site.ts';
import { type Addresses, describeFragment, parseAddress, spellingKey } from '../site/site-addresses.ts';
import type { CheckedPage } from './scan-pages.ts';

export function createLinkCheck(
  site: Site,
  addresses: Addresses,
  places: SourcePlaces,
  problems: Problems,
  shared: readonly Problem[],
) {
  // The text has shown them as it spells them.
  const known = new Set(shared.filter(({ line }) => line !== undefined).map(formatPlace));
  const ids = new Map<string, string>();
  const fragments: (Reference & { path: string; fragment: string })[] = [];
  const valid = new Set<string>();
  const reported = new Set<string>();
  const old = new Map<string, string>();
  for (const { from, to } of listOldAddresses(site)) if (to !== null) old.set(trimSlashes(from), to);

  const report = (reference: Reference, problem: Problem) => {
    const key = `${reference.file ?? ''}\n${spellingKey(reference.target)}`;
    if (reported.has(key)) return;
    reported.add(key);
    for (const found of places.report(reference, problem)) {
      if (known.has(formatPlace(found))) continue;
      if (stopsStrict(problem)) problems.error(found);
      else problems.warn(found);
    }
  };
  const check = (reference: Reference, own: ReadonlySet<string>) => {
    const { target, page } = reference;
    // Most targets are in menus and cards, and so the same on many pages.
    if (target.startsWith('/') && valid.has(target)) return;
    const address = parseAddress(site, page, target);
    if (address.type === 'external') return;
    if (address.type === 'broken') return report(reference, address.problem);
    const { path, fragment } = address;
    const missing = addresses.explain(path);
    if (missing) return report(reference, missing);
    if (fragment === '' || fragment === 'top') {
      if (target.startsWith('/')) valid.add(target);
    } else if (path !== page) fragments.push({ ...reference, path, fragment });
    else if (!own.has(fragment)) report(reference, describeFragment('this page'));
  };

  return {
    visit({ page, file, ids: own, bodyTargets, otherTargets }: CheckedPage): void {
      // One string for each page takes less memory than a set. A large site has many ids, and few are looked up.
      ids.set(page.path, own.join('\n'));
      const found = new Set(own);
      for (const target of bodyTargets) check({ file, page: page.path, target }, found);
      for (const target of otherTargets) check({ file: null, page: page.path, target }, found);
    },
    /** Checks fragments of other pages, after all pages have been visited. */
    finish(): void {
      const split = new Map<string, ReadonlySet<string>>();
      for (const { path, fragment, ...reference } of fragments) {
        // In a file that is not a page, such as a PDF, a fragment is not an id.
        const shown = ids.get(old.get(path) ?? path);
        // A page that cannot be shown has other problems.
        if (!addresses.isPage(path) || shown === undefined) continue;
        const own = split.get(path) ?? new Set(shown.split('\n'));
        split.set(path, own);
        if (own.has(fragment)) continue;
        report(reference, describeFragment(path));
      }
    },
  };
}
