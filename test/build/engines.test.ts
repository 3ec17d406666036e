/**
 * The recipes of examples/engines, run by the engines themselves: their parts together are what one machine builds, in whatever
 * order, with kills and repeats.
 *
 * ENGINES=/folder/node_modules names the folder with turbo and nx.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { cpus, hostname, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/listen.ts';
import { compareTrees, makeFolder, readTree, smallSite, writeFiles } from '../support/site.ts';

const RECIPES = resolve('examples/engines');
const { ENGINES } = process.env;
const hasSlurm = ['slurmctld', 'slurmd', 'munged'].every((name) => existsSync(`/usr/sbin/${name}`));
if (!ENGINES)
  process.stderr.write('\nNOT RUN: the recipes of Turborepo and Nx. Name their node_modules in ENGINES\n\n');
if (!hasSlurm)
  process.stderr.write('\nNOT RUN: the recipe of Slurm. Install slurmctld, slurmd, slurm-client, munge\n\n');

/** A site with the files of a recipe, and the program as npm installs it. */
function makeClone(recipe: string): string {
  const root = makeFolder();
  writeFiles(root, smallSite());
  cpSync(join(RECIPES, recipe), root, { recursive: true });
  const modules = join(root, 'node_modules');
  mkdirSync(join(modules, '.bin'), { recursive: true });
  symlinkSync(resolve('test/support/dying-articles.mjs'), join(modules, '.bin/articles'));
  for (const name of ENGINES ? ['turbo', 'nx', '.bin/turbo', '.bin/nx'] : [])
    symlinkSync(join(ENGINES ?? '', name), join(modules, name));
  return root;
}

/** How many times a build began since the last call. */
function takeBuilds(root: string): number {
  const file = join(root, 'node_modules/.bin/builds');
  const count = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').length : 0;
  rmSync(file, { force: true });
  return count;
}

/** @throws with the output of a command that fails */
function run(root: string, command: string, environment: Record<string, string> = {}): Promise<string> {
  return new Promise((done, fail) => {
    const child = spawn('sh', ['-c', command], {
      cwd: root,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    child.on('close', (code) => (code === 0 ? done(output) : fail(new Error(`${command}: ${output}`))));
  });
}

/** A server that ends with the test. */
function start(program: string, args: string[], environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, ...environment } });
  onTestFinished(
    () =>
      new Promise((done) => {
        if (child.exitCode !== null || child.signalCode !== null) return done();
        child.once('exit', () => done());
        child.kill();
      }),
  );
  return child;
}

/** The servers of examples/engines/cache, on free ports. @returns their addresses */
async function startCache() {
  const work = makeFolder();
  const [store, front] = [await freePort(), await freePort()];
  for (const name of ['nginx.conf', 'Caddyfile'])
    writeFileSync(
      join(work, name),
      readFileSync(join(RECIPES, 'cache', name), 'utf8')
        .replaceAll('8181', `${store}`)
        .replaceAll('8182', `${front}`),
    );
  // The workers of a nginx that root starts have a user of their own, who may not write here.
  const user = userInfo().uid === 0 ? ['-g', 'user root;'] : [];
  start('nginx', ['-p', work, '-c', 'nginx.conf', ...user]);
  start('caddy', ['run', '--adapter', 'caddyfile', '--config', join(work, 'Caddyfile')], {
    XDG_DATA_HOME: work,
    XDG_CONFIG_HOME: work,
  });
  const urls = { store: `http://127.0.0.1:${store}`, front: `http://127.0.0.1:${front}` };
  await expect
    .poll(async () => (await fetch(`${urls.front}/v8/artifacts/status`).catch(() => null))?.status)
    .toBe(200);
  return urls;
}

/** What differs from the build of one machine. */
async function compareWithWhole(root: string, files = smallSite()): Promise<string[]> {
  const alone = makeClone('runner');
  writeFiles(alone, files);
  await run(alone, 'npx articles build --quiet');
  return compareTrees(readTree(join(root, 'dist')), readTree(join(alone, 'dist')));
}

