/** Runs the W3C checker (Java) and xmllint. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { describeMissing } from '../../scripts/test-tools.mjs';

/** @param name of the tool (scripts/test-tools.mjs) @throws with the line that installs it */
export function needTool(name: string, command: string, args: readonly string[]): void {
  const { error, status } = spawnSync(command, args);
  if (error || status !== 0) throw new Error(describeMissing(name));
}

/** Errors of the W3C checker, one line each. @param paths HTML files, or folders whose HTML files are meant */
export function checkMarkup(paths: readonly string[]): string[] {
  needTool('Java', 'java', ['-version']);
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
  // A short run is over before the second compiler of Java pays off.
  const java = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xss2m', '-jar', jar];
  const args = [...java, '--errors-only', '--format', 'json', '--stdout', '--skip-non-html', ...paths];
  const { stdout, stderr } = spawnSync('java', args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (stdout === '') throw new Error(`the W3C checker gave no answer: ${stderr.slice(0, 500)}`);
  const { messages } = JSON.parse(stdout) as {
    messages: { url: string; message: string; extract?: string }[];
  };
  return messages.map(({ url, message, extract }) => `${url.split('/').at(-1)}: ${message} ${extract ?? ''}`);
}
