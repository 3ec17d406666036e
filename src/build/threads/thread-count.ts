/** Owns how many threads a build uses. */
import { availableParallelism } from 'node:os';

/** From about so many articles on a thread gives more than it costs (bench/README.md). */
const WORTH_A_THREAD = 500;
const MOST = 8;

/** @param jobs what the user asked for, or null. @param work articles that have changed */
export function chooseThreads(jobs: number | null, work: number): number {
  if (jobs !== null) return jobs;
  return Math.max(1, Math.min(availableParallelism(), MOST, Math.ceil(work / WORTH_A_THREAD)));
}
