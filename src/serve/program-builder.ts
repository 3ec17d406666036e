/** Compiles changed templates, styles and client scripts while `serve --watch` runs in a checkout of the program. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Problem } from '../foundation/errors.ts';
import { packageFile } from '../foundation/package-files.ts';
import { relativePath } from '../foundation/paths.ts';

export interface ProgramSources {
  /** Absolute folder of the checkout; places of problems are relative to it. */
  folder: string;
  /** Absolute folder of the sources. */
  source: string;
  /** @returns the errors of the compiler; empty if there are none */
  compile(): Promise<Problem[]>;
  /** Finds an error of the compiled program in the sources; null if its stack names none of them. */
  locate(stack: string): Problem | null;
}

/** @returns null unless the served site is part of a checkout of the program: a package has no sources */
export function findProgramSources(root: string): ProgramSources | null {
  const folder = packageFile('');
  if (relative(folder, root).startsWith('..')) return null;
  const script = join(folder, 'scripts/compile.mjs');
  const source = join(folder, 'src');
  if (!existsSync(script) || !existsSync(join(source, 'cli.ts'))) return null;
  return {
    folder,
    source,
    compile: () => runCompiler(folder, script),
    locate: (stack) => locateError(folder, stack),
  };
}

function runCompiler(folder: string, script: string): Promise<Problem[]> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    let printed = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    child.on('error', (error) => resolve(parseFailures(folder, error.message)));
    child.on('close', (code) => resolve(code === 0 ? [] : parseFailures(folder, printed)));
  });
}

/** esbuild prints `✘ [ERROR] message`, an empty line, `    file:line:column:`; without logs `file:line:column: ERROR: message`. */
function parseFailures(folder: string, printed: string): Problem[] {
  const hint = 'fix the source';
  const drawn = [...printed.matchAll(/\[ERROR\] (.+)\n\s*\n\s+(.+?):(\d+):(\d+):/g)].map(
    ([, message = '', file = '', line, column]) => ({ message, file, line, column }),
  );
  const plain = [...printed.matchAll(/^(?:Error: )?(\S.*?):(\d+):(\d+): ERROR: (.+)$/gm)].map(
    ([, file = '', line, column, message = '']) => ({ message, file, line, column }),
  );
  const found = (drawn.length > 0 ? drawn : plain).map(
    ({ message, file, line, column }): Problem => ({
      file,
      line: Number(line),
      column: Number(column) + 1,
      code: 'program-not-compiled',
      message,
      hint,
    }),
  );
  if (found.length > 0) return found;
  // The step also runs the compiled code, which may throw.
  const located = locateError(folder, printed);
  if (located) return [located];
  const message = ERROR_LINE.exec(printed)?.[1] ?? 'the compile step failed';
  return [{ code: 'program-not-compiled', message, hint: 'run `npm run compile` to see all of it' }];
}

const ERROR_LINE = /^\s*(?:Uncaught )?((?:[A-Z]\w*)?Error\b.*)$/m;

/** The first frame of a stack whose source map leads to a source of the program. */
function locateError(folder: string, stack: string): Problem | null {
  const message = ERROR_LINE.exec(stack)?.[1];
  if (message === undefined) return null;
  for (const [, address = '', line, column] of stack.matchAll(
    /(file:[^\s()]+?\.js|\/[^\s():]+\.js):(\d+):(\d+)/g,
  )) {
    const file = address.startsWith('file:') ? fileURLToPath(address) : address;
    const map = `${file}.map`;
    if (relative(join(folder, 'lib'), file).startsWith('..') || !existsSync(map)) continue;
    const entry = new SourceMap(JSON.parse(readFileSync(map, 'utf8'))).findEntry(
      Number(line) - 1,
      Number(column) - 1,
    );
    if (!('originalSource' in entry)) continue;
    const source = relativePath(folder, resolve(dirname(file), entry.originalSource));
    if (!source.startsWith('src/')) continue;
    const place = { line: entry.originalLine + 1, column: entry.originalColumn + 1 };
    return { file: source, ...place, code: 'program-not-compiled', message, hint: 'fix the source' };
  }
  return null;
}
