/** Opens a page in the user's browser. */
import { spawn } from 'node:child_process';
import { finding } from '../foundation/errors.ts';
import type { Reporter } from '../foundation/report.ts';

export function openInBrowser(url: string, reporter: Reporter): void {
  const [file, ...args] = commandFor(process.platform, url);
  const child = spawn(file, args, { stdio: 'ignore', detached: true });
  const failure = finding('browser-not-opened', 'the browser did not open', `open ${url} in it`);
  child.on('error', () => reporter.warn(failure));
  child.unref();
}

function commandFor(platform: NodeJS.Platform, url: string): [string, ...string[]] {
  if (platform === 'darwin') return ['open', url];
  if (platform === 'win32') return ['cmd', '/c', 'start', '', url];
  return ['xdg-open', url];
}
