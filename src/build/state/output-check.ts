/** Checks that every output is as the last build left it. For many outputs a thread helps. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { packageFile } from '../../foundation/package-files.ts';
import type { StoredState } from './build-state.ts';
import { isIntact } from './previous-outputs.ts';

export interface OutputCheck {
  /** Checks the remaining outputs. False also where the state is damaged. */
  result(): Promise<boolean>;
  /** True once all outputs were found intact. */
  readonly hasPassed: boolean;
  /** Ends a check whose result is not needed. */
  cancel(): void;
}

export interface OutputCheckTask {
  stateFile: string;
  /** Absolute path of the output folder. */
  out: string;
  /** One Int32: the next row that no thread has claimed. */
  claimed: SharedArrayBuffer;
}

/** From this number of outputs on, a thread checks most of them during the scan of the sources. */
const WORTH_A_THREAD = 20_000;
/** Number of rows that a thread claims at once. */
const CHUNK = 1000;

/** @param stateFile the file from which a thread can read `stored`; null for a state in memory */
export function startOutputCheck(stored: StoredState, out: string, stateFile: string | null): OutputCheck {
  const claimed = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const isLarge = stored.head.summary.outputs >= WORTH_A_THREAD && availableParallelism() > 1;
  const worker = stateFile !== null && isLarge ? startThread({ stateFile, out, claimed }) : null;
  let hasPassed = false;
  return {
    get hasPassed() {
      return hasPassed;
    },
    async result() {
      hasPassed = checkOutputs(stored, out, claimed) && ((await worker?.answer()) ?? true);
      return hasPassed;
    },
    cancel: () => worker?.end(),
  };
}

function startThread(task: OutputCheckTask) {
  const worker = new Worker(packageFile('lib/outputs-thread.js'), { workerData: task });
  worker.unref();
  const answered = new Promise<boolean>((resolve) => {
    worker.once('message', resolve);
    worker.once('error', () => resolve(false));
    worker.once('exit', () => resolve(false));
  });
  return {
    answer() {
      worker.ref();
      return answered;
    },
    end: () => void worker.terminate(),
  };
}

/** True if the outputs that no other thread has claimed are intact. */
export function checkOutputs(stored: StoredState, out: string, claimed: SharedArrayBuffer): boolean {
  try {
    return areIntact(stored, out, new Int32Array(claimed));
  } catch {
    return false;
  }
}

function areIntact({ outputs }: StoredState, out: string, next: Int32Array): boolean {
  while (true) {
    const first = Atomics.add(next, 0, CHUNK);
    if (first >= outputs.length) return true;
    const [path, size] = [outputs.column('path'), outputs.column('size')];
    const [mtime, ctime] = [outputs.column('mtime'), outputs.column('ctime')];
    for (let row = first; row < Math.min(first + CHUNK, outputs.length); row++) {
      const known = { path: path.at(row), size: size.at(row), mtime: mtime.at(row), ctime: ctime.at(row) };
      if (!isIntact(out, known)) return false;
    }
  }
}
