/** A site whose last build an older version made is told of the breaking changes that concern it, and of no others. */
import { expect, test } from 'vitest';
import { listBreakingChanges } from '../../src/build/state/breaking-changes.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { makeSite, smallSite } from '../support/site.ts';

const HEADER = 'theme/components/SiteHeader.tsx';
const messagesOf = async (config: object, header: string | null, before: string | null = null) => {
  const root = makeSite({ ...smallSite(config), ...(header === null ? {} : { [HEADER]: header }) });
  return listBreakingChanges(await loadConfig(root), before).map(({ message }) => message);
};
const reads = (code: string) => `export default ({ data }) => <header>${code}</header>;`;
const LOGO = expect.stringMatching(/^theme\/components\/SiteHeader\.tsx: reads `data\.logo\.url`/);
const DATES = expect.stringMatching(/^site-config\.json: the dates in addresses/);
const TYPOGRAPHY = expect.stringMatching(/^site-config\.json: `typography`/);

test.each<[name: string, config: object, header: string | null, told: unknown[]]>([
  ['nothing', {}, null, []],
  ['an own header', {}, reads('<img src={data.logo.url} />'), [LOGO]],
  ['an own header that tests the logo', {}, reads('{data.logo ? <img src={data.logo.url} /> : null}'), []],
  [
    'dates in addresses',
    { timeZone: 'Asia/Seoul', permalinks: { article: '/{year}/{slug}' } },
    null,
    [DATES],
  ],
  ['dates in addresses, in UTC', { timeZone: 'UTC', permalinks: { article: '/{year}/{slug}' } }, null, []],
  ['typography', { typography: true }, null, [TYPOGRAPHY]],
])('%s', async (_name, config, header, told) => {
  expect(await messagesOf(config, header)).toEqual(told);
});

test('a version that had the change itself tells nothing again', async () => {
  expect(await messagesOf({ typography: true }, null, '0.9.12')).toEqual([TYPOGRAPHY]);
  expect(await messagesOf({ typography: true }, null, '1.0.0')).toEqual([]);
  expect(await messagesOf({ typography: true }, null, '1.10.0')).toEqual([]);
});
