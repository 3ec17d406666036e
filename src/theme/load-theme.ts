/** Loads theme/: what a site changes of the built-in look. A site without it costs one look at the disk. */

import { createPalettes, type Palette } from '../config/accent-palette.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { DEFAULT_THEME_COLOR } from '../config/config-schema.ts';
import { localeFile } from '../config/load-config.ts';
import type { Problems } from '../foundation/errors.ts';
import { relativePath } from '../foundation/paths.ts';
import { type CompiledStyles, compileStyles } from './compile-styles.ts';
import { findUnusedFiles, readThemeFiles, THEME_FOLDER } from './theme-files.ts';

export interface Theme {
  /** What follows the built-in style, in two parts: the palette yields to the site's own rules. '' for none. */
  palette: string;
  css: string;
  /** Fonts and pictures of the style sheets. */
  files: CompiledStyles['files'];
}

/** Problems are collected; a style sheet with problems is left out. */
export async function loadTheme(
  { root, themeColor, locales }: Pick<SiteConfig, 'root' | 'themeColor' | 'locales'>,
  problems: Problems,
): Promise<Theme> {
  const palette = themeColor === DEFAULT_THEME_COLOR ? '' : writePalettes(themeColor);
  const found = readThemeFiles(root);
  if (found.paths.length === 0) return { palette, css: '', files: [] };
  const translations = locales.map((locale) => relativePath(THEME_FOLDER, localeFile(locale)));
  const styles = await compileStyles(root, found);
  if (Array.isArray(styles)) {
    for (const problem of styles) problems.error(problem);
    return { palette, css: '', files: [] };
  }
  for (const problem of findUnusedFiles(found, new Set([...(styles?.used ?? []), ...translations])))
    problems.warn(problem);
  return { palette, css: styles?.css ?? '', files: styles?.files ?? [] };
}

/** With the selectors of the built-in tokens, for browsers that do not know `light-dark()`. */
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
