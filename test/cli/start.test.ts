import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
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

describe('what is loaded at the start', () => {
  test('--help loads the program and no package', async () => {
    const { packages, program } = await trace(['--help']);
    expect(packages).toEqual([]);
    expect(program).toContain('cli.js');
  });

  test('a build without changes loads no package', async () => {
    const root = makeSite();
    await runArticles(['build', '--root', root]);
    expect((await trace(['build', '--root', root])).packages).toEqual([]);
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
      'satori',
      '@resvg/resvg-js',
      'highlight.js',
      'yaml',
      'parse5',
      'sharp',
    ]) {
      expect(packages).not.toContain(name);
    }
    // The trace sees packages: icons in another colour are drawn by sharp.
    const coloured = JSON.parse(String(files['site-config.json']));
    writeFiles(root, { 'site-config.json': JSON.stringify({ ...coloured, themeColor: '#203060' }) });
    expect((await trace(['build', '--root', root])).packages).toContain('sharp');
  });
});

test('--version and --help answer, an unknown command does not', async () => {
  expect(await runArticles(['--version'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
  const help = await runArticles(['--help']);
  expect([help.code, help.stderr]).toEqual([0, '']);
  for (const command of [
    'build',
    'serve',
    'check',
    'deploy',
    'generate',
    'init',
    'new',
    'search',
    'categories',
  ]) {
    expect(help.stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
    const own = await runArticles([command, '--help']);
    expect(own.code).toBe(0);
    for (const option of ['--root', '--json', '--quiet', '--help']) expect(own.stdout).toContain(option);
  }
  const unknown = await runArticles(['publish']);
  expect([unknown.code, unknown.stdout]).toEqual([1, '']);
  expect(unknown.stderr).toContain("unknown command 'publish'");
});

describe('output that nobody reads', () => {
  const BINARY = join(process.cwd(), 'bin/articles.js');
  const shell = (command: string) =>
    spawnSync('bash', ['-o', 'pipefail', '-c', command], {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });

  test('ends no work, and is no fault', () => {
    const root = makeSite();
    const { status, stderr } = shell(`node ${BINARY} build --root ${root} 2>&1 | true`);
    expect([status, stderr]).toEqual([0, '']);
    expect(readFileSync(join(root, 'dist/index.html'), 'utf8')).toContain('</html>');
    expect(shell(`node ${BINARY} categories --json --root ${root} | true`)).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  test.runIf(existsSync('/dev/full'))('that cannot be written is told in one line', () => {
    const { status, stderr } = shell(`node ${BINARY} categories --root ${makeSite()} > /dev/full`);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error the output cannot be written: .*ENOSPC.*\n$/);
    expect(shell(`node ${BINARY} check --root ${makeSite()} 2> /dev/full`).status).toBe(1);
  });
});
