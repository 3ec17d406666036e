/** Starts `articles serve` or `articles desk` as a process on a free port, and stops it when the test ends. */
import { onTestFinished } from 'vitest';
import { type RunOptions, startArticles } from './cli.ts';

export interface Served {
  url: string;
  port: number;
  /** The address to open; that of the desk and of `serve --edit` have a token. */
  home: string;
  /** The object that it prints with --json. */
  result: object;
  /** Everything that it has printed for people so far. */
  log(): string;
  kill(): void;
  /** Interrupts it as Ctrl+C does. @returns its exit code */
  stop(): Promise<number | null>;
}

/** @param atEnd is given what ends the process; a hook has to see to that itself */
export function startServe(
  root: string,
  args: readonly string[] = ['--port', '0'],
  atEnd: (end: () => void) => void = onTestFinished,
  binary?: string,
): Promise<Served> {
  return startServer(['serve', '--root', root, ...args], atEnd, binary === undefined ? {} : { binary });
}

/**
 * Resolves when the server is ready.
 * @throws with its words where it ends before
 */
export function startServer(
  args: readonly string[],
  atEnd: (end: () => void) => void = onTestFinished,
  options: RunOptions = {},
): Promise<Served> {
  const child = startArticles([...args, '--json'], options);
  const kill = () => void child.kill('SIGKILL');
  atEnd(kill);
  const stop = async () => {
    child.kill('SIGINT');
    return (await child.ended).code;
  };
  return new Promise((resolve, reject) => {
    child.stdout.once('data', (line: string) => {
      const result = JSON.parse(line);
      const { url, port, home } = result;
      if (url) resolve({ url, port, home, result, log: () => child.said().stderr, kill, stop });
    });
    child.ended.then(
      ({ code, stderr }) => reject(new Error(`${args[0]} ended with ${code}\n${stderr}`)),
      reject,
    );
  });
}
