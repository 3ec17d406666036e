/** A command gets its own options; those of every command are in its call. */
import { expect, test } from 'vitest';
import { defineCommand, flag } from '../../src/commands/command.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';

test('a command that spreads its options changes no root', async () => {
  const found: object[] = [];
  const create = defineCommand({
    name: 'look',
    summary: 'Looks.',
    options: { far: flag('--far', 'look far') },
    run: async ({ root }, options) => void found.push({ root, ...options }),
  });
  const command = create((program, work) =>
    work({ root: '/srv/site', reporter: createSilentReporter(), program, fail: () => {} }),
  );
  await command.parseAsync(['--root', 'site', '--json', '--far'], { from: 'user' });
  expect(found).toEqual([{ root: '/srv/site', far: true }]);
});
