import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySourceEdit, createWorld } from '../laws/edits.ts';
import { CONFIG, compareTrees, makeFolder, readTree, smallSite } from '../support/site.ts';
import { checkKilled, ROUNDS, random, run, runKilled } from './rounds.ts';

const isTorn = ([path, bytes]: [string, Buffer]) =>
  (path.endsWith('.html') && !bytes.toString().trimEnd().endsWith('</html>')) ||
  (path.endsWith('.json') && !bytes.toString().trimEnd().endsWith('}'));

test('a killed build tears no file, and the next build gives the bytes of a clean one', async () => {
  const root = join(makeFolder(), 'site');
  const world = createWorld(root, smallSite(), { ...CONFIG });
  const out = join(root, 'dist');
  const args = ['build', '--root', root, '--quiet', '--future'];
  const cold = await run(args);
  let killed = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    for (const edit of fc.sample(anySourceEdit, { numRuns: 3, seed: Math.floor(random() * 1e9) }))
      edit.apply(world);
    const drafts = world.drafts ? ['--drafts'] : [];
    const isCold = random() < 0.3;
    if (await runKilled([...args, ...drafts, ...(isCold ? ['--clean'] : [])], cold)) killed++;
    expect({ round, torn: [...readTree(out)].filter(isTorn).map(([path]) => path) }).toEqual({
      round,
      torn: [],
    });
    await run([...args, ...drafts]);
    const clean = join(root, '.clean');
    await run([...args, ...drafts, '--clean', '--out', clean]);
    expect({ round, differences: compareTrees(readTree(out), readTree(clean)) }).toEqual({
      round,
      differences: [],
    });
    rmSync(clean, { recursive: true, force: true });
  }
  checkKilled('build', killed);
});
