/** A thread of the pool: runs the jobs of the main thread and sends their results. */
import { workerData } from 'node:worker_threads';
import { problemsOf } from '../../foundation/errors.ts';
import { createJobs } from './jobs.ts';
import type { WorkerAnswer, WorkerMessage, WorkerStart } from './thread-pool.ts';

const { root, port, finished, begun, code, approved, reading }: WorkerStart = workerData;
const jobs = createJobs(root, {
  code: code ? (await import('../../theme/run-code.ts')).runCode(code) : code,
  approved,
  reading,
});

function run(message: Extract<WorkerMessage, { type: 'work' }>) {
  if (message.job === 'parse') return jobs.parse(message.items);
  if (message.job === 'render') return jobs.render(message.items);
  if (message.job === 'terms') return jobs.terms(message.items);
  return message.job === 'places' ? jobs.places(message.items) : jobs.anchors(message.items);
}

const answer = (message: WorkerAnswer) => port.postMessage(message);

answer({ ready: true });

port.on('message', (message: WorkerMessage) => {
  if (message.type === 'setup') {
    jobs.setup(message.setup);
    return;
  }
  if (message.type === 'close') {
    port.close();
    return;
  }
  const { place } = message;
  if (Atomics.exchange(begun, place, 1) === 1) {
    answer({ place, skipped: true });
    return;
  }
  try {
    answer({ place, results: run(message) });
  } catch (error) {
    const problems = problemsOf(error, root);
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    answer(problems ? { place, problems } : { place, error: words });
  }
  // The main thread may be waiting for this.
  Atomics.add(finished, 0, 1);
  Atomics.notify(finished, 0);
});
