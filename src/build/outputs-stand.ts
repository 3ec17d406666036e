/** Owns the look at whether every output stands as the last build left it; of many, in a thread of its own. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { packageFile } from '../package-files.ts';
import { createRows } from './columns.ts';
import { stands } from './previous.ts';
import { openState, type StoredState } from './state-file.ts';

export interface Look {
  /** False also where the state is damaged. */
  result(): Promise<boolean>;
  /** Ends a look whose result nobody waits for. */
  end(): void;
}

export interface LookStart {
  /** Of the state. */
  file: string;
  /** Absolute path of the output folder. */
  out: string;
}

/** From so many outputs on a thread is done before the main thread has found the sources. */
const WORTH_A_THREAD = 20_000;

export function lookAtOutputs(start: LookStart, stored: StoredState): Look {
  const { outputs } = stored.head.summary;
  if (outputs < WORTH_A_THREAD || availableParallelism() < 2) {
    return { result: async () => outputsStand(start), end: () => {} };
  }
  const worker = new Worker(packageFile('lib/outputs-thread.js'), { workerData: start });
  worker.unref();
  const answer = new Promise<boolean>((resolve) => {
    worker.once('message', resolve);
    worker.once('error', () => resolve(false));
  });
  return {
    result() {
      worker.ref();
      return answer;
    },
    end: () => void worker.terminate(),
  };
}

export function outputsStand({ file, out }: LookStart): boolean {
  const stored = openState(file);
  if (!stored) return false;
  try {
    return createRows(stored.outputStats()).every((output) => stands(out, output));
  } catch {
    return false;
  }
}
