/** Finds keys, region and endpoint for S3: in the environment, then in the files that the tools of AWS share. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { hasCode, UserError } from '../core.ts';

export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

interface S3Settings {
  credentials: S3Credentials | null;
  region: string | undefined;
  endpoint: string | undefined;
}

/** Keys in the environment have priority, as in the tools of AWS. @throws UserError for an unknown AWS_PROFILE */
export function readS3Settings(env: NodeJS.ProcessEnv): S3Settings {
  const name = env.AWS_PROFILE || env.AWS_DEFAULT_PROFILE;
  const profile = readProfile(name ?? 'default', env);
  const own = toCredentials(env.AWS_ACCESS_KEY_ID, env.AWS_SECRET_ACCESS_KEY, env.AWS_SESSION_TOKEN);
  if (!own && name && profile.size === 0) {
    throw new UserError({
      code: 'missing-credentials',
      message: `there is no profile "${name}" in the shared credentials file`,
      hint: 'correct AWS_PROFILE, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    });
  }
  return {
    credentials:
      own ??
      toCredentials(
        profile.get('aws_access_key_id'),
        profile.get('aws_secret_access_key'),
        profile.get('aws_session_token'),
      ),
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || profile.get('region'),
    endpoint: env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL || profile.get('endpoint_url'),
  };
}

function toCredentials(id?: string, secret?: string, token?: string): S3Credentials | null {
  if (!id || !secret) return null;
  return { accessKeyId: id, secretAccessKey: secret, ...(token ? { sessionToken: token } : {}) };
}

/** The settings of a profile. The credentials file has priority over the config file. */
function readProfile(name: string, env: NodeJS.ProcessEnv): Map<string, string> {
  const folder = join(env.HOME ?? homedir(), '.aws');
  const heading = name === 'default' ? name : `profile ${name}`;
  const config = readSection(env.AWS_CONFIG_FILE || join(folder, 'config'), heading);
  const shared = readSection(env.AWS_SHARED_CREDENTIALS_FILE || join(folder, 'credentials'), name);
  return new Map([...config, ...shared]);
}

/** `key = value` lines below `[heading]`. */
function readSection(path: string, heading: string): Map<string, string> {
  const settings = new Map<string, string>();
  let isWanted = false;
  for (const line of readText(path).split(/\r?\n/)) {
    const section = /^\s*\[\s*(.+?)\s*\]/.exec(line)?.[1];
    if (section !== undefined) isWanted = section === heading;
    const [, key, value] = /^([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (isWanted && key !== undefined && value) settings.set(key, value);
  }
  return settings;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EISDIR')) return '';
    throw error;
  }
}
