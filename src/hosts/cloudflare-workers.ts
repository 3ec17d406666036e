/** Cloudflare Workers with static assets: the rules of Cloudflare Pages, and a configuration for wrangler. */
import { host as pages } from './cloudflare-pages.ts';
import { type Host, OPERATOR_FOLDER } from './host.ts';

const CONFIG = `${OPERATOR_FOLDER}wrangler.json`;

export const host: Host = {
  ...pages,
  paths: [...pages.paths, CONFIG],
  write(facts) {
    const config = {
      name: facts.name,
      compatibility_date: '2025-01-01',
      // Relative to this file.
      assets: { directory: '..', html_handling: 'auto-trailing-slash', not_found_handling: '404-page' },
    };
    return [...pages.write(facts), { path: CONFIG, content: `${JSON.stringify(config, null, 2)}\n` }];
  },
  createAnswer(site) {
    const answer = pages.createAnswer(site);
    return (path, query) => {
      const found = answer(path, query);
      // It moves a file name to the address of its page for now only.
      return found.status === 308 ? { ...found, status: 307 } : found;
    };
  },
};
