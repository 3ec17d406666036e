/**
 * The oldest engines in which every page works, for esbuild, which lowers newer syntax of scripts and styles for them.
 * docs/browsers.md says what readers of older ones get. Safari 16 is of September 2022, Chrome 110 the last one on
 * Windows 7, and Firefox 115 the extended release for old systems.
 */
export const ENGINES: readonly string[] = ['safari16', 'firefox115', 'chrome110'];
