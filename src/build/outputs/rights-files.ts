/** Output: the rights of a site as files that programs look for. */

import { statesRights, writeRsl, writeTdmReservation } from '../../site/rights.ts';
import { outputPath } from '../../site/routes.ts';
import type { OutputGenerator } from './output-generator.ts';

const RSL_FILE = outputPath('license.xml');
const TDM_FILE = outputPath('.well-known/tdmrep.json');

export const rightsFiles: OutputGenerator = {
  owns: ({ config }) => (statesRights(config.rights) ? [RSL_FILE, TDM_FILE] : []),
  groups({ site: { config }, baseKey }) {
    const { rights } = config;
    if (!statesRights(rights)) return [];
    const files = () => [
      { path: RSL_FILE, kind: 'index', content: writeRsl(rights) } as const,
      { path: TDM_FILE, kind: 'index', content: writeTdmReservation(rights) } as const,
    ];
    return [{ name: 'rights', key: baseKey, files }];
  },
};
