/** Renders the archive: all articles on one page. */
import { renderDocument, renderList } from '../_includes/light.js';

export const data = { permalink: 'archive.html' };

export function render({ collections }) {
  return renderDocument({
    title: 'Archive',
    description: 'All articles.',
    main: `<h1>Archive</h1>\n${renderList(collections.articles)}`,
  });
}
