/** Finds the client's compiled scripts and styles: the files that a site ships, and their URLs. */
import { readFileSync } from 'node:fs';
import type { SiteConfig } from '../../config/config-schema.ts';
import { packageFile, readProgramVersion } from '../../foundation/package-files.ts';
import type { ClientAssets } from '../../site/chrome-data.ts';
import type { OutputPath } from '../../site/page.ts';
import type { Routes } from '../../site/routes.ts';
import type { ClientEntries } from '../prepare/bundle-client.ts';

export interface ClientFiles {
  entries: ClientEntries;
  /** Absolute folder that holds `entries.files`. */
  folder: string;
}

export function loadClientFiles(): ClientFiles {
  const folder = packageFile('lib/client');
  return { entries: JSON.parse(readFileSync(`${folder}/assets.json`, 'utf8')), folder };
}

/** The files that this site ships: without client features the stylesheet alone. */
export function shippedFiles({ entries }: ClientFiles, config: SiteConfig): string[] {
  return needsScript(config) ? entries.files : entries.files.filter((path) => path === entries.stylesheet);
}

/** The copy buttons and the theme switch need the script too, so only a site that turns all of it off has no script. */
function needsScript({ features }: SiteConfig): boolean {
  return features.navigation || features.search || features.serviceWorker !== false;
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
    buildHash: readProgramVersion().client,
    manifest: url('manifest.webmanifest'),
    ...icons,
    themeColor: config.themeColor,
  };
}
