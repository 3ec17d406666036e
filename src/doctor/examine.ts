/** Examines what a site needs besides its content. Opens no connection. */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { messageOf, refusalOf, UserError } from '../foundation/errors.ts';
import { packageFile, readProgramVersion } from '../foundation/package-files.ts';
import { type EnvironmentCheck, listCredentials } from './credentials.ts';

/** @param out absolute path of the output folder */
export async function examine(root: string, out: string): Promise<EnvironmentCheck[]> {
  const { config, check } = await examineConfig(root);
  return [
    examineNode(process.versions.node),
    examineProgram(),
    check,
    examineFolder('site folder', root),
    examineFolder('output', out),
    ...(await examinePackages()),
    ...listCredentials(config, process.env),
  ];
}

function readManifest(): { version: string; engines: { node: string } } {
  return JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
}

/** @param version such as "24.1.0" */
function examineNode(version: string): EnvironmentCheck {
  const name = 'Node';
  const { node } = readManifest().engines;
  const [least = 0, leastMinor = 0] = node.replace(/^>=/, '').split('.').map(Number);
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const message = `${version} on ${process.platform} ${process.arch}`;
  if (major < least || (major === least && minor < leastMinor))
    return { name, state: 'error', message, hint: `install Node ${node}; 24 is recommended` };
  if (major > 20) return { name, state: 'ok', message };
  const ended = `${message}; Node 20 has had no security updates since April 2026`;
  return { name, state: 'note', message: ended, hint: 'install Node 24' };
}

function examineProgram(): EnvironmentCheck {
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

async function examineConfig(root: string): Promise<{ config: SiteConfig | null; check: EnvironmentCheck }> {
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

/** A build creates a missing folder, so the nearest existing folder above it must be writable. */
function examineFolder(name: string, folder: string): EnvironmentCheck {
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

/** Starts the packages that contain machine code, which differs by platform. */
async function examinePackages(): Promise<EnvironmentCheck[]> {
  const start = async (name: string, load: () => Promise<string>): Promise<EnvironmentCheck> => {
    try {
      return { name, state: 'ok', message: await load() };
    } catch (error) {
      const [message = ''] = messageOf(error).split('\n');
      const hint = 'install the packages again on this machine: rm -rf node_modules && npm ci';
      return { name, state: 'error', message, hint };
    }
  };
  return [
    await start('pictures', async () => `sharp ${(await import('sharp')).default.versions.sharp}`),
    await start('bundler', async () => {
      const { transform, version } = await import('esbuild');
      await transform('');
      return `esbuild ${version}`;
    }),
  ];
}
