/** Removes what changed from the cache of Cloudflare or CloudFront. */

import { readS3Settings } from 'articles-stores/s3-settings';
import { AwsV4Signer } from 'aws4fetch';
import type { AfterSettings } from '../../config/deploy-schema.ts';
import { escapeXml } from '../../foundation/escape.ts';
import { chunksOf } from '../../foundation/group-by.ts';
import { formatCount } from '../../foundation/report.ts';
import {
  type ActionRequest,
  type Environment,
  joinEndpoint,
  jsonRequest,
  type PlanAction,
} from './after-action.ts';

type Settings = NonNullable<AfterSettings['purge']>;

/** Cloudflare's limit of one request. */
const CLOUDFLARE_URLS = 30;
/** Amazon charges for each path, so more paths become one pattern. */
const MAX_PATHS = 10;

export const purgeCdn: PlanAction = ({ purge }, { home, changes }) => {
  if (!purge || home === null || changes.length === 0) return null;
  const urls = changes.map(({ path }) => new URL(`${home}${path || '/'}`));
  return {
    name: 'purge',
    description: `purge ${formatCount(urls.length, 'address', 'addresses')} at ${new URL(purge.endpoint).host}`,
    ...(purge.cdn === 'cloudfront'
      ? {
          secret: null,
          requests: (_secret, environment) => invalidate(purge, findPaths(new URL(home), urls), environment),
        }
      : { secret: purge.token, requests: (token) => purgeCloudflare(purge, urls, token) }),
  };
};

function findPaths(home: URL, urls: readonly URL[]): string[] {
  return urls.length > MAX_PATHS
    ? [`${home.pathname.replace(/\/$/, '')}/*`]
    : urls.map(({ pathname }) => pathname);
}

/** Signs the request as those to S3, with the same keys. */
async function invalidate(
  { distribution, endpoint }: Extract<Settings, { cdn: 'cloudfront' }>,
  paths: readonly string[],
  environment: Environment,
): Promise<ActionRequest[]> {
  const { credentials } = readS3Settings(environment);
  if (!credentials) throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set');
  const url = joinEndpoint(
    endpoint,
    `/2020-05-31/distribution/${encodeURIComponent(distribution)}/invalidation`,
  );
  const items = paths.map((path) => `<Path>${escapeXml(path)}</Path>`).join('');
  const body = `<InvalidationBatch xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Paths><Quantity>${paths.length}</Quantity><Items>${items}</Items></Paths><CallerReference>${crypto.randomUUID()}</CallerReference></InvalidationBatch>`;
  const headers = { 'content-type': 'application/xml' };
  const scope = { service: 'cloudfront', region: 'us-east-1' };
  try {
    const signer = new AwsV4Signer({
      ...credentials,
      ...scope,
      method: 'POST',
      url: url.href,
      headers,
      body,
    });
    const signed = await signer.sign();
    return [{ url, method: 'POST', headers: Object.fromEntries(signed.headers.entries()), body }];
  } catch {
    // The error would quote a key with a line break.
    throw new Error('the keys of AWS are not valid');
  }
}

function purgeCloudflare(
  { zone, endpoint }: Extract<Settings, { cdn: 'cloudflare' }>,
  urls: readonly URL[],
  token: string,
): ActionRequest[] {
  const url = joinEndpoint(endpoint, `/zones/${encodeURIComponent(zone)}/purge_cache`);
  const files = urls.map(({ href }) => href);
  const headers = { authorization: `Bearer ${token}` };
  return Array.from(chunksOf(files, CLOUDFLARE_URLS), (batch) => jsonRequest(url, { files: batch }, headers));
}
