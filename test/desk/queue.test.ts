/** The queue of the desk: what changes while its rows are read is read at the next call. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createQueue } from '../../packages/desk/src/server/queue.ts';
import { createReach, type ReachFinder } from '../../packages/desk/src/server/reach.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { createSession } from '../../src/serve/watch-session.ts';
import { makeSite } from '../support/site.ts';

test('what changes while the rows are read is in the next answer', async () => {
  const root = makeSite();
  const settings = { root, out: join(root, 'dist'), drafts: true, future: true };
  const session = createSession(settings, await loadConfig(root), createSilentReporter());
  let release = 'old';
  const finder = createReach(root);
  const reach: ReachFinder = {
    ...finder,
    stamp: () => release,
    look: () => ({
      ...finder.look(),
      of() {
        const found = release === 'old' ? 'new' : 'live';
        // The release ends when the first row has been read.
        release = 'newer';
        return found;
      },
    }),
  };
  const people = async () => ({ stamp: '', of: () => ({ writer: '', isMine: false }) });
  const queue = createQueue(root, session, { reach, people });
  const reaches = async () =>
    (await queue()).rows.filter(({ type }) => type === 'article').map((row) => row.reach);
  const [first] = await reaches();
  expect(first).toBe('new');
  const [...later] = await reaches();
  expect(new Set(later)).toEqual(new Set(['live']));
  await session.close();
});
