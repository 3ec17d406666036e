/** `::offer{id="acme"}` and `::offers{class="books"}`: paid links of the ledger. site/mark-paid-links.ts marks them. */

import * as z from 'zod';
import { chooseOffers } from '../content/data/choose-offers.ts';
import type { ShownOffer } from '../content/data/offers.ts';
import type { Strings } from '../locales/strings.ts';
import { text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';

interface Listed {
  name: string;
  offer: ShownOffer;
}

function Offers({ listed, ads, order }: { listed: readonly Listed[]; ads: Strings['ads']; order?: string }) {
  return (
    <div className="paid">
      <p className="paid-label">{ads.label}</p>
      <div className="paid-blocks">
        {listed.map(({ name, offer }) => (
          <p key={name}>
            <strong>{offer.advertiser}</strong> <a href={`offer:${name}`}>{offer.text}</a>
          </p>
        ))}
      </div>
      {order !== undefined && (
        <p>
          <small>{order}</small>
        </p>
      )}
    </div>
  );
}

export const offer = defineDirective({
  form: 'leaf',
  attributes: z.strictObject({
    id: text().describe('Name of an offer in content/offers.yaml.'),
  }),
  guide: {
    summary:
      'An offer of the ledger, with all that must stand beside it. Nothing while the offer is not shown.',
    example: '::offer{id="acme-welcome"}',
  },
  view({ attributes: { id }, offers: states, strings: { ads } }) {
    // A name that the ledger lacks is a link that cannot be marked, which is refused with its place.
    if (!Object.hasOwn(states, id)) return <a href={`offer:${id}`}>{id}</a>;
    const { shown } = states[id] ?? {};
    return shown ? <Offers listed={[{ name: id, offer: shown }]} ads={ads} /> : null;
  },
});

export const offers = defineDirective({
  form: 'leaf',
  attributes: z.strictObject({
    class: text().optional().describe('Shows the offers of this class. Default: all.'),
    limit: text()
      .regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999')
      .optional()
      .describe('The greatest number of offers.'),
  }),
  guide: {
    summary: 'A list of offers of the ledger in the order of the names, which it says below.',
    example: '::offers{class="books" limit="5"}',
  },
  view({ attributes: { class: kind, limit }, offers: states, strings: { ads }, locale }) {
    const shown = Object.entries(states).flatMap(([name, one]) =>
      one.shown ? [[name, one.shown] as const] : [],
    );
    const most = limit === undefined ? undefined : Number(limit);
    const listed = chooseOffers(shown, { kind, limit: most, locale }).map(([name, offer]) => ({
      name,
      offer,
    }));
    return listed.length > 0 ? <Offers listed={listed} ads={ads} order={ads.order} /> : null;
  },
});
