/** Groups the entries of a long index by their first letters. */
import { groupBy } from '../foundation/group-by.ts';
import { firstLetter } from '../locales/locale-format.ts';
import type { Edition } from '../site/site.ts';

/** A list that fits on a screen is not grouped by letters. */
const MIN_LETTERED = 20;

interface LetterGroup<Item> {
  /** null where all are in one group. */
  letter: string | null;
  /** Unique on the page. */
  id: string;
  items: Item[];
}

/** Sorted in the collation of the language. @param name the id of the only group */
export function groupByLetter<Item>(
  items: readonly Item[],
  { locale, language }: Pick<Edition, 'locale' | 'language'>,
  { name, nameOf }: { name: string; nameOf: (item: Item) => string },
): LetterGroup<Item>[] {
  const { compare } = new Intl.Collator(language);
  const sorted = items.toSorted((a, b) => compare(nameOf(a), nameOf(b)));
  if (sorted.length < MIN_LETTERED) return [{ letter: null, id: name, items: sorted }];
  return [...groupBy(sorted, (item) => firstLetter(nameOf(item), locale))].map(([letter, group], index) => ({
    letter,
    id: `letter-${index + 1}`,
    items: group,
  }));
}
