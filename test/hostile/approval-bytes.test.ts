/** Every byte of an approved text, of its record and of its source is bound by the approval. */
import { onTestFinished, test, vi } from 'vitest';
import { createReviewed, expectFlipsNamed } from '../generate/reviewed-site.ts';

vi.setConfig({ testTimeout: 600_000 });

test('10,000 flipped bytes are named', async () => {
  await expectFlipsNamed(await createReviewed(2, { sources: ['pool.txt'] }, onTestFinished), 10_000);
});
