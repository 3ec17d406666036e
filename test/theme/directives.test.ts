/** Tests the directives of a site: files in theme/directives. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../src/foundation/errors.ts';
import { buildSite } from '../support/build.ts';
import { runArticles } from '../support/program.ts';
import { article, compareTrees, makeSite, readTree, smallSite, writeFiles } from '../support/site.ts';

const STAKE = `import { type DirectiveProps } from 'articles/theme';
import * as z from 'zod';

export const attributes = z.strictObject({ title: z.string(), units: z.coerce.number().int().positive() });
export const policy = () => ({ 'frame-src': ['https://stakes.example'] });

export default function Stake({ attributes, children, strings }: DirectiveProps<z.output<typeof attributes>>) {
  if (attributes.units > 99) throw new Error('too many units');
  return (
    <section className="stake" aria-label={attributes.title}>
      <p>{strings.layout.home}: {attributes.units}</p>
      {children}
    </section>
  );
}
`;
const body = (text: string) => ({
  'content/en_US/articles/first.md': article({ title: 'First', slug: 'first-price', body: text }),
});
const USED = '::::stake{title="A <b>" units="5"}\nBody *here*.\n\n:::callout\nIn.\n:::\n::::';
const site = (text: string, code: string | null = STAKE) =>
  makeSite({ ...smallSite(), ...body(text), 'theme/directives/stake.tsx': code });
const problemsOf = async (root: string) =>
  buildSite(root).then(
    () => [],
    (error) => {
      if (!(error instanceof UserError)) throw error;
      return error.problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
    },
  );

test('a directive of the site is rendered with its attributes, body and policy, in all threads', async () => {
  const root = site(USED);
  expect((await buildSite(root)).warnings).toEqual([]);
  const page = readFileSync(join(root, 'dist/articles/first-price.html'), 'utf8');
  expect(page).toContain(
    '<section class="stake" aria-label="A &lt;b&gt;"><p>Home: 5</p><p>Body <em>here</em>.</p>\n<div class="callout',
  );
  expect(page).toContain("frame-src 'self' https://stakes.example");
  expect(readFileSync(join(root, 'dist/articles/second-look.html'), 'utf8')).not.toContain('stakes.example');
  const alone = readTree(join(root, 'dist'));
  await buildSite(root, { clean: true, jobs: 2 });
  expect(compareTrees(readTree(join(root, 'dist')), alone)).toEqual([]);
  expect(await runArticles(['check', '--root', root])).toMatchObject({ code: 0 });
  expect(await runArticles(['list', '--root', root])).toMatchObject({ code: 0 });
});

test('a changed schema or view reaches texts that have not changed', async () => {
  const root = site(USED);
  await buildSite(root);
  writeFiles(root, { 'theme/directives/stake.tsx': STAKE.replace('"stake"', '"wager"') });
  await buildSite(root);
  expect(readFileSync(join(root, 'dist/articles/first-price.html'), 'utf8')).toContain('class="wager"');
  writeFiles(root, { 'theme/directives/stake.tsx': STAKE.replace('units:', 'coins:') });
  expect(await problemsOf(root)).toEqual([
    'content/en_US/articles/first.md:7:25 "stake" has no attribute "units"',
  ]);
  writeFiles(root, { 'theme/directives/stake.tsx': null });
  expect(await problemsOf(root)).toEqual([
    'content/en_US/articles/first.md:7:5 there is no directive "stake"',
  ]);
  writeFiles(root, { 'theme/directives/stake.tsx': STAKE });
  await buildSite(root);
  const rebuilt = readTree(join(root, 'dist'));
  await buildSite(root, { clean: true });
  expect(compareTrees(rebuilt, readTree(join(root, 'dist')))).toEqual([]);
});

test.each([
  [USED.replace('"5"', '"x"'), STAKE, 'content/en_US/articles/first.md:7:31 stake: units must be a number'],
  [
    USED.replace('"5"', '"100"'),
    STAKE,
    'theme/directives/stake.tsx:8:36 the directive "stake" cannot be rendered: too many units',
  ],
  [
    'x',
    STAKE.replace('export default', 'export'),
    'theme/directives/stake.tsx:1:1 the file has no view as its default export',
  ],
  [
    'x',
    STAKE.replace('export const attributes', 'const attributes'),
    'theme/directives/stake.tsx:1:1 the file exports no schema of its attributes',
  ],
  ['x', `${STAKE}export const form = 'inline';\n`, 'theme/directives/stake.tsx:1:1 the form is unknown'],
])('%j with a mistake is an error with its place', async (text, code, problem) => {
  expect(await problemsOf(site(text, code))).toEqual([problem]);
});

test('a directive of a site may replace a built-in one, and may have no body', async () => {
  const code = STAKE.replace('export const policy', "export const form = 'leaf';\nexport const policy");
  const root = makeSite({
    ...smallSite(),
    ...body('::odds{title=a units=3}'),
    'theme/directives/odds.tsx': code,
    'content/en_US/pages/own.md': '---\ntitle: Own\n---\n::odds{title=a units=4}\n',
  });
  await buildSite(root);
  expect(readFileSync(join(root, 'dist/articles/first-price.html'), 'utf8')).toContain(
    '<p>Home: 3</p></section>',
  );
  expect(readFileSync(join(root, 'dist/own.html'), 'utf8')).toContain('<p>Home: 4</p></section>');
  writeFiles(root, body(':::odds{title=a units=3}\nx\n:::'));
  expect(await problemsOf(root)).toEqual(['content/en_US/articles/first.md:7:1 "odds" has no body']);
});

test.each([
  [`{ 'script-src': ['*'] }`, '"*" allows every host'],
  [`{ 'script-src': ["'unsafe-inline'"] }`, `"'unsafe-inline'" has no effect`],
  [`{ 'default-src': ['https://a.example'] }`, 'default-src cannot be set for pages'],
  [`{ 'frame-src': [attributes.title] }`, '"https://a.example; script-src *" has a character'],
  [`{ 'frame-src': 'https://a.example' }`, 'frame-src must be a list'],
  [`'none'`, 'must be a map of fields'],
  [`{ get 'frame-src'() { throw new Error('no sources'); } }`, 'no sources'],
])('the policy %s of a directive is an error where the directive is used', async (policy, words) => {
  const code = STAKE.replace(/policy = .*/, `policy = (attributes) => (${policy});`);
  const text = '::::stake{title="https://a.example; script-src *" units="5"}\nBody.\n::::';
  const problems = await problemsOf(site(text, code));
  expect(problems).toEqual([expect.stringContaining(words)]);
  expect(problems[0]).toMatch(/^content\/en_US\/articles\/first\.md:\d+:1 /);
});
