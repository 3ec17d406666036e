/** Tells search engines which pages changed (indexnow.org). */
import { chunksOf } from '../../foundation/group-by.ts';
import { type PlanAction, sendJson } from './after-action.ts';

/** The protocol's limit of one request. */
const MAX_URLS = 10_000;

export const indexNow: PlanAction = ({ indexNow: settings }, { home, indexed, changes }) => {
  const urls = changes
    .filter(({ kind }) => kind === 'article' || kind === 'page')
    .map(({ path }) => `${home}${path || '/'}`);
  if (!settings || home === null || !indexed || urls.length === 0) return null;
  const { key, endpoint } = settings;
  return {
    name: 'indexNow',
    description: `submit ${urls.length} addresses to ${new URL(endpoint).host}`,
    secret: null,
    requests: () =>
      Array.from(chunksOf(urls, MAX_URLS), (urlList) =>
        sendJson(new URL(endpoint), {
          host: new URL(home).host,
          key,
          keyLocation: `${home}/${key}.txt`,
          urlList,
        }),
      ),
  };
};
