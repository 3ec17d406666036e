/**
 * Answers as hosts do that run on machines of others, by the files that a build writes for them: what their documentation says, and
 * not their programs. So these are for tests, and `serve --as` has none of them. Where the host publishes a part of its program, that
 * part answers: Netlify's engine of redirects, Vercel's reader of its file, and the language of CloudFront's functions.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { getTransformedRoutes } from '@vercel/routing-utils';
import * as z from 'zod';
import { describeMissing } from '../../scripts/test-tools.mjs';
import { unescapePattern } from '../../src/hosts/host.ts';
import {
  type Answer,
  answerFile,
  answerNotFound,
  decodePath,
  type HostAnswer,
  type HostedSite,
  redirect,
  restOf,
  withQuery,
} from '../../src/hosts/host-answer.ts';
import type { HostName } from '../../src/hosts/host-table.ts';
import { runFunction } from '../../src/hosts/markdown-function.ts';
import { headersFor, parseHeaders } from '../../src/hosts/rule-files.ts';

export const IMITATIONS: Partial<Record<HostName, (site: HostedSite) => Answer>> = {
  netlify: answerAsNetlify,
  vercel: answerAsVercel,
  'github-pages': answerAsGitHub,
  firebase: answerAsFirebase,
  gcs: answerAsGoogle,
  s3: answerAsCloudFront,
};

const load = createRequire(import.meta.url);
/** Netlify's own engine of redirects, which `netlify dev` runs. It answers at once after its first call. */
await load('netlify-redirector').parsePlain('', {});
const redirector: {
  RedirectParser: new (options: object) => { parsePlain(rules: string): { match(request: object): unknown } };
} = load('netlify-redirector/lib/redirects.js');
const ruleSchema = z.object({
  to: z.string(),
  status: z.number(),
  force: z.boolean(),
  conditions: z.looseObject({}),
});

function answerAsNetlify(site: HostedSite): Answer {
  const redirects = new redirector.RedirectParser({}).parsePlain(site.read('_redirects') ?? '');
  const headerRules = parseHeaders(site.read('_headers') ?? '');
  return runFunction(site, '.hosting/edge-functions/markdown.js', (path, query) => {
    const headers = { 'Cache-Control': 'public,max-age=0,must-revalidate', ...headersFor(headerRules, path) };
    const request = { scheme: 'https', host: 'small.example', path, query: query.slice(1) };
    const rule = ruleSchema
      .nullable()
      .parse(
        redirects.match({ ...request, headers: {}, cookieValues: {}, getHeader: String, getCookie: String }),
      );
    const found = rule?.force ? null : findNetlifyFile(site, path, query);
    if (found) return { ...found, headers };
    if (!rule) return answerNotFound(site, headers);
    return rule.status < 400
      ? redirect(rule.status, withQuery(rule.to, 'Query' in rule.conditions ? '' : query), headers)
      : { status: rule.status, name: rule.to.slice(1), headers };
  });
}

function findNetlifyFile(site: HostedSite, path: string, query: string): HostAnswer | null {
  const name = decodePath(path)?.slice(1) ?? null;
  // An encoded slash is part of a name.
  if (name === null || /%2f/i.test(path)) return null;
  if (name === '') return site.has('index.html') ? answerFile('index.html') : null;
  if (!name.endsWith('/')) {
    if (site.has(name)) return answerFile(name);
    if (site.has(`${name}.html`)) return answerFile(`${name}.html`);
    return site.has(`${name}/index.html`) ? redirect(301, `${path}/${query}`) : null;
  }
  const bare = name.replace(/\/+$/, '');
  if (site.has(`${bare}.html`)) return redirect(301, path.replace(/\/+$/, '') + query);
  return site.has(`${bare}/index.html`) ? answerFile(`${bare}/index.html`) : null;
}

const vercelRoutes = z.array(
  z.object({
    src: z.string().optional(),
    status: z.number().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    has: z.array(z.object({ key: z.string(), value: z.string() })).optional(),
  }),
);

/** What headers cannot have is encoded. */
const encodeText = (text: string) => text.replace(/[^ -~]+/g, encodeURIComponent);

/** By the routes that Vercel's own package makes of its file. */
function answerAsVercel(site: HostedSite): Answer {
  const { routes, error } = getTransformedRoutes(JSON.parse(site.read('vercel.json') ?? '{}'));
  if (error) throw new Error(error.message);
  const ordered = vercelRoutes.parse(routes);
  return runFunction(site, 'middleware.js', (path, query) => {
    const given = new URLSearchParams(query);
    const headers: Record<string, string> = {};
    for (const { src, has = [], status, headers: own = {} } of ordered) {
      const match = src === undefined ? null : new RegExp(src).exec(decodePath(path) ?? path);
      // How it reads slashes in a row is not known, so the moves of its own settings are left out there.
      const isOwnMove = status === 308 && /[/\\]{2}/.test(decodePath(path) ?? '//');
      if (!match || isOwnMove || !has.every(({ key, value }) => given.get(key) === value)) continue;
      const fill = (text: string) =>
        text.replace(/\$(\d)/g, (_, group) => encodeURI(match[Number(group)] ?? ''));
      const { Location: location, ...others } = own;
      for (const [name, value] of Object.entries(others)) headers[name] = fill(value);
      if (status !== undefined && location !== undefined)
        return redirect(status, withQuery(encodeText(fill(location)), query), headers);
    }
    return { ...findCleanFile(site, path, query, 308), headers };
  });
}

