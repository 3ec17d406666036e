/** A clock that is far behind the newest build must not unpublish articles. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite, NOW } from '../support/build.ts';
import { makeSite, readTree, smallSite } from '../support/site.ts';

const YEAR = 365 * 86_400_000;

test.each([{ clean: false }, { clean: true }])(
  'a clock years behind the newest build stops the build: %j',
  async ({ clean }) => {
    const root = makeSite(smallSite());
    await buildSite(root);
    const before = readTree(join(root, 'dist'));
    await expect(buildSite(root, { now: NOW - 6 * YEAR, clean })).rejects.toThrow(
      'the clock of this machine says 2020-06-16, but the last build of this site is dated 2026-06-15',
    );
    expect(readTree(join(root, 'dist'))).toEqual(before);
    // Two machines never agree to the minute.
    await buildSite(root, { now: NOW - 3_600_000, clean });
  },
);
