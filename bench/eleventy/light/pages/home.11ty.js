/** Renders the home page: the newest articles. */
import { renderDocument, renderList } from '../_includes/light.js';

export const data = { permalink: 'index.html' };

export function render({ collections }) {
  return renderDocument({
    title: 'The Bench Gazette',
    description: 'Articles that nobody wrote.',
    main: `<h1>Latest</h1>\n${renderList(collections.articles.slice(0, 12))}`,
  });
}
