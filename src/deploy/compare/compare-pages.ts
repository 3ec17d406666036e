/** Compares two versions of a page, as a reader sees them. */

import { diffWords, type Segment } from '../../foundation/text-diff.ts';
import type { DiffResult } from '../../results/deploy-results.ts';
import { NO_PAGE, type PageFacts } from './page-facts.ts';

const FIELDS = ['title', 'description', 'canonical', 'redirect'] as const;

export type PageChange = DiffResult['pages'][number];

/** @param before null for a new page @param after null for a removed one @returns null where readers see no change */
export function comparePages(
  path: string,
  before: PageFacts | null,
  after: PageFacts | null,
): PageChange | null {
  const old = before ?? NO_PAGE;
  const now = after ?? NO_PAGE;
  const action = !before ? 'added' : !after ? 'removed' : 'changed';
  const isChanged = action === 'changed';
  const text = isChanged ? diffWords(old.words, now.words) : [];
  const count = (kind: Segment['kind']) =>
    text.reduce((sum, segment) => sum + (segment.kind === kind ? segment.words.length : 0), 0);
  const change: PageChange = {
    action,
    path,
    title: (now.title || old.title).trim(),
    fields: FIELDS.flatMap((field) =>
      old[field] !== now[field] && (isChanged || field === 'redirect')
        ? [{ field, before: old[field], after: now[field] }]
        : [],
    ),
    words: isChanged
      ? { added: count('added'), removed: count('removed') }
      : { added: now.words.length, removed: old.words.length },
    text,
    paidLinks: {
      added: subtract(now.paidLinks, old.paidLinks),
      removed: subtract(old.paidLinks, now.paidLinks),
    },
  };
  const { words, paidLinks, fields } = change;
  const isSame =
    isChanged &&
    fields.length + words.added + words.removed + paidLinks.added.length + paidLinks.removed.length === 0;
  return isSame ? null : change;
}

/** Subtracts multisets: of two equal links, one may be removed. */
function subtract(from: readonly string[], what: readonly string[]): string[] {
  const left = [...what];
  return from.filter((item) => {
    const at = left.indexOf(item);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
