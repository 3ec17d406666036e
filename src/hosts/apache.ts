/** Apache: `.htaccess` in the output folder, for servers with mod_rewrite and mod_headers, and `AllowOverride All`. */
import { escapePattern } from '../foundation/escape.ts';
import { contentTypeOf } from '../foundation/response-headers.ts';
import { bareTypeOf, groupTypes, isText } from './content-types.ts';
import {
  type Host,
  type HostFacts,
  listOwn,
  patternSource,
  UNCLEAN,
  unescapePattern,
  WANTS_MARKDOWN,
} from './host.ts';
import { createServerAnswer, type ServerRules } from './server-answer.ts';

const PATH = '.htaccess';

export const host: Host = {
  paths: [PATH],
  // Apache reads the file for each request.
  maxRedirects: 2_000,
  refusesUnclean: true,
  isRoot: false,
  write: (facts) => [{ path: PATH, content: createConfig(facts) }],
  createAnswer: (site) => createServerAnswer(site, readRules(site.basePath, site.read(PATH) ?? '')),
};

const CLEAN = `RewriteCond %{THE_REQUEST} "!^\\S+ [^?\\s]*(?:${UNCLEAN})" [NC]`;

function createConfig(facts: HostFacts): string {
  const { basePath, moved, gone, notFound, cache, defaultCache, security, twinOrigin } = facts;
  const rule = (from: string, result: string) =>
    `RewriteRule ${quote(`^${escapePattern(from.slice(1))}/?$`)} ${result}`;
  const texts = groupTypes().filter(([type]) => isText(type));
  const file = `%{DOCUMENT_ROOT}${basePath}/$1`;
  return `Options -MultiViews -Indexes
DirectoryIndex disabled
DirectorySlash Off
${groupTypes()
  .map(([type, extensions]) => `AddType ${type} ${extensions.join(' ')}`)
  .join('\n')}
AddCharset utf-8 ${texts.flatMap(([, extensions]) => extensions).join(' ')}
${[...new Set(facts.typed.map(bareName))]
  .map((name) => `<Files ${quote(name)}>\n  ForceType ${quote(contentTypeOf(name))}\n</Files>`)
  .join('\n')}
<IfModule mod_deflate.c>
  AddOutputFilterByType DEFLATE ${[...new Set([...texts.map(([type]) => type), ...facts.typed.map(bareTypeOf)])].join(' ')}
</IfModule>
${[410, 404].map((status) => `ErrorDocument ${status} ${quote(`${basePath}/404.html`)}`).join('\n')}
${notFound
  .filter(({ below }) => below !== '')
  .map(({ below, file: page }) =>
    [
      `<If ${quote(`%{REQUEST_URI} =~ m#^${escapePattern(basePath + below)}(?:/|$)#`)}>`,
      ...[410, 404].map((status) => `  ErrorDocument ${status} ${quote(basePath + page)}`),
      '</If>',
    ].join('\n'),
  )
  .join('\n')}
${Object.entries(security)
  .map(([name, value]) => `Header always set ${name} ${quote(value)}`)
  .join('\n')}
${listOwn(facts)
  .map(
    ({ pattern, name, value }) =>
      `Header always set ${name} ${quote(value)} ${quote(`expr=${applies(patternSource(basePath + pattern))}`)}`,
  )
  .join('\n')}
Header set Cache-Control ${quote(defaultCache)} "expr=%{REQUEST_STATUS} -lt 400"
${cache.map(({ pattern, value }) => `Header set Cache-Control ${quote(value)} ${quote(`expr=%{REQUEST_STATUS} -lt 400 && %{REQUEST_URI} =~ m#^${patternSource(basePath + pattern)}#`)}`).join('\n')}
${twinOrigin === null ? '' : `Header merge Vary Accept\nHeader set Link ${quote(`<${twinOrigin}%{articles_page}e>; rel="canonical"`)} env=articles_page\n`}
RewriteEngine On
RewriteBase ${basePath}/
${moved.map(({ from, to }) => rule(from, `${quote(to.replaceAll('%', '\\%'))} [R=301,NE,${to.includes('#') ? 'QSD,' : ''}L]`)).join('\n')}
${gone.map((from) => rule(from, '- [G]')).join('\n')}
${facts.queries.map(({ path, query, to }) => `RewriteCond %{QUERY_STRING} ${quote(`^${escapePattern(query)}$`)}\n${rule(path, `${quote(to.replaceAll('%', '\\%'))} [R=301,NE,QSD,L]`)}`).join('\n')}
${facts.patterns.map(({ from, to, rest }) => `${CLEAN}\nRewriteCond %{THE_REQUEST} "^\\S+ (?:/[^/?\\s]*){${(basePath + from).split('/').length - 2}}/([^?\\s]*)"\nRewriteRule ${quote(`^${escapePattern(from.slice(1))}`)} ${quote(to.replaceAll('%', '\\%') + (rest ? '%1' : ''))} [R=301,NE,L]`).join('\n')}
RewriteRule (?:^|/)\\.(?!well-known/) - [R=404,L]
RewriteCond ${file}.html -f [OR]
RewriteCond ${file}/index.html -f
${CLEAN}
RewriteCond %{THE_REQUEST} "^\\S+ ([^?\\s]*[^/?\\s])/+(?:[?]|\\s)"
RewriteRule ^(.+?)/+$ %1 [R=301,NE,L]
RewriteRule ^.+/$ - [R=404,L]
${twinOrigin === null ? '' : negotiation(file)}RewriteCond ${file} !-f
RewriteCond ${file}.html -f
RewriteRule ^(.+)$ $1.html [END]
RewriteCond ${file}/index.html -f
RewriteRule ^(.+)$ $1/index.html [END]
RewriteRule ^$ index.html [END]
RewriteCond ${file} !-f
RewriteRule ^(.+)$ - [R=404,L]
`;
}

