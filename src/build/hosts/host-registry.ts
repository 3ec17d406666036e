/** Lists the hosts. To add one: its name in foundation/host-names.ts, a module in this folder, and its line here. */
import type { HostName } from '../../foundation/host-names.ts';
import { cloudflarePages } from './cloudflare-files.ts';
import { firebase } from './firebase-files.ts';
import { gcs } from './gcs-files.ts';
import type { Host } from './host.ts';
import { netlify } from './netlify-files.ts';
import { nginx } from './nginx-files.ts';
import { s3 } from './s3-files.ts';

export const HOSTS: Readonly<Record<HostName, Host>> = {
  netlify,
  'cloudflare-pages': cloudflarePages,
  // It reads no rules: readers get the pages at old addresses.
  'github-pages': { paths: [], maxRedirects: 0, write: () => [] },
  firebase,
  nginx,
  gcs,
  s3,
};
