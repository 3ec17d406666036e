/** Imitates GitHub Pages: files under clean URLs, one not-found page, the same short cache for everything. */
import { decodePath, type HostAnswer, type HostImitation, redirect } from './host-answer.ts';

const HEADERS = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'max-age=600' };

export const githubHost: HostImitation = (site) => {
  const file = (name: string): HostAnswer => ({ status: 200, name, headers: HEADERS });
  return (path, query) => {
    const name = decodePath(path)?.slice(1);
    if (name !== undefined) {
      const page = name === '' || name.endsWith('/') ? `${name}index.html` : name;
      if (site.has(page)) return file(page);
      if (!name.endsWith('/') && site.has(`${name}.html`)) return file(`${name}.html`);
      if (!name.endsWith('/') && site.has(`${name}/index.html`))
        return redirect(301, `${path}/${query}`, HEADERS);
    }
    return { status: 404, name: site.has('404.html') ? '404.html' : null, headers: HEADERS };
  };
};
