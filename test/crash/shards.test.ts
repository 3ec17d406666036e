/** A plain runner of indexed jobs that starts, kills and repeats them in any order, as engines do on cheap machines. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compareTrees, makeFolder, makeSite, readTree } from '../support/site.ts';
import { checkKilled, ROUNDS, random, run, runKilled } from './rounds.ts';

test('the parts of a build together are the whole, whatever was killed and repeated', async () => {
  const root = makeSite();
  const args = ['build', '--root', root, '--quiet', '--future'];
  const usual = await run(args);
  let killed = 0;
  for (let round = 1; round <= ROUNDS; round++) {
    const total = 2 + Math.floor(random() * 3);
    const jobs = Array.from({ length: total }, (_, job) => {
      const out = makeFolder();
      const variables = { JOB_COMPLETION_INDEX: String(job), JOB_COMPLETION_COUNT: String(total) };
      return { out, variables, args: [...args, '--shard', 'auto', '--out', join(out, 'part')] };
    }).sort(() => random() - 0.5);
    const [first] = jobs;
    if (first && (await runKilled(first.args, usual, first.variables))) killed++;
    await Promise.all(jobs.map(({ args, variables }) => run(args, variables)));
    const union = makeFolder();
    for (const { out } of jobs) cpSync(join(out, 'part'), union, { recursive: true });
    const differences = compareTrees(readTree(union), readTree(join(root, 'dist')));
    expect({ round, total, differences }).toEqual({ round, total, differences: [] });
  }
  checkKilled('shards', killed);
});
