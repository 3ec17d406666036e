/**
 * Runs one deploy in a separate process, for tests that kill or stop it and for the benchmark: the job as JSON in the
 * first argument, the result as JSON on stdout.
 */
import { readFile } from 'node:fs/promises';
import type { Manifest } from '../../src/build/write/manifest.ts';
import { UserError } from '../../src/foundation/errors.ts';
import { deployTo } from './support.ts';

export interface DeployProcessJob {
  url: string;
  endpoint: string;
  folder: string;
  /** File that holds the manifest. */
  manifest: string;
  lockSeconds: number;
  concurrency: number;
}

const job: DeployProcessJob = JSON.parse(process.argv[2] ?? '');
const manifest: Manifest = JSON.parse(await readFile(job.manifest, 'utf8'));
const { lockSeconds, concurrency } = job;
try {
  const result = await deployTo(job.url, job.endpoint, job.folder, manifest, { lockSeconds, concurrency });
  process.stdout.write(JSON.stringify(result));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stdout.write(JSON.stringify({ error: error.message }));
  process.exitCode = 1;
}
