/** Runs the real binary. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { holdOutput } from './results.ts';

const BINARY = fileURLToPath(new URL('../../bin/articles.js', import.meta.url));

export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  /** undefined removes a variable. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** Options of Node before the program, such as `--import`. */
  node?: readonly string[];
  /** Another program than that of this folder. */
  binary?: string;
}

export type Started = ChildProcessByStdio<null, Readable, Readable> & {
  /** All that it has printed on stdout and stderr so far. */
  said(): { stdout: string; stderr: string };
  /** @throws where the process cannot be started */
  ended: Promise<Run & { signal: NodeJS.Signals | null }>;
};

/** Starts `articles …`. */
export function startArticles(
  args: readonly string[],
  { cwd, environment, node = [], binary = BINARY }: RunOptions = {},
): Started {
  const { NODE_OPTIONS: _options, NODE_ENV: _environment, VITEST: _vitest, ...others } = process.env;
  // In a job of GitHub the program says more.
  const inherited = { ...others, GITHUB_ACTIONS: undefined, GITHUB_STEP_SUMMARY: undefined };
  const child = spawn(process.execPath, [...node, binary, ...args], {
    cwd,
    env: { ...inherited, NO_COLOR: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  const ended = new Promise<Awaited<Started['ended']>>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      try {
        // Other versions have other schemas, and a killed process may have printed a part.
        if (binary === BINARY && signal === null) holdOutput(args, said.stdout);
        resolve({ code, signal, ...said });
      } catch (error) {
        reject(error);
      }
    });
  });
  return Object.assign(child, { said: () => said, ended });
}

/** Runs `articles …` to its end. @throws where the process cannot be started or was killed */
export async function runArticles(args: readonly string[], options?: RunOptions): Promise<Run> {
  const { signal, ...run } = await startArticles(args, options).ended;
  if (signal) throw new Error(`killed by ${signal}: ${run.stderr}`);
  return run;
}

/** Runs with --json. @returns the one object on stdout. @throws with the program's words where it failed */
export async function runJson(args: readonly string[], options?: RunOptions) {
  const { code, stdout, stderr } = await runArticles([...args, '--json'], options);
  if (code !== 0) throw new Error(`articles ${args.join(' ')} ended with ${code}\n${stderr}`);
  return JSON.parse(stdout);
}
