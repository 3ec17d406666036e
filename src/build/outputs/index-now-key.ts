/** Output: the file by which search engines check who submits addresses (indexnow.org). */
import { outputPath } from '../../site/routes.ts';
import type { OutputGenerator } from './output-generator.ts';

export const indexNowKey: OutputGenerator = {
  owns({ config }) {
    const { indexNow } = config.deploy.after;
    return indexNow ? [`${indexNow.key}.txt`] : [];
  },
  groups({ site, baseKey }) {
    const { indexNow } = site.config.deploy.after;
    if (!indexNow) return [];
    const { key } = indexNow;
    const file = { path: outputPath(`${key}.txt`), kind: 'file', content: key } as const;
    return [{ name: 'index-now-key', key: baseKey, files: () => [file] }];
  },
};
