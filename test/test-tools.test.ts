/** `npm run test:tools`: what it installs and how, with package managers that only write down how they were called. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MORE_NAMES, TOOL_NAMES } from '../scripts/test-tools.mjs';
import { makeFolder, writeFiles } from './support/site.ts';

const SCRIPT = resolve('scripts/test-tools.mjs');
const SHELL = 'chromium-headless-shell';
const ALL = ['git', 'chromium', SHELL, 'java', 'xmllint', 'rclone'];

/** A machine whose PATH has these programs, which write down how they are called. */
function makeMachine(programs: readonly string[]) {
  const folder = makeFolder();
  const log = join(folder, 'calls');
  for (const name of programs) {
    // sudo runs what follows it.
    const rest = name === 'sudo' ? 'exec "$@"\n' : '';
    writeFiles(folder, { [`bin/${name}`]: `#!/bin/sh\necho "${name} $*" >> ${log}\n${rest}` });
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  return {
    /** @param isRoot else an ordinary user */
    run(isRoot: boolean, ...args: string[]) {
      const disguise = `process.getuid = () => ${isRoot ? 0 : 1000};`;
      const preload = ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`];
      const { status, stdout, stderr } = spawnSync(process.execPath, [...preload, SCRIPT, ...args], {
        encoding: 'utf8',
        env: { PATH: join(folder, 'bin') },
      });
      return { status, stdout, stderr };
    },
    /** The calls that install. */
    calls: () =>
      (existsSync(log) ? readFileSync(log, 'utf8') : '')
        .split('\n')
        .filter((line) => /^(apt-get|brew|sudo)/.test(line)),
  };
}

const FASTER =
  'installs the headless shell of Chromium, which takes half of the processor time: chromium-headless-shell\n';
const APT = 'apt-get install -q -y --no-install-recommends --no-remove';

test('nothing is done where all tools are there', () => {
  const machine = makeMachine([...ALL, 'apt-get', 'sudo']);
  expect(machine.run(false)).toEqual({ status: 0, stdout: 'all tools of the tests are there\n', stderr: '' });
  expect(machine.run(false, '--check')).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(machine.calls()).toEqual([]);
});

test('what is missing is named, then installed in one call, by root without sudo', () => {
  const machine = makeMachine(['git', 'java', 'xmllint', 'apt-get', 'sudo']);
  const { status, stdout } = machine.run(true);
  expect([status, stdout]).toEqual([0, `installs Chromium, rclone: ${APT} chromium rclone\n${FASTER}`]);
  expect(machine.calls()).toEqual(['apt-get update -q', `${APT} chromium rclone`, `${APT} ${SHELL}`]);
});

test('what only makes the tests faster is no error where it cannot be had', () => {
  const basic = ALL.filter((name) => name !== SHELL);
  const machine = makeMachine([...basic, 'apt-get', 'sudo']);
  expect(machine.run(false)).toMatchObject({ status: 0, stdout: FASTER });
  expect(machine.run(false, '--check')).toEqual({ status: 0, stdout: '', stderr: '' });
  const { status, stderr } = makeMachine([...basic, 'apt-get']).run(false);
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^NOT INSTALLED, .*headless shell/)]);
});

test('an ordinary user is asked for sudo, and told what to do where there is none', () => {
  const asked = makeMachine(['git', 'java', 'xmllint', 'chromium', SHELL, 'apt-get', 'sudo']);
  expect(asked.run(false).status).toBe(0);
  expect(asked.calls().filter((line) => line.startsWith('sudo'))).toEqual([
    'sudo apt-get update -q',
    `sudo ${APT} rclone`,
  ]);
  const alone = makeMachine(['git', 'java', 'xmllint', 'chromium', 'apt-get']);
  const { status, stderr } = alone.run(false);
  expect(status).toBe(1);
  expect(stderr).toBe(
    `missing: rclone. There is no sudo here, so run this as root, then this again: ${APT} rclone\n`,
  );
  expect(alone.calls()).toEqual([]);
});

test('Homebrew installs on macOS, without sudo', () => {
  const machine = makeMachine(['git', 'java', 'xmllint', 'chromium', 'brew', 'sudo']);
  expect(machine.run(false).status).toBe(0);
  expect(machine.calls()).toEqual(['brew install rclone']);
});

test('a system without a known package manager gets one line', () => {
  expect(makeMachine(['git', 'java', 'chromium', 'rclone']).run(true)).toEqual({
    status: 1,
    stdout: '',
    stderr: "missing: xmllint. Install them with the system's package manager, then run this again\n",
  });
});

test('a check before the tests names every missing tool and the command in two lines', () => {
  const { status, stderr } = makeMachine(['chromium', 'apt-get']).run(true, '--check');
  expect([status, stderr]).toEqual([
    1,
    'error the tests need Git, Java, xmllint, rclone\n  → npm run test:tools\n',
  ]);
});

describe('the documentation names the same tools', () => {
  test.each(['README.md', 'CONTRIBUTING.md', 'test/README.md'])('%s', (file) => {
    const text = readFileSync(file, 'utf8');
    for (const name of TOOL_NAMES) expect(text).toContain(name);
    expect(text).toContain('npm run test:tools');
  });

  test('and the tiers name those of the last one', () => {
    const text = readFileSync('test/README.md', 'utf8');
    for (const name of MORE_NAMES) expect(text).toContain(name);
  });
});
