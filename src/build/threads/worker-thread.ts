/** A thread of the pool: runs the jobs of the main thread and sends their results. */
import { workerData } from 'node:worker_threads';
import { problemsOf } from '../../foundation/errors.ts';
import { createJobs } from './jobs.ts';
import type { WorkerMessage, WorkerStart } from './thread-pool.ts';

const { root, port, finished, code }: WorkerStart = workerData;
const jobs = createJobs(root, code ? (await import('../../theme/run-code.ts')).runCode(code) : code);

function run(message: Extract<WorkerMessage, { type: 'work' }>) {
  if (message.job === 'parse') return jobs.parse(message.items);
  return message.job === 'render' ? jobs.render(message.items) : jobs.terms(message.items);
}

port.postMessage({ ready: true });

port.on('message', (message: WorkerMessage) => {
  if (message.type === 'setup') {
    jobs.setup(message.setup);
    return;
  }
  if (message.type === 'close') {
    port.close();
    return;
  }
  try {
    const results = run(message);
    port.postMessage({ id: message.id, results });
  } catch (error) {
    const problems = problemsOf(error, root);
    const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
    port.postMessage(problems ? { id: message.id, problems } : { id: message.id, error: words });
  }
  // The main thread may be waiting for this.
  Atomics.add(finished, 0, 1);
  Atomics.notify(finished, 0);
});
