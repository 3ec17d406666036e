/** Finds the container of `azblob://CONTAINER/PREFIX?account=NAME&endpoint=URL`, and the credentials in the environment. */
import { parseEndpoint, parsePrefix, UserError } from '../core.ts';

export interface AzureLocation {
  account: string;
  container: string;
  /** '' or ending with "/". */
  prefix: string;
  /** Base URL of the account's blob service, without a slash at the end. */
  endpoint: string;
  /** The URL of the user, for messages. Defaults are not added. */
  url: string;
}

/** `key` signs each request. `sas` is the query of a shared access signature, which a login of a person can create too. */
export type AzureCredentials = { key: Buffer } | { sas: URLSearchParams };

export const LOGIN =
  'set AZURE_STORAGE_KEY to a key of the storage account, or AZURE_STORAGE_SAS_TOKEN to a shared access signature for the container';

/** @param endpoint of another server, which has priority @throws UserError for an invalid name or endpoint */
export function parseAzureUrl(url: URL, env: NodeJS.ProcessEnv, endpoint?: string): AzureLocation {
  const container = decodeURIComponent(url.hostname);
  if (url.port || !/^(?:\$web|\$root|[a-z0-9](?:-?[a-z0-9]){2,62})$/.test(container)) {
    throw new UserError({
      code: 'invalid-target',
      message: `"${url.host}" is not a valid name of a container`,
      hint: 'use $web for a static website, or 3 to 63 of a-z, 0-9 and single "-"; the storage account belongs in ?account=NAME',
    });
  }
  const account = url.searchParams.get('account') ?? env.AZURE_STORAGE_ACCOUNT ?? '';
  if (!/^[a-z0-9]{3,24}$/.test(account)) {
    throw new UserError({
      code: 'invalid-target',
      message:
        account === ''
          ? `${url.href} names no storage account`
          : `"${account}" is not a valid name of a storage account`,
      hint: 'write azblob://CONTAINER?account=NAME, or set AZURE_STORAGE_ACCOUNT; a name has 3 to 24 of a-z and 0-9',
    });
  }
  const asked = endpoint ?? url.searchParams.get('endpoint');
  const prefix = parsePrefix(url);
  return {
    account,
    container,
    prefix,
    endpoint: (asked === null
      ? `https://${account}.blob.core.windows.net`
      : parseEndpoint(asked).href
    ).replace(/\/+$/, ''),
    url: `azblob://${container}/${prefix}`.replace(/\/$/, '') + url.search,
  };
}

/** @returns null where neither a key nor a signature is set @throws UserError for a key that is not Base64 */
export function readAzureCredentials(env: NodeJS.ProcessEnv): AzureCredentials | null {
  const { AZURE_STORAGE_KEY: key, AZURE_STORAGE_SAS_TOKEN: token } = env;
  if (token) return { sas: new URLSearchParams(token.replace(/^\?/, '')) };
  if (!key) return null;
  if (/^[\w+/]+={0,2}$/.test(key)) return { key: Buffer.from(key, 'base64') };
  throw new UserError({
    code: 'missing-credentials',
    message: 'AZURE_STORAGE_KEY is not a key',
    hint: LOGIN,
  });
}
