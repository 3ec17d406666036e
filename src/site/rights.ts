/** Says what programs may do with the texts of a site (`rights`), in each form that they read. The forms agree. */

import type { SiteConfig } from '../config/config-schema.ts';
import { escapeXml } from '../foundation/escape.ts';

export type Rights = SiteConfig['rights'];

/** Names of the uses: in Content-Signal (https://contentsignals.org) and in RSL (https://rslstandard.org). */
const USES = [
  { use: 'search', signal: 'search', rsl: 'search' },
  { use: 'answer', signal: 'ai-input', rsl: 'ai-input' },
  { use: 'train', signal: 'ai-train', rsl: 'ai-train' },
] as const;

/** The line of robots.txt; '' where the owner says nothing. */
export function contentSignal(rights: Rights): string {
  const signals = USES.flatMap(({ use, signal }) => {
    const allowed = rights[use];
    return allowed === undefined ? [] : [`${signal}=${allowed ? 'yes' : 'no'}`];
  });
  return signals.length > 0 ? `Content-Signal: ${signals.join(', ')}\n` : '';
}

export const statesRights = (rights: Rights): boolean =>
  Object.values(rights).some((value) => value !== undefined);

/** The license in RSL 1.0. */
export function writeRsl(rights: Rights): string {
  const list = (name: 'permits' | 'prohibits', allowed: boolean) => {
    const uses = USES.filter(({ use }) => rights[use] === allowed).map(({ rsl }) => rsl);
    return uses.length > 0 ? `      <${name} type="usage">${uses.join(' ')}</${name}>\n` : '';
  };
  const terms = rights.license === undefined ? '' : `      <terms>${escapeXml(rights.license)}</terms>\n`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsl xmlns="https://rslstandard.org/rsl">
  <content url="/">
    <license>
${list('permits', true)}${list('prohibits', false)}${terms}    </license>
  </content>
</rsl>
`;
}

/** The reservation of text and data mining (https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240202/). */
export function writeTdmReservation({ train, license }: Rights): string {
  const policy = license === undefined ? {} : { 'tdm-policy': license };
  const entry = { location: '/', 'tdm-reservation': train === false ? 1 : 0, ...policy };
  return `${JSON.stringify([entry], null, 2)}\n`;
}

/** Properties of an article in JSON-LD. The IPTC and PLUS define the one about mining. */
export function describeRights(rights: Rights, holder: object): object {
  const { train, license } = rights;
  return {
    ...(license !== undefined && { license, usageInfo: license }),
    ...(statesRights(rights) && { copyrightHolder: holder }),
    ...(train !== undefined && {
      'http://ns.useplus.org/ldf/xmp/1.0/DataMining': {
        '@id': `http://ns.useplus.org/ldf/vocab/${train ? 'DMI-ALLOWED' : 'DMI-PROHIBITED-AIMLTRAINING'}`,
      },
    }),
  };
}
