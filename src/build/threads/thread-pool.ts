/** Runs chunks of work in threads and in the main thread, and reports the results of each chunk with its number. */
import { setImmediate } from 'node:timers/promises';
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { ApprovedTexts } from '../../content/article/approved-texts.ts';
import type { Reading } from '../../content/article/reading.ts';
import { threadEnded } from '../../foundation/ask-thread.ts';
import { type Problem, UserError } from '../../foundation/errors.ts';
import { packageFile } from '../../foundation/package-files.ts';
import type { CompiledCode } from '../../theme/compile-code.ts';
import { createJobs, type Jobs, type PoolOptions } from './jobs.ts';
import type { RenderSetup } from './task-messages.ts';

export type JobName = Exclude<keyof Jobs, 'setup'>;
type Item<Job extends JobName> = Parameters<Jobs[Job]>[0][number];
type Result<Job extends JobName> = ReturnType<Jobs[Job]>[number];

export interface WorkerStart {
  root: string;
  port: MessagePort;
  /** One Int32: the number of answered chunks. Threads notify it after each chunk. */
  finished: Int32Array;
  /** One Int32 for each place in a queue: 1 once its chunk has begun, in the thread or in the main thread. */
  begun: Int32Array;
  /** The site's code. */
  code: CompiledCode | null | undefined;
  approved: ApprovedTexts | null;
  reading: Reading | undefined;
}

export type WorkerMessage =
  | { type: 'setup'; setup: RenderSetup }
  | { type: 'close' }
  | { type: 'work'; place: number; job: 'parse'; items: Item<'parse'>[] }
  | { type: 'work'; place: number; job: 'render'; items: Item<'render'>[] }
  | { type: 'work'; place: number; job: 'terms'; items: Item<'terms'>[] }
  | { type: 'work'; place: number; job: 'places'; items: Item<'places'>[] }
  | { type: 'work'; place: number; job: 'anchors'; items: Item<'anchors'>[] };

export type WorkerAnswer =
  | { ready: true }
  | { place: number; results: Result<JobName>[] }
  /** The main thread has done the chunk. */
  | { place: number; skipped: true }
  /** The problems of a UserError. */
  | { place: number; problems: readonly Problem[] }
  | { place: number; error: string };

