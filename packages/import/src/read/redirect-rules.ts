/** Reads the redirects of a source: rules of its host, and redirects of plugins and settings of its tool. */
import { posix } from 'node:path';
import type { ImportedPost, SourceRedirect } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import { decodeAddress } from './decode-address.ts';
import { parseDataFile } from './notations.ts';
import { lineOf } from './post-fields.ts';
import type { SourceFolder } from './source-folder.ts';
import { isMap, listAt, textAt, toValues, type Value, type Values, valueAt } from './values.ts';

/** Files of hosts, beside the configuration or in a folder whose files are published. */
const HOST_FILE = /^(?:[^/]+\/){0,3}(?:_redirects|netlify\.toml|vercel\.json)$/;

/** A rule as its file has it. */
interface Rule {
  from: string;
  to: string;
  /** What it answers; '' for a redirect. */
  status: string;
  /** Set if it concerns some readers only. */
  isLimited: boolean;
  /** By default the first one with the old address. */
  line?: number;
}

/** @param url origin and path of the old site */
export async function readRedirects(
  source: SourceFolder,
  config: Values,
  url: string | null,
  notes: Notes,
): Promise<SourceRedirect[]> {
  const read: SourceRedirect[] = [];
  const taken = new Set<string>();
  const add = (file: string, text: string, rules: readonly Rule[]): void => {
    for (const { from, to, status, isLimited, line = placeOf(from, text) } of rules) {
      const plain = isLimited || !/^(?:30\d|410)?!?$/.test(status) ? null : plainRule(from, to, status, url);
      const note = (message: string) => notes.add({ file, line, message, detail: `${from} → ${to}` });
      if (plain === null) note('rule of the old host that is no redirect for all readers: not carried over');
      // The first rule counts.
      else if (!taken.has(plain.from)) read.push({ file, line, ...plain });
      if (plain) taken.add(plain.from);
    }
  };
  for (const file of source.files.filter((name) => HOST_FILE.test(name))) {
    const text = source.text(file) ?? '';
    if (file.endsWith('_redirects')) add(file, text, text.split('\n').flatMap(ruleOfLine));
    else {
      const { value, problem } = await parseDataFile(file, text);
      if (problem) notes.add({ file, line: problem.line, message: `redirects not read: ${problem.message}` });
      add(file, text, rulesOf(toValues(value).redirects ?? null));
    }
  }
  const file = textAt(config, 'configFile') ?? '';
  add(file, source.text(file) ?? '', settingsOf(config));
  return read;
}

const placeOf = (from: string, text: string) =>
  lineOf(text, [`"${from}"`, `'${from}'`].find((quoted) => text.includes(quoted)) ?? from);

