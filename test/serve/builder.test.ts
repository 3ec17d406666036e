import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createBuilder } from '../../src/serve/builder.ts';
import { makeSite } from '../support/site.ts';

test('a builder that was closed begins no thread for who asks late: it would keep the program from ending', async () => {
  const root = makeSite();
  const settings = { root, out: join(root, 'dist'), drafts: false, future: false };
  const builder = createBuilder(settings, () => undefined);
  expect((await builder.build()).type).toBe('built');
  await builder.close();
  expect(await builder.build()).toMatchObject({ type: 'fault', fault: 'the builder was stopped' });
});
