import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'acorn';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createProgram } from '../../src/cli.ts';
import { runArticles } from '../support/cli.ts';
import { makeFolder, makeSite, smallSite, writeFiles } from '../support/site.ts';

const TRACE = pathToFileURL('test/support/trace-modules.mjs').href;

/** Names of the packages that a run has loaded, and the modules of the program. */
async function trace(args: readonly string[]): Promise<{ packages: string[]; program: string[] }> {
  const file = join(makeFolder(), 'modules.txt');
  const { code, stderr } = await runArticles(args, {
    node: ['--import', TRACE],
    environment: { MODULE_TRACE: file },
  });
  if (code !== 0) throw new Error(stderr);
  const paths = readFileSync(file, 'utf8')
    .split('\n')
    .filter((path) => path && !path.startsWith('node:'));
  const names = paths.flatMap((path) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  return {
    packages: [...new Set(names)].sort(),
    program: paths.flatMap((path) => /\/lib\/(.*)$/.exec(path)?.[1] ?? []),
  };
}

describe('modules loaded at the start', () => {
  test('--help loads the program and no package', async () => {
    const { packages, program } = await trace(['--help']);
    expect(packages).toEqual([]);
    expect(program).toContain('cli.js');
  });

  test('a build without changes loads no package', async () => {
    const root = makeSite();
    await runArticles(['build', '--root', root]);
    const { packages, program } = await trace(['build', '--root', root]);
    expect(packages).toEqual([]);
    const sources = program.flatMap((name): string[] => {
      const map = `lib/${name}.map`;
      return existsSync(map) ? JSON.parse(readFileSync(map, 'utf8')).sources : [];
    });
    expect(sources.length).toBeGreaterThan(20);
    expect(
      sources.filter((source) => /\/(?:marked|entities)\/|markdown\/(?:lexer|spans)/.test(source)),
    ).toEqual([]);
  });

  test('a first build loads what it draws and parses with, no SDK, no bundler, no watcher', async () => {
    const files = smallSite();
    for (const path of Object.keys(files)) if (path.includes('/articles/')) delete files[path];
    const root = makeSite(files);
    const { packages } = await trace(['build', '--root', root]);
    for (const name of [
      'openai',
      '@google-cloud/storage',
      'esbuild',
      'chokidar',
      'eld',
      'transliteration',
      'harfbuzzjs',
      'highlight.js',
      'yaml',
      'parse5',
      'sharp',
    ]) {
      expect(packages).not.toContain(name);
    }
    // Proves that the trace records packages: sharp draws icons in another colour.
    const coloured = JSON.parse(String(files['site-config.json']));
    writeFiles(root, { 'site-config.json': JSON.stringify({ ...coloured, themeColor: '#203060' }) });
    expect((await trace(['build', '--root', root])).packages).toContain('sharp');
  });
});

const NAMES = createProgram(async () => undefined, {})
  .commands.map((command) => command.name())
  .sort();

test('--version and --help answer, an unknown command does not', async () => {
  expect(await runArticles(['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
  const help = await runArticles(['--help']);
  expect([help.code, help.stderr]).toEqual([0, '']);
  const commands = help.stdout.slice(help.stdout.indexOf('Commands:'), help.stdout.indexOf('Examples:'));
  const names = [...commands.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name);
  expect(names.sort()).toEqual(NAMES);
  for (const command of names) {
    const own = await runArticles([command, '--help']);
    expect(own.code).toBe(0);
    for (const option of ['--root', '--json', '--quiet', '--help']) expect(own.stdout).toContain(option);
    expect(own.stdout).toContain(`Examples:\n  articles ${command}`);
  }
  const unknown = await runArticles(['publish']);
  expect([unknown.code, unknown.stdout]).toEqual([1, '']);
  expect(unknown.stderr).toContain("unknown command 'publish'");
});

describe('output without a reader', () => {
  const BINARY = join(process.cwd(), 'bin/articles.js');
  const shell = (command: string) =>
    spawnSync('bash', ['-o', 'pipefail', '-c', command], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });

  test('stops no work and is no error', () => {
    const root = makeSite();
    const { status, stderr } = shell(`node ${BINARY} build --root ${root} 2>&1 | true`);
    expect([status, stderr]).toEqual([0, '']);
    expect(readFileSync(join(root, 'dist/index.html'), 'utf8')).toContain('</html>');
    expect(shell(`node ${BINARY} categories --json --root ${root} | true`)).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  test.runIf(existsSync('/dev/full'))('that cannot be written is reported in one line', () => {
    const { status, stderr } = shell(`node ${BINARY} categories --root ${makeSite()} > /dev/full`);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error the output cannot be written: .*ENOSPC.*\n {2}→ .*\n$/);
    expect(shell(`node ${BINARY} check --root ${makeSite()} 2> /dev/full`).status).toBe(1);
  });
});

describe('a Node that is too old', () => {
  /** Runs a script of this project as the given version of Node. */
  const runAs = (version: string, ...script: string[]) => {
    const disguise = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
    const preload = ['--import', `data:text/javascript,${encodeURIComponent(disguise)}`];
    return spawnSync(process.execPath, [...preload, ...script], { encoding: 'utf8' });
  };
  const { engines } = z
    .object({ engines: z.object({ node: z.literal('>=20.19') }) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));

  test.each([['bin/articles.js', '--version'], ['scripts/compile.mjs']])(
    'gets one line from %s, and exit code 1',
    (...script) => {
      for (const version of ['10.24.1', '18.20.8', `20.${Number(engines.node.slice(5)) - 1}.9`]) {
        const { status, stdout, stderr } = runAs(version, ...script);
        expect([status, stdout]).toEqual([1, '']);
        expect(stderr).toMatch(/^error Node [\d.]+ is too old\n {2}→ install Node 20\.19 or newer.*\n$/);
      }
      expect(runAs('20.19.0', 'bin/articles.js', '--version').status).toBe(0);
    },
  );

  test('gets it where no packages are installed yet', () => {
    const folder = makeFolder();
    for (const file of ['bin/check-node.js', 'scripts/compile.mjs']) cpSync(file, join(folder, file));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const { status, stderr } = runAs('18.20.8', join(folder, 'scripts/compile.mjs'));
    expect([status, stderr.split('\n')[0]]).toEqual([1, 'error Node 18.20.8 is too old']);
  });

  test('can read what it is told, because that has no syntax that is newer than it', () => {
    for (const file of ['bin/articles.js', 'bin/check-node.js']) {
      // Node 10 knows import() and reads both as scripts.
      const read = () =>
        parse(readFileSync(file, 'utf8'), { ecmaVersion: 11, sourceType: 'script', allowHashBang: true });
      expect(read).not.toThrow();
      expect(readFileSync(file, 'utf8')).not.toMatch(/\?\?|\?\.|\bBigInt\b/);
    }
  });
});

test('an internal error shows its stack and ends with exit code 2', async () => {
  const broken = `String.prototype.padEnd = () => { throw new TypeError('broken on purpose'); };`;
  const node = ['--import', `data:text/javascript,${encodeURIComponent(broken)}`];
  const { code, stdout, stderr } = await runArticles(['categories', '--root', makeSite(), '--json'], {
    node,
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error internal error: TypeError: broken on purpose\n +at /);
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'categories', error: { internal: 'broken on purpose' } });
});
