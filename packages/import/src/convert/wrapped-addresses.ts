/** Takes the address out of those that programs of mail and text put around it to count or check clicks. */
import { attempt } from '../core.ts';

/** Such an address by its host and path, and the parameter that has the one within. */
const WRAPPERS: readonly [address: RegExp, parameters: readonly string[]][] = [
  // Documents, sheets, mail and results of Google.
  [/^(?:www\.)?google\.[a-z.]{2,6}\/url$/, ['q', 'url']],
  // Outlook and Teams.
  [/^[\w.-]+\.safelinks\.protection\.(?:outlook|office365)\.\w+\//, ['url']],
  [/^statics\.teams\.cdn\.office\.net\/evergreen-assets\/safelinks\//, ['url']],
  [/^slack-redir\.net\/link$/, ['url']],
  [/^lm?\.(?:facebook|instagram|messenger)\.com\/(?:l\.php)?$/, ['u']],
  [/^(?:www\.)?linkedin\.com\/(?:redir\/redirect|safety\/go)\/?$/, ['url']],
  [/^(?:www\.)?youtube\.com\/redirect$/, ['q']],
  [/^(?:m\.)?vk\.com\/away\.php$/, ['to']],
];

/** @returns the address within, at any depth; the same one where it is no wrapper, or holds no address of the web */
export function unwrapAddress(address: string): string {
  const url = attempt(() => new URL(address));
  if (!url) return address;
  const place = url.host + url.pathname;
  const [, parameters = []] = WRAPPERS.find(([pattern]) => pattern.test(place)) ?? [];
  // An address has no spaces: this one was a plus that nobody has encoded.
  const within = parameters.map((name) => url.searchParams.get(name)?.replaceAll(' ', '+') ?? '');
  const found = within.find((one) => /^https?:\/\/[^/]/i.test(one));
  return found === undefined ? address : unwrapAddress(found);
}
