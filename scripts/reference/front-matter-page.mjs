// The reference of front matter: of articles, and of the pages of a site.
import { stringify } from 'yaml';
import { CHECKED, code, fence, page } from './page-parts.mjs';
import { describeFields, listFields, wholeExample } from './schema-fields.mjs';

/** As front matter has it; blocks are shown in the example of the whole. */
const asYaml = (value) => (typeof value === 'object' ? JSON.stringify(value) : stringify(value).trim());

/** @param schemas JSON schemas by name. @returns the page as Markdown */
export function describeFrontMatter({ article, page: own }) {
  return page('Front Matter', [
    'An article begins with its fields, in YAML between two lines `---`. Values need quotation marks only where they contain `: ` or `#`, or begin with a quotation mark.',
    '## Articles',
    `Files below \`content/{locale}/articles/\`. A site defines further fields in \`content/schema.ts\`; any other unknown field is a warning.`,
    describeFields('front matter: ', listFields(article), asYaml),
    'An article with every field that editors write:',
    exampleOf(article, ['origin']),
    '## Pages',
    `Files below \`content/{locale}/pages/\`, and the pages ${['about-us', 'privacy-policy', 'terms'].map((name) => code(`${name}.md`)).join(', ')} of \`content/{locale}/info/\`, whose front matter is optional.`,
    describeFields('front matter of pages: ', listFields(own), asYaml),
    exampleOf(own, []),
  ]);
}

function exampleOf(schema, without) {
  const fields = Object.entries(wholeExample(schema)).filter(([name]) => !without.includes(name));
  return fence(`yaml ${CHECKED}`, `---\n${stringify(Object.fromEntries(fields))}---`);
}
