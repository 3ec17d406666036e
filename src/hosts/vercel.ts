/** Vercel: vercel.json, in the output folder. It cannot answer 410, and has one not-found page. */
import { type Host, headerRules } from './host.ts';
import { VERCEL_FUNCTION, varyByAccept } from './markdown-function.ts';

const FUNCTION = 'middleware.js';

/** What follows a path, and at least a character, since the path itself may be a page. A slash at its start would name a host. */
const REST = ':rest([^/\\\\].*)';

/** Characters with a meaning in its patterns. */
const PATTERN = /[()[\]{}!+*?:\\]/g;
const quote = (path: string) => path.replace(PATTERN, '\\$&');
/** A backslash would become a slash in a new address. */
const quoteTarget = (to: string) =>
  to.replace(/(?<=^(?:https:\/\/[^/]*)?\/.*)[()*+]|(?<=^(?:https:\/\/[^/]*)?\/[^?#]*):/g, encodeSign);
/** An address, its query without the question mark, and its part with the number sign. */
const ADDRESS = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s;

/**
 * Vercel reads the values in the query of a new address as patterns too, encoded or not. A part of the old address that is always
 * empty makes Vercel fill the new one, which takes the backslashes away.
 */
function quoteMove(path: string, to: string): { source: string; destination: string } {
  // Vercel takes the ending from an address before it looks at the rules.
  const from = path.replace(/(?:\/index)?\.html$/, '');
  const [, address = '', query = '', part = ''] = ADDRESS.exec(to) ?? [];
  const pairs = [...new URLSearchParams(query)];
  if (!pairs.some(([, value]) => /:\w|\(/.test(value)))
    return { source: quote(from), destination: quoteTarget(to) };
  const quoted = pairs.map(([name, value]) => [name, quote(value)].map(encodeURIComponent).join('='));
  return {
    source: `${quote(from)}:none(.{0})`,
    destination: `${quoteTarget(address)}?${quoted.join('&')}${part}`,
  };
}
const encodeSign = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`;

export const host: Host = {
  paths: ['vercel.json'],
  twinPaths: [FUNCTION],
  maxRedirects: 1_024,
  isRoot: true,
  // Vercel decodes a dollar sign where it adds the rest of a path, and adds none to the name of a query.
  lacksRedirect: (_from, to) => /\$.*\*$|\?[^=]*\*$/.test(to),
  rulesReachMissing: true,
  write(facts) {
    const { twinOrigin } = facts;
    const link = { pattern: '/*.md', headers: { Link: `<${twinOrigin}/$1>; rel="canonical"` } };
    const config = {
      cleanUrls: true,
      trailingSlash: false,
      redirects: [
        ...facts.queries.map(({ path, query, to }) => ({
          ...quoteMove(path, to),
          has: [...new URLSearchParams(query)].map(([key, value]) => ({ type: 'query', key, value })),
          statusCode: 301,
        })),
        ...facts.moved.map(({ from, to }) => ({
          ...quoteMove(from, to),
          statusCode: 301,
        })),
        ...facts.patterns.map(({ from, to, rest }) => ({
          source: quote(from) + REST,
          destination: quoteTarget(to) + (rest ? ':rest' : ''),
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
