/** Owns which place a command means, and which build may go there. */
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '../build/write/manifest.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { UserError } from '../foundation/errors.ts';
import { isWithin } from '../foundation/paths.ts';
import type { Target } from './targets/target.ts';
import { DEFAULT_OPEN_OPTIONS, openTarget } from './targets/target-registry.ts';

type Environment = 'production' | 'development';

/** Below the target's prefix; no page of a site begins with "_". */
export const PREVIEW_PREFIX = '_preview/';

export interface Choice {
  environment: Environment;
  /** Overrides the environment's own target. */
  target: string | undefined;
  preview: string | undefined;
}

/** The URL of the place. @throws UserError for a preview name that cannot stand in a URL */
export function chooseLocation(config: SiteConfig, { environment, target, preview }: Choice): string {
  const { production, development } = config.deploy;
  const own =
    environment === 'production'
      ? (production ?? `gs://${config.shortName}`)
      : (development ?? `gs://${config.shortName}-dev`);
  const location = (target ?? own).replace(/\/+$/, '');
  if (preview === undefined) return location;
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(preview)) {
    throw new UserError({
      message: `"${preview}" cannot be the name of a preview`,
      hint: 'use up to 60 of a-z, 0-9 and "-"',
    });
  }
  return `${location}/${PREVIEW_PREFIX}${preview}`;
}

/** @throws UserError for a folder that the site is made of, or built into. @param out of the build */
export function refuseOwnFolder(location: string, { root }: SiteConfig, out: string): void {
  const url = URL.canParse(location) ? new URL(location) : null;
  if (url?.protocol !== 'file:' || !/^\/[^/]/.test(url.pathname)) return;
  const folder = readFolder(url);
  if (folder === null) return;
  const own = [out, ...['content', 'public', '.articles'].map((name) => join(root, name))];
  if (!isWithin(root, folder) && !isWithin(out, folder) && !own.some((other) => isWithin(folder, other)))
    return;
  throw new UserError({
    message: `${folder} is, holds or lies between the site's own files`,
    hint: 'give a folder of its own, such as file:///srv/www',
  });
}

/** null for a URL that names no folder, which is refused where it is opened. */
function readFolder(url: URL): string | null {
  try {
    return resolve(fileURLToPath(url));
  } catch {
    return null;
  }
}

export function openLocation(config: SiteConfig, location: string): Promise<Target> {
  const { project, concurrency } = config.deploy;
  return openTarget(location, { ...DEFAULT_OPEN_OPTIONS, project, concurrency });
}

/** Objects of other sites, and of this site's previews, bear another mark. */
export function createScope(config: SiteConfig, target: Target): string {
  return `${config.shortName}/${target.prefix}`;
}

/** @throws UserError when there is no build, or one that was made for another place */
export function checkManifest(
  manifest: Manifest | null,
  config: SiteConfig,
  { out, preview }: { out: string; preview: string | undefined },
): Manifest {
  if (!manifest) {
    throw new UserError({
      message: `there is no finished build in ${out}`,
      hint: 'run `articles build` first, or name its folder with --out',
    });
  }
  if (manifest.site !== config.shortName) {
    throw new UserError({
      message: `the build is of the site "${manifest.site}", and this is "${config.shortName}"`,
      hint: 'run `articles build` again',
    });
  }
  const expected = preview === undefined ? config.basePath : `${config.basePath}/${PREVIEW_PREFIX}${preview}`;
  if (manifest.basePath !== expected) {
    throw new UserError({
      message: `the build is for the base path "${manifest.basePath}", and this place has "${expected}": its links would lead elsewhere`,
      hint: `run \`articles build --out ${preview === undefined ? 'dist' : 'dist-preview'}${expected === '' ? '' : ` --base-path ${expected}`}\` and deploy that`,
    });
  }
  return manifest;
}
