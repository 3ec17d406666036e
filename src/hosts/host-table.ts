/** Lists the hosts. To add one: its module in this folder, and its line here. A host is loaded when a site names it. */
import type { Host } from './host.ts';

const HOSTS = [
  { name: 'netlify', load: () => import('./netlify.ts') },
  { name: 'cloudflare-pages', load: () => import('./cloudflare-pages.ts') },
  { name: 'cloudflare-workers', load: () => import('./cloudflare-workers.ts') },
  { name: 'vercel', load: () => import('./vercel.ts') },
  { name: 'github-pages', load: () => import('./github-pages.ts') },
  { name: 'firebase', load: () => import('./firebase.ts') },
  { name: 'nginx', load: () => import('./nginx.ts') },
  { name: 'apache', load: () => import('./apache.ts') },
  { name: 'caddy', load: () => import('./caddy.ts') },
  { name: 'gcs', load: () => import('./gcs.ts') },
  { name: 's3', load: () => import('./s3.ts') },
] as const satisfies readonly { name: string; load(): Promise<{ host: Host }> }[];

export type HostName = (typeof HOSTS)[number]['name'];

export const HOST_NAMES = HOSTS.map(({ name }) => name);

/** Hosts that were removed, each with what its sites do now. */
export const FORMER_HOSTS: Readonly<Record<string, string>> = {
  'azure-static-web-apps':
    'writes no files for Azure any more: remove it, and keep your own staticwebapp.config.json in public/',
  'gitlab-pages':
    'has nothing to write for GitLab Pages: remove it, and set "urls": {"layout": "directory"}, which GitLab needs (docs/hosting/gitlab-pages.md)',
};

/** Those that `serve --as` answers as: their own servers run in the tests beside it. */
export const IMITATED_HOSTS = [
  'cloudflare-pages',
  'nginx',
  'apache',
  'caddy',
] as const satisfies readonly HostName[];

export async function loadHost(name: HostName): Promise<Host> {
  const found = HOSTS.find((entry) => entry.name === name);
  if (!found) throw new Error(`there is no host ${name}`);
  return (await found.load()).host;
}
