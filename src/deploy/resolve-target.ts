/** Resolves the target that a command means, and checks that the build is made for it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Manifest } from '../build/write/manifest.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { UserError } from '../foundation/errors.ts';
import { isWithin, showPath } from '../foundation/paths.ts';
import { findRefusals } from './plan/build-options.ts';
import { PREVIEW_PREFIX } from './targets/target.ts';
import type { TargetClient } from './targets/target-client.ts';
import { DEFAULT_OPEN_OPTIONS, hidePassword, openTarget } from './targets/target-registry.ts';

export interface TargetChoice {
  env: 'production' | 'development';
  /** URL of a target to use instead of the environment's target. */
  target: string | undefined;
  preview: string | undefined;
}

/** Search engines may index production, but none of its previews. */
export function isIndexed({ env, preview }: TargetChoice): boolean {
  return env === 'production' && preview === undefined;
}

/**
 * @returns URL of the target, and the setting that names it
 * @throws UserError for a preview name that is not valid in a URL
 */
export function resolveTarget(
  { deploy, shortName }: SiteConfig,
  { env, target, preview }: TargetChoice,
): { location: string; origin: string } {
  const configured = deploy[env];
  const [url, origin] =
    target !== undefined
      ? [target, '--target']
      : configured !== undefined
        ? [configured, `deploy.${env} in site-config.json`]
        : [`gs://${shortName}${env === 'production' ? '' : '-dev'}`, 'default, from shortName'];
  if (hidePassword(url) !== url) {
    throw new UserError({
      code: 'invalid-target',
      message: `the target ${hidePassword(url)} contains a user name or a password (${origin})`,
      hint: 'remove them from the URL; docs/deploy.md says where credentials belong',
    });
  }
  return { location: joinPath(url, previewPath(preview)), origin };
}

/** The path of a preview below its site. '' for the site itself. @throws UserError for an invalid name */
export function previewPath(preview: string | undefined): string {
  if (preview === undefined) return '';
  if (!/^[a-z0-9][a-z0-9-]{0,59}$/.test(preview)) {
    throw new UserError({
      code: 'invalid-option-value',
      message: `"${preview}" is not a valid preview name`,
      hint: 'use up to 60 of a-z, 0-9 and "-"',
    });
  }
  return `/${PREVIEW_PREFIX}${preview}`;
}

export interface PublicUrl {
  home: URL;
  /** deploy.verify in site-config.json names it, so a different site is an error. */
  isConfigured: boolean;
}

/** The URL of the home page of a deployment, without a slash at its end. null where it is unknown. */
export function findHome(
  { url, basePath, deploy }: SiteConfig,
  { env, target, preview }: TargetChoice,
): string | null {
  if (target !== undefined) return null;
  const home = env === 'production' ? url + basePath : deploy.verify.development;
  return home === undefined ? null : home.replace(/\/+$/, '') + previewPath(preview);
}

/** The URL at which the live site can be verified. null where it is unknown, or verification is off. */
export function findPublicUrl(
  { url, basePath, deploy }: SiteConfig,
  { env, target, preview }: TargetChoice,
): PublicUrl | null {
  const configured = deploy.verify[env];
  if (configured === false || target !== undefined) return null;
  // An emulator serves nothing at the address of the site.
  const isSite = env === 'production' && process.env.STORAGE_EMULATOR_HOST === undefined;
  const home = configured ?? (isSite ? url + basePath : null);
  return home === null
    ? null
    : {
        home: new URL(home.replace(/\/+$/, '') + previewPath(preview)),
        isConfigured: configured !== undefined,
      };
}

/** Appends to the path of a URL, before its query. */
function joinPath(url: string, path: string): string {
  const [, base = '', query = ''] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  return base.replace(/\/+$/, '') + path + query;
}

/** @param out folder of the build @throws UserError for a folder that overlaps the site's files or the build */
export function refuseOwnFolder({ url }: TargetClient, { root }: SiteConfig, out: string): void {
  if (!url.startsWith('file:')) return;
  const folder = fileURLToPath(url);
  const own = [out, ...['content', 'public', '.articles'].map((name) => join(root, name))];
  if (!isWithin(root, folder) && !isWithin(out, folder) && !own.some((other) => isWithin(folder, other)))
    return;
  throw new UserError({
    code: 'overlapping-target',
    message: `${folder} overlaps the site's source files or its build`,
    hint: 'use a separate folder, such as file:///srv/www',
  });
}

/** Opens and connects the target that a command means. */
export async function connectTarget(config: SiteConfig, choice: TargetChoice) {
  const target = await openLocation(config, resolveTarget(config, choice).location);
  await target.connect();
  return { target, scope: createScope(config, target) };
}

export function openLocation({ deploy }: SiteConfig, location: string): Promise<TargetClient> {
  const { project, concurrency } = deploy;
  return openTarget(location, { ...DEFAULT_OPEN_OPTIONS, project, concurrency });
}

/** Names the objects of this site. Other sites and previews have other scopes. */
export function createScope(config: SiteConfig, target: TargetClient): string {
  return `${config.shortName}/${target.prefix}`;
}

/** @throws UserError when there is no build, or the build is for another target */
export function checkManifest(
  manifest: Manifest | null,
  config: SiteConfig,
  { out, preview }: { out: string; preview: string | undefined },
): Manifest {
  if (!manifest?.outputs.some(({ path }) => existsSync(join(out, path)))) {
    const shown = showPath(config.root, out);
    const option = shown === 'dist' ? '' : ` --out ${shown}`;
    throw new UserError({
      code: 'missing-build',
      message: `there is no finished build in ${shown}`,
      hint: `run \`articles build${option}\``,
    });
  }
  if (manifest.site !== config.shortName) {
    throw new UserError({
      code: 'mismatched-build',
      message: `the build belongs to the site "${manifest.site}", but this site is "${config.shortName}"`,
      hint: 'run `articles build` again',
    });
  }
  const gate = preview === undefined ? 'development' : 'preview';
  const problems = findRefusals(gate, { manifest, config, out, preview, now: Date.now() });
  if (problems.length > 0) throw new UserError(problems);
  return manifest;
}
