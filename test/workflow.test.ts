/** The workflow runs the tests on every supported platform, with commands that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const workflow = parse(readFileSync('.github/workflows/ci.yml', 'utf8'));
const { scripts, engines } = JSON.parse(readFileSync('package.json', 'utf8'));

interface Step {
  run?: string;
  uses?: string;
}
const jobs: { steps: Step[] }[] = Object.values(workflow.jobs);
const commands = jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => (run ? [run] : [])));

test('runs on Node 20, 22 and 24, on Linux, macOS and Windows', () => {
  const { node, os } = workflow.jobs.unit.strategy.matrix;
  expect(node).toEqual([20, 22, 24]);
  expect(os).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest']);
  expect(engines.node).toBe('>=20.19');
  expect(readFileSync('.nvmrc', 'utf8').trim()).toBe('20');
});

test('runs commands that exist', () => {
  expect(commands).toContain('npm run check');
  expect(commands).toContain('npm run test:unit');
  expect(commands).toContain('.ci/run');
  expect(commands).toContain('npm audit --omit=dev');
  for (const command of commands) {
    const [, script] = /^npm run (\S+)/.exec(command) ?? [];
    if (script) expect(Object.keys(scripts)).toContain(script);
    const [, file] = /^(?:node )?((?:\.ci|bin)\/\S+)/.exec(command) ?? [];
    if (file) expect(existsSync(file)).toBe(true);
  }
});
