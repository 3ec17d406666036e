/** nginx: a configuration to include in the server block, whose `root` holds the output folder. */
import { contentTypeOf } from '../foundation/response-headers.ts';
import { type Host, type HostFacts, OPERATOR_FOLDER, WANTS_MARKDOWN } from './host.ts';
import { type Answer, decodePath, type HostAnswer, type HostedSite, redirect } from './host-answer.ts';

const PATH = `${OPERATOR_FOLDER}nginx.conf`;

export const host: Host = {
  paths: [PATH],
  maxRedirects: 100_000,
  isRoot: false,
  write: (facts) => [{ path: PATH, content: createConfig(facts) }],
  createAnswer,
};

function createConfig(facts: HostFacts): string {
  const { basePath, layout, moved, gone, notFound, cache, defaultCache, security, twinOrigin } = facts;
  const twin = twinOrigin === null ? '' : '$uri$articles_twin ';
  const at = (path: string) => quote(basePath + path);
  const locations = (from: string, rule: string) =>
    [from, `${from}/`].map((path) => `location = ${at(path)} { ${rule} }`);
  const types = groupTypes();
  const feeds = facts.feeds.map((path) => ({ path, type: typeOf(path) }));
  const feedTypes = new Set(feeds.map(({ type }) => type));
  const page = layout === 'directory' ? '/index.html' : '.html';
  return `# Include this file in a server block: root names the folder whose "${basePath || '/'}" is the output folder.
types {
${types.map(([type, extensions]) => `  ${type} ${extensions.join(' ')};`).join('\n')}
}
charset utf-8;
charset_types ${[...types.map(([type]) => type), ...feedTypes].filter((type) => type !== 'text/html' && isText(type)).join(' ')};
absolute_redirect off;
gzip on;
gzip_vary on;
gzip_proxied any;
gzip_min_length 1024;
gzip_types ${[...types.map(([type]) => type), ...feedTypes].filter((type) => type !== 'text/html' && (isText(type) || type === 'font/ttf' || type === 'font/otf')).join(' ')};

set $articles_cache ${quote(defaultCache)};
${cache.map(({ pattern, value }) => `if ($uri ~ ${matcher(basePath, pattern)}) { set $articles_cache ${quote(value)}; }`).join('\n')}
add_header Cache-Control $articles_cache;
${Object.entries(security)
  .map(([name, value]) => `add_header ${name} ${quote(value)} always;`)
  .join('\n')}

${twinOrigin === null ? '' : negotiation(twinOrigin)}set $articles_not_found ${at('/404.html')};
${notFound
  .filter(({ below }) => below !== '')
  .map(
    ({ below, file }) =>
      `if ($uri ~ ${matcher(basePath, `${below}/*`)}) { set $articles_not_found ${at(file)}; }`,
  )
  .join('\n')}
error_page 404 410 $articles_not_found;
error_page 500 502 503 504 ${at('/500.html')};

location ~ /\\.(?!well-known/) { return 404; }
${basePath === '' ? '' : `location = ${quote(basePath)} { return 301 ${quote(`${basePath}/$is_args$args`)}; }\n`}location ${at('/')} { try_files ${twin}$uri $uri.html $uri/index.html =404; }
location ~ ${matcher(basePath, '').slice(0, -2)}(?<articles_page>/.+?)/+$" {
  if (!-f $document_root${basePath}$articles_page${page}) { return 404; }
  rewrite ^(/.+?)/+$ $1 permanent;
}
${feeds.map(({ path, type }) => `location = ${at(path)} { types { } default_type ${type}; }`).join('\n')}
${moved.flatMap(({ from, to }) => locations(from, `return 301 ${quote(`${to}$is_args$args`)};`)).join('\n')}
${gone.flatMap((from) => locations(from, 'return 410;')).join('\n')}
`;
}

/** Answers with the Markdown twin of a page where a request asks for it, and names the page of a twin. */
function negotiation(origin: string): string {
  return `set $articles_twin "";
if ($http_accept ~* "${WANTS_MARKDOWN}") { set $articles_twin .md; }
set $articles_link "";
if ($request_uri ~ "^(?<articles_of>[^?]+)\\.md(?:\\?|$)") { set $articles_link ${quote(`<${origin}$articles_of>; rel="canonical"`)}; }
add_header Vary Accept;
add_header Link $articles_link;

`;
}

const EXTENSIONS =
  'html css js mjs json webmanifest xml xsl txt md csv svg png jpg jpeg gif webp avif ico woff woff2 ttf otf pdf mp3 mp4 webm ogg zip';

const typeOf = (name: string) => contentTypeOf(name).replace(/;.*/, '');
const isText = (type: string) => /^text\/|[/+](?:json|xml)$/.test(type);

