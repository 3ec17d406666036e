/** `articles doctor`. */
import { defineCommand, OUT, resolveOut } from './command.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check the environment: versions, folders, packages, credentials.',
  options: { out: OUT },
  note: 'Credentials are never printed. The exit code is 1 where something is broken.',
  examples: ['articles doctor', 'articles doctor --json'],
  async run({ root, reporter, fail }, { out }) {
    const { examine } = await import('../doctor/examine.ts');
    const { isFirstOfVersion, UPGRADED } = await import('../build/state/input-key.ts');
    const { stateFile } = await import('../build/state/build-state.ts');
    const folder = resolveOut(root, out);
    const checks = await examine(root, folder);
    if (isFirstOfVersion(stateFile(root, folder)))
      checks.push({ name: 'last build', state: 'note', ...UPGRADED });
    const width = Math.max(...checks.map(({ name }) => name.length));
    const lines = checks.flatMap(({ state, name, message, hint }) => [
      `${state.padEnd('error'.length)}  ${name.padEnd(width)}  ${message}`,
      ...(hint === undefined ? [] : [`${' '.repeat('error'.length + width + 4)}→ ${hint}`]),
    ]);
    reporter.output(lines.join('\n'));
    const errors = checks.filter(({ state }) => state === 'error').length;
    reporter.result({ checks }, errors === 0 ? 'nothing is broken' : `${errors} broken`);
    if (errors > 0) fail();
  },
});
