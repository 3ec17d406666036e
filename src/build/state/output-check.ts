/** Owns the look at whether every output stands as the last build left it; of many, in a thread of its own. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { packageFile } from '../../foundation/package-files.ts';
import { stands } from './previous-outputs.ts';
import { openState, type StoredState } from './state-file.ts';

export interface Look {
  /** False also where the state is damaged. Takes its part in the work. */
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

export interface LookPart extends LookStart {
  /** One Int32: the next row that nobody looks at. */
  claimed: SharedArrayBuffer;
}

/** From so many outputs on a thread has looked at most of them before the main thread has found the sources. */
const WORTH_A_THREAD = 20_000;
/** Rows claimed at once. */
const CHUNK = 1000;

export function lookAtOutputs(start: LookStart, stored: StoredState): Look {
  const { outputs } = stored.head.summary;
  const part = { ...start, claimed: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) };
  if (outputs < WORTH_A_THREAD || availableParallelism() < 2) {
    return { result: async () => outputsStand(part), end: () => {} };
  }
  const worker = new Worker(packageFile('lib/outputs-thread.js'), { workerData: part });
  worker.unref();
  const answer = new Promise<boolean>((resolve) => {
    worker.once('message', resolve);
    worker.once('error', () => resolve(false));
  });
  return {
    async result() {
      worker.ref();
      return outputsStand(part) && answer;
    },
    end: () => void worker.terminate(),
  };
}

/** Whether those outputs stand that nobody else has looked at. */
export function outputsStand({ file, out, claimed }: LookPart): boolean {
  const stored = openState(file);
  if (!stored) return false;
  const next = new Int32Array(claimed);
  try {
    const { path, size, mtime, ctime } = stored.outputs;
    while (true) {
      const first = Atomics.add(next, 0, CHUNK);
      if (first >= path.length) return true;
      for (let row = first; row < Math.min(first + CHUNK, path.length); row++) {
        const known = { path: path.at(row), size: size.at(row), mtime: mtime.at(row), ctime: ctime.at(row) };
        if (!stands(out, known)) return false;
      }
    }
  } catch {
    return false;
  }
}
