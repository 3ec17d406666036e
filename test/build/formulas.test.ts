import { expect, test } from 'vitest';
import { buildSite, buildTree } from '../support/build.ts';
import { article, makeSite, smallSite } from '../support/site.ts';

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
