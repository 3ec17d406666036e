/** S3 with CloudFront: a function for viewer requests, and the headers of all answers. */
import { type Host, type HostFacts, OPERATOR_FOLDER, UNCLEAN } from './host.ts';

const FUNCTION = `${OPERATOR_FOLDER}cloudfront-function.js`;
const HEADERS = `${OPERATOR_FOLDER}response-headers-policy.json`;
const DRAWING_HEADERS = `${OPERATOR_FOLDER}drawing-headers-policy.json`;

/** CloudFront accepts functions up to this many bytes. */
const MAX_BYTES = 10_000;

export const host: Host = {
  paths: [FUNCTION, HEADERS, DRAWING_HEADERS],
  maxRedirects: 1_000,
  refusesUnclean: true,
  lacks: ['headers'],
  isRoot: false,
  write: (facts) => [
    { path: FUNCTION, content: createFunction(facts) },
    { path: HEADERS, content: createPolicy(facts.name, facts.security) },
    {
      path: DRAWING_HEADERS,
      content: createPolicy(`${facts.name}-drawings`, { ...facts.security, ...facts.drawings }),
    },
  ],
};

/** Lists as many old addresses as fit. Withdrawn ones come first, since the others still have pages that redirect. */
function createFunction(facts: HostFacts): string {
  const { basePath, layout } = facts;
  const gone = facts.gone.map((from) => [basePath + from, 0] as const);
  const moved = facts.moved.map(({ from, to }) => [basePath + from, to] as const);
  const entries = [...gone, ...moved];
  const starts = facts.patterns.map(({ from, to, rest }) => [basePath + from, to, rest ? 1 : 0]);
  const queries = facts.queries.map(({ path, query, to }) => [`${basePath + path}?${query}`, to]);
  const rules = `var STARTS = ${JSON.stringify(starts)};\nvar QUERIES = ${JSON.stringify(Object.fromEntries(queries))};`;
  let size = MAX_BYTES - Buffer.byteLength(program('{}', rules, layout));
  const fitting = entries.filter((entry) => {
    size -= Buffer.byteLength(JSON.stringify(entry)) + 2;
    return size > 0;
  });
  return program(JSON.stringify(Object.fromEntries(fitting)), rules, layout);
}

function program(old: string, rules: string, layout: HostFacts['layout']): string {
  const page =
    layout === 'directory' ? "  else if (!/\\.\\w+$/.test(path)) request.uri = uri + '/index.html';\n" : '';
  return `// CloudFront function for viewer requests, runtime cloudfront-js-2.0.
// Old address: its new one, or 0 where the page was withdrawn.
var OLD = ${old};
${rules}

function handler(event) {
  var request = event.request;
  var uri = request.uri;
  var path;
  if (/${UNCLEAN.replaceAll('/', '\\/')}/i.test(uri)) return request;
  try {
    path = decodeURIComponent(uri);
  } catch (error) {
    return { statusCode: 400, statusDescription: 'Bad Request' };
  }
  var trimmed = path.length > 1 ? path.replace(/\\/+$/, '') : path;
  if (Object.prototype.hasOwnProperty.call(OLD, trimmed)) {
    var to = OLD[trimmed];
    return to === 0 ? { statusCode: 410, statusDescription: 'Gone' } : redirect(to, request.querystring);
  }
  var search = searchOf(request.querystring);
  if (Object.prototype.hasOwnProperty.call(QUERIES, path + search)) return redirect(QUERIES[path + search], {});
  for (var i = 0; i < STARTS.length; i++) {
    var rest = uri.split('/').slice(STARTS[i][0].split('/').length - 1).join('/');
    if (path.indexOf(STARTS[i][0]) === 0) return redirect(STARTS[i][1] + (STARTS[i][2] ? rest : ''), request.querystring);
  }
  if (trimmed !== path) return redirect('/' + uri.replace(/^\\/+|\\/+$/g, ''), request.querystring);
  if (path === '/') request.uri = '/index.html';
${page}  return request;
}

function searchOf(query) {
  var parts = [];
  Object.keys(query).forEach(function (name) {
    var values = query[name].multiValue || [query[name]];
    values.forEach(function (item) {
      parts.push(item.value === '' ? name : name + '=' + item.value);
    });
  });
  return parts.length > 0 ? '?' + parts.join('&') : '';
}

function redirect(to, query) {
  return {
    statusCode: 301,
    statusDescription: 'Moved Permanently',
    headers: { location: { value: to + (to.indexOf('?') < 0 ? searchOf(query) : '') } },
  };
}
`;
}

function createPolicy(name: string, headers: Readonly<Record<string, string>>): string {
  const {
    'Content-Security-Policy': ContentSecurityPolicy,
    'Referrer-Policy': ReferrerPolicy,
    'Strict-Transport-Security': transport,
    'X-Content-Type-Options': _options,
    ...others
  } = headers;
  const custom = Object.entries(others);
  const policy = {
    Name: name,
    // CloudFront refuses these as custom headers.
    SecurityHeadersConfig: {
      ContentSecurityPolicy: { Override: true, ContentSecurityPolicy },
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { Override: true, ReferrerPolicy },
      ...(transport !== undefined && {
        StrictTransportSecurity: {
          Override: true,
          AccessControlMaxAgeSec: Number(transport.replace('max-age=', '')),
        },
      }),
    },
    CustomHeadersConfig: {
      Quantity: custom.length,
      Items: custom.map(([Header, Value]) => ({ Header, Value, Override: true })),
    },
  };
  return `${JSON.stringify(policy, null, 2)}\n`;
}