/** All that follows a path. */
const REST = '(.*)$';

const firebaseSchema = z.object({
  hosting: z.object({
    redirects: z.array(
      z.object({
        source: z.string().optional(),
        regex: z.string().optional(),
        destination: z.string(),
        type: z.number(),
      }),
    ),
    headers: z.array(
      z.object({ source: z.string(), headers: z.array(z.object({ key: z.string(), value: z.string() })) }),
    ),
  }),
});

function answerAsFirebase(site: HostedSite): Answer {
  const { hosting } = firebaseSchema.parse(JSON.parse(site.read('firebase.json') ?? '{}'));
  const rules = hosting.redirects.map(({ source, regex = '', destination, type }) => {
    const to = encodeURI(destination);
    return regex.endsWith(REST)
      ? { source: `${regex.slice(1, -REST.length)}:rest*`, destination: to.replace(/:1$/, ':rest'), type }
      : { source: source ?? regex.slice(1, -1), destination: to, type };
  });
  return (path, query) => {
    const asked = decodePath(path) ?? path;
    const headers: Record<string, string> = {};
    for (const rule of hosting.headers)
      if (covers(rule.source.replace('**/*', '**'), '**', asked))
        for (const { key, value } of rule.headers) headers[key] = value;
    const moved = findRule(rules, path);
    if (moved) return redirect(moved.rule.type, withQuery(moved.to, query), headers);
    return { ...findCleanFile(site, path, query, 301), headers };
  };
}

const GITHUB_HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'max-age=600' };

function answerAsGitHub(site: HostedSite): Answer {
  return (path, query) => {
    const name = decodePath(path)?.slice(1);
    if (name === undefined) return answerNotFound(site, GITHUB_HEADERS);
    const page = name === '' || name.endsWith('/') ? `${name}index.html` : name;
    if (site.has(page)) return answerFile(page, GITHUB_HEADERS);
    if (!name.endsWith('/') && site.has(`${name}.html`)) return answerFile(`${name}.html`, GITHUB_HEADERS);
    if (!name.endsWith('/') && site.has(`${name}/index.html`))
      return redirect(301, `${path}/${query}`, GITHUB_HEADERS);
    return answerNotFound(site, GITHUB_HEADERS);
  };
}

const errorsSchema = z.object({
  errorResponseRules: z.tuple([z.object({ path: z.string(), overrideResponseCode: z.number() })]),
});
const mapSchema = z.object({
  pathMatchers: z.tuple([
    z.object({
      defaultCustomErrorResponsePolicy: errorsSchema,
      pathRules: z.array(
        z.object({
          paths: z.array(z.string()),
          urlRedirect: z
            .object({
              hostRedirect: z.string().optional(),
              pathRedirect: z.string().optional(),
              prefixRedirect: z.string().optional(),
            })
            .optional(),
          customErrorResponsePolicy: errorsSchema.optional(),
        }),
      ),
      headerAction: z.object({
        responseHeadersToAdd: z.array(z.object({ headerName: z.string(), headerValue: z.string() })),
      }),
    }),
  ]),
});

/** If several rules match, the one with the longest path applies. */
function answerAsGoogle(site: HostedSite): Answer {
  const [matcher] = mapSchema.parse(JSON.parse(site.read('.hosting/url-map.json') ?? '{}')).pathMatchers;
  const exact = new Map(matcher.pathRules.flatMap((rule) => rule.paths.map((path) => [path, rule] as const)));
  const starts = [...exact].filter(([path]) => path.endsWith('/*')).sort(([a], [b]) => b.length - a.length);
  const added = matcher.headerAction.responseHeadersToAdd.map(
    ({ headerName, headerValue }) => [headerName, headerValue] as const,
  );
  return (path, query) => {
    const security = Object.fromEntries(added);
    const start = exact.has(path) ? undefined : starts.find(([other]) => path.startsWith(other.slice(0, -1)));
    const rule = exact.get(path) ?? start?.[1];
    if (rule?.urlRedirect) {
      const { hostRedirect, pathRedirect, prefixRedirect } = rule.urlRedirect;
      const to = pathRedirect ?? `${prefixRedirect}${path.slice((start?.[0].length ?? 1) - 1)}`;
      const host = hostRedirect === undefined ? '' : `https://${hostRedirect}`;
      return redirect(301, withQuery(host + to, query), security);
    }
    const decoded = decodePath(path) ?? path;
    const found = findObject(site, decoded);
    if (found) return { ...found, headers: { ...found.headers, ...security } };
    if (findObject(site, `${decoded}/index.html`)) return redirect(301, `${path}/${query}`, security);
    const policy = rule?.customErrorResponsePolicy ?? matcher.defaultCustomErrorResponsePolicy;
    const [{ path: page, overrideResponseCode }] = policy.errorResponseRules;
    return { status: overrideResponseCode, name: page.slice(site.basePath.length + 1), headers: security };
  };
}

