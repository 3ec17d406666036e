/** Bundles files of a site in memory, or returns the problems with their places. */
import type { BuildOptions, Message, OutputFile } from 'esbuild';
import type { ErrorCode, Problem } from '../foundation/errors.ts';

interface Bundle {
  outputs: readonly OutputFile[];
  /** Paths of all source files. */
  used: string[];
}

export async function bundle(
  options: BuildOptions,
  { code, hint }: { code: ErrorCode; hint: string },
): Promise<Bundle | Problem[]> {
  const { build } = await import('esbuild');
  const quiet = {
    bundle: true,
    write: false,
    metafile: true,
    legalComments: 'none',
    logLevel: 'silent',
  } as const;
  const result = await build({ ...options, ...quiet }).catch((error: { errors?: Message[] }) => {
    if (!error.errors) throw error;
    return { errors: error.errors, warnings: [], outputFiles: [], metafile: null };
  });
  const messages = [...result.errors, ...result.warnings];
  if (messages.length === 0)
    return { outputs: result.outputFiles, used: Object.keys(result.metafile?.inputs ?? {}) };
  return messages.map(({ text, location }) => {
    // esbuild counts columns from 0.
    const place = location && { file: location.file, line: location.line, column: location.column + 1 };
    return { ...place, code, message: text.replace('"given:', '"'), hint };
  });
}
