/** Names the hosts that a build can write files for. The command line knows them before it loads anything else. */
export const HOST_NAMES = [
  'netlify',
  'cloudflare-pages',
  'github-pages',
  'firebase',
  'nginx',
  'gcs',
  's3',
] as const;

export type HostName = (typeof HOST_NAMES)[number];
