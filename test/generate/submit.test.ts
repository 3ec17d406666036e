/** Texts of other systems: they enter the review by the same door as generated ones, and one damaged file blocks no other. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createProse } from '../support/model-prose.ts';
import { runArticles } from '../support/program.ts';
import { createSite } from './site.ts';

vi.setConfig({ testTimeout: 60_000 });

const BY = ['--reviewer', 'Ann Reed'];
const BODY = `${createProse('English', 200, 'submitted')}\n`;
const render = (title: string, body: string, more = '') =>
  `---\ntitle: ${title}\nslug: ${title.toLowerCase().replaceAll(' ', '-')}\ndescription: What the market did in a week of quiet days, and what the reports left out.\nauthor: Editorial Team\ndate: 2026-01-10\ncategory: pokerGuides\n${more}---\n${body}`;

function setUp(texts: Readonly<Record<string, string>>) {
  const root = createSite({}, undefined, ['en_US']);
  const pathOf = (name: string) => `content/en_US/articles/${name}.md`;
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(root, pathOf(name))), { recursive: true });
    writeFileSync(join(root, pathOf(name)), text);
  }
  const review = async (...args: string[]) => {
    const { code, stdout, stderr } = await runArticles(['review', ...args, '--root', root, '--json']);
    return { code, stderr, ...JSON.parse(stdout) };
  };
  return { root, pathOf, review, read: (name: string) => readFileSync(join(root, pathOf(name)), 'utf8') };
}
const bodyOf = (text: string) => text.slice(text.indexOf('\n---\n') + 5);

test('a text gets an origin and the same checks; its words stay byte for byte until somebody approves them', async () => {
  const { root, pathOf, review, read } = setUp({ report: render('Market Report', BODY) });
  const { code, submitted } = await review('submit', pathOf('report'), '--model', 'feed writer');
  expect([code, submitted]).toMatchObject([0, [{ file: pathOf('report'), status: 'draft' }]]);
  expect(bodyOf(read('report'))).toBe(BODY);
  expect(read('report')).toMatch(/^draft: true$/m);
  expect(read('report')).toMatch(/^ {2}model: feed writer$/m);
  const build = async () =>
    JSON.parse((await runArticles(['build', '--root', root, '--json'])).stdout).articles;
  expect(await build()).toBe(0);
  const [listed] = (await review()).articles;
  expect(listed).toMatchObject({ file: pathOf('report'), status: 'draft', sha256: submitted[0].sha256 });
  expect((await review('approve', pathOf('report'), '--sha256', submitted[0].sha256, ...BY)).code).toBe(0);
  expect(await build()).toBe(1);
  expect(bodyOf(read('report'))).toBe(BODY);
});

test('what the checks find is in the answer, and keeps the text from readers', async () => {
  const wrong = `Sure! Here is the article you requested.\n\nWrite to t.me/winbig, or see [it](https://unknown.example/x).\n\n${BODY}`;
  const { pathOf, review } = setUp({ wrong: render('Wrong Report', wrong) });
  const { code, submitted } = await review('submit', pathOf('wrong'));
  expect([code, submitted[0].status]).toEqual([0, 'needs-review']);
  const found = JSON.stringify(submitted[0].findings);
  for (const words of ['Sure! Here is the article', 't.me/winbig', 'unknown.example'])
    expect(found).toContain(words);
  const refused = await review('approve', pathOf('wrong'), ...BY);
  expect([refused.code, refused.error.problems[0].code]).toEqual([1, expect.any(String)]);
});

test('all that cannot be submitted is named at once, and nothing is written', async () => {
  const { pathOf, review, read } = setUp({
    good: render('Good Report', BODY),
    known: render('Known Report', BODY, 'draft: true\n'),
  });
  await review('submit', pathOf('known'));
  const before = read('good');
  const names = [pathOf('good'), pathOf('known'), pathOf('absent'), 'site-config.json'];
  const { code, error } = await review('submit', ...names);
  expect([code, error.problems.map(({ file }: { file: string }) => file)]).toEqual([1, names.slice(1)]);
  expect(read('good')).toBe(before);
});

test('an origin that cannot be read blocks no other text', async () => {
  const { root, pathOf, review, read } = setUp({
    good: render('Good Report', BODY),
    other: render('Other Report', `${createProse('English', 200, 'another')}\n`),
  });
  await review('submit', pathOf('good'), pathOf('other'));
  writeFileSync(join(root, pathOf('other')), read('other').replace(/^ {2}tokens:[\s\S]*?(?=^ {2}usd:)/m, ''));
  const list = await review();
  expect([list.code, list.articles.map(({ file }: { file: string }) => file)]).toEqual([0, [pathOf('good')]]);
  expect(list.stderr).toContain(pathOf('other'));
  expect((await review('approve', pathOf('good'), ...BY)).code).toBe(0);
});
