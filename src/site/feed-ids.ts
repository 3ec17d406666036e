/** Gives feeds and their entries identities that stay: feed readers show an entry again when its id changes (RFC 4287, 4.2.6). */
import { hash } from 'node:crypto';
import type { SiteConfig } from '../config/config-schema.ts';
import type { ArticleMeta } from '../content/article/parse-article.ts';
import type { LocaleCode } from '../locales/codes.ts';

type Settings = Pick<SiteConfig, 'url' | 'feeds'>;

/** An absolute address or name: another system's id, such as an RSS guid. */
const IRI = /^[a-z][a-z0-9+.-]*:\S+$/i;

/** Does not depend on title, slug and date, nor on the file where the front matter has an `id`. */
export function articleId(
  config: Settings,
  locale: LocaleCode,
  { key, editorial: { id } }: Pick<ArticleMeta, 'key' | 'editorial'>,
): string {
  return id !== null && IRI.test(id)
    ? id
    : `urn:uuid:${nameUuid(`${authorityOf(config)}/${locale}/${id ?? key}`)}`;
}

/** @param home URL of the listing that the feed follows */
export function feedId({ feeds }: Settings, home: string): string {
  if (feeds.authority === undefined) return home;
  return `urn:uuid:${nameUuid(`${feeds.authority}${new URL(home).pathname}`)}`;
}

function authorityOf({ url, feeds }: Settings): string {
  return feeds.authority ?? new URL(url).host;
}

/** A UUID from a name, in the form of version 5 (RFC 9562, section 5.5). */
function nameUuid(name: string): string {
  const hex = hash('sha1', `articles:${name}`, 'hex');
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}