export interface Pool {
  readonly threads: number;
  /** Must come before the first `render`. */
  setup(setup: RenderSetup): void;
  /**
   * Runs a job over chunks. `onResults` is called once for each chunk, in any order, with its number. Chunks are not
   * kept in memory. Several runs may go on at the same time.
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

/** @param threads 1 for only the main thread */
export function createPool(
  root: string,
  threads: number,
  { code, approved = null, reading, signal }: PoolOptions = {},
): Pool {
  const finished = new Int32Array(new SharedArrayBuffer(4));
  const begun = new Int32Array(new SharedArrayBuffer(4 * AHEAD * threads));
  const members = Array.from({ length: threads - 1 }, (_, index) =>
    createMember(
      { root, finished, begun, code: code ? code.compiled : code, approved, reading },
      index * AHEAD,
    ),
  );
  const jobs = createJobs(root, { code, approved, reading });
  let failure: unknown = null;
  for (const { worker } of members) {
    worker.on('error', (error: Error) => (failure ??= error));
    worker.on('exit', (code) => (failure ??= threadEnded(code)));
  }
  /** Hands the answers of the threads to their runs. An error ends every run. */
  const receive = () => {
    try {
      for (const member of members) member.receive();
    } catch (error) {
      failure ??= error;
    }
    if (failure) throw failure;
    signal?.throwIfAborted();
  };

  return {
    threads,
    setup(setup) {
      jobs.setup(setup);
      for (const { port } of members) post(port, { type: 'setup', setup });
    },
    run: (job, chunks, onResults) => runChunks({ members, jobs, finished, receive }, job, chunks, onResults),
    async close() {
      for (const { port } of members) post(port, { type: 'close' });
      await Promise.all(members.map(({ worker }) => worker.terminate()));
    },
  };
}

interface Crew {
  members: readonly Member[];
  /** The jobs of the main thread. */
  jobs: Jobs;
  finished: Int32Array;
  /** Hands the answers of the threads to their runs. @throws the first error of any thread */
  receive(): void;
}

async function runChunks<Job extends JobName>(
  { members, jobs, finished, receive }: Crew,
  job: Job,
  chunks: Iterable<Item<Job>[]>,
  onResults: (results: Result<Job>[], chunk: number) => void,
): Promise<void> {
  const given = new Map<number, { items: Item<Job>[]; takeBack(): boolean }>();
  const give = (member: Member, items: Item<Job>[], number: number) => {
    const takeBack = member.give(job, items, (results) => {
      given.delete(number);
      // A chunk is answered with the results of its job.
      onResults(results as Result<Job>[], number);
    });
    given.set(number, { items, takeBack });
  };
  // TypeScript cannot relate the job's name to its items.
  const workOn = jobs[job] as (items: readonly Item<Job>[]) => Result<Job>[];
  let paused = performance.now();
  const work = async (items: readonly Item<Job>[], number: number) => {
    const results: Result<Job>[] = [];
    for (const item of items) {
      results.push(...workOn([item]));
      if (performance.now() - paused < SLICE) continue;
      await setImmediate();
      paused = performance.now();
    }
    onResults(results, number);
  };

  const iterator = chunks[Symbol.iterator]();
  let next = iterator.next();
  let count = 0;
  while (!next.done) {
    receive();
    for (const member of members) {
      while (!next.done && member.hasRoom()) {
        give(member, next.value, count++);
        next = iterator.next();
      }
    }
    if (next.done) break;
    await work(next.value, count++);
    next = iterator.next();
  }
  // The main thread does what still waits in the queues. It begins with the last chunk, and the threads with the first.
  for (const [number, { items, takeBack }] of [...given].reverse()) {
    receive();
    if (!given.has(number) || !takeBack()) continue;
    given.delete(number);
    await work(items, number);
  }
  while (given.size > 0) {
    const answered = Atomics.load(finished, 0);
    receive();
    if (given.size === 0) break;
    Atomics.wait(finished, 0, answered, 20);
    await setImmediate();
  }
}

function post(port: MessagePort, message: WorkerMessage): void {
  port.postMessage(message);
}

type Member = ReturnType<typeof createMember>;

/** @param first the first of its places; it has AHEAD of them */
function createMember(shared: Omit<WorkerStart, 'port'>, first: number) {
  const { port1: port, port2 } = new MessageChannel();
  const start: WorkerStart = { ...shared, port: port2 };
  const worker = new Worker(packageFile('lib/worker.js'), { workerData: start, transferList: [port2] });
  worker.unref();
  let ready = false;
  const free = Array.from({ length: AHEAD }, (_, index) => first + index);
  const waiting = new Map<number, (results: Result<JobName>[]) => void>();
  return {
    worker,
    port,
    hasRoom: () => ready && free.length > 0,
    /** @returns a function that takes the chunk back; it returns false where the thread has begun it */
    give<Job extends JobName>(job: Job, items: Item<Job>[], take: (results: Result<JobName>[]) => void) {
      const place = free.pop();
      if (place === undefined) throw new Error('the queue of a thread is full');
      waiting.set(place, take);
      Atomics.store(shared.begun, place, 0);
      post(port, { type: 'work', place, job, items } as WorkerMessage);
      return () => Atomics.exchange(shared.begun, place, 1) === 0;
    },
    /** @throws the error of a chunk */
    receive() {
      for (let message = receiveMessageOnPort(port); message; message = receiveMessageOnPort(port)) {
        const answer: WorkerAnswer = message.message;
        if ('ready' in answer) {
          ready = true;
          continue;
        }
        const take = waiting.get(answer.place);
        waiting.delete(answer.place);
        free.push(answer.place);
        if ('problems' in answer) throw new UserError(answer.problems);
        if ('error' in answer) throw new Error(answer.error);
        if ('results' in answer) take?.(answer.results);
      }
    },
  };
}
