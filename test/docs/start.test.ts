/**
 * The ten minutes of docs/start.md, exactly as the page says, in an empty folder, from the packed tarballs, and the guides
 * that follow it in the site that it makes: npm asks a
 * registry on loopback. `NODES=/path/to/node:/other/node` names further versions of Node to run them with, and
 * `MANAGERS=/folder:/other` the folders of the programs npm, pnpm, yarn and bun, of one or more versions.
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
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { NO_INSTALL_SCRIPTS } from '../../src/scaffold/project-files.ts';
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

const MANAGERS = ['npm 10', 'npm 11', 'pnpm 12', 'yarn 1', 'yarn 4', 'bun 1'];
const managerFolders = (process.env.MANAGERS ?? '').split(delimiter).filter(Boolean);
const programs = managerFolders.flatMap((folder) =>
  ['npm', 'pnpm', 'yarn', 'bun']
    .filter((name) => existsSync(join(folder, name)))
    .map((name) => {
      const version = execFileSync(join(folder, name), ['--version'], { encoding: 'utf8', cwd: tmpdir() });
      return { name, folder, title: `${name} ${Number.parseInt(version, 10)}` };
    }),
);
const missing = MANAGERS.filter((title) => programs.every((program) => program.title !== title));
if (missing.length > 0)
  process.stderr.write(`\nNOT RUN with ${missing.join(' and ')}: name their folders in MANAGERS\n\n`);

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

test.each(programs.filter(({ name, title }) => name !== 'npm' && title !== 'yarn 1'))(
  '$title installs a site that builds, by the lines of the page',
  async ({ name, folder }) => {
    const { blocks } = readPage('docs/start.md', readFileSync('docs/start.md', 'utf8'));
    const [block] = blocks.filter(({ text }) => text.endsWith(`${name} run build`));
    const home = join(work, name);
    mkdirSync(home);
    // pnpm reads no variable of npm.
    writeFileSync(join(home, '.npmrc'), `registry=${registry.url}\n`);
    const env = environmentOf(home, [folder]);
    await promisify(execFile)('bash', ['-ec', `${block?.text}`], { cwd: home, env, maxBuffer: 2 ** 26 });
    expect(readFileSync(join(home, 'field-notes/dist/index.html'), 'utf8')).toContain('Field Notes');
  },
  600_000,
);

/** Names of all packages in a folder `node_modules`, and their bytes. */
function examine(modules: string) {
  const packages = new Set<string>();
  let bytes = 0;
  const walk = (folder: string, isModules: boolean) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      // npm 10 also installs the WebAssembly of sharp, with what that needs, and Yarn 1 what other systems load.
      if (isModules && /wasm32|linuxmusl|^@emnapi|^tslib$/.test(entry.name)) continue;
      // pnpm links each package from its store.
      if (entry.isSymbolicLink() || (isModules && entry.name.startsWith('.') && entry.name !== '.pnpm'))
        continue;
      if (entry.isFile()) bytes += statSync(path).size;
      else
        walk(path, /^(?:node_modules|\.pnpm)$/.test(entry.name) || (isModules && entry.name.startsWith('@')));
    }
    const manifest = join(folder, 'package.json');
    if (!/node_modules\/(?:@[^/]+\/)?[^/@]+$/.test(folder) || !existsSync(manifest)) return;
    packages.add(JSON.parse(readFileSync(manifest, 'utf8')).name);
  };
  walk(modules, true);
  return { packages: [...packages].sort(), bytes };
}

let reference: ReturnType<typeof examine> | null = null;

test.each(
  nodes.flatMap(({ binary, version }) => programs.map((program) => ({ ...program, binary, version }))),
)(
  '$title on Node $version installs the same packages without a warning, and the program works',
  async ({ name, folder, title, binary, version }) => {
    const home = join(work, `${title} ${version}`.replaceAll(' ', '-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const bin = join(home, 'bin');
    const site = join(home, 'site');
    for (const path of [bin, site]) mkdirSync(path, { recursive: true });
    symlinkSync(binary, join(bin, 'node'));
    writeFileSync(join(home, '.npmrc'), `registry=${registry.url}\n`);
    const settings: Record<string, [string, string]> = {
      'pnpm 12': ['pnpm-workspace.yaml', 'allowBuilds: { esbuild: false }\n'],
      'yarn 4': ['.yarnrc.yml', 'nodeLinker: node-modules\n'],
    };
    const [file, text] = settings[title] ?? [];
    if (file !== undefined) writeFileSync(join(site, file), text ?? '');
    const dependencies = { articles: 'npm:articles-press@^1.0.0' };
    writeFileSync(
      join(site, 'package.json'),
      JSON.stringify({ name: 'site', version: '1.0.0', private: true, ...NO_INSTALL_SCRIPTS, dependencies }),
    );
    // Only the registry on loopback answers: an install that fetched anything else would end here.
    const closed = 'http://127.0.0.1:9';
    const env = {
      ...environmentOf(home, [bin, folder]),
      ...{ https_proxy: closed, HTTPS_PROXY: closed, http_proxy: closed, HTTP_PROXY: closed },
      ...{ no_proxy: '127.0.0.1,localhost', NO_PROXY: '127.0.0.1,localhost' },
    };
    const run = (program: string, ...args: string[]) =>
      promisify(execFile)(program, args, { cwd: site, env, maxBuffer: 2 ** 26 });
    const { stdout, stderr } = await run(join(folder, name), 'install');
    // How long the registry of the test takes is no fault of the packages.
    const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => !/Request took \d+ms/.test(line));
    expect(lines.filter((line) => /warn|deprecated/i.test(line))).toEqual([]);
    const installed = examine(join(site, 'node_modules'));
    reference ??= installed;
    expect(installed.packages).toEqual(reference.packages);
    // npm 10 runs the script of esbuild, which copies its program.
    expect(Math.abs(installed.bytes / reference.bytes - 1)).toBeLessThan(0.12);

    const articles = join(site, 'node_modules/.bin/articles');
    await run(articles, 'init', 'paper', '--title', 'Field Notes');
    await run(articles, 'build', '--root', 'paper');
    const served = spawn(articles, ['serve', '--root', 'paper', '--port', '0'], { cwd: site, env });
    onTestFinished(() => void served.kill());
    const url = await new Promise<string>((done, reject) => {
      let said = '';
      const hear = (data: Buffer) => {
        said += data;
        const [found] = /http:\/\/[^\s]+/.exec(said) ?? [];
        if (found) done(found);
      };
      served.stdout.on('data', hear);
      served.stderr.on('data', hear);
      served.once('exit', () => reject(new Error(said)));
    });
    expect(await (await fetch(url)).text()).toContain('Field Notes');
  },
  600_000,
);
