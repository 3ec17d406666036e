/** Runs deploys in separate processes, compiled once, so that tests can stop and kill them. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { build } from 'esbuild';
import type { Manifest } from '../../src/build/write/manifest.ts';
import type { DeployProcessJob } from './run-deploy.ts';

interface DeployProcess {
  pid: number;
  kill(signal: NodeJS.Signals): void;
  /** When it has ended: its exit code (null after a signal) and what it wrote to stdout and stderr. */
  ended: Promise<{ code: number | null; output: string }>;
}

export interface DeployRunner {
  start(manifest: Manifest, job: Omit<DeployProcessJob, 'manifest'>): Promise<DeployProcess>;
  stop(): Promise<void>;
}

export async function compileRunner(): Promise<DeployRunner> {
  // Below node_modules, so that packages that stay outside of the bundle are found.
  const folder = await mkdtemp(resolve('node_modules/.deploy-test-'));
  const script = join(folder, 'run-deploy.mjs');
  await build({
    entryPoints: [resolve('test/deploy/run-deploy.ts')],
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['@google-cloud/storage', 'https-proxy-agent'],
    logLevel: 'warning',
  });
  return {
    async start(manifest, job) {
      const file = join(folder, `${crypto.randomUUID()}.json`);
      await writeFile(file, JSON.stringify(manifest));
      const child = spawn(process.execPath, [script, JSON.stringify({ ...job, manifest: file })], {
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const output = Promise.all([buffer(child.stdout), buffer(child.stderr)]);
      const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)));
      return {
        pid: child.pid ?? 0,
        kill: (signal) => void child.kill(signal),
        ended: ended.then(async (code) => ({ code, output: Buffer.concat(await output).toString() })),
      };
    },
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}
