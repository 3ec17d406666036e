/** Chooses the number of threads of a build. */
import { availableParallelism } from 'node:os';

/** Number of articles from which a further thread saves more time than it costs (bench/README.md). */
const WORTH_A_THREAD = 500;
const MAX_THREADS = 8;

/** @param jobs the number that the user asked for, or null. @param work number of changed articles */
export function chooseThreads(jobs: number | null, work: number): number {
  if (jobs !== null) return jobs;
  return Math.max(1, Math.min(availableParallelism(), MAX_THREADS, Math.ceil(work / WORTH_A_THREAD)));
}
