/** The thread of the background jobs. */
import { answerQuestions } from '../../foundation/ask-thread.ts';
import { type BackgroundCall, createBackgroundJobs } from './background-jobs.ts';

const jobs = createBackgroundJobs();

answerQuestions(({ job, input }: BackgroundCall) => {
  // TypeScript cannot relate the job's name to its input.
  const work = jobs[job] as (input: unknown) => Promise<unknown>;
  return work(input);
});
