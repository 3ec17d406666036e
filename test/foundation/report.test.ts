/** Output for people: equal problems as one, links to files, progress with rate and time left. */
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Problem } from '../../src/foundation/errors.ts';
import { createReporter } from '../../src/foundation/report.ts';

interface Setup {
  all?: boolean;
  quiet?: boolean;
  isTTY?: boolean;
  /** 0: a terminal that does not know its width. */
  columns?: number;
  environment?: Record<string, string>;
}

function record({ all = false, quiet = false, isTTY = false, columns = 120, environment = {} }: Setup = {}) {
  let text = '';
  const write = (part: string) => {
    text += part;
  };
  const stderr = { write, isTTY, columns };
  const stdout = { write: () => undefined };
  const reporter = createReporter({ json: false, quiet, all, stdout, stderr, environment });
  return { reporter, read: () => text };
}

const gone = (count: number): Problem[] =>
  Array.from(
    { length: count },
    (_, index): Problem => ({
      file: `content/${index}.md`,
      line: index + 1,
      code: 'unknown-category',
      message: 'unknown category "gone"',
      hint: 'use a key of categories.json',
    }),
  );

test('ninety articles of a removed category are one error, and --all shows each', () => {
  const other: Problem = {
    file: 'b.md',
    code: 'missing-field',
    message: 'title is empty',
    hint: 'write one',
  };
  const { reporter, read } = record();
  reporter.errors([...gone(45), other, ...gone(90).slice(45)]);
  expect(read()).toBe(
    'error unknown category "gone", 90 times: content/0.md:1, content/1.md:2, content/2.md:3 and 87 more (--all shows all)\n' +
      '  → use a key of categories.json\nerror b.md: title is empty\n  → write one\n',
  );
  const each = record({ all: true });
  each.reporter.warnings(gone(90));
  expect(each.read().match(/^warning content\/\d+\.md:\d+: unknown/gm)).toHaveLength(90);
  const few = record();
  few.reporter.warnings(gone(3));
  expect(few.read().match(/^warning /gm)).toHaveLength(3);
});

test('one warning is shown once, also with --all, but two places are two warnings', () => {
  for (const all of [false, true]) {
    const { reporter, read } = record({ all });
    reporter.warnings([...gone(2), ...gone(2), ...gone(2)]);
    expect(read().match(/^warning /gm)).toHaveLength(2);
  }
});

test('a long step has a line every ten seconds without a terminal, and none with --quiet', () => {
  const now = vi.spyOn(performance, 'now');
  onTestFinished(() => now.mockRestore());
  const lines = (quiet: boolean) => {
    now.mockReturnValue(0);
    const { reporter, read } = record({ quiet });
    const phase = reporter.phase('render', 50_000);
    for (let second = 1; second <= 35; second++) {
      now.mockReturnValue(second * 1000);
      phase.update(second * 1000);
    }
    return read().split('\n');
  };
  expect(lines(false)).toEqual([
    'render: 10000 of 50000, 1000/s, 40 s left',
    'render: 20000 of 50000, 1000/s, 30 s left',
    'render: 30000 of 50000, 1000/s, 20 s left',
    '',
  ]);
  expect(lines(true)).toEqual(['']);
});

test('a phase has a line at once on a terminal, and a plain one at its end elsewhere', () => {
  const live = record({ isTTY: true, environment: { TERM: 'xterm', NO_COLOR: '1' } });
  const phase = live.reporter.phase('pages', 10);
  expect(live.read()).toBe('\r\u001b[2Kpages: 0 of 10');
  phase.update(10);
  phase.end();
  const drawn = live.read().split('\r\u001b[2K');
  expect(drawn.at(-1)).toMatch(/^pages: 10 of 10 \(\d+ ms\)\n$/);
  const unknown = record({ isTTY: true, columns: 0, environment: { TERM: 'xterm' } });
  unknown.reporter.phase('pages', 10);
  expect(unknown.read()).toContain('pages: 0 of 10');
  const plain = record();
  plain.reporter.phase('pages', 10).update(3);
  expect(plain.read()).toBe('');
  const quiet = record({ isTTY: true, quiet: true });
  quiet.reporter.phase('pages', 10).end();
  expect(quiet.read()).toBe('');
});
