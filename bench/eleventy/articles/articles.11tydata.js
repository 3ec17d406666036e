/** Owns what every article has in common. */
export default {
  layout: 'article.11ty.js',
  eleventyComputed: { permalink: (data) => `articles/${data.slug}.html` },
};
