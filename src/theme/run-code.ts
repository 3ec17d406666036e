/** Runs the compiled code of a site in this thread, and locates its errors in the sources. */
import { createRequire, SourceMap } from 'node:module';
import { compileFunction } from 'node:vm';
import react from 'react';
import jsxRuntime from 'react/jsx-runtime';
import { messageOf, type Place, type Problem, UserError } from '../foundation/errors.ts';
import { packageFile } from '../foundation/package-files.ts';
import * as theme from '../templates/public.ts';
import { crashOf } from '../templates/replaceable.tsx';
import type { CompiledCode, GIVEN_PACKAGES } from './compile-code.ts';
import { EndlessCodeError, limitCode, SCRIPT } from './limit-code.ts';
import type { ModuleFile, ModuleKind } from './module-kinds.ts';
import { THEME_FOLDER } from './theme-files.ts';

/** A module of the site. Its exports are not validated yet. */
export interface SiteModule extends ModuleFile {
  exports: Readonly<Record<string, unknown>>;
}

export interface SiteCode {
  compiled: CompiledCode;
  /** The modules of a kind. */
  modules(kind: ModuleKind): SiteModule[];
}

/** Where the code of the site makes elements, by their props, while a crash is traced. */
let trace: WeakMap<object, Error> | null = null;

const traced =
  (create: typeof jsxRuntime.jsx): typeof jsxRuntime.jsx =>
  (...args) => {
    const element = create(...args);
    const { props } = element;
    if (trace && typeof props === 'object' && props !== null) trace.set(props, new Error('made here'));
    return element;
  };

const TRACED_RUNTIME = {
  ...jsxRuntime,
  jsx: traced(jsxRuntime.jsx),
  jsxs: traced(jsxRuntime.jsxs),
};

/** Functions, so that zod is loaded only if the code of a site imports it. */
const GIVEN: Readonly<Record<(typeof GIVEN_PACKAGES)[number], () => unknown>> = {
  'articles/theme': () => theme,
  react: () => react,
  'react/jsx-runtime': () => TRACED_RUNTIME,
  zod: () => createRequire(packageFile('package.json'))('zod'),
};

function give(name: string): unknown {
  const given = Object.entries(GIVEN).find(([known]) => known === name)?.[1];
  if (!given) throw new Error(`"${name}" cannot be imported while the site is built`);
  return given();
}

const refuseExit = () => {
  throw new Error('a page must not end the program: remove the call of process');
};
/** The `process` that the code of a site sees. It cannot end a build as if the build were complete. */
const PROCESS = new Proxy(process, {
  get: (target, name) =>
    ['exit', 'reallyExit', 'abort', 'kill'].includes(String(name)) ? refuseExit : Reflect.get(target, name),
});

/** @throws the error of a module's statements, which `locateError` finds in the sources */
export function runCode(compiled: CompiledCode): SiteCode {
  const module: { exports: { modules?: SiteModule['exports'][] } } = { exports: {} };
  const load = compileFunction(compiled.script, ['module', 'exports', 'require', 'process'], {
    filename: SCRIPT,
  });
  limitCode(() => load(module, module.exports, give, PROCESS));
  const modules = compiled.files.map((file, index) => ({
    ...file,
    exports: module.exports.modules?.[index] ?? {},
  }));
  return {
    compiled,
    modules: (kind) => modules.filter((module) => module.kind === kind),
  };
}

/**
 * Calls the code of the site.
 * @param subject names what cannot be rendered, for the message. @param file used if the stack has no place
 * @throws UserError for any error of the code
 */
export function callCode<T>(
  { compiled }: SiteCode,
  { subject, file }: { subject: string; file: string | undefined },
  work: () => T,
): T {
  try {
    return limitCode(work);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const start = `${subject} cannot be rendered: `;
    const component = crashOf(error);
    if (!component || locateError(compiled, error))
      throw new UserError(describeCrash(compiled, error, start, file));
    const place = traceElement(compiled, work);
    const crash = describeCrash(compiled, error, `${start}${component.name}: `, file);
    throw new UserError({ ...crash, ...place, hint: 'give the component there what its props need' });
  }
}

/** Runs the work that crashed again. @returns the place of the element whose component crashed; null if the site did not make it */
function traceElement(compiled: CompiledCode, work: () => unknown): Place | null {
  trace = new WeakMap();
  try {
    limitCode(work);
    return null;
  } catch (error) {
    return locateError(compiled, trace.get(crashOf(error)?.props ?? {}));
  } finally {
    trace = null;
  }
}

/** @param start of the message */
export function describeCrash(
  compiled: CompiledCode,
  error: unknown,
  start = '',
  file: string = THEME_FOLDER,
): Problem {
  const hint =
    error instanceof EndlessCodeError
      ? 'correct the loop there; for code that computes for long, set ARTICLES_CODE_SECONDS'
      : 'correct the code there: every build runs it, and a value that it uses may be missing or null';
  const place = locateError(compiled, error) ?? { file };
  return { ...place, code: 'code-crash', message: start + messageOf(error), hint };
}

/** The place in the site's code that threw an error; null if the stack does not contain that code. */
export function locateError({ sourceMap }: CompiledCode, error: unknown): Required<Place> | null {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, line, column] = new RegExp(`${SCRIPT}:(\\d+):(\\d+)`).exec(stack) ?? [];
  if (line === undefined) return null;
  const entry = new SourceMap(JSON.parse(sourceMap)).findEntry(Number(line) - 1, Number(column) - 1);
  if (!('originalSource' in entry)) return null;
  const { originalSource: file, originalLine, originalColumn } = entry;
  return { file, line: originalLine + 1, column: originalColumn + 1 };
}