/** `/old /new 301`, with conditions such as `Country=us` at the end, and parts of a query after the old address. */
function ruleOfLine(line: string, index: number): Rule | [] {
  const [from = '', ...rest] = line
    .replace(/(?:^|\s)#.*$/, '')
    .trim()
    .split(/\s+/);
  const at = rest.findIndex((part) => /^(?:\/|https?:)/.test(part));
  if (from === '' || at < 0) return [];
  const [to = '', status = '', ...conditions] = rest.slice(at);
  const query = rest.slice(0, at).join('&');
  return {
    from: from + (query && `?${query}`),
    to,
    status,
    isLimited: conditions.length > 0,
    line: index + 1,
  };
}

/** The rules of Netlify, Vercel and a plugin of Docusaurus. */
function rulesOf(value: Value): Rule[] {
  return (Array.isArray(value) ? value : []).filter(isMap).flatMap((rule) => {
    const to = textAt(rule, 'to', 'destination') ?? '';
    const query = valueAt(rule, 'query');
    const pairs = Object.entries(isMap(query) ? query : {}).map(([name, part]) => `${name}=${String(part)}`);
    return listAt(rule, ['from', 'source']).map((from) => ({
      from: from + (pairs.length > 0 ? `?${pairs.join('&')}` : ''),
      to,
      status: textAt(rule, 'status', 'statusCode') ?? '',
      isLimited: ['conditions', 'has', 'missing'].some((name) => (valueAt(rule, name) ?? null) !== null),
    }));
  });
}

/** Redirects in the settings: of Astro, of a plugin of Docusaurus, of a plugin of MkDocs. */
function settingsOf(config: Values): Rule[] {
  const pairs = (value: Value | undefined, toPath = (path: string) => path): Rule[] =>
    Object.entries(isMap(value) ? value : {}).flatMap(([from, target]) => {
      const to = isMap(target) ? textAt(target, 'destination') : target;
      return typeof to === 'string'
        ? { from: toPath(from), to: toPath(to), status: '', isLimited: false }
        : [];
    });
  const plugins = valueAt(config, 'plugins');
  return [
    ...pairs(valueAt(config, 'redirects')),
    ...(Array.isArray(plugins) ? plugins : []).flatMap((plugin) => {
      if (isMap(plugin)) return pairs(valueAt(plugin, 'redirects.redirect_maps'), pathOfFile);
      const [name, options] = Array.isArray(plugin) ? plugin : [];
      return name === '@docusaurus/plugin-client-redirects' && isMap(options)
        ? rulesOf(options.redirects ?? null)
        : [];
    }),
  ];
}

/** `guide/index.md#part` → `/guide/#part`. */
const pathOfFile = (file: string) =>
  /^[a-z]+:/.test(file)
    ? file
    : posix.join('/', file.replace(/(?:(?:^|\/)(?:index|README))?\.md(?=#|$)/, '/'));

/** A rule with `*` for the rest of an address; null if it cannot be said so. */
function plainRule(
  from: string,
  to: string,
  status: string,
  url: string | null,
): Pick<SourceRedirect, 'from' | 'to'> | null {
  const host = url === null ? null : new URL(url).host;
  const base = url === null ? '' : new URL(url).pathname.replace(/\/$/, '');
  // The rest of the address has a name, or a number, in the new one.
  const rest = /^(.*?)\/?(?:\/\*|\/:\w+\*|\/\(\.\*\)|\/:\w+\(\.\*\))$/.exec(from);
  const old = ownPath(rest ? `${rest[1]}/*` : from, host);
  const target = rest ? to.replace(/(?::splat|:\w+\*?|\$1)$/, '*') : to;
  const path = ownPath(target, host) ?? target;
  if (old === null || /[:()\\]/.test(old) || /[/=](?::\w|\$\d|\()/.test(path.replace(/^https?:\/\//, '')))
    return null;
  if (base !== '' && !`${old}/`.startsWith(`${base}/`)) return null;
  const inner = base !== '' && `${path}/`.startsWith(`${base}/`) ? path.slice(base.length) || '/' : path;
  return {
    from: decodeAddress(old.slice(base.length) || '/'),
    to: /^410/.test(status) ? null : decodeTarget(inner),
  };
}

const decodeTarget = (target: string) => (target.startsWith('/') ? decodeAddress(target) : target);

/** The path of an address of the old site; null for one of another host. */
function ownPath(address: string, host: string | null): string | null {
  if (address.startsWith('/') && !address.startsWith('//')) return address;
  if (!/^https?:\/\//.test(address) || !URL.canParse(address) || new URL(address).host !== host) return null;
  return address.replace(/^https?:\/\/[^/]+/, '') || '/';
}

/** A page answers at its address with and without these ends. */
const keyOf = (path: string) =>
  path
    .replace(/[?#].*$/, '')
    .replace(/(?:\/index)?(?:\.html)?\/*$/, '')
    .toLowerCase();

/** More steps from an old address to its page are not followed. */
const MAX_STEPS = 10;

/** Gives posts the old addresses that lead to them. @returns the other redirects too */
export function giveRedirects(
  posts: readonly ImportedPost[],
  redirects: readonly SourceRedirect[],
): { posts: ImportedPost[]; rest: SourceRedirect[] } {
  const owners = new Map<string, ImportedPost>();
  for (const post of posts.toReversed())
    for (const address of post.addresses) owners.set(keyOf(address), post);
  const next = new Map(redirects.map(({ from, to }) => [keyOf(from), to]));
  const given = new Map<ImportedPost, string[]>();
  const rest = redirects.filter(({ from, to }) => {
    // A page that the source has answers itself.
    if (!/[*?]/.test(from) && owners.has(keyOf(from))) return false;
    let key = keyOf(to ?? '');
    for (let step = 0; step < MAX_STEPS && !owners.has(key); step++) key = keyOf(next.get(key) ?? key);
    const post = to?.startsWith('/') && !/[*?]/.test(from) ? owners.get(key) : undefined;
    if (post === undefined || post.draft) return true;
    given.set(post, [...(given.get(post) ?? []), from]);
    return false;
  });
  const withOwn = posts.map((post) => {
    const own = given.get(post);
    return own ? { ...post, addresses: [...post.addresses, ...own] } : post;
  });
  return { posts: withOwn, rest };
}
