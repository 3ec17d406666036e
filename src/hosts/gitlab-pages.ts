/** GitLab Pages: answers as GitHub Pages does. A file wins over its rules for redirects, and each old address has a page. */
export { host } from './github-pages.ts';
