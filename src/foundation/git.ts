/** Runs git, which may be missing. */
import { execFile } from 'node:child_process';

/** The output of git; '' if git fails or is not installed. */
export function runGit(root: string, args: readonly string[]): Promise<string> {
  return new Promise((done) => {
    execFile('git', [...args], { cwd: root, maxBuffer: 64 << 20 }, (error, stdout) =>
      done(error ? '' : stdout),
    );
  });
}
