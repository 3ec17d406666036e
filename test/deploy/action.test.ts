/** Each combination of options is one action, or names what does not fit. */
import { expect, test } from 'vitest';
import { type Action, parseAction } from '../../src/deploy/action.ts';

const NONE = {
  ...{ init: false, previews: false, remove: false, rollback: false, diff: false },
  ...{ preview: undefined, summary: undefined, label: null },
};

test.each<[options: object, action: Action]>([
  [{}, { kind: 'deploy', summary: undefined, label: null }],
  [{ preview: 'next' }, { kind: 'deploy', summary: undefined, label: null }],
  [
    { summary: 'a.md', label: 'ci-7' },
    { kind: 'deploy', summary: 'a.md', label: 'ci-7' },
  ],
  [{ init: true }, { kind: 'init' }],
  [{ previews: true }, { kind: 'previews' }],
  [
    { remove: true, preview: 'next' },
    { kind: 'remove', preview: 'next' },
  ],
  [{ rollback: true }, { kind: 'rollback', release: null }],
  [{ rollback: 'r2' }, { kind: 'rollback', release: 'r2' }],
  [{ diff: true }, { kind: 'diff', file: null }],
  [{ diff: 'a.html' }, { kind: 'diff', file: 'a.html' }],
])('%j is %j', (options, action) => {
  expect(parseAction({ ...NONE, ...options })).toEqual(action);
});

test.each<[options: object, message: string]>([
  [{ remove: true }, '--remove needs the name of a preview'],
  [{ init: true, previews: true }, '--init and --previews'],
  [{ rollback: 'r2', diff: true }, '--rollback and --diff'],
  [{ rollback: true, summary: 'a.md' }, '--rollback and --summary'],
  [{ init: true, rollback: true }, '--init and --rollback'],
  [{ diff: 'a.html', summary: 'a.md' }, '--diff and --summary'],
  // Not the release before the newest one in place of r1.
  [{ rollback: true, label: 'r1' }, '--rollback and --release'],
])('%j is refused: %s', (options, message) => {
  expect(() => parseAction({ ...NONE, ...options })).toThrow(message);
});
