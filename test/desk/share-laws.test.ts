/** Three writers at three desks on three clones: long scripts at random lose nothing, readers neither, and every commit builds. */
import { expect, onTestFinished, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import {
  expectBuilds,
  expectNothingLost,
  expectNothingTakenBack,
  gitIn,
  makeClones,
  type Writer,
  writeAtRandom,
} from '../support/share-script.ts';

async function createWriter(root: string, name: string): Promise<Writer> {
  const desk = await startDesk(root);
  onTestFinished(() => desk.close());
  const post = async (path: string, body: object) => {
    const answer = await desk.post(path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  return {
    name,
    root,
    read: async (file) => (await desk.read('document', { file })).body,
    insert: (file, base, at, words) =>
      post('save', { file, base, splices: [{ from: at, to: at, insert: words }] }),
    setField: (file, field, value) => post('change', { files: [file], set: [{ field, value }] }),
    share: (decisions) => post('share', { decisions }),
    async publish() {
      const run = async (action: string) => {
        await post('publish', { action, environment: 'development' });
        const state = async () => (await desk.read('publishing')).body.run.state;
        await expect.poll(state, { timeout: 60_000 }).not.toBe('running');
        return (await desk.read('publishing')).body.run;
      };
      const { state, step, lines } = await run('publish');
      if (state === 'failed' && step === 'share') return false;
      expect(state, lines.join('\n')).toBe('asks');
      const published = await run('confirm');
      expect(['done', 'unchanged'], published.lines.join('\n')).toContain(published.state);
      return true;
    },
  };
}

test.each(['a', 'b'])(
  'three desks share and publish at random: %s',
  async (seed) => {
    const names = ['Ann', 'Bo', 'Cy'];
    const { roots, www } = makeClones(names);
    const writers: Writer[] = [];
    for (const [at, root] of roots.entries()) writers.push(await createWriter(root, names[at] ?? ''));
    const { had, onPublished } = expectNothingTakenBack(www);
    const script = await writeAtRandom(seed, 100, writers, onPublished);
    expectNothingLost(roots, script);
    expect(had.size).toBeGreaterThan(5);
    const [root = ''] = roots;
    await expectBuilds(root, gitIn(root, 'rev-list', 'HEAD').split('\n'));
  },
  600_000,
);
