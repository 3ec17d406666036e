/** Runs git for people who do not sit at its terminal: it asks nothing, runs no hooks, and ends after a while. */
import { execFile } from 'node:child_process';

interface GitOptions {
  /** Given to its standard input. */
  input?: string | Buffer;
  /** Further variables of its environment. */
  env?: Readonly<Record<string, string>>;
  /** Milliseconds until it is ended. */
  limit?: number;
}

interface GitEnd {
  code: number;
  output: Buffer;
  /** What it says about a failure, without passwords of addresses. */
  words: string;
}

/** Milliseconds. Saves wait for what git does here; a first push of many pictures takes its time. */
const LIMIT = 30_000;
const LIMIT_AFAR = 300_000;

/** Hooks and watchers of the repository are for those who know them. */
const SETTINGS = ['core.hooksPath=/dev/null', 'core.fsmonitor=false', 'gc.auto=0', 'maintenance.auto=false'];

/** @returns its end, also where it fails or is missing */
export function git(root: string, args: readonly string[], options: GitOptions = {}): Promise<GitEnd> {
  const { input = '', env = {}, limit = LIMIT } = options;
  const settings = SETTINGS.flatMap((setting) => ['-c', setting]);
  return new Promise<GitEnd>((done) => {
    const child = execFile(
      'git',
      [...settings, ...args],
      {
        cwd: root,
        encoding: 'buffer',
        maxBuffer: 256 << 20,
        timeout: limit,
        env: { ...process.env, ...SILENT, ...env },
      },
      (error, output, words) => {
        const late = error?.killed ? `git has not ended after ${limit / 1000} seconds` : '';
        const code = error ? (typeof error.code === 'number' ? error.code : 128) : 0;
        done({ code, output, words: late || withoutSecrets(words.toString()) });
      },
    );
    // git may end before it reads.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

const SILENT = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS_REQUIRE: 'never',
  GCM_INTERACTIVE: 'never',
  LC_ALL: 'C',
};

/** The same for what asks another machine: ssh reads passwords from the terminal itself. A command of the user's own stays. */
export async function gitAfar(root: string, args: readonly string[]): Promise<GitEnd> {
  const { GIT_SSH_COMMAND = '', GIT_SSH = '' } = process.env;
  const own = GIT_SSH_COMMAND || GIT_SSH || (await askGit(root, ['config', 'core.sshCommand']));
  const env = own === '' ? { GIT_SSH_COMMAND: 'ssh -o BatchMode=yes' } : {};
  return git(root, args, { env, limit: LIMIT_AFAR });
}

const withoutSecrets = (words: string) => words.replace(/(\w:\/\/)[^\s/@']+@/g, '$1').trim();

/** The output of git without its last line break; '' where it fails. */
export async function askGit(root: string, args: readonly string[]): Promise<string> {
  const { code, output } = await git(root, args);
  return code === 0 ? output.toString().replace(/\n$/, '') : '';
}
