/** Checks the types of a theme with the TypeScript that the site has installed; without one there is nothing to report. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import type { Problem } from '../foundation/errors.ts';
import { THEME_FOLDER } from './theme-files.ts';

const CONFIG = `${THEME_FOLDER}/tsconfig.json`;

/** @returns the errors, with places; none where theme/tsconfig.json or TypeScript is missing */
export async function checkTypes(root: string): Promise<Problem[]> {
  const compiler = existsSync(join(root, CONFIG)) ? findCompiler(root) : null;
  return compiler === null ? [] : parseErrors(await run(compiler, root));
}

/** null without TypeScript, and where the package that declares `articles/theme` is not installed for the site. */
function findCompiler(root: string): string | null {
  const folders = createRequire(resolve(root, 'package.json')).resolve.paths('typescript') ?? [];
  const find = (path: string) => folders.map((folder) => join(folder, path)).find((file) => existsSync(file));
  return find('articles/package.json') === undefined ? null : (find('typescript/bin/tsc') ?? null);
}

function run(compiler: string, root: string): Promise<string> {
  return new Promise((done, reject) => {
    const options = ['--noEmit', '--pretty', 'false', '--project', CONFIG];
    const child = spawn(process.execPath, [compiler, ...options], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    child.on('error', reject);
    child.on('close', () => done(printed));
  });
}

/** `file(line,column): error TS1234: message`, and indented lines that say more. */
function parseErrors(printed: string): Problem[] {
  return [...printed.matchAll(/^(?:(\S.*?)\((\d+),(\d+)\): )?error TS\d+: (.+)$/gm)].map(
    ([, file, line, column, message = '']) => ({
      ...(file === undefined ? { file: CONFIG } : { file, line: Number(line), column: Number(column) }),
      code: 'code-error',
      message,
      hint: 'correct the code there: the types of `articles/theme` say what a page has',
    }),
  );
}
