/** Runs the compiled code of a site in this thread, and finds the places of its errors. */
import { createRequire, SourceMap } from 'node:module';
import { compileFunction } from 'node:vm';
import react from 'react';
import jsxRuntime from 'react/jsx-runtime';
import { messageOf, type Place, type Problem } from '../foundation/errors.ts';
import { packageFile } from '../foundation/package-files.ts';
import * as theme from '../templates/public.ts';
import type { CompiledCode, GIVEN_PACKAGES } from './compile-code.ts';
import type { ModuleFile, ModuleKind } from './module-kinds.ts';
import { THEME_FOLDER } from './theme-files.ts';

/** A module of the site. What it exports is not known to be right. */
export interface SiteModule extends ModuleFile {
  exports: Readonly<Record<string, unknown>>;
}

export interface SiteCode {
  compiled: CompiledCode;
  /** The modules of a kind. */
  modules(kind: ModuleKind): SiteModule[];
}

/** In stacks. */
const SCRIPT = 'site-theme.js';

/** Made when they are asked for: zod is not part of every start. */
const GIVEN: Readonly<Record<(typeof GIVEN_PACKAGES)[number], () => unknown>> = {
  'articles/theme': () => theme,
  react: () => react,
  'react/jsx-runtime': () => jsxRuntime,
  zod: () => createRequire(packageFile('package.json'))('zod'),
};

/** @throws the error of a module's statements, which `locateError` finds in the sources */
export function runCode(compiled: CompiledCode): SiteCode {
  const module: { exports: { modules?: SiteModule['exports'][] } } = { exports: {} };
  const load = compileFunction(compiled.script, ['module', 'exports', 'require'], { filename: SCRIPT });
  load(module, module.exports, (name: keyof typeof GIVEN) => GIVEN[name]());
  const modules = compiled.files.map((file, index) => ({
    ...file,
    exports: module.exports.modules?.[index] ?? {},
  }));
  return {
    compiled,
    modules: (kind) => modules.filter((module) => module.kind === kind),
  };
}

/** @param subject what cannot be made, as in a message. @param file where no other is known */
export function describeCrash(
  { compiled }: SiteCode,
  error: unknown,
  { subject, file }: { subject: string; file: string | undefined },
): Problem {
  return {
    ...(locateError(compiled, error) ?? { file: file ?? THEME_FOLDER }),
    code: 'code-crash',
    message: `${subject} cannot be rendered: ${messageOf(error)}`,
    hint: 'correct the view or component there; what it shows may be missing or null',
  };
}

/** Where in the site's code an error was thrown; null where that code is not in its stack. */
export function locateError({ sourceMap }: CompiledCode, error: unknown): Required<Place> | null {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, line, column] = new RegExp(`${SCRIPT}:(\\d+):(\\d+)`).exec(stack) ?? [];
  if (line === undefined) return null;
  const entry = new SourceMap(JSON.parse(sourceMap)).findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in entry)) return null;
  const { originalSource: file, originalLine, originalColumn } = entry;
  return { file, line: originalLine + 1, column: originalColumn + 1 };
}
