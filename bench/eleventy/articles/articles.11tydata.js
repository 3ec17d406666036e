/** Gives every article its layout and permalink. */
export default {
  layout: 'article.11ty.js',
  eleventyComputed: { permalink: (data) => `articles/${data.slug}.html` },
};
