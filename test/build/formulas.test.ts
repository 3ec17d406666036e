import { expect, test } from 'vitest';
import { buildSite, buildTree } from '../support/build.ts';
import { runArticles } from '../support/program.ts';
import { article, makeSite, smallSite, writeFiles } from '../support/site.ts';

const site = (body: string) => ({
  ...smallSite(),
  'content/en_US/articles/first.md': article({
    title: 'The first price',
    slug: 'first-price',
    category: 'betting',
    subcategory: 'odds',
    body,
  }),
});

test('formulas become MathML, within a line and alone, and prices stay prices', async () => {
  const body = 'An area is $`\\pi r^2`$, and a bet $5 or $6.\n\n```math\n\\frac{1}{2}\n```\n';
  const page = (await buildTree(site(body))).get('articles/first-price.html') ?? '';
  expect(page).toMatch(/An area is <span dir="ltr">.*<mi>π<\/mi>.*<\/span>, and a bet \$5 or \$6\./s);
  expect(page).toMatch(/<div class="math"[^>]*>.*<math[^>]+display="block".*<mfrac>/s);
});

test.each([
  [
    'Well.\n\n```math\nx^2\n```\n\n```math\n\\frac{1\n```\n',
    'first.md:18:1: the formula "\\frac{1" is not valid',
  ],
  ['Well.\n\nThe sum $`\\sum_{`$ here.\n', 'first.md:13:11: the formula "\\sum_{" is not valid'],
  ['Well.\n\n\n::data{file="no" caption="None"}\n', 'first.md:14:8: there is no file "no"'],
])('an error in %j has its place', async (body, message) => {
  await expect(buildSite(makeSite(site(body)))).rejects.toThrow(message);
});

const EN = 'content/en_US/articles';
const texts = (body: string) =>
  Object.fromEntries(
    ['first', 'second', 'other'].map((slug) => [
      `${EN}/${slug}.md`,
      article({ title: `About ${slug}`, slug, category: 'betting', subcategory: 'odds', body }),
    ]),
  );
const listErrors = async (command: string, root: string) => {
  const { code, stdout } = await runArticles([command, '--root', root, '--json']);
  expect(code).toBe(1);
  const { errors, error } = JSON.parse(stdout);
  return (errors ?? error.problems).map(
    ({ file, line, column, message }: Record<string, string>) => `${file}:${line}:${column}: ${message}`,
  );
};

test.each([
  ['formulas', 'Of $`\\frac{1`$', '6: the formula "\\frac{1" is not valid'],
  ['tables of data', '::data{file="no" caption="None"}', '8: there is no file "no"'],
])('a build and check name all %s that are wrong, each with its line', async (_name, wrong, problem) => {
  const root = makeSite({ ...smallSite(), ...texts('Sound.') });
  const wanted = ['first', 'other', 'second'].flatMap((slug) =>
    [11, 13].map((line) => expect.stringContaining(`${EN}/${slug}.md:${line}:${problem}`)),
  );
  for (const isFirst of [true, false]) {
    if (!isFirst) expect(await runArticles(['build', '--root', root])).toMatchObject({ code: 0 });
    writeFiles(root, texts(`${wrong}\n\n${wrong}`));
    for (const command of ['build', 'check']) expect(await listErrors(command, root)).toEqual(wanted);
    writeFiles(root, texts('Sound again.'));
  }
});

test('check names what is wrong in a header, a view, a text and a link together', async () => {
  const crash = (name: string) => `export default function Own(): string {
  throw new Error('no ${name}');
}
`;
  const root = makeSite({
    ...smallSite(),
    ...texts('Of $`\\frac{1`$ and [this](/nowhere).'),
    [`${EN}/third.md`]: article({
      title: 'The third',
      slug: 'third',
      body: '[That](/nowhere) and [it](first#x).',
    }),
    'theme/components/SiteHeader.tsx': crash('header'),
    'theme/views/authors.tsx': crash('view'),
  });
  const formulas = ['first', 'other', 'second'].flatMap((slug) => [
    expect.stringContaining(`${EN}/${slug}.md:11:6: the formula`),
    expect.stringContaining(`${EN}/${slug}.md:11:20: "/nowhere" is neither`),
  ]);
  const headers = ['en_US', 'ru_RU'].map((locale) =>
    expect.stringContaining(`theme/components/SiteHeader.tsx:2:9: the header or footer of ${locale}`),
  );
  expect(await listErrors('check', root)).toEqual([
    ...formulas,
    expect.stringContaining(`${EN}/third.md:7:1: "/nowhere" is neither`),
    ...headers,
    expect.stringContaining('theme/views/authors.tsx:2:9: the page /authors cannot be rendered: no view'),
  ]);
  // A build needs a header before it renders pages.
  expect(await listErrors('build', root)).toEqual(headers);
});

test('of a text with very many wrong formulas a hundred are named', async () => {
  const body = Array.from({ length: 150 }, (_, index) => `$\`\\frac{${index}\`$`).join('\n\n');
  const root = makeSite(site(body));
  expect(await listErrors('build', root)).toHaveLength(100);
});
