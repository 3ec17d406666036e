/** Owns the look at whether every output stands as the last build left it; of many, in a thread of its own. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { packageFile } from '../package-files.ts';
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
    const { path, size, mtime, ctime } = stored.outputs;
    for (let row = 0; row < path.length; row++) {
      const known = { path: path.at(row), size: size.at(row), mtime: mtime.at(row), ctime: ctime.at(row) };
      if (!stands(out, known)) return false;
    }
    return true;
  } catch {
    return false;
  }
}
