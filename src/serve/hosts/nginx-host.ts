/** Imitates nginx with the generated configuration, of which it knows the directives that the build writes. */
import { decodePath, type HostAnswer, type HostImitation, redirect } from './host-answer.ts';

interface Directive {
  words: string[];
  block: Directive[];
}

/** Reads nginx's syntax: words, quotes, comments, ";" and blocks. */
function parseNginx(text: string): Directive[] {
  const tokens = text.matchAll(/#[^\n]*|"((?:[^"\\]|\\.)*)"|[{};]|(?:\\.|\$\{\w+\}|[^\s;{}"])+/gs);
  const root: Directive[] = [];
  const open = [root];
  let words: string[] = [];
  for (const [token, quoted] of tokens) {
    const current = open.at(-1) ?? root;
    if (quoted !== undefined) words.push(quoted.replace(/\\(["\\])/g, '$1'));
    else if (token === ';') {
      if (words.length > 0) current.push({ words, block: [] });
      words = [];
    } else if (token === '{') {
      const directive = { words, block: [] };
      current.push(directive);
      open.push(directive.block);
      words = [];
    } else if (token === '}') open.pop();
    else if (!token.startsWith('#')) words.push(token);
  }
  return root;
}

export const nginxHost: HostImitation = (site) => {
  const config = parseNginx(site.read('.hosting/nginx.conf') ?? '');
  const exact = new Map<string, Directive[]>();
  for (const { words, block } of config)
    if (words[0] === 'location' && words[1] === '=') exact.set(words[2] ?? '', block);
  return (path, query) => {
    if (/%(?![0-9a-f]{2})|%00/i.test(path)) return { status: 400, name: null, headers: {} };
    const asked = (decodePath(path) ?? path).replace(/\/{2,}/g, '/');
    const answer = (found: Omit<HostAnswer, 'headers'>, uri = asked): HostAnswer => {
      const variables = setVariables(config, uri);
      const headers: Record<string, string> = {};
      for (const { words } of config) {
        const [name, header = '', value = '', always] = words;
        if (name !== 'add_header' || (found.status >= 400 && always === undefined)) continue;
        headers[header] = variables.get(value) ?? value;
      }
      return { ...found, headers };
    };
    const missing = (status: number) => {
      const page = setVariables(config, asked).get('$articles_not_found') ?? '/404.html';
      const name = page.slice(site.basePath.length + 1);
      return answer({ status, name: site.has(name) ? name : null }, page);
    };
    const rule = exact.get(asked)?.find(({ words }) => words[0] === 'return')?.words;
    if (rule) {
      const [, status, target = ''] = rule;
      return status === '410' ? missing(410) : answer(redirect(301, target.replace('$is_args$args', query)));
    }
    if (/\/\.(?!well-known\/)/.test(asked) || !asked.startsWith(`${site.basePath}/`)) return missing(404);
    const name = asked.slice(site.basePath.length + 1);
    if (name.endsWith('/')) {
      const bare = name.replace(/\/+$/, '');
      const isPage = site.has(`${bare}.html`) || site.has(`${bare}/index.html`);
      return isPage ? answer(redirect(301, path.replace(/\/+$/, '') + query)) : missing(404);
    }
    const found = [name, `${name}.html`, name === '' ? 'index.html' : `${name}/index.html`].find(site.has);
    return found === undefined ? missing(404) : answer({ status: 200, name: found });
  };
};

/** `set`, and `if ($uri ~ …) { set … }`, in order. */
function setVariables(config: readonly Directive[], uri: string): Map<string, string> {
  const variables = new Map<string, string>();
  for (const { words, block } of config) {
    const [name, variable = '', value = ''] = words;
    if (name === 'set') variables.set(variable, value);
    if (name !== 'if' || !new RegExp(words[3]?.replace(/\)$/, '') ?? '').test(uri)) continue;
    for (const { words: inner } of block)
      if (inner[0] === 'set') variables.set(inner[1] ?? '', inner[2] ?? '');
  }
  return variables;
}
