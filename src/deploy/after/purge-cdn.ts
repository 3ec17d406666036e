/** Removes what changed from the cache of Cloudflare, Fastly or Google Cloud CDN. */
import type { AfterSettings } from '../../config/deploy-schema.ts';
import {
  type ActionRequest,
  joinEndpoint,
  type PlanAction,
  sendJson,
  splitIntoBatches,
} from './after-action.ts';

type Settings = NonNullable<AfterSettings['purge']>;

/** Cloudflare's limit of one request. */
const CLOUDFLARE_URLS = 30;
/** Google allows few invalidations a minute, so more paths become one pattern. */
const GOOGLE_PATHS = 10;

export const purgeCdn: PlanAction = ({ purge }, { home, changes }) => {
  if (!purge || home === null || changes.length === 0) return null;
  const urls = changes.map(({ path }) => new URL(`${home}${path || '/'}`));
  return {
    name: `purge ${purge.cdn}`,
    description: `purge ${urls.length} addresses at ${new URL(purge.endpoint).host}`,
    secret: purge.token,
    requests: (token) => planRequests(purge, new URL(home), urls, token),
  };
};

function planRequests(purge: Settings, home: URL, urls: readonly URL[], token: string): ActionRequest[] {
  const bearer = { authorization: `Bearer ${token}` };
  switch (purge.cdn) {
    case 'cloudflare': {
      const url = joinEndpoint(purge.endpoint, `/zones/${encodeURIComponent(purge.zone)}/purge_cache`);
      const files = urls.map(({ href }) => href);
      return splitIntoBatches(files, CLOUDFLARE_URLS).map((batch) => sendJson(url, { files: batch }, bearer));
    }
    case 'fastly':
      return urls.map(({ host, pathname }) => ({
        url: joinEndpoint(purge.endpoint, `/purge/${host}${pathname}`),
        method: 'POST',
        headers: { 'fastly-key': token },
      }));
    case 'google': {
      const map = `/projects/${encodeURIComponent(purge.project)}/global/urlMaps/${encodeURIComponent(purge.urlMap)}`;
      const url = joinEndpoint(purge.endpoint, `${map}/invalidateCache`);
      const paths =
        urls.length > GOOGLE_PATHS
          ? [`${home.pathname.replace(/\/$/, '')}/*`]
          : urls.map(({ pathname }) => pathname);
      return paths.map((path) => sendJson(url, { host: home.host, path }, bearer));
    }
  }
}
