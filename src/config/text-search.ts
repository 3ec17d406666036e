/** The setting of text search. Threads that render pages load this module, and not the schema of the configuration. */
import type { SiteConfig } from './config-schema.ts';

/** True if the site searches the texts of its articles. */
export function hasTextSearch({ features, search }: Pick<SiteConfig, 'features' | 'search'>): boolean {
  return features.search && search.fullText;
}
