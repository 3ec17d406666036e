/** Runs jobs that no page waits for, such as drawing pictures, in a thread where a core is free for it. */
import { createAskedThread } from '../../foundation/ask-thread.ts';
import { packageFile } from '../../foundation/package-files.ts';
import type { BackgroundCall, BackgroundJobs } from './background-jobs.ts';

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

function createThreaded(): Background {
  const thread = createAskedThread<BackgroundCall, unknown>(packageFile('lib/background.js'));
  // The thread answers a call with the value of its job.
  const run = <Job extends keyof BackgroundJobs>(job: Job, input: Input<Job>) =>
    thread.ask({ job, input }) as Promise<Value<Job>>;
  return {
    run,
    prepareServiceWorker: () => void run('prepareServiceWorker', undefined).catch(() => undefined),
    close: () => void thread.end(new Error('the background thread was ended')),
  };
}
