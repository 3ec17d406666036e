/** Compiles the style sheets of theme/: one minified text and the files that it names, or the problems with their places. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Message, Plugin } from 'esbuild';
import type { Problem } from '../foundation/errors.ts';
import { isWithin, relativePath } from '../foundation/paths.ts';
import { STYLE_FILES, THEME_FOLDER, type ThemeFiles } from './theme-files.ts';

export interface CompiledStyles {
  css: string;
  /** Fonts and pictures that the style sheets name; names are beside the style sheet. */
  files: { name: string; contents: Uint8Array }[];
  /** Paths below theme/. */
  used: string[];
}

const ASSETS = ['.woff2', '.woff', '.svg', '.png', '.jpg', '.jpeg', '.webp', '.avif', '.gif'];

/** @param site the site's folder. @returns null without style sheets */
export async function compileStyles(
  site: string,
  { paths }: ThemeFiles,
): Promise<CompiledStyles | Problem[] | null> {
  const entries = STYLE_FILES.filter((name) => paths.includes(name));
  if (entries.length === 0) return null;
  const { build } = await import('esbuild');
  const root = resolve(site);
  const folder = join(root, THEME_FOLDER);
  const result = await build({
    stdin: {
      contents: entries.map((name) => `@import "./${name}";`).join('\n'),
      loader: 'css',
      resolveDir: folder,
      sourcefile: 'theme.css',
    },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'silent',
    outdir: 'out',
    assetNames: '[name]-[hash]',
    loader: Object.fromEntries(ASSETS.map((ending) => [ending, 'file'])),
    plugins: [stayWithin(folder)],
  }).catch((error: { errors?: Message[] }) => {
    if (!error.errors) throw error;
    return { ...error, warnings: [], outputFiles: [], metafile: null };
  });
  const messages = [...('errors' in result ? (result.errors ?? []) : []), ...result.warnings];
  if (messages.length > 0) return messages.map(describeMessage);
  const outputs = result.outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));
  const isStyle = ({ name }: { name: string }) => name.endsWith('.css');
  return {
    css: Buffer.from(outputs.find(isStyle)?.contents ?? '')
      .toString('utf8')
      .trim(),
    files: outputs.filter((file) => !isStyle(file)),
    used: Object.keys(result.metafile?.inputs ?? {}).map((path) => relativePath(folder, join(root, path))),
  };
}

/** What a build reads is in theme/, so that its key covers all of it. Addresses of the site and of other hosts stay as they are. */
function stayWithin(folder: string): Plugin {
  return {
    name: 'stay-within-theme',
    setup({ onResolve }) {
      onResolve({ filter: /^(\/|#|data:|https?:)/ }, ({ path, kind }) => {
        if (kind !== 'import-rule') return { path, external: true };
        return {
          errors: [
            {
              text: `"${path}" is not a file of ${THEME_FOLDER}/, and pages load no styles of other hosts`,
            },
          ],
        };
      });
      onResolve({ filter: /^\.{0,2}[^/#]/ }, ({ path, resolveDir, kind }) => {
        if (kind === 'entry-point') return undefined;
        const file = join(resolveDir, path.replace(/[?#].*$/, ''));
        const isInside = isWithin(dirname(realPath(file)), realPath(folder));
        if (!isInside) return { errors: [{ text: `"${path}" is outside of ${THEME_FOLDER}/` }] };
        return existsSync(file) ? { path: file } : { errors: [{ text: `"${path}" does not exist` }] };
      });
    },
  };
}

/** Without symbolic links, if the path exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** esbuild counts columns from 0. */
function describeMessage({ text, location }: Message): Problem {
  const place = location && { file: location.file, line: location.line, column: location.column + 1 };
  return { ...place, code: 'style-error', message: text, hint: 'correct the style sheet there' };
}
