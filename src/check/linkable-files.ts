/** Owns the list of files of a site beside its pages, as far as a page can link to them. Nothing is written. */
import { planOutputs } from '../build/outputs/output-registry.ts';
import type { PreparedSite } from '../build/prepare/prepare-site.ts';
import type { Site } from '../site/site.ts';
import { listCovers } from './rendered-pages.ts';

// Named in heads and by scripts only, and dear to make.
const UNLINKED = /^(social|search|service-worker)(\/|$)/;

export async function listFiles(site: Site, prepared: PreparedSite): Promise<Set<string>> {
  const files = new Set<string>(listCovers(site));
  for (const group of await planOutputs(prepared.outputInput([], ''))) {
    if (UNLINKED.test(group.name)) continue;
    for await (const { path } of group.files()) files.add(path);
  }
  return files;
}
