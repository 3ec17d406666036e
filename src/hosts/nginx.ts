/** nginx: a configuration to include in the server block, whose `root` holds the output folder. */
import { escapePattern } from '../foundation/escape.ts';
import { bareTypeOf, groupTypes, isText } from './content-types.ts';
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

const PATH = `${OPERATOR_FOLDER}nginx.conf`;

export const host: Host = {
  paths: [PATH],
  maxRedirects: 100_000,
  refusesUnclean: true,
  isRoot: false,
  write: (facts) => [{ path: PATH, content: createConfig(facts) }],
  createAnswer: (site) => createServerAnswer(site, readRules(site.read(PATH) ?? '')),
};

const REFUSE_UNCLEAN = `if ($request_uri ~* "^[^?]*(?:${UNCLEAN})") { return 404; }`;

function createConfig(facts: HostFacts): string {
  const { basePath, layout, moved, gone, notFound, cache, defaultCache, security, twinOrigin } = facts;
  const twin = twinOrigin === null ? '' : '$uri$articles_twin ';
  const at = (path: string) => quote(basePath + path);
  const locations = (from: string, rule: string) =>
    [from, `${from}/`].map((path) => `location = ${at(path)} { ${rule} }`);
  const types = groupTypes();
  const typed = facts.typed.map((path) => ({ path, type: bareTypeOf(path) }));
  const ownTypes = new Set(typed.map(({ type }) => type));
  const page = layout === 'directory' ? '/index.html' : '.html';
  return `# Include this file in a server block: root names the folder whose "${basePath || '/'}" is the output folder.
types {
${types.map(([type, extensions]) => `  ${type} ${extensions.join(' ')};`).join('\n')}
}
charset utf-8;
charset_types ${[...types.map(([type]) => type), ...ownTypes].filter((type) => type !== 'text/html' && isText(type)).join(' ')};
absolute_redirect off;
gzip on;
gzip_vary on;
gzip_proxied any;
gzip_min_length 1024;
gzip_types ${[...types.map(([type]) => type), ...ownTypes].filter((type) => type !== 'text/html' && (isText(type) || type === 'font/ttf' || type === 'font/otf')).join(' ')};

set $articles_cache ${quote(defaultCache)};
${cache.map(({ pattern, value }) => `if ($uri ~ ${matcher(basePath, pattern)}) { set $articles_cache ${quote(value)}; }`).join('\n')}
add_header Cache-Control $articles_cache;
${Object.entries(security)
  .map(([name, value]) => `add_header ${name} ${quote(value)} always;`)
  .join('\n')}
${listOwn(facts)
  .map(
    ({ pattern, name, value }, at) =>
      `set $articles_own${at} "";\nif ($uri ~ ${matcher(basePath, pattern)}) { set $articles_own${at} ${quote(value)}; }\nadd_header ${name} $articles_own${at} always;`,
  )
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

set $articles_asked $uri$is_args$args;
${facts.queries.map(({ path, query, to }) => `if ($articles_asked ~ ${matcher(basePath, `${path}?${query}`)}) { return 301 ${quote(to)}; }`).join('\n')}
${facts.patterns.map(({ from, to, rest }) => `location ~ ${matcher(basePath, `${from}*`)} { ${REFUSE_UNCLEAN} rewrite "^${escapePattern(basePath + from)}(.*)$" ${quote(rest ? `${to}$1` : to)} permanent; }`).join('\n')}
location ~ /\\.(?!well-known/) { return 404; }
${basePath === '' ? '' : `location = ${quote(basePath)} { return 301 ${quote(`${basePath}/$is_args$args`)}; }\n`}location ${at('/')} { try_files ${twin}$uri $uri.html $uri/index.html =404; }
location ~ ${matcher(basePath, '').slice(0, -2)}(?<articles_page>/.+?)/+$" {
  ${REFUSE_UNCLEAN}
  if (!-f $document_root${basePath}$articles_page${page}) { return 404; }
  rewrite ^(/.+?)/+$ $1 permanent;
}
${typed.map(({ path, type }) => `location = ${at(path)} { types { } default_type ${type}; }`).join('\n')}
${moved.flatMap(({ from, to }) => locations(from, `return 301 ${quote(/[?#]/.test(to) ? to : `${to}$is_args$args`)};`)).join('\n')}
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

/** A string. It cannot say `$`, which begins the name of a variable. */
function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** Makes a quoted regular expression of a pattern. Inside quotes nginx keeps a backslash unless a quote follows it. */
function matcher(basePath: string, pattern: string): string {
  return `"^${patternSource(basePath + pattern)}"`;
}

function readRules(text: string): ServerRules {
  const all = (expression: RegExp) =>
    [...text.matchAll(expression)].map(([, one = '', other = '']) => [unquote(one), unquote(other)] as const);
  const patterns = (variable: string) => [
    ...all(new RegExp(`^if \\(\\$uri ~ "(.*)"\\) \\{ set \\$${variable} "(.*)"; \\}$`, 'gm')),
    ...all(new RegExp(`^set \\$${variable} ()"(.*)";$`, 'gm')),
  ];
  return {
    old: new Map([
      ...all(/^location = "(.*[^/])" \{ return 301 "(.*?)(?:\$is_args\$args)?"; \}$/gm),
      ...all(/^location = "(.*[^/])" \{ return (410); \}$/gm).map(([from]) => [from, null] as const),
    ]),
    queries: new Map(
      all(/^if \(\$articles_asked ~ "\^(.*)\$"\) \{ return 301 "(.*)"; \}$/gm).map(([from, to]) => [
        unescapePattern(from),
        to,
      ]),
    ),
    patterns: all(/ rewrite "\^(.*)\(\.\*\)\$" "(.*)" permanent; \}$/gm).map(
      ([from, to]) => [unescapePattern(from), to.replace(/\$1$/, '*')] as const,
    ),
    always: Object.fromEntries(all(/^add_header (\S+) "(.*)" always;$/gm)),
    own: [
      ...text.matchAll(/^if \(\$uri ~ "(.*)"\) \{ set \$articles_own\d+ "(.*)"; \}\nadd_header (\S+) /gm),
    ].map(([, from = '', value = '', name = '']) => ({ pattern: new RegExp(from), name, value })),
    cache: patterns('articles_cache').map(([from, value]) => ({ pattern: new RegExp(from), value })),
    notFound: patterns('articles_not_found').map(([from, page]) => ({ pattern: new RegExp(from), page })),
    twinOrigin: /"<(\S+)\$articles_of>/.exec(text)?.[1] ?? null,
  };
}

const unquote = (text: string) => text.replace(/\\(["\\])/g, '$1');
