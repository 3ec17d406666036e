// Checks a release: `node scripts/check-release.mjs v1.2.3` ends with 1 unless both packages have this version and
// CHANGELOG.md has its section.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const read = (path) => readFileSync(join(root, path), 'utf8');

/** @returns what is wrong, in words */
export function checkRelease(tag) {
  const version = tag.replace(/^v/, '');
  const main = JSON.parse(read('package.json'));
  const create = JSON.parse(read('packages/create-articles-press/package.json'));
  const wrong = [];
  if (!/^v\d+\.\d+\.\d+(-[\w.]+)?$/.test(tag)) wrong.push(`"${tag}" is not a tag such as v1.2.3`);
  if (main.version !== version) wrong.push(`package.json has the version ${main.version}`);
  if (create.version !== version || create.dependencies[main.name] !== version)
    wrong.push(`${create.name} has the version ${create.version} of ${create.dependencies[main.name]}`);
  if (
    !read('CHANGELOG.md')
      .split('\n')
      .some((line) => line.startsWith(`## ${version}`))
  )
    wrong.push(`CHANGELOG.md has no section "## ${version}"`);
  return wrong;
}

if (process.argv[1] === import.meta.filename) {
  const wrong = checkRelease(process.argv[2] ?? '');
  for (const line of wrong) process.stderr.write(`${line}\n`);
  if (wrong.length > 0) process.exitCode = 1;
}
