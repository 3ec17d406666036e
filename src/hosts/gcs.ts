/** Google Cloud Storage with an Application Load Balancer: a URL map. A bucket alone serves the pages at old addresses. */
import { encodePath, type Host, type HostFacts, notFoundOf, OPERATOR_FOLDER } from './host.ts';

const PATH = `${OPERATOR_FOLDER}url-map.json`;
/** A rule cannot set a query, a fragment or a port. */
const UNSAYABLE = /[?#]|:\d/;

export const host: Host = {
  paths: [PATH],
  // A URL map has a limited size.
  maxRedirects: 500,
  lacks: ['queries', 'headers'],
  lacksRedirect: (_from, to) => UNSAYABLE.test(to),
  isRoot: false,
  write: (facts) => [{ path: PATH, content: `${JSON.stringify(createUrlMap(facts), null, 2)}\n` }],
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
