/** GitHub Pages and GitLab Pages: no rules apply, so readers get the pages at old addresses. All files have the same short cache. */
import type { Host } from './host.ts';
import { answerFile, answerNotFound, decodePath, redirect } from './host-answer.ts';

const HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'max-age=600' };

export const host: Host = {
  paths: [],
  maxRedirects: 0,
  isRoot: true,
  write: () => [],
  createAnswer: (site) => (path, query) => {
    const name = decodePath(path)?.slice(1);
    if (name === undefined) return answerNotFound(site, HEADERS);
    const page = name === '' || name.endsWith('/') ? `${name}index.html` : name;
    if (site.has(page)) return answerFile(page, HEADERS);
    if (!name.endsWith('/') && site.has(`${name}.html`)) return answerFile(`${name}.html`, HEADERS);
    if (!name.endsWith('/') && site.has(`${name}/index.html`))
      return redirect(301, `${path}/${query}`, HEADERS);
    return answerNotFound(site, HEADERS);
  },
};