describe.skipIf(!ENGINES)('an engine that keeps results', () => {
  test.each([
    [
      'turbo',
      (urls: { store: string }) => ({ TURBO_API: urls.store, TURBO_TOKEN: 'any', TURBO_TEAM: 'any' }),
    ],
    ['nx', (urls: { front: string }) => ({ NX_SELF_HOSTED_REMOTE_CACHE_SERVER: urls.front })],
  ] as const)('%s: a second clone builds no part', async (recipe, nameCache) => {
    const environment = {
      ...nameCache(await startCache()),
      TURBO_TELEMETRY_DISABLED: '1',
      NX_DAEMON: 'false',
    };
    const [first, second] = [makeClone(recipe), makeClone(recipe)];
    await run(first, 'npm run site', environment);
    expect(takeBuilds(first)).toBe(4);
    expect(await compareWithWhole(first)).toEqual([]);
    await run(second, 'npm run site', environment);
    expect(takeBuilds(second)).toBe(0);
    expect(await compareWithWhole(second)).toEqual([]);

    // A part that is not there any longer leaves nothing behind.
    const changed = { 'content/en_US/articles/first.md': null };
    writeFiles(second, changed);
    await run(second, 'npm run site', environment);
    expect(takeBuilds(second)).toBe(4);
    expect(await compareWithWhole(second, { ...smallSite(), ...changed })).toEqual([]);
  });
});

/** Orders that builds of these parts be killed. */
function killOnce(root: string, parts: readonly number[]) {
  for (const part of parts) writeFileSync(join(root, `node_modules/.bin/kill-${part}`), '');
}

test('indexed jobs that are killed are repeated', async () => {
  const root = makeClone('runner');
  killOnce(root, [0, 3]);
  await run(root, './parts.sh && mkdir dist && cp -R parts/*/. dist');
  expect(takeBuilds(root)).toBe(10);
  expect(await compareWithWhole(root)).toEqual([]);
});

test('a part that fails three times fails the whole', async () => {
  const root = makeClone('runner');
  writeFiles(root, { 'site-config.json': '{}' });
  await expect(run(root, './parts.sh', { PARTS: '1' })).rejects.toThrow('part 0 failed three times');
  expect(takeBuilds(root)).toBe(3);
});

/** Slurm with one node, this machine. @returns the variable that names it */
async function startSlurm() {
  const work = makeFolder();
  for (const name of ['state', 'spool']) mkdirSync(join(work, name));
  const key = join(work, 'munge.key');
  writeFileSync(key, 'a key of at least thirty-two bytes, for one machine');
  chmodSync(key, 0o400);
  const files = ['socket', 'pid-file', 'seed-file', 'log-file'].map(
    (name) => `--${name}=${work}/munge.${name}`,
  );
  start('/usr/sbin/munged', ['--foreground', '--force', `--key-file=${key}`, ...files]);
  const [control, node] = [await freePort(), await freePort()];
  const [name] = hostname().split('.');
  const user = userInfo().username;
  const settings = join(work, 'slurm.conf');
  writeFileSync(
    settings,
    `ClusterName=one
SlurmctldHost=${name}(127.0.0.1)
SlurmUser=${user}
SlurmdUser=${user}
AuthType=auth/munge
AuthInfo=socket=${work}/munge.socket
SlurmctldPort=${control}
SlurmdPort=${node}
StateSaveLocation=${work}/state
SlurmdSpoolDir=${work}/spool
SlurmctldPidFile=${work}/slurmctld.pid
SlurmdPidFile=${work}/slurmd.pid
SlurmctldLogFile=${work}/slurmctld.log
SlurmdLogFile=${work}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SwitchType=switch/none
NodeName=${name} NodeAddr=127.0.0.1 CPUs=${cpus().length}
PartitionName=all Nodes=ALL Default=YES
`,
  );
  await expect.poll(() => existsSync(`${work}/munge.socket`)).toBe(true);
  start('/usr/sbin/slurmctld', ['-D', '-f', settings]);
  start('/usr/sbin/slurmd', ['-D', '-f', settings]);
  const environment = { SLURM_CONF: settings };
  await expect.poll(() => run(work, 'sinfo -h -o %T', environment).catch(() => '')).toBe('idle\n');
  return environment;
}

test.skipIf(!hasSlurm)('the tasks of a Slurm array that are killed are repeated', async () => {
  const environment = await startSlurm();
  const root = makeClone('slurm');
  killOnce(root, [1, 4]);
  await run(root, 'sbatch --wait parts.sh && mkdir dist && cp -R parts/*/. dist', environment);
  expect(takeBuilds(root)).toBe(10);
  expect(await compareWithWhole(root)).toEqual([]);
});
