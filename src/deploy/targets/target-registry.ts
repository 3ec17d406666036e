/** Opens the target of a URL. A new target is one module and one line in TARGETS. */
import { pathToFileURL } from 'node:url';
import { UserError } from '../../foundation/errors.ts';
import { openDirectory } from './directory/directory-target.ts';
import { openGcs } from './gcs/gcs-target.ts';
import type { OpenOptions, OpenTarget } from './target.ts';
import { createTargetClient, type TargetClient } from './target-client.ts';

interface TargetKind {
  open: OpenTarget;
  example: string;
  /** Names that the query of the URL may have. */
  parameters?: readonly string[];
}

/** The targets by URL scheme. */
const TARGETS: Readonly<Record<string, TargetKind>> = {
  gs: { open: openGcs, example: 'gs://BUCKET/PREFIX' },
  s3: {
    open: async (url, options) => (await import('articles-stores/s3')).openS3(url, options),
    example: 's3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION',
    parameters: ['endpoint', 'region'],
  },
  azblob: {
    open: async (url, options) => (await import('articles-stores/azure')).openAzure(url, options),
    example: 'azblob://CONTAINER/PREFIX?account=NAME',
    parameters: ['account', 'endpoint'],
  },
  file: { open: openDirectory, example: 'file:///absolute/folder' },
};

export const DEFAULT_OPEN_OPTIONS = { timeout: 60_000, retryDelay: 250, chunkBytes: 8 * 1024 * 1024 };

/** @throws UserError for a URL that no target supports */
export async function openTarget(location: string, options: OpenOptions): Promise<TargetClient> {
  const url = URL.canParse(location) ? new URL(location) : null;
  const target = url ? TARGETS[url.protocol.slice(0, -1)] : undefined;
  const relative = /^file:(?!\/)(.+)$/i.exec(location)?.[1];
  const isKnown = (name: string) => target?.parameters?.includes(name) ?? false;
  if (
    !url ||
    !target ||
    relative !== undefined ||
    ![...url.searchParams.keys()].every(isKnown) ||
    url.hash ||
    url.username
  ) {
    const examples = Object.values(TARGETS).map(({ example }) => example);
    throw new UserError({
      code: 'invalid-target',
      message: `"${hidePassword(location)}" is not a deploy target`,
      // A path has no scheme.
      hint:
        url && relative === undefined
          ? `use ${examples.join(' or ')}`
          : `for a folder write ${pathToFileURL(relative ?? location)}; else ${examples.slice(0, -1).join(' or ')}`,
    });
  }
  return createTargetClient(await target.open(url, options), options);
}

/** The URL without user and password, which belong in the environment. */
export function hidePassword(location: string): string {
  return location.replace(/\/\/[^/?#]*@/, '//');
}
