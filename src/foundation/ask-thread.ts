/** Asks questions of a thread, and answers them in it. */
import { parentPort, Worker } from 'node:worker_threads';
import { finding, UserError } from './errors.ts';

interface Question {
  id: number;
  question: unknown;
}

type Message = ({ id: number } & ({ answer: unknown } | { error: unknown })) | { note: unknown };

export interface AskedThread<Asked, Answer> {
  /** The thread starts with the first question. @throws what the thread throws */
  ask(question: Asked): Promise<Answer>;
  isRunning(): boolean;
  /** True while a question has no answer. */
  isBusy(): boolean;
  /** Ends the thread, and rejects the questions without an answer. */
  end(error: Error): Promise<void>;
}

/** @param file absolute path of its script, which calls `answerQuestions`. @param onNote gets what the thread says unasked */
export function createAskedThread<Asked, Answer, Note = never>(
  file: string,
  workerData?: unknown,
  onNote: (note: Note) => void = () => undefined,
): AskedThread<Asked, Answer> {
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: unknown): void }>();
  let worker: Worker | null = null;
  let count = 0;
  /** A thread that has ended answers nothing; the next question starts another one. */
  const fail = (ended: Worker | null, error: unknown) => {
    // It has failed before: what waits now waits for another thread.
    if (ended !== worker) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const start = () => {
    const started = new Worker(file, { workerData });
    started.on('message', (message: Message) => {
      // Its own script sends nothing else.
      if ('note' in message) return onNote(message.note as Note);
      const asked = waiting.get(message.id);
      waiting.delete(message.id);
      if ('error' in message) asked?.reject(message.error);
      else asked?.resolve(message.answer as Answer);
    });
    started.on('error', (error) => fail(started, error));
    started.on('exit', (code) => fail(started, threadEnded(code)));
    return started;
  };
  return {
    ask: (question) =>
      new Promise((resolve, reject) => {
        worker ??= start();
        const asked: Question = { id: count++, question };
        waiting.set(asked.id, { resolve, reject });
        worker.postMessage(asked);
      }),
    isRunning: () => worker !== null,
    isBusy: () => waiting.size > 0,
    async end(error) {
      const ended = worker;
      fail(ended, error);
      await ended?.terminate();
    },
  };
}

/** Errors are heard on their own, so only a call of `process.exit` in the code of a site comes here. */
export function threadEnded(code: number): UserError {
  const message = `the code of the site ended a thread of the program, with code ${code}`;
  return new UserError(
    finding('code-crash', message, 'remove the call of process.exit; throw an error to stop a build', {
      file: 'theme',
    }),
  );
}

/** In the thread: answers each question, several at a time. */
export function answerQuestions<Asked>(answer: (question: Asked) => unknown): void {
  parentPort?.on('message', async ({ id, question }: Question) => {
    const send = (message: Message) => parentPort?.postMessage(message);
    try {
      // Whoever asks knows the questions of the thread.
      send({ id, answer: await answer(question as Asked) });
    } catch (error) {
      send({ id, error });
    }
  });
}

/** In the thread: says something unasked. */
export function sendNote(note: unknown): void {
  parentPort?.postMessage({ note } satisfies Message);
}
