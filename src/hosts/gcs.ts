/** Google Cloud Storage with an Application Load Balancer: a URL map. A bucket alone serves the pages at old addresses. */
import * as z from 'zod';
import { findObject } from './bucket-object.ts';
import { encodePath, type Host, type HostFacts, notFoundOf, OPERATOR_FOLDER } from './host.ts';
import { type Answer, decodePath, type HostedSite, redirect, withQuery } from './host-answer.ts';

const PATH = `${OPERATOR_FOLDER}url-map.json`;
/** A rule cannot set a query, a fragment or a port. */
const UNSAYABLE = /[?#]|:\d/;

export const host: Host = {
  paths: [PATH],
  // A URL map has a limited size.
  maxRedirects: 500,
  lacks: ['queries', 'headers'],
  unsayable: UNSAYABLE,
  isRoot: false,
  write: (facts) => [{ path: PATH, content: `${JSON.stringify(createUrlMap(facts), null, 2)}\n` }],
  createAnswer,
};

function createUrlMap(facts: HostFacts) {
  const { name, project, basePath, moved, gone, notFound, security } = facts;
  const service = `https://www.googleapis.com/compute/v1/projects/${project ?? 'PROJECT'}/global/backendBuckets/${name}`;
  const errors = (file: string, status: number) => ({
    errorResponseRules: [
      { matchResponseCodes: ['404'], path: `${basePath}${file}`, overrideResponseCode: status },
    ],
    errorService: service,
  });
  const paths = (from: string) => [encodePath(basePath + from)];
  return {
    name,
    defaultService: service,
    hostRules: [{ hosts: ['*'], pathMatcher: 'site' }],
    pathMatchers: [
      {
        name: 'site',
        defaultService: service,
        defaultCustomErrorResponsePolicy: errors('/404.html', 404),
        pathRules: [
          ...moved
            .filter(({ to }) => !UNSAYABLE.test(to))
            .map(({ from, to }) => ({
              paths: paths(from),
              urlRedirect: redirectTo(to, 'pathRedirect'),
            })),
          ...facts.patterns.map(({ from, to, rest }) => ({
            paths: [`${encodePath(basePath + from)}*`],
            urlRedirect: redirectTo(to, rest ? 'prefixRedirect' : 'pathRedirect'),
          })),
          ...gone.map((from) => ({
            paths: paths(from),
            service,
            customErrorResponsePolicy: errors(notFoundOf(facts, from), 410),
          })),
          ...notFound
            .filter(({ below }) => below !== '')
            .map(({ below, file }) => ({
              paths: [`${basePath}${below}/*`],
              service,
              customErrorResponsePolicy: errors(file, 404),
            })),
        ],
        headerAction: {
          responseHeadersToAdd: Object.entries(security).map(([headerName, headerValue]) => ({
            headerName,
            headerValue,
            replace: true,
          })),
        },
      },
    ],
  };
}

/** @param key of the path: a prefix takes the place of the path before `*` */
function redirectTo(to: string, key: 'pathRedirect' | 'prefixRedirect') {
  const { host, pathname } = new URL(to, 'https://localhost');
  return {
    ...(to.startsWith('https:') && { hostRedirect: host, httpsRedirect: true }),
    [key]: to.startsWith('https:') ? pathname : to,
    redirectResponseCode: 'MOVED_PERMANENTLY_DEFAULT',
    stripQuery: false,
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
function createAnswer(site: HostedSite): Answer {
  const [matcher] = mapSchema.parse(JSON.parse(site.read(PATH) ?? '{}')).pathMatchers;
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
