/** Renders sitemap.xml. */
export const data = { permalink: 'sitemap.xml', eleventyExcludeFromCollections: true };

export function render({ collections }) {
  const entries = collections.all.map(
    (item) =>
      `<url><loc>https://bench.example${item.url}</loc><lastmod>${item.date.toISOString().slice(0, 10)}</lastmod></url>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`;
}
