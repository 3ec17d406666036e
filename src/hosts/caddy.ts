/** Caddy: a file to import in a site block, whose `root` is the output folder, or the folder above the base path. */
import { escapePattern } from '../foundation/escape.ts';
import { contentTypeOf } from '../foundation/response-headers.ts';
import { groupTypes } from './content-types.ts';
import {
  type Host,
  type HostFacts,
  listOwn,
  OPERATOR_FOLDER,
  patternSource,
  UNCLEAN,
  unescapePattern,
  WANTS_MARKDOWN,
} from './host.ts';
import { createServerAnswer, type ServerRules } from './server-answer.ts';

const PATH = `${OPERATOR_FOLDER}Caddyfile`;

export const host: Host = {
  paths: [PATH],
  // Caddy compares a path with each old address in turn.
  maxRedirects: 10_000,
  refusesUnclean: true,
  isRoot: false,
  write: (facts) => [{ path: PATH, content: createConfig(facts) }],
  createAnswer: (site) => createServerAnswer(site, readRules(site.read(PATH) ?? '')),
};

const CLEAN = `not vars_regexp {http.request.orig_uri} "(?i)^[^?]*(?:${UNCLEAN})"`;

function createConfig(facts: HostFacts): string {
  const { basePath, security, twinOrigin } = facts;
  const start = (path: string) => expressionOf(basePath + path);
  const matching = (pattern: string) => patternSource(basePath + pattern);
  return `# Import this file in a site block: root names the folder whose "${basePath || '/'}" is the output folder.
${createMaps(facts)}encode zstd gzip
route {
  header {
${Object.entries(security)
  .map(([name, value]) => `    ${name} ${quote(value)}`)
  .join('\n')}
  }
${listOwn(facts)
  .map(
    ({ pattern: of, name, value }, at) =>
      `  @own${at} path_regexp ${quote(`^${matching(of)}`)}\n  header @own${at} ${name} ${quote(value)}`,
  )
  .join('\n')}
  @gone expression \`{articles_old} == "gone"\`
  error @gone 410
  @whole expression \`{articles_old}.matches("[?#]")\`
  redir @whole "{articles_old}" 301
  @old expression \`{articles_old} != ""\`
  redir @old "{articles_old}{articles_query}" 301
  @query expression \`{articles_by_query} != ""\`
  redir @query "{articles_by_query}" 301
${facts.patterns.map(({ from, to, rest }, index) => pattern(index, basePath + from, to, rest)).join('')}  @hidden {
    path_regexp /\\.
    not path_regexp /\\.well-known/
  }
  error @hidden 404
${basePath === '' ? '' : `  redir ${basePath} "${basePath}/{articles_query}" 301\n`}  @slash {
    path_regexp slash ^(${start('/')}.*[^/])/+$
    ${CLEAN}
  }
  route @slash {
    @page file {re.slash.1}.html {re.slash.1}/index.html
    route @page {
      uri path_regexp /+$ ""
      redir {uri} 301
    }
    error 404
  }
${twinOrigin === null ? '' : negotiation(twinOrigin)}  try_files {path} {path}.html {path}/index.html =404
  header Cache-Control {articles_cache}
  header Content-Type {articles_type}
  file_server {
    disable_canonical_uris
  }
}
handle_errors {
  header -Cache-Control
  header Content-Type "text/html; charset=utf-8"
  rewrite * {articles_not_found}
  file_server
}
`;
}

/** Tables from what a request asks for to what its answer needs. */
function createMaps(facts: HostFacts): string {
  const { basePath, notFound, cache, defaultCache, typed } = facts;
  const matching = (pattern: string) => patternSource(basePath + pattern);
  const old = [...facts.moved, ...facts.gone.map((from) => ({ from, to: 'gone' }))];
  return `${map(
    '{path}',
    'articles_old',
    '',
    old.flatMap(({ from, to }) => [
      [basePath + from, to],
      [`${basePath + from}/`, to],
    ]),
  )}
${map(
  '{path}',
  'articles_cache',
  defaultCache,
  cache.map(({ pattern, value }) => [`~^${matching(pattern)}`, value]),
)}
${map('{path}', 'articles_type', 'application/octet-stream', [
  ...typed.map((path): [string, string] => [`~^${matching(path)}`, contentTypeOf(path)]),
  ...groupTypes().map(([, extensions]): [string, string] => [
    `~(?i)\\.(?:${extensions.join('|')})$`,
    contentTypeOf(`a.${extensions[0]}`),
  ]),
])}
${map(
  '{http.request.orig_uri.path}',
  'articles_not_found',
  `${basePath}/404.html`,
  notFound
    .filter(({ below }) => below !== '')
    .map(({ below, file }) => [`~^${expressionOf(basePath + below)}(?:/|$)`, basePath + file]),
)}
${map(
  '{path}?{query}',
  'articles_by_query',
  '',
  facts.queries.map(({ path, query, to }) => [`${basePath + path}?${query}`, to]),
)}
${map('{query}', 'articles_query', '', [['~(.+)', '?$1']])}
`;
}

