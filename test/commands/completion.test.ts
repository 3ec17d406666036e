/** Completion in the real shells. zsh and fish are tried where they are installed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli.ts';
import { runArticles } from '../support/program.ts';
import { makeFolder } from '../support/site.ts';

const COMMANDS = createProgram(async () => undefined, {}).commands.map((command) => ({
  name: command.name(),
  options: command.options.flatMap(({ long }) => long ?? []),
}));
const NAMES = COMMANDS.map(({ name }) => name).sort();
const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;

/** An environment whose PATH has the command `articles`. */
function withArticles() {
  const folder = makeFolder();
  const script = `#!/bin/sh\nexec ${process.execPath} ${resolve('bin/articles.js')} "$@"\n`;
  writeFileSync(join(folder, 'articles'), script, { mode: 0o755 });
  return { ...process.env, PATH: `${folder}:${process.env.PATH}` };
}

async function script(shell: string): Promise<string> {
  const { code, stdout } = await runArticles(['completion', shell]);
  expect(code).toBe(0);
  const file = join(makeFolder(), `articles.${shell}`);
  writeFileSync(file, stdout);
  return file;
}

describe.runIf(has('bash'))('bash', () => {
  /** The words that the Tab key offers. */
  async function complete(...words: string[]): Promise<string[]> {
    const list = ['articles', ...words].map((word) => `'${word}'`).join(' ');
    const line = `source ${await script('bash')}; COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _articles; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const answer = execFileSync('bash', ['--norc', '-c', line], { encoding: 'utf8', env: withArticles() });
    return answer.split('\n').filter(Boolean).sort();
  }

  test('completes commands, options and values', async () => {
    expect(await complete('')).toEqual(NAMES);
    expect(await complete('de')).toEqual(['deploy', 'desk']);
    expect(await complete('help', 'bu')).toEqual(['build']);
    expect(await complete('build', '--dr')).toEqual(['--drafts']);
    expect(await complete('deploy', '--env', '')).toEqual(['development', 'production']);
    expect(await complete('deploy', '--env', 'p')).toEqual(['production']);
    // Bash offers files there.
    expect(await complete('build', '--out', '')).toEqual([]);
    expect(await complete('list', '--li')).toEqual([]);
  });
});

test.runIf(has('zsh'))('zsh completes commands, options and values', async () => {
  const file = await script('zsh');
  expect(spawnSync('zsh', ['-n', file]).stderr.toString()).toBe('');
  const folder = makeFolder();
  const driver = join(folder, 'driver.zsh');
  // A shell on a pseudo-terminal: what it prints after Tab.
  writeFileSync(
    driver,
    `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; unsetopt zle_bracketed_paste; autoload -U compinit; compinit -D -d ${folder}/dump; source ${file}; cd ${folder}; print READY"
zpty -r shell line '*READY*READY*'
zpty -w -n shell "$1"$'\\t'
zpty -r shell line "*$2*"
print -r -- "$line"
`,
  );
  /** Ends when the shell has completed the line so, and fails when it never does. */
  const offer = (line: string, expected: string) =>
    execFileSync('zsh', ['-f', driver, line, expected], {
      encoding: 'utf8',
      timeout: 50_000,
      env: { ...withArticles(), TERM: 'dumb' },
    });
  expect(offer('articles dep', 'articles deploy')).toContain('articles deploy');
  expect(offer('articles deploy --env prod', '--env production')).toContain('--env production');
});

test.runIf(has('fish'))('fish completes commands, options and values', async () => {
  const file = await script('fish');
  const offer = (line: string) =>
    execFileSync('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`], {
      encoding: 'utf8',
      env: withArticles(),
    })
      .split('\n')
      .map((text) => text.split('\t')[0] ?? '')
      .filter(Boolean)
      .sort();
  expect(offer('articles ')).toEqual(NAMES);
  expect(offer('articles deploy --env ')).toEqual(['development', 'production']);
  expect(offer('articles build --dra')).toEqual(['--drafts']);
});

test('every option of every command is offered', async () => {
  for (const { name, options } of COMMANDS) {
    const { stdout } = await runArticles(['completion', 'bash', '--', name, 'x', '--']);
    expect(stdout.split('\n').filter(Boolean).sort()).toEqual(['--help', ...options].sort());
  }
});

test('another shell is refused', async () => {
  expect(await runArticles(['completion', 'tcsh'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('use one of bash, zsh, fish'),
  });
});

test('articles help COMMAND is the help of the command', async () => {
  const help = await runArticles(['help', 'build']);
  expect(help).toEqual(await runArticles(['build', '--help']));
  expect((await runArticles(['help', 'biuld'])).stderr).toContain('did you mean "build"?');
  expect(await runArticles(['help'])).toEqual(await runArticles(['--help']));
  expect((await runArticles(['biuld'])).stderr).toContain('Did you mean build?');
  expect((await runArticles(['build', '--draft'])).stderr).toContain('Did you mean --drafts?');
  expect((await runArticles(['deploy', '--env', 'prodution'])).stderr).toContain('production');
});
