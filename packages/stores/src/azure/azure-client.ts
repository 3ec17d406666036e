/** Sends requests to Azure Blob Storage: one attempt each, with a time limit. */
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import {
  childText,
  createExchange,
  createRedactor,
  encodeKey,
  type HttpResponse,
  type ObjectBody,
  parseXml,
  type RequestLimits,
  startOf,
} from '../core.ts';
import type { AzureCredentials, AzureLocation } from './azure-location.ts';

export interface AzureRequest {
  method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  /** Name of the blob, with the target's prefix. '' for the container, left out for the account. */
  name?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: ObjectBody;
}

export type AzureClient = ReturnType<typeof createAzureClient>;

/** The newest version that all regions and the emulator have spoken for years. */
const API_VERSION = '2021-12-02';

/** Headers that a signature covers besides those of Azure, in its order. */
const SIGNED = [
  'content-encoding',
  'content-language',
  'content-length',
  'content-md5',
  'content-type',
  'date',
  'if-modified-since',
  'if-match',
  'if-none-match',
  'if-unmodified-since',
  'range',
];

/** An answer that is not a success. Its message never contains a secret of the request. */
export class AzureError extends Error {
  readonly status: number;
  /** The code that the server names, such as ContainerNotFound. '' for an answer without one. */
  readonly reason: string;
  readonly response: { headers: IncomingHttpHeaders };

  constructor({ status, headers, body }: HttpResponse, hide: (text: string) => string) {
    const xml = parseXml(startOf(body));
    const reason = String(headers['x-ms-error-code'] ?? childText(xml, 'Code'))
      .replace(/\W/g, '')
      .slice(0, 60);
    const said = hide(childText(xml, 'Message').split('\n')[0] ?? '').slice(0, 300);
    super([reason || `HTTP status ${status}`, said].filter((part) => part !== '').join(': '));
    this.name = 'AzureError';
    this.status = status;
    this.reason = reason;
    this.response = { headers };
  }
}

/** @param connections maximum number of open connections */
export function createAzureClient(
  location: AzureLocation,
  credentials: AzureCredentials | null,
  connections: number,
) {
  const exchange = createExchange(location.endpoint, connections);
  const hide = createRedactor(credentials ? secretsOf(credentials) : []);
  return {
    location,
    /** @throws AzureError for an answer that is not a success */
    async send(
      { method, name, query = {}, headers = {}, body }: AzureRequest,
      limits: Pick<RequestLimits, 'timeout' | 'remainingLease'>,
    ): Promise<HttpResponse> {
      const path =
        name === undefined ? '/' : `/${location.container}${name === '' ? '' : `/${encodeKey(name)}`}`;
      const url = new URL(location.endpoint + path);
      for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
      const sent: Record<string, string> = {
        ...headers,
        'x-ms-version': API_VERSION,
        'x-ms-date': new Date().toUTCString(),
        ...(body ? { 'content-md5': body.md5 } : {}),
      };
      if (credentials && 'sas' in credentials)
        for (const [key, value] of credentials.sas) url.searchParams.append(key, value);
      else if (credentials)
        sent.authorization = sign(location.account, credentials.key, method, url, sent, body?.size ?? 0);
      const response = await exchange({ method, url, headers: sent, body }, limits);
      if (response.status < 300) return response;
      throw new AzureError(response, hide);
    },
  };
}

/** Source: the documentation of Azure Storage, "Authorize with Shared Key". */
function sign(
  account: string,
  key: Buffer,
  method: string,
  url: URL,
  headers: Readonly<Record<string, string>>,
  size: number,
): string {
  const values = new Map(Object.entries(headers)).set('content-length', size === 0 ? '' : String(size));
  const own = Object.entries(headers).filter(([name]) => name.startsWith('x-ms-'));
  const text = [
    method,
    ...SIGNED.map((name) => values.get(name) ?? ''),
    ...own.map(([name, value]) => `${name}:${value}`).sort(),
    `/${account}${url.pathname}`,
    ...[...url.searchParams].map(([name, value]) => `${name}:${value}`).sort(),
  ].join('\n');
  return `SharedKey ${account}:${createHmac('sha256', key).update(text).digest('base64')}`;
}

function secretsOf(credentials: AzureCredentials): string[] {
  if ('key' in credentials) return [credentials.key.toString('base64')];
  return [credentials.sas.get('sig') ?? ''].filter((secret) => secret !== '');
}
