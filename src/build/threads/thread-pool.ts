/** Runs chunks of work in threads and in the main thread, and reports the results of each chunk with its number. */
import { setImmediate } from 'node:timers/promises';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { type Problem, UserError } from '../../foundation/errors.ts';
import { packageFile } from '../../foundation/package-files.ts';
import type { CompiledCode } from '../../theme/compile-code.ts';
import type { SiteCode } from '../../theme/run-code.ts';
import { createJobs, type Jobs } from './jobs.ts';
import type { RenderSetup } from './task-messages.ts';

export type JobName = Exclude<keyof Jobs, 'setup'>;
type Item<Job extends JobName> = Parameters<Jobs[Job]>[0][number];
type Result<Job extends JobName> = ReturnType<Jobs[Job]>[number];

export interface WorkerStart {
  root: string;
  port: MessagePort;
  /** One Int32: the number of answered chunks. Threads notify it after each chunk. */
  finished: Int32Array;
  /** The site's code. */
  code: CompiledCode | null | undefined;
}

export type WorkerMessage =
  | { type: 'setup'; setup: RenderSetup }
  | { type: 'close' }
  | { type: 'work'; id: number; job: 'parse'; items: Item<'parse'>[] }
  | { type: 'work'; id: number; job: 'render'; items: Item<'render'>[] }
  | { type: 'work'; id: number; job: 'terms'; items: Item<'terms'>[] };

type WorkerAnswer =
  | { ready: true }
  | { id: number; results: Result<JobName>[] }
  /** The problems of a UserError. */
  | { id: number; problems: readonly Problem[] }
  | { id: number; error: string };

export interface Pool {
  readonly threads: number;
  /** Must come before the first `render`. */
  setup(setup: RenderSetup): void;
  /**
   * Runs a job over chunks. `onResults` is called once for each chunk, in any order, with its number. Chunks are not
   * kept in memory.
   * @throws the first error of a job
   */
  run<Job extends JobName>(
    job: Job,
    chunks: Iterable<Item<Job>[]>,
    onResults: (results: Result<Job>[], chunk: number) => void,
  ): Promise<void>;
  close(): Promise<void>;
}

/** Number of chunks in the queue of a thread, so that it never waits for the main thread. */
const AHEAD = 4;

/** Milliseconds after which the main thread pauses, so that other work of the process, such as drawing pictures, goes on. */
const SLICE = 2;

/** @param threads 1 for the main thread alone. `code` is the site's, left out where it is not loaded; `signal` stops a run. */
export function createPool(
  root: string,
  threads: number,
  { code, signal }: { code?: SiteCode | null | undefined; signal?: AbortSignal | undefined } = {},
): Pool {
  const finished = new Int32Array(new SharedArrayBuffer(4));
  const members = Array.from({ length: threads - 1 }, () =>
    createMember({ root, finished, code: code ? code.compiled : code }),
  );
  const jobs = createJobs(root, code);
  let failure: Error | null = null;
  for (const { worker } of members) worker.on('error', (error: Error) => (failure ??= error));

  return {
    threads,
    setup(setup) {
      jobs.setup(setup);
      for (const { port } of members) post(port, { type: 'setup', setup });
    },
    async run(job, chunks, onResults) {
      const iterator = chunks[Symbol.iterator]();
      let id = 0;
      const drain = () => {
        for (const member of members) {
          for (
            let message = receiveMessageOnPort(member.port);
            message;
            message = receiveMessageOnPort(member.port)
          ) {
            const answer: WorkerAnswer = message.message;
            if ('ready' in answer) {
              member.ready = true;
              continue;
            }
            member.pending--;
            if ('problems' in answer) throw new UserError(answer.problems);
            if ('error' in answer) throw new Error(answer.error);
            // Only messages of this job are pending.
            onResults(answer.results as Result<typeof job>[], answer.id);
          }
        }
        if (failure) throw failure;
        signal?.throwIfAborted();
      };
      let paused = performance.now();
      let next = iterator.next();
      while (!next.done) {
        drain();
        for (const member of members) {
          while (!next.done && member.ready && member.pending < AHEAD) {
            member.pending++;
            post(member.port, { type: 'work', id: id++, job, items: next.value } as WorkerMessage);
            next = iterator.next();
          }
        }
        if (next.done) break;
        const results: Result<typeof job>[] = [];
        for (const item of next.value) {
          // TypeScript cannot relate the job's name to its items.
          const work = jobs[job] as (items: readonly Item<typeof job>[]) => Result<typeof job>[];
          results.push(...work([item]));
          if (performance.now() - paused < SLICE) continue;
          await setImmediate();
          paused = performance.now();
        }
        onResults(results, id++);
        next = iterator.next();
      }
      const isDone = () => members.every(({ pending }) => pending === 0);
      while (!isDone()) {
        const count = Atomics.load(finished, 0);
        drain();
        if (isDone()) break;
        Atomics.wait(finished, 0, count, 20);
        await setImmediate();
      }
    },
    async close() {
      for (const { port } of members) post(port, { type: 'close' });
      await Promise.all(members.map(({ worker }) => worker.terminate()));
    },
  };
}

function post(port: MessagePort, message: WorkerMessage): void {
  port.postMessage(message);
}

interface Member {
  worker: Worker;
  port: MessagePort;
  /** True if the thread has started. */
  ready: boolean;
  /** Number of chunks without an answer. */
  pending: number;
}

function createMember(shared: Omit<WorkerStart, 'port'>): Member {
  const { port1, port2 } = new MessageChannel();
  const start: WorkerStart = { ...shared, port: port2 };
  const worker = new Worker(packageFile('lib/worker.js'), { workerData: start, transferList: [port2] });
  worker.unref();
  return { worker, port: port1, ready: false, pending: 0 };
}
