/** Runs the real binary. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BINARY = fileURLToPath(new URL('../../bin/articles.js', import.meta.url));

export interface Run {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  environment?: Readonly<Record<string, string>>;
  /** Options of Node before the program, such as `--import`. */
  node?: readonly string[];
  /** Another program than that of this folder. */
  binary?: string;
}

/** Runs `articles …` to its end. @throws where the process cannot be started or was killed */
export function runArticles(
  args: readonly string[],
  { cwd, environment, node = [], binary = BINARY }: RunOptions = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const { NODE_OPTIONS: _options, NODE_ENV: _environment, VITEST: _vitest, ...inherited } = process.env;
    const child = spawn(process.execPath, [...node, binary, ...args], {
      cwd,
      env: { ...inherited, NO_COLOR: '1', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (signal) reject(new Error(`killed by ${signal}: ${stderr}`));
      else resolve({ code, stdout, stderr });
    });
  });
}

/** Runs with --json. @returns the one object on stdout. @throws with the program's words where it failed */
export async function runJson(args: readonly string[], options?: RunOptions) {
  const { code, stdout, stderr } = await runArticles([...args, '--json'], options);
  if (code !== 0) throw new Error(`articles ${args.join(' ')} ended with ${code}\n${stderr}`);
  return JSON.parse(stdout);
}
