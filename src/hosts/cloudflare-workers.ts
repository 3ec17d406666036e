/** Cloudflare Workers with static assets: the rules of Cloudflare Pages, and a configuration for wrangler. */
import { RULES, writeRules } from './cloudflare-pages.ts';
import { type Host, OPERATOR_FOLDER } from './host.ts';
import { CLOUDFLARE_FUNCTION } from './markdown-function.ts';

const CONFIG = `${OPERATOR_FOLDER}wrangler.json`;
const WORKER = `${OPERATOR_FOLDER}worker.js`;

export const host: Host = {
  paths: [...RULES, CONFIG],
  twinPaths: [WORKER],
  maxRedirects: 2_000,
  lacks: ['queries'],
  isRoot: true,
  rulesReachMissing: true,
  write(facts) {
    const hasTwins = facts.twinOrigin !== null;
    const config = {
      name: facts.name,
      compatibility_date: '2025-01-01',
      ...(hasTwins && { main: 'worker.js' }),
      assets: {
        // Relative to this file.
        directory: '..',
        html_handling: 'auto-trailing-slash',
        not_found_handling: '404-page',
        ...(hasTwins && { binding: 'ASSETS', run_worker_first: true }),
      },
    };
    return [
      ...writeRules(facts),
      { path: CONFIG, content: `${JSON.stringify(config, null, 2)}\n` },
      ...(hasTwins ? [{ path: WORKER, content: CLOUDFLARE_FUNCTION }] : []),
    ];
  },
};
