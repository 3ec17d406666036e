/** nginx: a configuration to include in the server block, whose `root` holds the output folder. */
import { contentTypeOf } from '../../foundation/response-headers.ts';
import { type Host, type HostFacts, OPERATOR_FOLDER } from './host.ts';

const PATH = `${OPERATOR_FOLDER}nginx.conf`;

export const nginx: Host = {
  paths: [PATH],
  maxRedirects: 100_000,
  write: (facts) => [{ path: PATH, content: createConfig(facts) }],
};

function createConfig(facts: HostFacts): string {
  const { basePath, layout, moved, gone, notFound, cache, defaultCache, security } = facts;
  const at = (path: string) => quote(basePath + path);
  const types = groupTypes();
  const feeds = notFound.flatMap(({ below }) =>
    FEEDS.map((name) => ({ path: `${below}/${name}`, type: typeOf(name) })),
  );
  const feedTypes = FEEDS.map(typeOf);
  const page = layout === 'directory' ? '/index.html' : '.html';
  return `# Include this file in a server block: root names the folder whose "${basePath || '/'}" is the output folder.
types {
${types.map(([type, extensions]) => `  ${type} ${extensions.join(' ')};`).join('\n')}
}
charset utf-8;
charset_types ${[...types.map(([type]) => type), ...feedTypes].filter((type) => type !== 'text/html' && isText(type)).join(' ')};
absolute_redirect off;

set $articles_cache ${quote(defaultCache)};
${cache.map(({ pattern, value }) => `if ($uri ~ ${matcher(basePath, pattern)}) { set $articles_cache ${quote(value)}; }`).join('\n')}
add_header Cache-Control $articles_cache;
${Object.entries(security)
  .map(([name, value]) => `add_header ${name} ${quote(value)} always;`)
  .join('\n')}

set $articles_not_found ${at('/404.html')};
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
${basePath === '' ? '' : `location = ${quote(basePath)} { return 301 ${quote(`${basePath}/$is_args$args`)}; }\n`}location ${at('/')} { try_files $uri $uri.html $uri/index.html =404; }
location ~ ${matcher(basePath, '').slice(0, -2)}(?<articles_page>/.+?)/+$" {
  if (!-f $document_root${basePath}$articles_page${page}) { return 404; }
  rewrite ^(/.+?)/+$ $1 permanent;
}
${feeds.map(({ path, type }) => `location = ${at(path)} { types { } default_type ${type}; }`).join('\n')}
${moved.map(({ from, to }) => `location = ${at(from)} { return 301 ${quote(`${to}$is_args$args`)}; }`).join('\n')}
${gone.map((from) => `location = ${at(from)} { return 410; }`).join('\n')}
`;
}

const FEEDS = ['feed.xml', 'rss.xml', 'feed.json'];
const EXTENSIONS =
  'html css js mjs json webmanifest xml xsl txt md csv svg png jpg jpeg gif webp avif ico woff woff2 ttf otf pdf mp3 mp4 webm ogg zip';

const typeOf = (name: string) => contentTypeOf(name).replace(/;.*/, '');
const isText = (type: string) => /^text\/|[/+](?:json|xml)$/.test(type);

/** Extensions by their content type, the same as everywhere. */
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

/** A regular expression for a pattern that may end with `*`. */
function matcher(basePath: string, pattern: string): string {
  const start = `${basePath}${pattern}`.replace(/\*$/, '').replace(/[.+?^$()[\]{}|\\]/g, '\\$&');
  // In a quoted expression nginx takes a backslash as it is unless a quote follows.
  return `"^${start}${pattern.endsWith('*') ? '' : '$'}"`;
}
