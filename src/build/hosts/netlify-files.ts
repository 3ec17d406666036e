/** Netlify: _redirects and _headers. */
import { createHeaderRules } from './header-rules.ts';
import { encodePath, type Host, notFoundOf } from './host.ts';

export const netlify: Host = {
  paths: ['_redirects', '_headers'],
  // Netlify names no limit; its own advice is to stay far below the point where the file slows down each deploy.
  maxRedirects: 10_000,
  write(facts) {
    // "!" makes a rule win over the page at the old address.
    const lines = [
      ...facts.moved.map(({ from, to }) => `${encodePath(from)} ${to} 301!`),
      ...facts.gone.map((from) => `${encodePath(from)} ${notFoundOf(facts, from)} 410!`),
      ...facts.notFound
        .filter(({ below }) => below !== '')
        .map(({ below, file }) => `${below}/* ${file} 404`),
    ];
    return [
      { path: '_redirects', content: lines.map((line) => `${line}\n`).join('') },
      { path: '_headers', content: createHeaderRules(facts) },
    ];
  },
};
