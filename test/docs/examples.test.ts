/** Every example of the documentation, run as its reader would: commands, settings, themes, texts (test/README.md). */
import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Page, readPages } from '../support/code-blocks.ts';
import { compareOutput, createScript } from '../support/page-script.ts';
import { enterPlayground, makePlayground, type Playground } from '../support/playground.ts';

/** Programs that examples call: those that a reader has, and those of others, which are not run. */
const TOOLS = ['articles', 'npm', 'npx', 'put', 'gcloud', 'aws', 'nginx', 'caddy', 'a2enmod'];
/** A reason is needed for each example that is not run, and few are good. */
const MAX_NOT_RUN = 50;

let home: string;
let playground: Playground;

beforeAll(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'articles-examples-')));
  mkdirSync(join(home, 'tools'));
  for (const name of TOOLS) symlinkSync(resolve('test/support/example-tools.mjs'), join(home, 'tools', name));
  playground = await makePlayground(join(home, 'playground'));
}, 120_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const all = readPages();

test('every block of code is run, or says why not', () => {
  const blocks = all.flatMap((page) => page.blocks);
  const silent = blocks.filter(
    ({ language, word, noRun }) =>
      noRun === '' || (noRun === null && (language === '' || (language === 'text' && word !== 'output'))),
  );
  expect(silent.map(({ at }) => `${at}: name the language, and why it is not run: no-run="…"`)).toEqual([]);
  const notRun = blocks.filter(({ noRun }) => noRun !== null).map(({ at, noRun }) => `${at}: ${noRun}`);
  expect(notRun.length, notRun.join('\n')).toBeLessThanOrEqual(MAX_NOT_RUN);
  expect(blocks.length - notRun.length).toBeGreaterThan(100);
});

const pages = all.filter(
  ({ file, blocks }) =>
    // start.test.ts follows these pages with the real npm.
    !/docs\/(?:start|write|organise|theme)\.md/.test(file) &&
    blocks.some(({ language, noRun }) => noRun === null && language !== 'text'),
);

test.concurrent.each(pages.map((page) => ({ file: page.file, page })))(
  '$file',
  async ({ page }) => {
    expect((await runPage(page)).join('\n')).toBe('');
  },
  // Pages wait for one another's processes.
  600_000,
);

/** @returns what is wrong, each with page and line */
async function runPage(page: Page): Promise<string[]> {
  const folder = join(home, page.file.replaceAll(/\W/g, '-'));
  const { environment, stop } = await enterPlayground(playground, folder);
  try {
    const output = join(folder, '.output');
    const failures = join(folder, '.failures');
    mkdirSync(output);
    writeFileSync(failures, '');
    writeFileSync(join(folder, '.page.sh'), createScript(page));
    await runShell(folder, { ...environment, OUTPUT: output, FAILURES: failures });
    const wrong = readFileSync(failures, 'utf8')
      .split(/\n(?=\d+: )/)
      .filter((line) => line.trim())
      .map((line) => `${page.file}:${line.trimEnd()}`);
    return wrong.length > 0 ? wrong : compareOutput(page, output, folder);
  } finally {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends when the shell ends; the servers of this process answer meanwhile. */
function runShell(folder: string, variables: Record<string, string>): Promise<void> {
  const {
    NODE_OPTIONS: _options,
    NODE_ENV: _environment,
    VITEST: _vitest,
    CI: _ci,
    ...inherited
  } = process.env;
  const child = spawn('bash', [join(folder, '.page.sh')], {
    cwd: join(folder, 'site'),
    env: {
      ...inherited,
      ...variables,
      PROJECT: resolve('.'),
      HOME: folder,
      // A reviewer is the person that git knows.
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'user.name',
      GIT_CONFIG_VALUE_0: 'Ann Reed',
      GIT_CONFIG_KEY_1: 'user.email',
      GIT_CONFIG_VALUE_1: 'ann@example.com',
      NO_COLOR: '1',
      PATH: `${join(home, 'tools')}:${process.env.PATH}`,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('close', () => done());
  });
}
