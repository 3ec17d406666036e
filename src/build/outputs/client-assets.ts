/** Finds the scripts and styles that a site ships, including the theme's, and their URLs. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { GROUNDS } from '../../config/accent-palette.ts';
import type { SiteConfig } from '../../config/config-schema.ts';
import { packageFile, readProgramVersion } from '../../foundation/package-files.ts';
import type { ClientAssets } from '../../site/chrome-data.ts';
import { listScripts, needsIntegrationScript, showsIntegrations } from '../../site/integrations.ts';
import type { OutputPath } from '../../site/page.ts';
import type { Routes } from '../../site/routes.ts';
import type { FontStyles } from '../../theme/font-styles.ts';
import type { Theme } from '../../theme/load-theme.ts';

/** Content of `assets.json`, which scripts/bundle-client.ts writes; paths are below the output folder. */
export interface ClientEntries {
  main: string;
  stylesheet: string;
  /** Hash of all client files, which is part of the build hash. */
  hash: string;
  /** Every file that sites ship, including the entries. */
  files: string[];
}

export interface ClientFiles {
  entries: Pick<ClientEntries, 'main' | 'stylesheet' | 'files'>;
  /** Changes when pages that a browser has cached no longer fit the scripts and styles. */
  hash: string;
  /** Absolute folder of the compiled client. */
  folder: string;
  /** @param path one of `entries.files` */
  read(path: string): Uint8Array;
}

export function loadClientFiles(theme: Theme, fonts: FontStyles | null, config: SiteConfig): ClientFiles {
  const folder = packageFile('lib/client');
  const entries: ClientEntries = JSON.parse(readFileSync(`${folder}/assets.json`, 'utf8'));
  const own = new Map<string, Uint8Array>(
    [...theme.files, ...(fonts?.files ?? [])].map(({ name, contents }) => [`assets/${name}`, contents]),
  );
  const readBuiltIn = (path: string) => readFileSync(`${folder}/${path}`);
  const { client } = readProgramVersion();
  const needsStyles = showsIntegrations(config);
  // A serif of the site takes the place of the text family, unless its style sheet names that too.
  const isReplaced = theme.css.includes('--serif:') && !theme.css.includes('Source Serif');
  const hasText = config.look.font && !fonts?.families.serif && !isReplaced;
  if (hasText && theme.palette === '' && theme.css === '' && !fonts && !needsStyles) {
    return { entries, hash: client, folder, read: readBuiltIn };
  }
  const sheets = [entries.stylesheet, ...(needsStyles ? ['integrations.css'] : [])];
  const builtIn = sheets.map((path) => readBuiltIn(path).toString('utf8').trim()).join('');
  const css = layerStyles(hasText ? builtIn : builtIn.replace(TEXT_FAMILY, ''), theme, fonts);
  const hash = createHash('sha256').update(css).digest('hex').slice(0, 8).toUpperCase();
  const stylesheet = `assets/styles-${hash}.css`;
  own.set(stylesheet, Buffer.from(css));
  const isKept = (path: string) => path !== entries.stylesheet && (hasText || !path.endsWith('.woff2'));
  const files = [...entries.files.filter(isKept), ...own.keys()].sort();
  return {
    entries: { ...entries, stylesheet, files },
    hash: createHash('sha256').update(`${client}\n${hash}`).digest('base64url').slice(0, 22),
    folder,
    read: (path) => own.get(path) ?? readBuiltIn(path),
  };
}

/** The faces of the text family, and its names in lists of families. */
const TEXT_FAMILY = /@font-face\{font-family:"Source Serif[^}]*\}|"Source Serif(?: Fallback)?", ?/g;

/** Rules outside of layers win over rules in layers, so the simplest selector of a site overrides the built-in style. */
function layerStyles(builtIn: string, { palette, css }: Theme, fonts: FontStyles | null): string {
  const base = fonts ? addFamilies(builtIn, fonts.families) : builtIn;
  const faces = fonts?.css ?? '';
  return `${faces}@layer articles{${base}}${palette === '' ? '' : `@layer palette{${palette}}`}${css}\n`;
}

/** Puts the site's families before the built-in ones, in the lists of every language. */
function addFamilies(css: string, families: FontStyles['families']): string {
  return css.replace(/--(serif|sans|mono):/g, (start, role) => {
    const own = families[role];
    return own === undefined ? start : `${start}${own},`;
  });
}

/** A site without client features ships no script. */
export function shippedFiles({ entries }: ClientFiles, config: SiteConfig): string[] {
  const files = needsIntegrationScript(config)
    ? entries.files
    : entries.files.filter((path) => !/\/integrations-\w+\.js$/.test(path));
  return needsScript(config) ? files : files.filter((path) => !path.endsWith('.js'));
}

/** A site that turns all of these features off has no copy buttons and no theme switch either. */
function needsScript(config: SiteConfig): boolean {
  const { features } = config;
  if (needsIntegrationScript(config)) return true;
  return features.navigation || features.search || features.serviceWorker !== false;
}

/** Browsers prefetch a page of the site when a reader points at its link; never paid links, downloads or other hosts. */
function speculationRules(basePath: string): string {
  const isLeftOut = { selector_matches: '[rel~="sponsored"], [rel~="nofollow"], [download], [target]' };
  const where = { and: [{ href_matches: `${basePath}/*` }, { not: isLeftOut }] };
  return JSON.stringify({ prefetch: [{ where, eagerness: 'moderate' }] });
}

export function createClientAssets(
  client: ClientFiles,
  config: SiteConfig,
  routes: Routes,
  icons: { icon: string; appleIcon: string },
): ClientAssets {
  const url = (path: string) => routes.fileHref(path as OutputPath);
  const { entries } = client;
  return {
    stylesheet: url(entries.stylesheet),
    script: needsScript(config) ? url(entries.main) : null,
    navigationBase: config.features.navigation ? config.basePath : null,
    serviceWorker: config.features.serviceWorker === true ? url('sw.js') : null,
    buildHash: client.hash,
    manifest: url('manifest.webmanifest'),
    ...icons,
    themeColor: config.themeColor,
    darkGround: GROUNDS.dark.paper,
    ...(config.features.speculationRules && { speculation: speculationRules(config.basePath) }),
    ...(needsIntegrationScript(config) && {
      integrations: JSON.stringify(listScripts(config, (path) => url(path.slice(1)))),
    }),
  };
}
