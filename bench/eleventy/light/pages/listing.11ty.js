/** Renders one page for each category, subcategory and author, as the base blog does for tags. */
import { renderDocument, renderList } from '../_includes/light.js';

export const data = {
  pagination: { data: 'collections.groups', size: 1, alias: 'group' },
  permalink: ({ group }) => `${group.path}.html`,
};

export function render({ group }) {
  return renderDocument({
    title: group.title,
    description: group.description,
    main: `<h1>${group.title}</h1>\n${renderList(group.articles)}`,
  });
}
