/** Starts `articles serve` as a process on a free port, and stops it when the test ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const BINARY = fileURLToPath(new URL('../../bin/articles.js', import.meta.url));

export interface Served {
  url: string;
  port: number;
  /** Everything that it has printed for people so far. */
  log(): string;
  /** Interrupts it as Ctrl+C does. @returns its exit code */
  stop(): Promise<number | null>;
}

/**
 * Resolves when the server is ready.
 * @param atEnd is given what ends the process; a hook has to see to that itself
 * @throws with its words where it ends before
 */
export function startServe(
  root: string,
  args: readonly string[] = ['--port', '0'],
  atEnd: (end: () => void) => void = onTestFinished,
  binary = BINARY,
): Promise<Served> {
  const { NODE_OPTIONS: _options, NODE_ENV: _environment, VITEST: _vitest, ...inherited } = process.env;
  const child = spawn(process.execPath, [binary, 'serve', '--root', root, '--json', ...args], {
    env: { ...inherited, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  atEnd(() => void child.kill('SIGKILL'));
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').once('data', (line: string) => {
      const { url, port } = JSON.parse(line);
      if (url) resolve({ url, port, log: () => log, stop: () => stop(child) });
    });
    child.once('close', (code) => reject(new Error(`serve ended with ${code}\n${log}`)));
  });
}

function stop(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('close', resolve);
    child.kill('SIGINT');
  });
}
