/**
 * The ten minutes of docs/start.md, exactly as the page says, in an empty folder, from the packed tarballs, and the guides
 * that follow it in the site that it makes: npm asks a
 * registry on loopback. `NODES=/path/to/node:/other/node` names further versions of Node to run them with, and
 * `MANAGERS=/folder:/other` the folders of the programs pnpm, yarn and bun.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readPage } from '../support/code-blocks.ts';
import { compareOutput, createScript } from '../support/page-script.ts';
import { type Registry, startRegistry } from '../support/registry.ts';

const SUPPORTED = [20, 22, 24];
const nodes = [process.execPath, ...(process.env.NODES ?? '').split(delimiter).filter(Boolean)].map(
  (binary) => ({
    binary,
    version: execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim(),
  }),
);
const majors = nodes.map(({ version }) => Number.parseInt(version.slice(1), 10));
const absent = SUPPORTED.filter((major) => !majors.includes(major));
if (absent.length > 0)
  process.stderr.write(`\nNOT RUN with Node ${absent.join(' and ')}: name the programs in NODES\n\n`);

const MANAGERS = ['pnpm', 'yarn', 'bun'];
const managerFolders = (process.env.MANAGERS ?? '').split(delimiter).filter(Boolean);
const managers = MANAGERS.filter((name) => managerFolders.some((folder) => existsSync(join(folder, name))));
if (managers.length < MANAGERS.length)
  process.stderr.write(
    `\nNOT RUN with ${MANAGERS.filter((name) => !managers.includes(name)).join(' and ')}: name their folders in MANAGERS\n\n`,
  );

/** npm. A person starts the desk in a second terminal, looks at the page, and stops it with Ctrl+C. */
const NPM = `#!/usr/bin/env bash
[ "$*" = "run dev" ] || exec "$NPM" "$@"
rm -f desk.log; set -m; "$NPM" run dev >desk.log 2>&1 & set +m
until grep -qs 'http://' desk.log; do kill -0 $! || { cat desk.log; exit 1; }; sleep 0.2; done
node -e 'fetch(process.argv[1]).then((page) => process.exit(page.ok ? 0 : 1))' "$(grep -om1 'http://[^ ]*' desk.log)"
answer=$?
kill -INT -- -$!; wait
[ $answer = 0 ] || cat desk.log
exit $answer
`;
const REAL_NPM = execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim();

let work: string;
let registry: Registry;
beforeAll(async () => {
  work = realpathSync(mkdtempSync(join(tmpdir(), 'articles-start-')));
  registry = await startRegistry();
}, 180_000);
afterAll(async () => {
  await registry?.close();
  rmSync(work, { recursive: true, force: true });
});

/** A person's environment, whose package managers ask the registry on loopback. */
function environmentOf(home: string, programs: readonly string[]): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_ENV: _environment, VITEST: _vitest, ...inherited } = process.env;
  const own = Object.entries(inherited).filter(([name]) => !/^(npm_|CI$)/i.test(name));
  return {
    ...Object.fromEntries(own),
    HOME: home,
    PATH: [...programs, process.env.PATH].join(delimiter),
    npm_config_registry: registry.url,
    npm_config_cache: join(work, 'cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_yes: 'true',
    YARN_NPM_REGISTRY_SERVER: registry.url,
    YARN_UNSAFE_HTTP_WHITELIST: '127.0.0.1',
    YARN_ENABLE_TELEMETRY: '0',
    // Yarn waits a day before it installs a new version.
    YARN_NPM_MINIMAL_AGE_GATE: '0',
  };
}

/** Pages that a newcomer reads after the first one, in this order, in the site that it makes. */
const NEXT = ['docs/write.md', 'docs/organise.md', 'docs/theme.md'];

test.each(nodes)(
  'the first page can be followed as it is, on Node $version, and the guides go on from there',
  async ({ binary, version }) => {
    const folder = join(work, version);
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const home = join(folder, 'home');
    const bin = join(folder, 'bin');
    for (const path of [home, bin]) mkdirSync(path, { recursive: true });
    symlinkSync(binary, join(bin, 'node'));
    writeFileSync(join(bin, 'npm'), NPM, { mode: 0o755 });
    symlinkSync(resolve('test/support/example-tools.mjs'), join(bin, 'put'));
    const follow = async (file: string, cwd: string) => {
      const page = readPage(file, readFileSync(file, 'utf8'));
      const place = join(folder, file.replaceAll(/\W/g, '-'));
      const output = join(place, 'output');
      const failures = join(place, 'failures');
      mkdirSync(output, { recursive: true });
      writeFileSync(failures, '');
      writeFileSync(join(place, 'page.sh'), createScript(page));
      const tools = { NPM: REAL_NPM, PROJECT: resolve('.'), OUTPUT: output, FAILURES: failures };
      const shell = spawn('bash', [join(place, 'page.sh')], {
        cwd,
        env: { ...environmentOf(home, [bin]), ...tools },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      await new Promise((done) => shell.on('close', done));
      const log = readdirSync(output).map((name) => `${name}: ${readFileSync(join(output, name), 'utf8')}`);
      expect(
        readFileSync(failures, 'utf8') && [file, readFileSync(failures, 'utf8'), ...log].join('\n'),
      ).toBe('');
      expect(compareOutput(page, output, home)).toEqual([]);
    };
    await follow('docs/start.md', home);
    expect(readFileSync(join(home, 'field-notes-preview/index.html'), 'utf8')).toContain('noindex');
    // One version is enough for the guides.
    if (binary === process.execPath) for (const file of NEXT) await follow(file, join(home, 'field-notes'));
  },
  600_000,
);

test.each(managers)(
  '%s installs a site that builds, by the lines of the page',
  async (name) => {
    const { blocks } = readPage('docs/start.md', readFileSync('docs/start.md', 'utf8'));
    const [block] = blocks.filter(({ text }) => text.endsWith(`${name} run build`));
    const home = join(work, name);
    mkdirSync(home);
    // pnpm reads no variable of npm.
    writeFileSync(join(home, '.npmrc'), `registry=${registry.url}\n`);
    const env = environmentOf(home, managerFolders);
    await promisify(execFile)('bash', ['-ec', `${block?.text}`], { cwd: home, env, maxBuffer: 2 ** 26 });
    expect(readFileSync(join(home, 'field-notes/dist/index.html'), 'utf8')).toContain('Field Notes');
  },
  600_000,
);
