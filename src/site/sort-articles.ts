/** Sorts lists by a field of the articles, for the setting `sort` of sections. */
import { type OwnFields, ownValue } from '../content/article/own-fields.ts';
import type { ArticleMeta } from '../content/article/parse-article.ts';

interface Sorted {
  meta: Pick<ArticleMeta, 'title' | 'own'>;
}

/** A stable sort puts articles of equal rank in the order that they have. */
export type Compare = (a: Sorted, b: Sorted) => number;

/** @param sort name of a field; a hyphen before it reverses the order. Articles without the field come last */
export function compareBy(
  { ownFields }: { ownFields: OwnFields },
  { language }: { language: string },
  sort: string,
): Compare {
  const name = sort.replace(/^-/, '');
  const direction = name === sort ? 1 : -1;
  const { compare } = new Intl.Collator(language, { numeric: true });
  const fieldOf = ({ meta }: Sorted) => (name === 'title' ? meta.title : ownValue(ownFields, meta, name));
  return (a, b) => {
    const [left, right] = [fieldOf(a) ?? null, fieldOf(b) ?? null];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : compare(String(left), String(right));
    return direction * order;
  };
}
