/** A thread that ends leaves no question open, whichever way it ends. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createAskedThread } from '../../src/foundation/ask-thread.ts';
import { makeSite } from '../support/site.ts';

const SCRIPT = `import { parentPort } from 'node:worker_threads';
parentPort.on('message', ({ id, question }) => {
  if (question === 'exit') process.exit(0);
  if (question === 'throw') throw new Error('broken');
  parentPort.postMessage({ id, answer: question });
});
`;

test.each([
  ['exit', 'ended a thread of the program, with code 0'],
  ['throw', 'broken'],
])(
  'a question to a thread that meets "%s" is refused, and the next one has a new thread',
  async (question, message) => {
    const thread = createAskedThread<string, string>(join(makeSite({ 'thread.mjs': SCRIPT }), 'thread.mjs'));
    expect(await thread.ask('a')).toBe('a');
    const refused = await Promise.allSettled([thread.ask(question), thread.ask('b')]);
    for (const { status, ...rest } of refused)
      expect([status, rest]).toEqual([
        'rejected',
        { reason: expect.objectContaining({ message: expect.stringContaining(message) }) },
      ]);
    expect(thread.isBusy()).toBe(false);
    expect(await Promise.all([thread.ask('c'), thread.ask('d')])).toEqual(['c', 'd']);
    await thread.end(new Error('done'));
  },
);
