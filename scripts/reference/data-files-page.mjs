// The reference of the JSON and YAML files of a site, from their JSON schemas.
import { stringify } from 'yaml';
import { CHECKED, code, fence, page, table } from './page-parts.mjs';
import { describeFields, listFields, wholeExample } from './schema-fields.mjs';

const FILES = [
  {
    name: 'categories',
    title: 'categories.json',
    text: 'The category tree of a language: groups by their key, and subcategories by theirs. Their order is that of the menu. `articles categories` prints the tree. In its place an edition may have the same as YAML, `categories.yaml`.',
  },
  {
    name: 'authors',
    title: 'authors.json',
    text: 'The authors of a language, as a list. Further fields are allowed.',
  },
  { name: 'seo', title: 'seo.json', text: 'Titles and descriptions of the fixed pages, for search engines.' },
  {
    name: 'paid-links',
    title: 'paid-links.json',
    text: 'Paid links. Their HTML is trusted; the build adds `rel="sponsored"` to each link. Without the file there are none. In its place the build reads `content/ads.json`, where `everyPage` is called `sapeNewUrl`, and `paidLinks` is called `sapeLinks`.',
  },
  {
    name: 'offers',
    title: 'offers.yaml',
    text: 'The ledger of paid links: [Paid links](../paid-links.md#the-ledger). All files are read together, and no name may stand twice.',
  },
  {
    name: 'notices',
    title: 'notices.yaml',
    text: 'What rules say of offers, by class and market: [Paid links](../paid-links.md#rules-of-countries).',
  },
  {
    name: 'topics',
    title: 'topics.yaml',
    text: 'A list for `articles generate --topics`: topics, or maps with these fields. A CSV file has the same names as columns.',
  },
];

/** @param schemas JSON schemas by name. @param files `{name, files}` for each schema. @returns the page as Markdown */
export function describeDataFiles(schemas, files) {
  return page('Data Files', [
    'The files beside the articles. In the names of fields, `[]` means each entry of a list, `*` a name that you choose.',
    ...FILES.flatMap(({ name, title, text }) => [
      `## ${title}`,
      `${files
        .find((file) => file.name === name)
        .files.map(code)
        .join(', ')}. ${text}`,
      describeFields(`data files: ${title} `, listFields(schemas[name])),
      showExample(name, schemas[name]),
    ]),
    '## Schemas',
    'Each kind of file has a JSON schema in `lib/schemas/` of the package, by which editors complete and check it. `articles init` writes the settings of Visual Studio Code, `.vscode/settings.json`, and `"$schema"` at the top of files that can have it; every file but the lists may begin with it. Schemas cannot say everything: `articles check` also finds equal slugs, unknown categories and the like.',
    table(
      ['Schema', 'Files'],
      files.map(({ name, files: patterns }) => [code(`${name}.schema.json`), patterns.map(code).join(', ')]),
    ),
    'Visual Studio Code needs its YAML extension for YAML files. That extension does not read the front matter of Markdown; other editors and linters do, with `article.schema.json`.',
  ]);
}

function showExample(name, schema) {
  const example = wholeExample(schema);
  return /topics|offers|notices/.test(name)
    ? fence(`yaml ${CHECKED}`, stringify(example).trim())
    : fence(`json ${CHECKED}`, JSON.stringify(example, null, 2));
}
