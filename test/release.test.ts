/** The check of a release: its version is that of both packages and of the changelog. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkRelease } from '../scripts/check-release.mjs';

test('a release needs its version in both packages and in the changelog', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(checkRelease('v0.0.1').join()).toContain(`package.json has the version ${version}`);
  expect(checkRelease('v0.0.1').join()).toContain('CHANGELOG.md has no section "## 0.0.1"');
  expect(checkRelease('latest')[0]).toBe('"latest" is not a tag such as v1.2.3');
  expect(checkRelease(`v${version}`).filter((line) => !line.startsWith('CHANGELOG'))).toEqual([]);
});
