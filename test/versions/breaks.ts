import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runArticles } from '../support/program.ts';

/** What CHANGELOG says under "Breaking, and what to do" since these versions: the errors of `check`, and the cure. */
export const BREAKS: Record<string, { errors: readonly RegExp[]; cure(root: string): Promise<void> }> = {
  '542bc327': { errors: [], cure: adopt },
  '45c9645': {
    errors: [/^error theme\/components\/SiteHeader\.tsx:\d+:\d+: .*reading 'url'/m],
    async cure(root) {
      rmSync(join(root, 'theme/components/SiteHeader.tsx'));
      await runArticles(['eject', 'SiteHeader', '--root', root]);
      const { stderr } = await runArticles(['check', '--root', root]);
      expect(stderr).toMatch(/drafted\.md:\d+:\d+: .*\n.*articles review adopt/);
      await adopt(root);
    },
  },
};

async function adopt(root: string): Promise<void> {
  await runArticles(['review', 'adopt', '--reviewer', 'Ann Reed', '--root', root]);
}
