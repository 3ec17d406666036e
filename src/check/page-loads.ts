/** Lists what an element loads or runs, and tells whether a security policy allows it. */
import { createHash } from 'node:crypto';

export interface Load {
  directive: string;
  /** The name of the element or attribute in messages, such as "<iframe>". */
  what: string;
  /** The address, or the text of an inline script or style. */
  target: string;
  inline?: 'element' | 'attribute';
}

type Attributes = Readonly<Record<string, string>>;

/** For each element, the attributes with an address, and the directive of the policy for each. */
const LOADING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  audio: { src: 'media-src' },
  base: { href: 'base-uri' },
  button: { formaction: 'form-action' },
  embed: { src: 'object-src' },
  form: { action: 'form-action' },
  frame: { src: 'frame-src' },
  iframe: { src: 'frame-src' },
  img: { src: 'img-src' },
  input: { src: 'img-src', formaction: 'form-action' },
  object: { data: 'object-src' },
  script: { src: 'script-src' },
  track: { src: 'media-src' },
  video: { src: 'media-src', poster: 'img-src' },
};

/** Leaves out inline scripts and styles, whose text follows the tag. */
export function* listLoads(name: string, attributes: Attributes): Iterable<Load> {
  const what = `<${name}>`;
  for (const [attribute, directive] of Object.entries(LOADING[name] ?? {})) {
    const target = attributes[attribute];
    if (target !== undefined) yield { directive, what, target };
  }
  const { href, rel = '', src, srcset, style } = attributes;
  // In <picture>, a <source> has srcset instead of src.
  if (name === 'source' && src !== undefined) yield { directive: 'media-src', what, target: src };
  if (srcset !== undefined)
    for (const candidate of srcset.split(/,\s+/))
      yield { directive: 'img-src', what, target: candidate.trim().split(/\s+/)[0] ?? '' };
  if (name === 'link' && href !== undefined && /\bstylesheet\b/i.test(rel))
    yield { directive: 'style-src', what: 'style sheet', target: href };
  if (style !== undefined)
    yield { directive: 'style-src', what: `style of ${what}`, target: style, inline: 'attribute' };
  for (const [attribute, value] of Object.entries(attributes))
    if (/^on[a-z]+$/.test(attribute))
      yield { directive: 'script-src', what: `${attribute} of ${what}`, target: value, inline: 'attribute' };
}

/** Parses a policy into the sources of each directive. */
export type Policy = ReadonlyMap<string, readonly string[]>;

export function parsePolicy(content: string): Policy {
  return new Map(
    content.split(';').map((part) => {
      const [directive = '', ...sources] = part.trim().split(/\s+/);
      return [directive, sources];
    }),
  );
}

/** Directives that do not fall back to default-src. */
const WITHOUT_DEFAULT: ReadonlySet<string> = new Set(['base-uri', 'form-action']);

/** @param page absolute URL of the page */
export function isAllowed(policy: Policy, load: Load, page: string): boolean {
  const { directive, target, inline } = load;
  const sources =
    policy.get(directive) ?? (WITHOUT_DEFAULT.has(directive) ? undefined : policy.get('default-src'));
  if (!sources) return true;
  if (inline) return isInlineAllowed(sources, target, inline);
  const trimmed = target.trim();
  if (trimmed === '' || /^about:(blank|srcdoc)$/i.test(trimmed)) return true;
  const url = parseUrl(trimmed, page);
  // The browser loads nothing from such an address.
  if (!url) return true;
  return sources.some((source) => matches(source, url, new URL(page)));
}

function isInlineAllowed(sources: readonly string[], text: string, inline: 'element' | 'attribute'): boolean {
  const hashes = sources.filter((source) => /^'sha/.test(source));
  if (sources.includes("'unsafe-inline'") && hashes.length === 0) return true;
  if (inline === 'attribute' && !sources.includes("'unsafe-hashes'")) return false;
  return ['sha256', 'sha384', 'sha512'].some((name) => hashes.includes(hashOf(text, name)));
}

function hashOf(text: string, name = 'sha256'): string {
  return `'${name}-${createHash(name).update(text).digest('base64')}'`;
}

function matches(source: string, url: URL, page: URL): boolean {
  if (source === "'self'") return url.origin === page.origin;
  if (source.startsWith("'")) return false;
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source))
    return url.protocol === source || (source === 'http:' && url.protocol === 'https:');
  const parts = /^(?:([a-z]+):\/\/)?([^/:]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source);
  if (!parts) return false;
  const [, scheme = page.protocol.slice(0, -1), host = '', port, path = ''] = parts;
  const isSecured = /^(http|ws)$/.test(scheme) && url.protocol === `${scheme}s:`;
  if (url.protocol !== `${scheme}:` && !isSecured) return false;
  const isHost = host.startsWith('*.')
    ? url.hostname.endsWith(host.slice(1).toLowerCase())
    : url.hostname === host.toLowerCase();
  const isPort = port === '*' || url.port === (port === undefined || isDefault(port, url) ? '' : port);
  const isPath =
    path === '' ||
    path === '/' ||
    (path.endsWith('/') ? url.pathname.startsWith(path) : url.pathname === path);
  return isHost && isPort && isPath;
}

function isDefault(port: string, { protocol }: URL): boolean {
  return port === (/^(https|wss):$/.test(protocol) ? '443' : '80');
}

function parseUrl(target: string, page: string): URL | null {
  return URL.canParse(target, page) ? new URL(target, page) : null;
}

/** Lists sources that would allow it. Empty where no setting can. */
export function sourcesFor({ directive, target, inline }: Load, page: string): string[] {
  if (inline) return inline === 'attribute' ? ["'unsafe-hashes'", hashOf(target)] : [hashOf(target)];
  if (directive === 'object-src' || directive === 'base-uri') return [];
  const url = parseUrl(target.trim(), page);
  if (!url || !/^https?:$/.test(url.protocol)) return url?.protocol === 'blob:' ? ['blob:'] : [];
  // The host serves files of many people, so only this file is allowed.
  return [directive === 'script-src' ? url.origin + url.pathname : url.origin];
}
