/** Loads theme/, which changes the built-in look of a site. For a site without it, this costs one directory listing. */
import { join } from 'node:path';
import { createPalettes, type Palette } from '../config/accent-palette.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { DEFAULT_THEME_COLOR } from '../config/config-schema.ts';
import { localeFile } from '../config/load-config.ts';
import type { Problems } from '../foundation/errors.ts';
import { installedKey } from '../foundation/installed-packages.ts';
import { logicalPath } from '../foundation/layers.ts';
import { readProgramVersion } from '../foundation/package-files.ts';
import { relativePath } from '../foundation/paths.ts';
import { compileOnce } from './compile-cache.ts';
import { type CompiledStyles, compileStyles } from './compile-styles.ts';
import type { FontFile } from './font-files.ts';
import { loadCode } from './load-code.ts';
import type { SiteCode } from './run-code.ts';
import { findUnusedFiles, hasFonts, readThemeFiles, STYLE_FILES, THEME_FOLDER } from './theme-files.ts';

export interface Theme {
  /** CSS after the built-in styles: the palette first, so that the site's own rules in `css` override it. '' for none. */
  palette: string;
  css: string;
  /** Fonts and pictures of the style sheets. */
  files: CompiledStyles['files'];
  /** Null if the site has no code. */
  code: SiteCode | null;
  /** The fonts of theme/fonts/ for pages, from which the build makes subsets. */
  fonts: FontFile[];
  /** All fonts of theme/fonts/: link previews use each of them. */
  cardFonts: FontFile[];
}

interface ThemeContext {
  /** Folder for compiled files. */
  cacheFolder: string;
  /** Page kinds, which are the names of views. */
  kinds: readonly string[];
}

/** Collects problems. Styles or code with problems are left out. */
export async function loadTheme(
  { root, themeColor, locales }: Pick<SiteConfig, 'root' | 'themeColor' | 'locales'>,
  { cacheFolder, kinds }: ThemeContext,
  problems: Problems,
): Promise<Theme> {
  const palette = themeColor === DEFAULT_THEME_COLOR ? '' : writePalettes(themeColor);
  const found = readThemeFiles(root);
  const key = `${readProgramVersion().code} ${installedKey('esbuild')} ${found.key}`;
  const styles = STYLE_FILES.some((name) => found.paths.includes(name))
    ? await compileOnce(join(cacheFolder, 'theme-styles.bin'), key, () => compileStyles(root, found))
    : null;
  const code = await loadCode({ root, cacheFolder }, found);
  for (const result of [styles, code])
    if (Array.isArray(result)) for (const problem of result) problems.error(problem);
  if (Array.isArray(styles) || Array.isArray(code))
    return { palette, css: '', files: [], code: null, fonts: [], cardFonts: [] };
  if (code) {
    const { checkOverrides } = await import('./overrides.ts');
    checkOverrides(code, kinds, problems);
    const { checkThemeDirectives } = await import('./theme-directives.tsx');
    checkThemeDirectives(code, problems);
  }
  const translations = locales.map((locale) => relativePath(THEME_FOLDER, localeFile(locale)));
  const modules =
    code?.compiled.used.map((file) => relativePath(THEME_FOLDER, logicalPath(root, file))) ?? [];
  const used = new Set([...(styles?.used ?? []), ...modules, ...translations]);
  const css = styles?.css ?? '';
  const files = [...(styles?.files ?? [])];
  const fonts: FontFile[] = [];
  const cardFonts: FontFile[] = [];
  if (hasFonts(root)) {
    const { PREVIEW_FAMILY, readFonts, readLicences } = await import('./font-files.ts');
    const paths = found.paths.filter((path) => !used.has(path));
    const { errors, warnings, ...read } = await readFonts({ root, cacheFolder, paths, css });
    for (const problem of errors) problems.error(problem);
    for (const problem of warnings) problems.warn(problem);
    for (const path of read.paths) used.add(path);
    cardFonts.push(...read.fonts);
    fonts.push(...cardFonts.filter(({ family }) => family !== PREVIEW_FAMILY));
    if (fonts.length > 0) files.push(...readLicences(root));
  }
  for (const problem of findUnusedFiles(root, found, used)) problems.warn(problem);
  return { palette, css, files, code, fonts, cardFonts };
}

/** Uses the selectors of the built-in tokens, since some browsers do not support `light-dark()`. */
function writePalettes(color: string): string {
  const { light, dark } = createPalettes(color);
  const write = ({ accent, accentTint, onAccent }: Palette) =>
    `--accent:${accent};--accent-tint:${accentTint};--on-accent:${onAccent}`;
  return [
    `:root{${write(light)}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${write(dark)}}}`,
    `:root[data-theme=dark]{${write(dark)}}`,
  ].join('');
}
