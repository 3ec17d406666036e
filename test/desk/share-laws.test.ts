/** Three writers at three desks on three clones: long scripts at random lose nothing, and every commit of them builds. */
import { expect, onTestFinished, test } from 'vitest';
import { startDesk } from '../support/desk.ts';
import {
  expectBuilds,
  expectNothingLost,
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
  };
}

test.each(['a', 'b'])(
  'three desks share at random: %s',
  async (seed) => {
    const names = ['Ann', 'Bo', 'Cy'];
    const { roots } = makeClones(names);
    const writers: Writer[] = [];
    for (const [at, root] of roots.entries()) writers.push(await createWriter(root, names[at] ?? ''));
    const script = await writeAtRandom(seed, 100, writers);
    expectNothingLost(roots, script);
    const [root = ''] = roots;
    await expectBuilds(root, gitIn(root, 'rev-list', 'HEAD').split('\n'));
  },
  600_000,
);
