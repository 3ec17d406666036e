/** Compiles the style sheets of theme/ into one minified text and its files, or returns the problems with their places. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import type { Problem } from '../foundation/errors.ts';
import { folderOf, logicalPath } from '../foundation/layers.ts';
import { followLink, isWithin, relativePath } from '../foundation/paths.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { siteFile } from '../foundation/site-folders.ts';
import { bundle } from './bundle.ts';
import { ENGINES } from './engines.ts';
import { lowerLightDark } from './light-dark.ts';
import { STYLE_FILES, THEME_FOLDER, type ThemeFiles } from './theme-files.ts';

export interface CompiledStyles {
  css: string;
  /** Fonts and pictures that the style sheets use, in the same folder as the compiled style sheet. */
  files: { name: string; contents: Uint8Array }[];
  /** All source files; paths below theme/. */
  used: string[];
}

const ASSETS = ['.woff2', '.woff', '.svg', '.png', '.jpg', '.jpeg', '.webp', '.avif', '.gif'];

/** @param site the site's folder. @returns null if the theme has no style sheets */
export async function compileStyles(
  site: string,
  { paths }: ThemeFiles,
): Promise<CompiledStyles | Problem[] | null> {
  const entries = STYLE_FILES.filter((name) => paths.includes(name));
  if (entries.length === 0) return null;
  const root = resolve(site);
  const folder = join(root, THEME_FOLDER);
  const result = await bundle(
    {
      stdin: {
        contents: entries.map((name) => `@import "./${name}";`).join('\n'),
        loader: 'css',
        resolveDir: folder,
        sourcefile: 'theme.css',
      },
      absWorkingDir: root,
      minify: true,
      target: [...ENGINES],
      outdir: 'out',
      assetNames: '[name]-[hash]',
      loader: Object.fromEntries(ASSETS.map((ending) => [ending, 'file'])),
      plugins: [stayWithin(root)],
    },
    { code: 'style-error', hint: 'correct the style sheet there' },
  );
  if (Array.isArray(result)) return result;
  const isStyle = ({ path }: { path: string }) => path.endsWith('.css');
  return {
    css: lowerLightDark((result.outputs.find(isStyle)?.text ?? '').trim()),
    files: result.outputs
      .filter((file) => !isStyle(file))
      .map(({ path, contents }) => ({ name: basename(path), contents })),
    used: result.used.map((path) => relativePath(THEME_FOLDER, logicalPath(root, path))),
  };
}

/** Refuses files outside of theme/, which the key of a build does not cover. URLs of the site and of other hosts stay. */
function stayWithin(root: string): Plugin {
  return {
    name: 'stay-within-theme',
    setup({ onResolve, onLoad }) {
      onLoad({ filter: /\.css$/ }, ({ path }) => {
        const contents = readRegularFile(path).toString();
        const excess = findExcess(contents);
        if (excess === null) return { contents, loader: 'css' };
        const { text, index } = excess;
        const above = contents.slice(0, index).split('\n');
        // esbuild counts columns from 0.
        const place = { line: above.length, column: above.at(-1)?.length ?? 0 };
        return { errors: [{ text, location: { file: relativePath(root, path), ...place } }] };
      });
      onResolve({ filter: /^(\/|#|data:|https?:)/ }, ({ path, kind }) => {
        if (kind !== 'import-rule') return { path, external: true };
        const text = `"${path}" is not a file of ${THEME_FOLDER}/, and pages load no styles of other hosts`;
        return { errors: [{ text }] };
      });
      onResolve({ filter: /^\.{0,2}[^/#]/ }, ({ path, resolveDir, kind }) => {
        if (kind === 'entry-point') return undefined;
        const named = logicalPath(root, relativePath(root, join(resolveDir, path.replace(/[?#].*$/, ''))));
        const found = siteFile(root, named);
        const file = join(root, found);
        const folder = join(folderOf(root, found), THEME_FOLDER);
        if (!isWithin(dirname(followLink(file)), followLink(folder)))
          return { errors: [{ text: `"${path}" is outside of ${THEME_FOLDER}/` }] };
        return existsSync(file) ? { path: file } : { errors: [{ text: `"${path}" does not exist` }] };
      });
    },
  };
}

/** Levels of blocks. The time of esbuild grows with their square, and so it does with the layers. */
const MAX_DEPTH = 100;
const MAX_LAYERS = 1_000;

/** Finds the first block that is too deep, or the first layer that is one too many. */
function findExcess(css: string): { text: string; index: number } | null {
  let depth = 0;
  let layers = 0;
  for (const { 0: token, index } of css.matchAll(
    /\/\*.*?(?:\*\/|$)|(["'])(?:\\.|(?!\1)[^\\\n])*\1?|\\.|[{}]|@layer\b/gis,
  )) {
    if (token === '}') depth = Math.max(0, depth - 1);
    if (token === '{' && ++depth > MAX_DEPTH)
      return { text: `blocks are nested more than ${MAX_DEPTH} levels deep`, index };
    if (token.startsWith('@') && ++layers > MAX_LAYERS)
      return { text: `the style sheet has more than ${MAX_LAYERS} @layer rules`, index };
  }
  return null;
}
