/** Imitates buckets with a load balancer (Google) or CloudFront (S3), by the URL map and the function of the build. */
import { runInNewContext } from 'node:vm';
import * as z from 'zod';
import {
  decodePath,
  type HostAnswer,
  type HostedSite,
  type HostImitation,
  redirect,
  withQuery,
} from './host-answer.ts';

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
          urlRedirect: z.object({ pathRedirect: z.string() }).optional(),
          customErrorResponsePolicy: errorsSchema.optional(),
        }),
      ),
      headerAction: z.object({
        responseHeadersToAdd: z.array(z.object({ headerName: z.string(), headerValue: z.string() })),
      }),
    }),
  ]),
});

/** Of rules that match, the one with the longest path decides. */
export const gcsHost: HostImitation = (site) => {
  const [matcher] = mapSchema.parse(JSON.parse(site.read('.hosting/url-map.json') ?? '{}')).pathMatchers;
  const exact = new Map(matcher.pathRules.flatMap((rule) => rule.paths.map((path) => [path, rule] as const)));
  const starts = [...exact].filter(([path]) => path.endsWith('/*')).sort(([a], [b]) => b.length - a.length);
  const added = matcher.headerAction.responseHeadersToAdd.map(
    ({ headerName, headerValue }) => [headerName, headerValue] as const,
  );
  return (path, query) => {
    const security = Object.fromEntries(added);
    const rule = exact.get(path) ?? starts.find(([start]) => path.startsWith(start.slice(0, -1)))?.[1];
    if (rule?.urlRedirect) return redirect(301, withQuery(rule.urlRedirect.pathRedirect, query), security);
    const decoded = decodePath(path) ?? path;
    const found = findObject(site, decoded);
    if (found) return { ...found, headers: { ...found.headers, ...security } };
    if (findObject(site, `${decoded}/index.html`)) return redirect(301, `${path}/${query}`, security);
    const policy = rule?.customErrorResponsePolicy ?? matcher.defaultCustomErrorResponsePolicy;
    const [{ path: page, overrideResponseCode }] = policy.errorResponseRules;
    return { status: overrideResponseCode, name: page.slice(site.basePath.length + 1), headers: security };
  };
};

/** The object of a path: pages are stored without their extension. */
function findObject(site: HostedSite, decoded: string): HostAnswer | null {
  if (!`${decoded}/`.startsWith(`${site.basePath}/`)) return null;
  const name = decoded.slice(site.basePath.length + 1);
  const object = (found: string): HostAnswer => ({
    status: 200,
    name: found,
    headers: { 'Cache-Control': site.cacheControl(found) },
  });
  if (name === '' || name.endsWith('/'))
    return site.has(`${name}index.html`) ? object(`${name}index.html`) : null;
  if (site.has(name) && !site.isPage(name)) return object(name);
  return site.has(`${name}.html`) && site.isPage(`${name}.html`) ? object(`${name}.html`) : null;
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

/** Milliseconds; CloudFront allows less than one. */
const TIME_LIMIT = 1_000;

export const s3Host: HostImitation = (site) => {
  const code = site.read('.hosting/cloudfront-function.js') ?? '';
  const policy = policySchema.parse(JSON.parse(site.read('.hosting/response-headers-policy.json') ?? '{}'));
  const security = {
    'Content-Security-Policy': policy.SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': policy.SecurityHeadersConfig.ReferrerPolicy.ReferrerPolicy,
    ...Object.fromEntries(policy.CustomHeadersConfig.Items.map(({ Header, Value }) => [Header, Value])),
  };
  return (path, query) => {
    const querystring = Object.fromEntries(
      [...new Set(query.slice(1).split('&').filter(Boolean))].map((part) => {
        const [name = '', ...value] = part.split('=');
        return [name, { value: value.join('=') }];
      }),
    );
    const event = { request: { method: 'GET', uri: path, querystring } };
    // The same engine for all requests would let one request change the next.
    const made: unknown = runInNewContext(
      `${code}\nJSON.stringify(handler(${JSON.stringify(event)}))`,
      {},
      { timeout: TIME_LIMIT },
    );
    const result = answerSchema.parse(JSON.parse(String(made)));
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
    // The distribution's custom error response.
    return { status: 404, name: site.has('404.html') ? '404.html' : null, headers: security };
  };
};