const answerSchema = z.union([
  z.object({
    statusCode: z.number(),
    headers: z.object({ location: z.object({ value: z.string() }) }).optional(),
  }),
  z.object({ uri: z.string() }),
]);
const policySchema = z.object({
  SecurityHeadersConfig: z.object({
    ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string() }),
    ReferrerPolicy: z.object({ ReferrerPolicy: z.string() }),
  }),
  CustomHeadersConfig: z.object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) }),
});

/** Runs a program in njs, an interpreter of the language of CloudFront's functions. @throws where it is not installed */
function runNjs(program: string): string {
  const { status, stdout, stderr, error } = spawnSync('njs', ['-'], { input: program, encoding: 'utf8' });
  if (error) throw new Error(describeMissing('njs'));
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
}

function answerAsCloudFront(site: HostedSite): Answer {
  const code = site.read('.hosting/cloudfront-function.js') ?? '';
  const headersOf = (file: string) => {
    const policy = policySchema.parse(JSON.parse(site.read(file) ?? '{}'));
    return {
      'Content-Security-Policy': policy.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': policy.SecurityHeadersConfig.ReferrerPolicy.ReferrerPolicy,
      ...Object.fromEntries(policy.CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
    };
  };
  const policies = {
    page: headersOf('.hosting/response-headers-policy.json'),
    drawing: headersOf('.hosting/drawing-headers-policy.json'),
  };
  return (path, query) => {
    const security = path.endsWith('.svg') ? policies.drawing : policies.page;
    const querystring = Object.fromEntries(
      [...new Set(query.slice(1).split('&').filter(Boolean))].map((part) => {
        const [name = '', ...value] = part.split('=');
        return [name, { value: value.join('=') }];
      }),
    );
    const event = { request: { method: 'GET', uri: path, querystring } };
    const made = runNjs(`${code}\nconsole.log(JSON.stringify(handler(${JSON.stringify(event)})));`);
    const result = answerSchema.parse(JSON.parse(made));
    if ('statusCode' in result) {
      const location = result.headers?.location.value;
      return {
        status: result.statusCode,
        name: null,
        headers: security,
        ...(location !== undefined && { location }),
      };
    }
    const found = findObject(site, decodePath(result.uri) ?? result.uri);
    if (found) return { ...found, headers: { ...found.headers, ...security } };
    // This is the custom error response of the distribution.
    return answerNotFound(site, security);
  };
}

/** True if a pattern covers a path: it is the path, or its start and its end around the wildcard. */
function covers(pattern: string, wildcard: string, path: string): boolean {
  const [start = '', end] = pattern.split(wildcard);
  return end === undefined ? pattern === path : path.startsWith(start) && path.endsWith(end);
}

/**
 * The first rule of a path. A source is a path, or the start of paths before `:rest*`; a backslash takes the meaning from the
 * character after it. @returns it, and the new address
 */
function findRule<T extends { source: string; destination: string }>(
  rules: readonly T[],
  path: string,
): { rule: T; to: string } | null {
  const asked = (decodePath(path) ?? path).replace(/(.)\/$/, '$1');
  const rule = rules.find(({ source }) => covers(unescapePattern(source), ':rest*', asked));
  return rule ? { rule, to: rule.destination.replace(/:rest\*?$/, () => restOf(path, rule.source)) } : null;
}

/** @param status of the move */
function findCleanFile(site: HostedSite, path: string, query: string, status: number): HostAnswer {
  const name = decodePath(path)?.slice(1) ?? null;
  if (name === null) return answerNotFound(site);
  const moveTo = (clean: string) =>
    redirect(status, `/${clean.split('/').map(encodeURIComponent).join('/')}${query}`);
  if (name.endsWith('.html') && site.has(name)) return moveTo(name.replace(/(?:(?:^|\/)index)?\.html$/, ''));
  const bare = name.replace(/\/+$/, '');
  const candidates = bare === '' ? ['index.html'] : [bare, `${bare}.html`, `${bare}/index.html`];
  const found = candidates.find((file) => site.has(file));
  if (found === undefined) return answerNotFound(site);
  return bare === name ? answerFile(found) : moveTo(bare);
}

/** Finds the object of a path in a bucket, where a deploy stores pages without their extension. */
function findObject(site: HostedSite, decoded: string): HostAnswer | null {
  if (!`${decoded}/`.startsWith(`${site.basePath}/`)) return null;
  const name = decoded.slice(site.basePath.length + 1);
  const object = (found: string) => answerFile(found, { 'Cache-Control': site.cacheControl(found) });
  if (name === '' || name.endsWith('/'))
    return site.has(`${name}index.html`) ? object(`${name}index.html`) : null;
  if (site.has(name) && !site.isPage(name)) return object(name);
  return site.has(`${name}.html`) && site.isPage(`${name}.html`) ? object(`${name}.html`) : null;
}
