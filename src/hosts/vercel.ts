/** Vercel: vercel.json, in the output folder. It cannot answer 410, and has one not-found page. */
import { type Host, headerRules } from './host.ts';
import { VERCEL_FUNCTION, varyByAccept } from './markdown-function.ts';

const FUNCTION = 'middleware.js';

/** Characters with a meaning in its patterns. */
const PATTERN = /[()[\]{}!+*?:\\]/g;
const quote = (path: string) => path.replace(PATTERN, '\\$&');
/** A backslash would become a slash in a new address. */
const quoteTarget = (to: string) =>
  to.replace(/(?<=^(?:https:\/\/[^/]*)?\/.*)[()*+]|(?<=^(?:https:\/\/[^/]*)?\/[^?#]*):/g, encodeSign);
const encodeSign = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`;

export const host: Host = {
  paths: ['vercel.json'],
  twinPaths: [FUNCTION],
  maxRedirects: 1_024,
  isRoot: true,
  // It decodes a dollar sign where it adds the rest of a path.
  unsayable: /\$.*\*$/,
  rulesReachMissing: true,
  write(facts) {
    const { twinOrigin } = facts;
    const link = { pattern: '/*.md', headers: { Link: `<${twinOrigin}/$1>; rel="canonical"` } };
    const config = {
      cleanUrls: true,
      trailingSlash: false,
      redirects: [
        ...facts.queries.map(({ path, query, to }) => ({
          source: quote(path),
          has: [...new URLSearchParams(query)].map(([key, value]) => ({ type: 'query', key, value })),
          destination: quoteTarget(to),
          statusCode: 301,
        })),
        ...facts.moved.map(({ from, to }) => ({
          source: quote(from),
          destination: quoteTarget(to),
          statusCode: 301,
        })),
        ...facts.patterns.map(({ from, to, rest }) => ({
          source: `${quote(from)}:rest*`,
          destination: quoteTarget(to) + (rest ? ':rest*' : ''),
          statusCode: 301,
        })),
      ],
      // If several rules match, the last one sets the header.
      headers: [...headerRules(varyByAccept(facts), true), ...(twinOrigin === null ? [] : [link])].map(
        ({ pattern, headers }) => ({
          source: pattern.replace('*', '(.*)'),
          headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
        }),
      ),
    };
    return [
      { path: 'vercel.json', content: `${JSON.stringify(config, null, 2)}\n` },
      ...(twinOrigin === null ? [] : [{ path: FUNCTION, content: VERCEL_FUNCTION }]),
    ];
  },
};
