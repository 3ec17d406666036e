/** Runs jobs that no page waits for, such as drawing pictures, in a thread where a core is free for it. */
import { Worker } from 'node:worker_threads';
import { packageFile } from '../../foundation/package-files.ts';
import type { BackgroundAnswer, BackgroundCall, BackgroundJobs } from './background-jobs.ts';

type Input<Job extends keyof BackgroundJobs> = Parameters<BackgroundJobs[Job]>[0];
type Value<Job extends keyof BackgroundJobs> = Awaited<ReturnType<BackgroundJobs[Job]>>;

export interface Background {
  /** @throws what the job throws */
  run<Job extends keyof BackgroundJobs>(job: Job, input: Input<Job>): Promise<Value<Job>>;
  /** Makes a later `planServiceWorker` faster. That job reports any error. */
  prepareServiceWorker(): void;
  /** Ends the thread, and rejects the jobs that still run. */
  close(): void;
}

/** @param hasThread whether a thread runs the jobs, which starts with the first one; otherwise the main thread does */
export function openBackground(hasThread: boolean): Background {
  return hasThread ? createThreaded() : createInline();
}

function createInline(): Background {
  let loaded: Promise<BackgroundJobs> | null = null;
  return {
    // Loading ahead would only delay the main thread.
    prepareServiceWorker: () => undefined,
    async run<Job extends keyof BackgroundJobs>(job: Job, input: Input<Job>): Promise<Value<Job>> {
      loaded ??= import('./background-jobs.ts').then(({ createBackgroundJobs }) => createBackgroundJobs());
      // TypeScript cannot relate the job's name to its input.
      const work = (await loaded)[job] as (input: Input<Job>) => Promise<Value<Job>>;
      return work(input);
    },
    close: () => undefined,
  };
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

function createThreaded(): Background {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let calls = 0;
  const rejectAll = (error: unknown) => {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = () => {
    const started = new Worker(packageFile('lib/background.js'));
    started.on('message', (answer: BackgroundAnswer) => {
      const call = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('error' in answer) call?.reject(answer.error);
      else call?.resolve(answer.value);
    });
    started.on('error', (error) => {
      // A thread that has ended answers nothing; another job starts a new one.
      worker = null;
      rejectAll(error);
    });
    return started;
  };
  const run = <Job extends keyof BackgroundJobs>(job: Job, input: Input<Job>): Promise<Value<Job>> => {
    worker ??= start();
    const id = calls++;
    const call: BackgroundCall = { id, job, input };
    worker.postMessage(call);
    return new Promise((resolve, reject) => {
      // The thread answers a call with the value of its job.
      waiting.set(id, { resolve: (value) => resolve(value as Value<Job>), reject });
    });
  };
  return {
    run,
    prepareServiceWorker: () => void run('prepareServiceWorker', undefined).catch(() => undefined),
    close() {
      void worker?.terminate();
      rejectAll(new Error('the background thread was ended'));
    },
  };
}
