import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite, buildTree } from '../support/build.ts';
import { article, type Files, json, makeSite, smallSite, writeFiles } from '../support/site.ts';

const TABLE =
  '::data{file="harvest" caption="The harvest" columns="crop, kilograms" head="Crop, kg" sortable}';
const SCHEMA = `import { z } from 'zod';
export const article = z.object({});
export const data = { harvest: z.array(z.object({ crop: z.string(), kilograms: z.number() })) };
`;
const CSV = 'crop;kilograms\nBeans;1250.5\n"Red ""ones""; few";\n';

function site(files: Files): Files {
  const odds = { category: 'betting', subcategory: 'odds' };
  return {
    ...smallSite({ timeZone: 'UTC' }),
    'content/en_US/articles/first.md': article({
      title: 'The first price',
      slug: 'first-price',
      ...odds,
      body: TABLE,
    }),
    ...files,
  };
}

const problemsOf = async (files: Files) =>
  buildSite(makeSite(site(files))).then(
    () => 'no problem',
    (error: Error) => error.message,
  );

test.each([
  ['csv', CSV],
  ['json', json([{ crop: 'Beans', kilograms: 1250.5 }, { crop: 'Red "ones"; few' }])],
  ['yaml', '- {crop: Beans, kilograms: 1250.5}\n- crop: Red "ones"; few\n'],
])('a table shows the records of a %s file', async (ending, text) => {
  const tree = await buildTree(site({ [`content/data/harvest.${ending}`]: text }));
  const page = tree.get('articles/first-price.html') ?? '';
  expect(page).toContain('<caption>The harvest</caption>');
  expect(page).toContain('<th scope="row">Red &quot;ones&quot;; few</th>');
  // Without a schema the values of CSV are text.
  expect(page).toContain(ending === 'csv' ? '<td>1250.5</td>' : '<td class="align-right">1,250.5</td>');
});

test('a schema gives the values their types, and names the line of a wrong one', async () => {
  const typed = { 'content/schema.ts': SCHEMA };
  const rows = 'crop,kilograms\nBeans,1250.5\n';
  const tree = await buildTree(site({ ...typed, 'content/data/harvest.csv': rows }));
  expect(tree.get('articles/first-price.html')).toContain('<td class="align-right">1,250.5</td>');
  expect(await problemsOf({ ...typed, 'content/data/harvest.csv': `${rows}Peas,many\n` })).toMatch(
    /content\/data\/harvest\.csv:3:1: "1\.kilograms": must be a number/,
  );
  expect(
    await problemsOf({ ...typed, 'content/data/harvest.yaml': '- crop: Beans\n  kilograms: many\n' }),
  ).toMatch(/content\/data\/harvest\.yaml:2:14: "0\.kilograms"/);
  expect(await problemsOf(typed)).toContain('data.harvest describes a file that does not exist');
});

test.each([
  [
    'content/data/harvest.csv',
    'crop,kilograms\nBeans\n',
    'harvest.csv:2:1: the line has 1 value, and the first line names 2',
  ],
  [
    'content/data/harvest.csv',
    'crop,kilograms\n"Beans,1\n',
    'harvest.csv:2: a quote in this row is never closed',
  ],
  ['content/data/harvest.csv', 'crop,crop\n', 'two columns have the name "crop"'],
  ['content/data/harvest.yaml', '- crop: [\n', 'harvest.yaml:2:1: the file is not valid YAML'],
  [
    'content/data/harvest.yaml',
    `a: &a [x, x]\n${'b: &b [*a, *a]\nc: &c [*b, *b]\n'.repeat(1)}d: [${'*c, '.repeat(200)}]\n`,
    'the file is not valid YAML',
  ],
  ['content/data/harvest.json', '[', 'harvest.json:1:2: '],
  ['content/data/prices.csv', CSV, 'there is no file "harvest" in content/data'],
  ['content/data/harvest.csv', 'kilograms\n1\n', 'no record of "harvest" has the field "crop"'],
  ['content/data/harvest.json', '{"a": 1}', 'content/data/harvest is not a list of records'],
  ['content/data/a b.csv', CSV, 'content/data/a b.csv: is not a data file'],
])('%s with %j is a clear error', async (file, text, message) => {
  expect(await problemsOf({ [file]: text })).toContain(message);
});

test('a changed file changes the pages that show it', async () => {
  const root = makeSite(site({ 'content/data/harvest.csv': CSV }));
  await buildSite(root);
  writeFiles(root, { 'content/data/harvest.csv': CSV.replace('Beans', 'Peas') });
  await buildSite(root);
  expect(readFileSync(join(root, 'dist/articles/first-price.html'), 'utf8')).toContain('Peas');
});
