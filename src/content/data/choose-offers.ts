/** Chooses what a list of offers shows: the offers of a class, in the order of the names, up to a limit. */

import type { LocaleCode } from '../../locales/codes.ts';
import { tagOf } from '../../locales/codes.ts';

interface Named {
  advertiser: string;
  class: string;
  text: string;
}

/** @param kind undefined for all classes */
export function chooseOffers<Offer extends Named>(
  offers: readonly (readonly [name: string, offer: Offer])[],
  { kind, limit, locale }: { kind: string | undefined; limit: number | undefined; locale: LocaleCode },
): (readonly [name: string, offer: Offer])[] {
  const { compare } = new Intl.Collator(tagOf(locale));
  return offers
    .filter(([, offer]) => kind === undefined || offer.class === kind)
    .sort(
      ([nameA, a], [nameB, b]) =>
        compare(a.advertiser, b.advertiser) || compare(a.text, b.text) || (nameA < nameB ? -1 : 1),
    )
    .slice(0, limit);
}
