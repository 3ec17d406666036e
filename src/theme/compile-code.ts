/** Compiles the modules of a site: one script with all of them and its source map, or the problems with their places. */
import { builtinModules } from 'node:module';
import { join, resolve } from 'node:path';
import type { Message, Plugin } from 'esbuild';
import type { Problem } from '../foundation/errors.ts';
import { findNear } from '../foundation/near-names.ts';
import { isWithin } from '../foundation/paths.ts';
import { CODE_FILES, type ModuleFile } from './module-kinds.ts';
import type { PlainViews } from './plain-views.ts';
import { THEME_FOLDER } from './theme-files.ts';

export interface CompiledCode {
  /** A CommonJS script. Exports `modules`, in the order of `files`. */
  script: string;
  /** JSON. */
  sourceMap: string;
  files: readonly ModuleFile[];
  /** Every file that the script is made of, relative to the root. */
  used: string[];
  plain: PlainViews;
}

/** Packages that the program itself gives to a site's code, so that both have the same React. */
export const GIVEN_PACKAGES = ['articles/theme', 'react', 'react/jsx-runtime', 'zod'] as const;

/** @param site the site's folder */
export async function compileCode(
  site: string,
  files: readonly ModuleFile[],
): Promise<CompiledCode | Problem[]> {
  const { build } = await import('esbuild');
  const root = resolve(site);
  const result = await build({
    stdin: {
      contents: [
        ...files.map(({ file }, index) => `import * as m${index} from ${JSON.stringify(`./${file}`)};`),
        `export const modules = [${files.map((_, index) => `m${index}`)}];`,
      ].join('\n'),
      resolveDir: root,
      sourcefile: 'theme.ts',
    },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
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
    // A tsconfig.json is for the editor: the bytes of the site do not depend on it.
    tsconfigRaw: '{}',
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [limitImports(root)],
  }).catch((error: { errors?: Message[] }) => {
    if (!error.errors) throw error;
    return { errors: error.errors, warnings: [], outputFiles: [], metafile: null };
  });
  const messages = [...result.errors, ...result.warnings];
  if (messages.length > 0) return messages.map(describeMessage);
  const textOf = (ending: string) => result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const [script, sourceMap] = [textOf('.js'), textOf('.map')];
  const inputs = result.metafile?.inputs ?? {};
  const { findPlainViews } = await import('./plain-views.ts');
  const plain = findPlainViews(files, { script, sourceMap, inputs });
  return { script, sourceMap, files, used: Object.keys(inputs), plain };
}

const BUILT_IN = new Set(builtinModules);

/**
 * A page is made from its data alone, and a build reads what its key covers: files of the site's own in theme/, and
 * packages, which the lock file covers.
 */
function limitImports(root: string): Plugin {
  const folder = join(root, THEME_FOLDER);
  const isOurs = (path: string) =>
    isWithin(path, folder) || CODE_FILES.some((file) => [path, `${path}.ts`].includes(join(root, file)));
  return {
    name: 'limit-imports',
    setup({ onResolve, onLoad }) {
      // With its names the compiler finds misspelt ones.
      onLoad({ filter: /^articles\/theme$/, namespace: 'given' }, async () => ({
        contents: `export const { ${Object.keys(await import('../templates/public.ts')).join(', ')} } = require('articles/theme');`,
      }));
      onResolve({ filter: /.*/ }, ({ path, importer, kind, resolveDir }) => {
        if (kind === 'entry-point' || importer === 'theme.ts') return undefined;
        if (path === 'articles/theme' && importer !== path) return { path, namespace: 'given' };
        if (GIVEN_PACKAGES.some((name) => name === path)) return { path, external: true };
        const isInPackage = importer.includes('node_modules');
        if (path.startsWith('.') && !isInPackage && !isOurs(resolve(resolveDir, path)))
          return refuse(`"${path}" is outside of ${THEME_FOLDER}/`);
        if (path.startsWith('node:') || BUILT_IN.has(path))
          return refuse(
            `"${path}" is not there: a page is made from its data, not from files or the network`,
          );
        const near = path.startsWith('articles') || findNear(path, GIVEN_PACKAGES) !== null;
        if (near && !path.startsWith('.'))
          return refuse(
            `"${path}" is not there. Did you mean ${findNear(path, GIVEN_PACKAGES) ?? 'articles/theme'}?`,
          );
        return undefined;
      });
    },
  };
}

function refuse(text: string) {
  return { errors: [{ text }] };
}

/** esbuild counts columns from 0. */
function describeMessage({ text, location }: Message): Problem {
  const place = location && { file: location.file, line: location.line, column: location.column + 1 };
  return {
    ...place,
    code: 'code-error',
    message: text.replace('"given:', '"'),
    hint: 'correct the code there (docs/theme.md says what it may import)',
  };
}