/** Answers with the Markdown twin of a page where a request asks for it, and names the page of a twin. */
function negotiation(file: string): string {
  return `RewriteCond %{HTTP:Accept} ${quote(WANTS_MARKDOWN)} [NC]
RewriteCond ${file}.md -f
RewriteRule ^(.+)$ $1.md [END]
RewriteCond %{THE_REQUEST} "^\\S+ ([^?\\s]+)\\.md(?:[?]|\\s)"
RewriteRule ^ - [E=articles_page:%1]
`;
}

const quote = (text: string) => `"${text.replaceAll('"', '\\"')}"`;
const bareName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** A page has its address in the request alone, and a file also where a request spells its ending in another way. */
function applies(source: string): string {
  return source.includes('.*')
    ? `%{REQUEST_URI} =~ m#^${source}#`
    : `%{THE_REQUEST} =~ m#^\\S+ ${source.replace(/\$$/, '(?:[? ]|$)')}#`;
}

const BY_QUERY =
  /^RewriteCond %\{QUERY_STRING\} "\^(.*)\$"\nRewriteRule "\^(.*)\/\?\$" "(.*)" \[R=301,NE,QSD,L\]$/gm;

function readRules(basePath: string, text: string): ServerRules {
  const rules = text.replace(BY_QUERY, '');
  const all = (expression: RegExp) =>
    [...rules.matchAll(expression)].map(
      ([, one = '', other = '']) => [one.replaceAll('\\"', '"'), other] as const,
    );
  const address = (pattern: string) => `${basePath}/${unescapePattern(pattern)}`;
  const pages = all(/^<If ".* m#(.*)#">\n {2}ErrorDocument 410 "(.*)"$/gm);
  const [[, last = ''] = []] = all(/^(ErrorDocument) 404 "(.*)"$/gm);
  return {
    old: new Map([
      ...all(/^RewriteRule "\^(.*)\/\?\$" "(.*)" \[R=301,NE,(?:QSD,)?L\]$/gm).map(
        ([from, to]) => [address(from), to.replaceAll('\\%', '%')] as const,
      ),
      ...all(/^RewriteRule "\^(.*)\/\?\$" - \[G\]$/gm).map(([from]) => [address(from), null] as const),
    ]),
    queries: new Map(
      [...text.matchAll(BY_QUERY)].map(([, query = '', from = '', to = '']) => [
        `${address(from)}?${unescapePattern(query)}`,
        to.replaceAll('\\%', '%'),
      ]),
    ),
    patterns: all(/^RewriteCond %\{THE_REQUEST\} .*\nRewriteRule "\^(.*\/)" "(.*)" \[R=301,NE,L\]$/gm).map(
      ([from, to]) => [address(from), to.replace(/%1$/, '*').replaceAll('\\%', '%')] as const,
    ),
    always: Object.fromEntries(all(/^Header always set (\S+) "([^"]*)"$/gm)),
    own: [
      ...text.matchAll(
        /^Header always set (\S+) "(.*)" "expr=%\{(?:THE_REQUEST|REQUEST_URI)\} =~ m#\^(?:\\S\+ )?(.*)#"$/gm,
      ),
    ].map(([, name = '', value = '', from = '']) => ({
      pattern: new RegExp(`^${from.replace('(?:[? ]|$)', '$')}`),
      name,
      value,
    })),
    cache: [
      ...all(/^Header set Cache-Control "(.*)" "expr=.* m#(.*)#"$/gm).map(([value, pattern]) => ({
        pattern: new RegExp(pattern),
        value,
      })),
      ...all(/^Header set Cache-Control "(.*)" "expr=[^#]*"$/gm).map(([value]) => ({ pattern: /^/, value })),
    ],
    notFound: [
      ...pages.map(([pattern, page]) => ({ pattern: new RegExp(pattern), page })),
      { pattern: /^/, page: last },
    ],
    twinOrigin: /"<(\S+)%\{articles_page\}e>/.exec(text)?.[1] ?? null,
  };
}
