/** Renders sitemap.xml. */
import { formatDay, loadSite, urlOf } from '../site.js';

export async function GET({ site }) {
  const { articles, groups } = await loadSite();
  const lines = [
    ...['', ...groups.map(({ path }) => path)].map(
      (path) => `<url><loc>${new URL(`/${path}`, site)}</loc></url>`,
    ),
    ...articles.map(
      (article) =>
        `<url><loc>${new URL(urlOf(article), site)}</loc><lastmod>${formatDay(article.data.date)}</lastmod></url>`,
    ),
  ];
  return new Response(
    `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('\n')}\n</urlset>\n`,
  );
}
