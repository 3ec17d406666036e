/** Loads the code of a site: compiles it, or takes it from the cache, and runs it once. */

import { hash as digest } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from '../foundation/errors.ts';
import { installedKey } from '../foundation/installed-packages.ts';
import { readProgramVersion } from '../foundation/package-files.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { siteFile } from '../foundation/site-folders.ts';
import { compileOnce } from './compile-cache.ts';
import { type CompiledCode, compileCode } from './compile-code.ts';
import { CODE_FILES, LOCK_FILES, type ModuleFile, moduleOf } from './module-kinds.ts';
import type { SiteCode } from './run-code.ts';
import { THEME_FOLDER, type ThemeFiles } from './theme-files.ts';

/** @returns null for a site without code */
export async function loadCode(
  { root, cacheFolder }: { root: string; cacheFolder: string },
  theme: ThemeFiles,
): Promise<SiteCode | Problem[] | null> {
  const files = listModules(root, theme);
  if (files.length === 0) return null;
  const key = [
    readProgramVersion().code,
    installedKey('esbuild'),
    theme.key,
    ...[...CODE_FILES, ...LOCK_FILES].map((file) => hashOf(join(root, file))),
  ];
  const compiled = await compileOnce<CompiledCode>(join(cacheFolder, 'theme-code.bin'), key.join(' '), () =>
    compileCode(root, files),
  );
  if (Array.isArray(compiled)) return compiled;
  const { describeCrash, runCode } = await import('./run-code.ts');
  try {
    return runCode(compiled);
  } catch (error) {
    return [describeCrash(compiled, error)];
  }
}

function listModules(root: string, { paths }: ThemeFiles): ModuleFile[] {
  const outside = CODE_FILES.filter((file) => existsSync(join(root, file)));
  return [...paths.map((path) => `${THEME_FOLDER}/${path}`), ...outside].flatMap((path) => {
    const module = moduleOf(path);
    return module ? { ...module, file: siteFile(root, path) } : [];
  });
}

/** Returns '' for a missing file. */
function hashOf(file: string): string {
  return existsSync(file) ? digest('sha1', readRegularFile(file), 'base64url') : '';
}
