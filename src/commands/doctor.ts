/** `articles doctor`. */
import type { EnvironmentCheck } from '../results/tool-results.ts';
import { defineCommand, OUT, resolveOut } from './command.ts';

export const doctorCommand = defineCommand({
  name: 'doctor',
  summary: 'Check the environment: versions, folders, packages, credentials.',
  options: { out: OUT },
  note: 'Credentials are never printed. The exit code is 1 where something is broken.',
  examples: ['articles doctor', 'articles doctor --json'],
  async run({ root, reporter, fail }, { out }) {
    const { examine } = await import('../doctor/examine.ts');
    const { describeUpgrade } = await import('../build/state/input-key.ts');
    const { stateFile } = await import('../build/state/build-state.ts');
    const { loadConfig } = await import('../config/load-config.ts');
    const folder = resolveOut(root, out);
    const checks = await examine(root, folder);
    // A configuration that cannot be read has a row of its own.
    const config = await loadConfig(root).catch(() => null);
    const upgrade = config && describeUpgrade(config, stateFile(root, folder));
    for (const { message, hint } of upgrade ? [upgrade, ...upgrade.breaking] : [])
      checks.push({ name: 'last build', state: 'note', message, hint });
    checks.push(...(await examineSchedule(root)));
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

/** Asks production whether anybody publishes what its dates ask for. It is the one connection of this command. */
async function examineSchedule(root: string): Promise<EnvironmentCheck[]> {
  const { loadConfig } = await import('../config/load-config.ts');
  const { askLive } = await import('../deploy/live-release.ts');
  // What is wrong with the settings is another line.
  const config = await loadConfig(root).catch(() => null);
  if (config?.deploy.production === undefined) return [];
  const { overdue, alarm } = await askLive(config, undefined, Date.now());
  if (!alarm) {
    const message = overdue
      ? 'a change waits for the next run of the schedule'
      : 'production has every change up to now';
    return [{ name: 'schedule', state: 'ok', message }];
  }
  const state = alarm.code === 'overdue-change' ? 'error' : 'note';
  return [{ name: 'schedule', state, message: alarm.message, hint: alarm.hint }];
}
