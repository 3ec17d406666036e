/** Narrows a plan to the pages of some articles, where no other page depends on them. */
import type { PageGroup } from '../../pages/page-kind.ts';
import type { Article } from '../../site/site.ts';
import type { PreviousOutputs } from '../state/previous-outputs.ts';

/** @returns null where a group of these articles is not as the previous build left it, or lacks one of them */
export function selectGroups(
  groups: readonly PageGroup[],
  articles: ReadonlySet<Article>,
  previous: PreviousOutputs,
): PageGroup[] | null {
  const found: PageGroup[] = [];
  let count = 0;
  for (const group of groups) {
    const pages = [...(group.planArticles?.(articles) ?? [])];
    if (pages.length === 0) continue;
    const before = previous.group(group.name);
    if (before?.key !== group.key || !previous.areIntact(before.outputs)) return null;
    count += pages.length;
    found.push({ ...group, planArticles: () => pages });
  }
  return count === articles.size ? found : null;
}
