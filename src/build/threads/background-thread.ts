/** The thread of the background jobs. */
import { parentPort } from 'node:worker_threads';
import { type BackgroundAnswer, type BackgroundCall, createBackgroundJobs } from './background-jobs.ts';

const jobs = createBackgroundJobs();

parentPort?.on('message', async ({ id, job, input }: BackgroundCall) => {
  const answer = (message: BackgroundAnswer) => parentPort?.postMessage(message);
  // TypeScript cannot relate the job's name to its input.
  const work = jobs[job] as (input: unknown) => Promise<unknown>;
  try {
    answer({ id, value: await work(input) });
  } catch (error) {
    answer({ id, error });
  }
});