/** Groups extensions by content type. The types are those of every other host. */
function groupTypes(): [type: string, extensions: string[]][] {
  const groups = new Map<string, string[]>();
  for (const extension of EXTENSIONS.split(' ')) {
    const type = typeOf(`a.${extension}`);
    groups.set(type, [...(groups.get(type) ?? []), extension]);
  }
  return [...groups];
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** Makes a quoted regular expression of a pattern that may end with `*`. */
function matcher(basePath: string, pattern: string): string {
  const start = `${basePath}${pattern}`.replace(/\*$/, '').replace(/[.+?^$()[\]{}|\\]/g, '\\$&');
  // Inside quotes nginx keeps a backslash unless a quote follows it.
  return `"^${start}${pattern.endsWith('*') ? '' : '$'}"`;
}

/** Answers by the directives that the configuration uses; it knows no others. */
function createAnswer(site: HostedSite): Answer {
  const config = parseNginx(site.read(PATH) ?? '');
  const exact = new Map<string, Directive[]>();
  for (const { words, block } of config)
    if (words[0] === 'location' && words[1] === '=') exact.set(words[2] ?? '', block);
  return (path, query, accept = '') => {
    if (/%(?![0-9a-f]{2})|%00/i.test(path)) return { status: 400, name: null, headers: {} };
    const asked = (decodePath(path) ?? path).replace(/\/{2,}/g, '/');
    const answer = (found: Omit<HostAnswer, 'headers'>, uri = asked): HostAnswer => {
      const variables = setVariables(config, { uri, accept, request: path + query });
      const headers: Record<string, string> = {};
      for (const { words } of config) {
        const [name, header = '', value = '', always] = words;
        if (name !== 'add_header' || (found.status >= 400 && always === undefined)) continue;
        const sent = variables.get(value) ?? value;
        if (sent !== '') headers[header] = sent;
      }
      return { ...found, headers };
    };
    const missing = (status: number) => {
      const page =
        setVariables(config, { uri: asked, accept, request: path }).get('$articles_not_found') ?? '/404.html';
      const name = page.slice(site.basePath.length + 1);
      return answer({ status, name: site.has(name) ? name : null }, page);
    };
    const rule = exact.get(asked)?.find(({ words }) => words[0] === 'return')?.words;
    if (rule) {
      const [, status, target = ''] = rule;
      return status === '410' ? missing(410) : answer(redirect(301, target.replace('$is_args$args', query)));
    }
    if (/\/\.(?!well-known\/)/.test(asked) || !asked.startsWith(`${site.basePath}/`)) return missing(404);
    const name = asked.slice(site.basePath.length + 1);
    if (name.endsWith('/')) {
      const bare = name.replace(/\/+$/, '');
      const isPage = site.has(`${bare}.html`) || site.has(`${bare}/index.html`);
      return isPage ? answer(redirect(301, path.replace(/\/+$/, '') + query)) : missing(404);
    }
    const twin = setVariables(config, { uri: asked, accept, request: path }).get('$articles_twin') ?? '';
    const found = [name + twin, name, `${name}.html`, name === '' ? 'index.html' : `${name}/index.html`].find(
      site.has,
    );
    return found === undefined ? missing(404) : answer({ status: 200, name: found });
  };
}

interface Directive {
  words: string[];
  block: Directive[];
}

/** Reads nginx's syntax: words, quotes, comments, ";" and blocks. */
function parseNginx(text: string): Directive[] {
  const tokens = text.matchAll(/#[^\n]*|"((?:[^"\\]|\\.)*)"|[{};]|(?:\\.|\$\{\w+\}|[^\s;{}"])+/gs);
  const root: Directive[] = [];
  const open = [root];
  let words: string[] = [];
  for (const [token, quoted] of tokens) {
    const current = open.at(-1) ?? root;
    if (quoted !== undefined) words.push(quoted.replace(/\\(["\\])/g, '$1'));
    else if (token === ';') {
      if (words.length > 0) current.push({ words, block: [] });
      words = [];
    } else if (token === '{') {
      const directive = { words, block: [] };
      current.push(directive);
      open.push(directive.block);
      words = [];
    } else if (token === '}') open.pop();
    else if (!token.startsWith('#')) words.push(token);
  }
  return root;
}

/** Puts named captures of an expression into a value. */
function fillCaptures(value: string, captures: Readonly<Record<string, string>> = {}): string {
  return value.replace(/\$(\w+)/g, (variable, name: string) => captures[name] ?? variable);
}

/** Runs `set` and `if ($uri ~ …) { set … }` in order. */
function setVariables(
  config: readonly Directive[],
  { uri, accept, request }: { uri: string; accept: string; request: string },
): Map<string, string> {
  const subjects = new Map([
    ['($uri', uri],
    ['($http_accept', accept],
    ['($request_uri', request],
  ]);
  const variables = new Map<string, string>();
  for (const { words, block } of config) {
    const [name, variable = '', value = ''] = words;
    if (name === 'set') variables.set(variable, value);
    if (name !== 'if') continue;
    const expression = new RegExp(words[3] ?? '', words[2] === '~*' ? 'i' : '');
    const match = expression.exec(subjects.get(variable) ?? '');
    for (const { words: inner } of match ? block : [])
      if (inner[0] === 'set') variables.set(inner[1] ?? '', fillCaptures(inner[2] ?? '', match?.groups));
  }
  return variables;
}
