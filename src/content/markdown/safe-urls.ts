/** Checks and encodes the URLs of content. */

const SAFE_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);

/**
 * The URL, trimmed; null for unsafe ones (script, data, unknown scheme, control characters). The joiners U+200C and U+200D are
 * letters' own: words of Persian and Malayalam have them, and no browser drops them.
 */
export function safeUrl(url: string): string | null {
  const value = url.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop control characters, so "java\tscript:" would run
  if (/[\u0000-\u001f\u007f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(value)) return null;
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(value);
  if (scheme?.[1] && !SAFE_SCHEMES.has(scheme[1].toLowerCase())) return null;
  return value;
}

/** True if a URL leaves the site: it has a scheme or starts with "//". */
export function isAbsoluteUrl(url: string): boolean {
  return /^([a-zA-Z][a-zA-Z0-9+.-]*:|\/\/)/.test(url);
}

/** Percent-encodes characters that a URL may not contain; keeps encoded ones. */
export function encodeUrl(url: string): string {
  if (/^[\w\-.~:/?#[\]@!$&'()*+,;=%]*$/.test(url) && !/%(?![0-9a-f]{2})/i.test(url)) return url;
  try {
    return encodeURI(url).replace(/%25([0-9a-f]{2})/gi, '%$1');
  } catch {
    return '';
  }
}
