/** `articles verify` against what each host answers. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { HOST_NAMES } from '../../src/hosts/host-table.ts';
import { runArticles } from '../support/program.ts';
import { makeSite, smallSite } from '../support/site.ts';
import { imitate } from './support.ts';

test.each(HOST_NAMES)(
  'a build for %s answers as built, as that host does',
  async (as) => {
    const redirects = [
      { from: '/articles/older-street', to: '/articles/third-street' },
      { from: '/articles/withdrawn', gone: true },
    ];
    const site = makeSite(smallSite({ hosting: as, redirects }));
    await runArticles(['build', '--root', site]);
    const { url, close } = await imitate(site, as, join(site, 'dist'));
    onTestFinished(close);
    const { code, stdout } = await runArticles(['verify', url, '--root', site, '--json']);
    expect([code, JSON.parse(stdout).differences]).toEqual([0, []]);
  },
  60_000,
);
