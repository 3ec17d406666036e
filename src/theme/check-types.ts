/** Type-checks a theme with the site's own TypeScript. Without TypeScript nothing is checked. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { finding, type Problem } from '../foundation/errors.ts';
import { THEME_FOLDER } from './theme-files.ts';

const CONFIG = `${THEME_FOLDER}/tsconfig.json`;
const HINT = 'correct the code there: the types of `articles/theme` say what a page has';

/** @returns the errors with places; none if theme/tsconfig.json or TypeScript is missing */
export async function checkTypes(root: string): Promise<Problem[]> {
  const compiler = existsSync(join(root, CONFIG)) ? findCompiler(root) : null;
  return compiler === null ? [] : parseErrors(await run(compiler, root));
}

/** Returns null if TypeScript, or the package that declares `articles/theme`, is not installed for the site. */
function findCompiler(root: string): string | null {
  const folders = createRequire(resolve(root, 'package.json')).resolve.paths('typescript') ?? [];
  const find = (path: string) => folders.map((folder) => join(folder, path)).find((file) => existsSync(file));
  return find('articles/package.json') === undefined ? null : (find('typescript/bin/tsc') ?? null);
}

/** The compiler prints type errors on stdout, and then exits with an error. */
function run(compiler: string, root: string): Promise<string> {
  const options = [compiler, '--noEmit', '--pretty', 'false', '--project', CONFIG];
  return new Promise((done) => {
    execFile(process.execPath, options, { cwd: root, maxBuffer: Infinity }, (_error, stdout) => done(stdout));
  });
}

/** Parses `file(line,column): error TS1234: message`; indented lines below it belong to the message. */
function parseErrors(printed: string): Problem[] {
  // TS18003: the theme has no code, so nothing can be wrong.
  return [...printed.matchAll(/^(?:(\S.*?)\((\d+),(\d+)\): )?error TS(?!18003)\d+: (.+)$/gm)].map(
    ([, file, line, column, message = '']) => {
      const place =
        file === undefined ? { file: CONFIG } : { file, line: Number(line), column: Number(column) };
      return finding('code-error', message, HINT, place);
    },
  );
}
