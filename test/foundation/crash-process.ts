/** Runs a script in a process that a test kills while it writes. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';

export interface CrashScript {
  /** Starts the script and kills it with SIGKILL, up to `within` milliseconds after its first output. */
  runAndKill(args: readonly string[], within: number): Promise<void>;
  remove(): void;
}

/** @param source TypeScript that imports from src/foundation; prints once it writes */
export async function compileCrashScript(source: string): Promise<CrashScript> {
  const folder = mkdtempSync(resolve('node_modules/.foundation-test-'));
  const script = join(folder, 'script.mjs');
  await build({
    stdin: { contents: source, resolveDir: resolve('src/foundation'), loader: 'ts' },
    outfile: script,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  return {
    async runAndKill(args, within) {
      const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = new Promise((done) => child.once('exit', done));
      await Promise.race([new Promise((done) => child.stdout.once('data', done)), ended]);
      await sleep(Math.random() * within);
      child.kill('SIGKILL');
      await ended;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
