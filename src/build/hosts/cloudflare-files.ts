/** Cloudflare Pages: _redirects and _headers. It finds the not-found page of an edition by itself, and cannot answer 410. */
import { createHeaderRules } from './header-rules.ts';
import { encodePath, type Host } from './host.ts';

export const cloudflarePages: Host = {
  paths: ['_redirects', '_headers'],
  maxRedirects: 2_000,
  write: (facts) => [
    {
      path: '_redirects',
      content: facts.moved.map(({ from, to }) => `${encodePath(from)} ${to} 301\n`).join(''),
    },
    { path: '_headers', content: createHeaderRules(facts) },
  ],
};
