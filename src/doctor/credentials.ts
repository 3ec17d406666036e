/** Reports which credentials exist, and never prints them. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';

/** The result of examining one thing that a site depends on. */
export interface EnvironmentCheck {
  name: string;
  /** `note`: nothing is broken, but there is something to know or to set up. */
  state: 'ok' | 'note' | 'error';
  message: string;
  hint?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** One check for each service that the site uses. */
export function listCredentials(config: SiteConfig | null, environment: Environment): EnvironmentCheck[] {
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
  if (environment.OPENAI_API_KEY)
    return { name, state: 'ok', message: `OPENAI_API_KEY is set, for ${place}` };
  const hint = 'to generate articles, set OPENAI_API_KEY; servers on this machine need none';
  return { name, state: 'note', message: `OPENAI_API_KEY is not set, for ${place}`, hint };
}
