/** The workflow that publishes the packages. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkRelease } from '../scripts/check-release.mjs';

interface Step {
  run?: string;
  uses?: string;
  if?: string;
}
const text = readFileSync('.github/workflows/release.yml', 'utf8');
const workflow = parse(text);
const steps: Step[] = workflow.jobs.publish.steps;

test('only a tag publishes, after the checks and a dry run, with provenance and without a token', () => {
  const at = (part: string) => steps.findIndex(({ run = '' }) => run.includes(part));
  const order = [
    'npm ci',
    'npm run check',
    'npm run test:unit',
    'check-release',
    '--dry-run',
    '--provenance',
  ].map(at);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  expect(order).not.toContain(-1);
  for (const { run = '', if: condition } of steps)
    if (/npm publish(?! --dry-run)/.test(run)) expect(condition).toBe("github.ref_type == 'tag'");
  expect(workflow.on).toEqual({ push: { tags: ['v*.*.*'] }, workflow_dispatch: null });
  expect(workflow.jobs.publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
  expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
  // A name of a tag in a command line could run commands.
  for (const { run = '', uses } of steps) {
    expect(run).not.toContain('${{');
    if (uses !== undefined) expect(uses).toMatch(/@v\d+$/);
  }
});

test('a release needs its version in both packages and in the changelog', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(checkRelease('v0.0.1').join()).toContain(`package.json has the version ${version}`);
  expect(checkRelease('v0.0.1').join()).toContain('CHANGELOG.md has no section "## 0.0.1"');
  expect(checkRelease('latest')[0]).toBe('"latest" is not a tag such as v1.2.3');
  expect(checkRelease(`v${version}`).filter((line) => !line.startsWith('CHANGELOG'))).toEqual([]);
});
