/** Azure Static Web Apps: staticwebapp.config.json, in the output folder. It cannot answer 410, and has one not-found page. */
import { type Host, type HostFacts, headerRules } from './host.ts';

const PATH = 'staticwebapp.config.json';
/** Azure refuses a longer file. */
const MAX_BYTES = 20_000;

export const host: Host = {
  paths: [PATH],
  maxRedirects: 200,
  // The first route that matches is the only one, so a path has its cache time or headers of its own.
  lacks: ['patterns', 'queries', 'headers'],
  isRoot: true,
  rulesReachMissing: true,
  write: (facts) => [{ path: PATH, content: createConfig(facts) }],
};

/** Lists as many old addresses as fit. The others have their pages. */
function createConfig(facts: HostFacts): string {
  const [common, ...rules] = headerRules(facts, true);
  const write = (moved: HostFacts['moved']) =>
    `${JSON.stringify(
      {
        trailingSlash: 'never',
        globalHeaders: common?.headers,
        responseOverrides: { 404: { rewrite: '/404.html', statusCode: 404 } },
        routes: [
          ...moved.map(({ from, to }) => ({ route: from, redirect: to, statusCode: 301 })),
          ...rules.flatMap(({ pattern, headers: own }) => [
            // One route says all the headers of a drawing.
            ...(pattern.endsWith('/*')
              ? [{ route: `${pattern}.{svg}`, headers: { ...own, ...facts.drawings } }]
              : []),
            { route: pattern.replace('.svg', '.{svg}'), headers: own },
          ]),
        ],
        mimeTypes: { '.webmanifest': 'application/manifest+json', '.md': 'text/markdown; charset=utf-8' },
      },
      null,
      1,
    )}\n`;
  let size = MAX_BYTES - Buffer.byteLength(write([]));
  const fitting = facts.moved.filter((entry) => {
    size -= Buffer.byteLength(write([entry])) - Buffer.byteLength(write([])) + 2;
    return size > 0;
  });
  return write(fitting);
}
