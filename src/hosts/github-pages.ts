/** GitHub Pages and GitLab Pages: no rules apply, so readers get the pages at old addresses. All files have the same short cache. */
import type { Host } from './host.ts';

export const host: Host = {
  paths: [],
  maxRedirects: 0,
  isRoot: true,
  write: () => [],
};