function map(of: string, name: string, otherwise: string, rows: readonly (readonly string[])[]): string {
  const lines = rows.map(([from = '', to = '']) => `  ${quote(keyOf(from))} ${quote(to)}`);
  return [`map ${of} {${name}} {`, ...lines, `  default ${quote(otherwise)}`, '}'].join('\n');
}

/** Caddy reads a name in braces as a value, also of its environment, and a backslash before them as nothing. */
const expressionOf = (text: string) => escapePattern(text).replace(/\\([{}])/g, '[$1]');
const readExpression = (source: string) => unescapePattern(source.replace(/\[([{}])\]/g, '$1'));

function keyOf(from: string): string {
  return /^\/.*[{}]/.test(from) ? `~^${expressionOf(from)}$` : from;
}

/** Answers with the Markdown twin of a page where a request asks for it, and names the page of a twin. */
function negotiation(origin: string): string {
  const link = `<${origin}$1>; rel="canonical"`;
  return `  header +Vary Accept
${indent(map('{http.request.orig_uri}', 'articles_link', '', [['~^([^?]+)\\.md(?:[?]|$)', link]]))}
  @twin path *.md
  header @twin Link {articles_link}
  @markdown header_regexp Accept ${quote(`(?i)${WANTS_MARKDOWN}`)}
  route @markdown {
    try_files {path}.md {path}
  }
`;
}

/**
 * Moves all paths with this start. The server writes the rest of the path as it was asked for, and a slash for an empty path, so
 * that the slash before the rest stays where the new address has one too.
 */
function pattern(index: number, from: string, to: string, rest: boolean): string {
  const slash = to.endsWith('/') ? '/' : '';
  // A request may spell the start in several ways, of which each has as many slashes.
  const start = '/[^/]*'.repeat(from.split('/').length - 2);
  return `  @moved${index} {
    path_regexp ${quote(`^${expressionOf(from)}`)}
    ${CLEAN}
  }
  route @moved${index} {
    uri path_regexp ${quote(`^${start}/`)} "${slash}"
    redir * ${quote(rest ? `${to.slice(0, to.length - slash.length)}{uri}` : `${to}{articles_query}`)} 301
  }
`;
}

const indent = (text: string) => text.replace(/^/gm, '  ');
const quote = (text: string) => `"${text.replaceAll('"', '\\"')}"`;

function readRules(text: string): ServerRules {
  const rowsOf = (name: string): [from: string, to: string][] => {
    const block =
      text.match(new RegExp(`^ *map \\S+ \\{articles_${name}\\} \\{\\n([\\s\\S]*?)^ *\\}$`, 'm'))?.[1] ?? '';
    const rows = block.matchAll(/^ *(?:"((?:[^"\\]|\\.)*)"|default) "(.*)"$/gm);
    return [...rows].map(([, from = '', to = '']) => [
      from.replaceAll('\\"', '"').replace(/^~\^(\/.*[{}].*)\$$/, (_, source) => readExpression(source)),
      to.replaceAll('\\"', '"'),
    ]);
  };
  const patterns = (name: string) =>
    rowsOf(name).map(([from, value]) => ({ pattern: new RegExp(from.slice(1)), value }));
  const headers = /^ {2}header \{\n([\s\S]*?)^ {2}\}$/m.exec(text)?.[1] ?? '';
  return {
    old: new Map(
      rowsOf('old')
        .filter(([from]) => from !== '')
        .map(([from, to]) => [from, to === 'gone' ? null : to]),
    ),
    queries: new Map(rowsOf('by_query').filter(([from]) => from !== '')),
    patterns: [
      ...text.matchAll(
        /^ {4}path_regexp "\^(\S+)"\n.*\n {2}\}\n.*\n {4}uri path_regexp "\S+" "(.*)"\n {4}redir \* "(.*)" 301$/gm,
      ),
    ].map(
      ([, from = '', slash = '', to = '']) =>
        [readExpression(from), to.replace('{articles_query}', '').replace('{uri}', `${slash}*`)] as const,
    ),
    always: Object.fromEntries(
      [...headers.matchAll(/^ {4}(\S+) "(.*)"$/gm)].map(([, name = '', value = '']) => [name, value]),
    ),
    own: [...text.matchAll(/^ {2}@own\d+ path_regexp "(\S+)"\n {2}header @own\d+ (\S+) "(.*)"$/gm)].map(
      ([, from = '', name = '', value = '']) => ({ pattern: new RegExp(from), name, value }),
    ),
    cache: patterns('cache'),
    notFound: patterns('not_found').map(({ pattern, value }) => ({ pattern, page: value })),
    twinOrigin: /"<(\S+)\$1>; rel/.exec(text)?.[1] ?? null,
  };
}
