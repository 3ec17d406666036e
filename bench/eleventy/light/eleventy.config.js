/** Configures the Eleventy twin of the bench site: the article folder and Markdown. */
import colours from '@11ty/eleventy-plugin-syntaxhighlight';
import { createGroups, linkNeighbours, listArticles } from './_includes/site.js';

const SLUG_GAPS = /[^\p{L}\p{N}]+/gu;

export default function configure(config) {
  config.setInputDirectory('.');
  config.setIncludesDirectory('_includes');
  config.setDataDirectory('_data');
  config.addPassthroughCopy({ 'static/main.css': 'main.css' });
  config.addCollection('articles', (api) => linkNeighbours(listArticles(api)));
  config.addCollection('groups', (api) => createGroups(listArticles(api)));
  config.addPlugin(colours);
  config.amendLibrary('md', (markdown) => {
    // Heading ids, as the other tools write them.
    markdown.renderer.rules.heading_open = (tokens, index) =>
      `<${tokens[index].tag} id="${tokens[index + 1].content.toLowerCase().replace(SLUG_GAPS, '-')}">`;
  });
  return { markdownTemplateEngine: false, templateFormats: ['md', '11ty.js'] };
}
