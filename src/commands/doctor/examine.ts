/** Examines what a site depends on besides its content. Opens no connection unless asked. */

import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { stateFile } from '../../build/state/build-state.ts';
import { openState } from '../../build/state/state-file.ts';
import type { SiteConfig } from '../../config/config-schema.ts';
import { loadConfig } from '../../config/load-config.ts';
import { messageOf, refusalOf, UserError } from '../../foundation/errors.ts';
import { packageFile, readProgramVersion } from '../../foundation/package-files.ts';
import { formatBytes } from '../../foundation/report.ts';
import type { Check } from '../../results/setup-results.ts';
import { checkConnections } from './connections.ts';
import { listCredentials } from './credentials.ts';

const DAY = 86_400_000;

/** @param out absolute path of the output folder */
export async function examine(root: string, out: string, network: boolean): Promise<Check[]> {
  const { config, check } = await examineConfig(root);
  return [
    examineNode(),
    examineProgram(),
    check,
    examineFolder('site folder', root),
    examineFolder('output', out),
    examineSpace(root),
    examineCache(root, out),
    ...(await examinePictures(config)),
    ...listCredentials(config, process.env),
    examineClock(),
    ...(network ? await checkConnections(config, process.env) : []),
  ];
}

function readManifest(): { version: string; engines: { node: string } } {
  return JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
}

function examineNode(): Check {
  const name = 'Node';
  const { node } = readManifest().engines;
  const [least = 0, minor = 0] = node.replace(/^>=/, '').split('.').map(Number);
  const [major = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
  const message = `${process.versions.node} on ${process.platform} ${process.arch}`;
  if (major > least || (major === least && ownMinor >= minor)) return { name, state: 'ok', message };
  return { name, state: 'error', message, hint: `install Node ${node}` };
}

function examineProgram(): Check {
  const name = 'articles';
  const { version } = readManifest();
  try {
    readProgramVersion();
    return { name, state: 'ok', message: `${version} in ${dirname(packageFile('package.json'))}` };
  } catch {
    const hint = 'run `npm run compile` in a clone, or install the package again';
    return { name, state: 'error', message: `${version} is not compiled`, hint };
  }
}

async function examineConfig(root: string): Promise<{ config: SiteConfig | null; check: Check }> {
  const name = 'site-config.json';
  try {
    const config = await loadConfig(root);
    const message = `${config.title}: ${config.locales.join(', ')} at ${config.url}${config.basePath}`;
    if (new URL(config.url).hostname !== 'example.com')
      return { config, check: { name, state: 'ok', message } };
    return { config, check: { name, state: 'note', message, hint: 'set "url" before you publish' } };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const [problem] = error.problems;
    const more = error.problems.length > 1 ? ` and ${error.problems.length - 1} more problems` : '';
    const message = `${problem?.message}${more}`;
    return { config: null, check: { name, state: 'error', message, hint: problem?.hint ?? 'correct it' } };
  }
}

/** A folder that is missing is made by a build, in the nearest one that exists. */
function examineFolder(name: string, folder: string): Check {
  let place = folder;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  try {
    accessSync(place, constants.R_OK | constants.W_OK);
    if (place !== folder) return { name, state: 'ok', message: `${folder} does not exist yet` };
    if (!statSync(folder).isDirectory())
      return { name, state: 'error', message: `${folder} is a file`, hint: 'move it away' };
    return { name, state: 'ok', message: folder };
  } catch (error) {
    const refusal = refusalOf(error);
    const message = `cannot write to ${place}: ${refusal?.message ?? messageOf(error)}`;
    return { name, state: 'error', message, hint: refusal?.hint ?? 'choose another place' };
  }
}

function examineSpace(root: string): Check {
  const name = 'disk';
  try {
    const { bavail, bsize } = statfsSync(root);
    const free = bavail * bsize;
    const message = `${formatBytes(free)} free`;
    if (free > 500_000_000) return { name, state: 'ok', message };
    return { name, state: 'warning', message, hint: 'free some space: a build needs that of the site twice' };
  } catch (error) {
    return {
      name,
      state: 'warning',
      message: messageOf(error),
      hint: 'name the folder of a site with --root',
    };
  }
}

function examineCache(root: string, out: string): Check {
  const name = 'cache';
  const file = stateFile(root, out);
  const folder = dirname(file);
  if (!existsSync(folder)) return { name, state: 'ok', message: 'none yet: the next build makes everything' };
  const writable = examineFolder(name, folder);
  if (writable.state !== 'ok') return writable;
  if (!existsSync(file)) return { name, state: 'ok', message: `${folder}: no build of ${out} yet` };
  const state = openState(file);
  if (!state) {
    const hint = 'no action needed: the next build makes everything';
    return { name, state: 'note', message: `${folder}: damaged, or of another version`, hint };
  }
  if (state.head.code !== readProgramVersion().code) {
    const hint = 'no action needed: the next build makes everything';
    return { name, state: 'note', message: `${folder}: outdated, from another version of the program`, hint };
  }
  return { name, state: 'ok', message: folder };
}

/** Packages with programs of their platform, and the fonts of drawn pictures. */
async function examinePictures(config: SiteConfig | null): Promise<Check[]> {
  const load = async (name: string, start: () => Promise<string>): Promise<Check> => {
    try {
      return { name, state: 'ok', message: await start() };
    } catch (error) {
      const [message = ''] = messageOf(error).split('\n');
      const hint = 'install the packages again on this machine: rm -rf node_modules && npm ci';
      return { name, state: 'error', message, hint };
    }
  };
  return [
    await load('pictures', async () => `sharp ${(await import('sharp')).default.versions.sharp}`),
    await load('bundler', async () => {
      const { transform, version } = await import('esbuild');
      await transform('');
      return `esbuild ${version}`;
    }),
    await load('fonts', async () => {
      const { createFontLibrary } = await import('../../pictures/fonts.ts');
      const find = await createFontLibrary().finder();
      const title = config?.title ?? '';
      const missing = [...new Set([...`AЯşİ한${title}`])].filter(
        (character) => /[\p{L}\p{N}]/u.test(character) && !find(character),
      );
      const letters = missing.map((character) => `"${character}"`).join(', ');
      return missing.length === 0
        ? 'Latin, Cyrillic and Korean for drawn pictures'
        : `${letters} cannot be drawn, and are left out of drawn pictures`;
    }),
  ];
}

function examineClock(): Check {
  const name = 'clock';
  const now = Date.now();
  const message = `${new Date(now).toISOString()} (${Intl.DateTimeFormat().resolvedOptions().timeZone})`;
  const installed = statSync(packageFile('package.json')).mtimeMs;
  if (now > installed - DAY) return { name, state: 'ok', message };
  const hint = 'set the clock: dates of articles and signed requests depend on it';
  return {
    name,
    state: 'error',
    message: `${message} is before the day on which the program was installed`,
    hint,
  };
}
