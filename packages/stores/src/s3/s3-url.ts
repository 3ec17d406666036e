/** Parses `s3://bucket/prefix?endpoint=…&region=…`. Server and region have defaults. */
import { parseEndpoint, parsePrefix, UserError } from '../core.ts';

export interface S3Location {
  bucket: string;
  /** '' or ending with "/". */
  prefix: string;
  /** Base URL of the server, without a slash at the end. */
  endpoint: string;
  region: string;
  /** The URL of the user, for messages. Defaults are not added. */
  url: string;
}

/** Providers whose host names contain the region. */
const REGION_OF_HOST =
  /^(?:s3[.-])?([a-z0-9-]+)\.(?:amazonaws|backblazeb2|digitaloceanspaces|wasabisys)\.com$/;

/** @param defaults region and endpoint of the environment @throws UserError for an invalid name or endpoint */
export function parseS3Url(
  url: URL,
  defaults: { endpoint: string | undefined; region: string | undefined },
): S3Location {
  const bucket = url.hostname;
  if (url.port || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || bucket.includes('..')) {
    throw new UserError({
      code: 'invalid-target',
      message: `"${url.host}" is not a valid bucket name`,
      hint: 'use 3 to 63 of a-z, 0-9, "-" and "."; the server belongs in ?endpoint=https://HOST',
    });
  }
  const parameters = url.searchParams;
  const asked = parameters.get('endpoint') ?? defaults.endpoint;
  const endpoint = asked === undefined ? null : parseEndpoint(asked);
  const region =
    parameters.get('region') ?? defaults.region ?? (endpoint ? guessRegion(endpoint.hostname) : 'us-east-1');
  if (!/^[a-z0-9-]{1,40}$/.test(region)) {
    throw new UserError({
      code: 'invalid-target',
      message: `"${region}" is not a valid region`,
      hint: 'use the name that the provider shows, such as eu-central-1 or auto',
    });
  }
  const prefix = parsePrefix(url);
  return {
    bucket,
    prefix,
    endpoint: (endpoint?.href ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, ''),
    region,
    url: `s3://${bucket}/${prefix}`.replace(/\/$/, '') + url.search,
  };
}

function guessRegion(host: string): string {
  if (host.endsWith('.r2.cloudflarestorage.com')) return 'auto';
  const region = REGION_OF_HOST.exec(host)?.[1];
  return region === undefined || region === 's3' ? 'us-east-1' : region;
}
