/** Examines what a site needs besides its content. Opens no connection. */
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { messageOf, refusalOf, UserError } from '../foundation/errors.ts';
import { packageFile, readProgramVersion } from '../foundation/package-files.ts';
import type { EnvironmentCheck } from '../results/tool-results.ts';

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

/** The result of examining one thing that a site depends on. */
type Environment = Readonly<Record<string, string | undefined>>;

/** One check for each service that the site uses. */
function listCredentials(config: SiteConfig | null, environment: Environment): EnvironmentCheck[] {
  const targets = [config?.deploy.production, config?.deploy.development];
  const uses = (scheme: string) => targets.some((target) => target?.startsWith(`${scheme}:`));
  // The default target is a bucket of Google.
  const isDefault = targets.every((target) => target === undefined);
  return [
    ...(uses('gs') || isDefault ? [googleCheck(environment)] : []),
    ...(uses('s3') ? [s3Check(environment)] : []),
    ...(uses('azblob') ? [azureCheck(environment)] : []),
    modelCheck(config, environment),
  ];
}

function googleCheck(environment: Environment): EnvironmentCheck {
  const name = 'Google Cloud';
  const file = environment.GOOGLE_APPLICATION_CREDENTIALS;
  if (file) {
    if (existsSync(file))
      return { name, state: 'ok', message: 'GOOGLE_APPLICATION_CREDENTIALS names a file' };
    const message = 'GOOGLE_APPLICATION_CREDENTIALS names a file that does not exist';
    return { name, state: 'error', message, hint: 'correct the variable, or remove it' };
  }
  const folder = environment.CLOUDSDK_CONFIG ?? join(environment.HOME ?? homedir(), '.config/gcloud');
  if (existsSync(join(folder, 'application_default_credentials.json')))
    return { name, state: 'ok', message: 'application default credentials of gcloud' };
  const hint =
    'to deploy to gs://, run `gcloud auth application-default login`; on Google Cloud nothing is needed';
  return { name, state: 'note', message: 'no credentials', hint };
}

function s3Check(environment: Environment): EnvironmentCheck {
  const name = 'S3';
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_PROFILE } = environment;
  if (AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY)
    return { name, state: 'ok', message: 'keys in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY' };
  const file =
    environment.AWS_SHARED_CREDENTIALS_FILE ?? join(environment.HOME ?? homedir(), '.aws/credentials');
  if (existsSync(file))
    return { name, state: 'ok', message: `profile "${AWS_PROFILE ?? 'default'}" of ${file}` };
  const hint = 'to deploy to s3://, set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE';
  return { name, state: 'note', message: 'no credentials', hint };
}

function azureCheck(environment: Environment): EnvironmentCheck {
  const name = 'Azure';
  const variable = ['AZURE_STORAGE_SAS_TOKEN', 'AZURE_STORAGE_KEY'].find((known) => environment[known]);
  if (variable !== undefined) return { name, state: 'ok', message: `${variable} is set` };
  const hint = 'to deploy to azblob://, set AZURE_STORAGE_SAS_TOKEN or AZURE_STORAGE_KEY';
  return { name, state: 'note', message: 'no credentials', hint };
}

function modelCheck(config: SiteConfig | null, environment: Environment): EnvironmentCheck {
  const name = 'language model';
  const server = config?.generate.baseUrl ?? environment.OPENAI_BASE_URL;
  const place =
    server !== undefined && URL.canParse(server) ? new URL(server).host : (server ?? 'api.openai.com');
  const variable = ['OPENAI_API_KEY', 'OPENAI_API_KEY_FILE'].find((known) => environment[known]);
  if (variable !== undefined) return { name, state: 'ok', message: `${variable} is set, for ${place}` };
  const hint =
    'to generate articles, set OPENAI_API_KEY or OPENAI_API_KEY_FILE; servers on this machine need none';
  return { name, state: 'note', message: `OPENAI_API_KEY is not set, for ${place}`, hint };
}
