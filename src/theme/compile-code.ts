/** Compiles the modules of a site into one script with a source map, or returns the problems with their places. */

import { realpathSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { isAbsolute, join, posix, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { attempt } from '../foundation/attempt.ts';
import type { Problem } from '../foundation/errors.ts';
import { folderOf, logicalPath } from '../foundation/layers.ts';
import { findNear } from '../foundation/near-names.ts';
import { isWithin, relativePath } from '../foundation/paths.ts';
import { siteFile } from '../foundation/site-folders.ts';
import { bundle } from './bundle.ts';
import { CODE_FILES, type ModuleFile } from './module-kinds.ts';
import { THEME_FOLDER } from './theme-files.ts';

export interface CompiledCode {
  /** A CommonJS script. Exports `modules`, in the order of `files`. */
  script: string;
  /** Source map as JSON. */
  sourceMap: string;
  files: readonly ModuleFile[];
  /** All source files of the script, relative to the root. */
  used: string[];
}

/** Packages that the program provides to a site's code, so that both use the same React. */
export const GIVEN_PACKAGES = ['articles/theme', 'react', 'react/jsx-runtime', 'zod'] as const;

/** @param site the site's folder */
export async function compileCode(
  site: string,
  files: readonly ModuleFile[],
): Promise<CompiledCode | Problem[]> {
  const root = resolve(site);
  const result = await bundle(
    {
      stdin: {
        contents: [
          ...files.map(({ file }, index) => `import * as m${index} from ${JSON.stringify(`./${file}`)};`),
          `export const modules = [${files.map((_, index) => `m${index}`)}];`,
        ].join('\n'),
        resolveDir: root,
        sourcefile: ENTRY,
      },
      absWorkingDir: root,
      format: 'cjs',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      target: 'node20.19',
      outfile: 'theme.js',
      sourcemap: 'external',
      sourcesContent: false,
      charset: 'utf8',
      define: { 'process.env.NODE_ENV': '"production"' },
      jsx: 'automatic',
      // tsconfig.json is for editors only: the output must not depend on it.
      tsconfigRaw: '{}',
      plugins: [limitImports(root)],
    },
    { code: 'code-error', hint: 'correct the code there (docs/theme.md says what it may import)' },
  );
  if (Array.isArray(result)) return result;
  const textOf = (ending: string) => result.outputs.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: textOf('.js'), sourceMap: textOf('.map'), files, used: result.used };
}

const BUILT_IN = new Set(builtinModules);

/** The name of the module that imports all others. */
const ENTRY = 'theme.ts';

const ENDINGS = ['.tsx', '.ts', '.jsx', '.js', '.css', '.json'];

/** The files that an import may mean, in the order of esbuild. */
function listCandidates(path: string): string[] {
  const asWritten = path.endsWith('.js')
    ? [path, path.replace(/js$/, 'ts'), path.replace(/js$/, 'tsx')]
    : [path];
  return [...asWritten, ...ENDINGS.map((end) => path + end), ...ENDINGS.map((end) => `${path}/index${end}`)];
}

/**
 * Refuses imports that the key of a build does not cover. Allowed are the site's files in theme/, and packages, which the
 * lock file covers. Built-in modules of Node are refused, since a page may depend on its data only.
 */
function limitImports(root: string): Plugin {
  const isOurs = (path: string) =>
    isWithin(path, THEME_FOLDER) || CODE_FILES.some((file) => [path, `${path}.ts`].includes(file));
  const isFile = (path: string) => attempt(() => statSync(path))?.isFile() === true;
  /** True if links may lead out of the folder. */
  const leadsOut = (path: string) => {
    const [real, base] = [path, folderOf(root, relativePath(root, path))].map((one) => realpathSync(one));
    if (real === undefined || base === undefined) return true;
    return !isWithin(real, join(base, THEME_FOLDER)) && !CODE_FILES.some((file) => real === join(base, file));
  };
  return {
    name: 'limit-imports',
    setup({ onResolve, onLoad, resolve: find }) {
      // esbuild reports misspelt imports if the names are listed.
      onLoad({ filter: /^articles\/theme$/, namespace: 'given' }, async () => ({
        contents: `export const { ${Object.keys(await import('../templates/public.ts')).join(', ')} } = require('articles/theme');`,
      }));
      onResolve({ filter: /.*/ }, async ({ path, importer, kind, resolveDir, pluginData }) => {
        if (kind === 'entry-point' || pluginData === FOUND) return undefined;
        // Links are not followed here: the path says which layer a file belongs to.
        if ([ENTRY, join(root, ENTRY)].includes(importer)) return { path: resolve(resolveDir, path) };
        if (path === 'articles/theme' && importer !== path) return { path, namespace: 'given' };
        if (GIVEN_PACKAGES.some((name) => name === path)) return { path, external: true };
        const from = logicalPath(root, relativePath(root, importer));
        const isInPackage = from.includes('node_modules');
        const named = posix.join(posix.dirname(from), path);
        if (path.startsWith('.') && !isInPackage && !isOurs(named))
          return refuse(`"${path}" is outside of ${THEME_FOLDER}/`);
        if (isAbsolute(path)) return refuse(`"${path}" is outside of ${THEME_FOLDER}/`);
        if (/^[\w+.-]+:\/\/|^(data|file|blob):/i.test(path))
          return refuse(`"${path}" is not a file of ${THEME_FOLDER}/: copy what you need into that folder`);
        if (path.startsWith('node:') || BUILT_IN.has(path))
          return refuse(
            `"${path}" is not there: a page is made from its data, not from files or the network`,
          );
        const near = path.startsWith('articles') || findNear(path, GIVEN_PACKAGES) !== null;
        if (near && !path.startsWith('.'))
          return refuse(
            `"${path}" is not there. Did you mean ${findNear(path, GIVEN_PACKAGES) ?? 'articles/theme'}?`,
          );
        if (isInPackage) return undefined;
        // The lock file of the site covers the packages that its layers import, too.
        if (!path.startsWith('.')) return find(path, { importer, kind, resolveDir: root, pluginData: FOUND });
        const file = listCandidates(named)
          .map((candidate) => join(root, siteFile(root, candidate)))
          .find(isFile);
        if (file === undefined) return undefined;
        return leadsOut(file)
          ? refuse(`"${path}" is a link that leads out of ${THEME_FOLDER}/`)
          : { path: file };
      });
    },
  };
}

/** Marks the search for an import that the plugin has seen. */
const FOUND = Symbol('found');

function refuse(text: string) {
  return { errors: [{ text }] };
}
