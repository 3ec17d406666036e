/** Tests the Markdown pages of a site's own, and what is said of files that nothing reads. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildSite, expectCleanBuild } from '../support/build.ts';
import { runArticles, runJson } from '../support/program.ts';
import { makeSite, smallSite, writeFiles } from '../support/site.ts';

const page = (title: string, more = '') =>
  `---\ntitle: ${title}\ndescription: About ${title}.\n${more}---\nText of **${title}**.\n`;
const PAGES = {
  'content/en_US/pages/contact.md': page('Contact', 'navigation: menu\naliases: [/write-to-us]\n'),
  'content/en_US/pages/guides/index.md': page('Guides', 'navigation: footer\n'),
  'content/en_US/pages/guides/odds.md': page('Odds'),
  'content/ru_RU/pages/contact.md': page('Контакты'),
};

test('a page is at the path of its file, with translations, in menu, footer, sitemap and old addresses', async () => {
  const root = makeSite({ ...smallSite(), ...PAGES });
  expect((await buildSite(root)).warnings).toEqual([]);
  const read = (path: string) => readFileSync(join(root, 'dist', path), 'utf8');
  const contact = read('contact.html');
  expect(contact).toContain('<h1>Contact</h1>');
  expect(contact).toContain('Text of <strong>Contact</strong>.');
  expect(contact).toContain('content="About Contact."');
  expect(contact).toContain('hrefLang="ru" href="https://small.example/ru/contact"');
  expect(read('ru/contact.html')).toContain('<h1>Контакты</h1>');
  expect(read('guides.html')).toContain('<h1>Guides</h1>');
  expect(read('guides/odds.html')).not.toContain('rel="alternate" hrefLang="ru"');
  expect(read('index.html')).toContain('<p class="line-title"><a href="/contact">Contact</a></p>');
  expect(read('index.html').split('<footer')[1]).toContain('<a href="/guides">Guides</a>');
  expect(read('sitemap.html')).toContain('<a href="/guides/odds">Odds</a>');
  expect(read('sitemap.xml')).toContain('https://small.example/guides/odds');
  expect(read('write-to-us.html')).toContain('/contact');
  expect((await runArticles(['check', '--root', root])).code).toBe(0);
});

test('readers find the pages of a manual by their titles', async () => {
  const chapter = { 'content/en_US/pages/guides/odds.md': page('Chapter on Odds', 'navigation: sidebar\n') };
  const root = makeSite({ ...smallSite(), ...PAGES, ...chapter });
  await buildSite(root);
  const search = async (words: string) => (await runJson(['search', words, '--root', root])).groups;
  const results = [{ title: 'Chapter on Odds', url: '/guides/odds' }];
  expect(await search('chapter')).toEqual([{ label: 'Pages', results }]);
  expect(await search('contact')).toEqual([]);
  writeFiles(root, { 'content/en_US/pages/guides/odds.md': page('Part on Odds', 'navigation: sidebar\n') });
  await buildSite(root);
  expect(await search('part on')).toEqual([
    { label: 'Pages', results: [{ title: 'Part on Odds', url: '/guides/odds' }] },
  ]);
});

test('a changed, added or removed page gives the files of a clean build', async () => {
  const root = makeSite({ ...smallSite(), ...PAGES });
  await buildSite(root);
  for (const change of [
    { 'content/en_US/pages/contact.md': page('Write') },
    { 'content/ru_RU/pages/guides/odds.md': page('x') },
    { 'content/en_US/pages/guides': null },
  ]) {
    writeFiles(root, change);
    await buildSite(root);
    await expectCleanBuild(root);
  }
});

test.each([
  ['contact.md', 'Only text.', 'contact.md:1:1: the page has no title'],
  ['About Us.md', page('x'), 'About Us.md:2:8: the name of the file is not an address'],
  ['articles/x.md', page('x'), 'articles/x.md:2:8: the address /articles/x begins as a route of the site'],
  [
    'betting.md',
    page('x'),
    'betting.md:2:8: the address /betting is also that of content/en_US/categories.json',
  ],
  ['info/terms/../about-us.md', page('x'), 'which the site itself uses'],
  ['x.md', page('x', 'navigation: left\n'), 'x.md:4:13: navigation must be menu, footer or sidebar'],
])('a page that cannot be published is an error with its place: %s', async (name, text, message) => {
  const root = makeSite({ ...smallSite(), [`content/en_US/pages/${name}`]: text });
  const { code, stderr } = await runArticles(['build', '--root', root]);
  expect(stderr).toContain(message);
  expect(code).toBe(1);
});

test('a file that nothing reads is a warning of build and check, also when it is added to a finished build', async () => {
  const root = makeSite();
  await buildSite(root);
  writeFiles(root, {
    'content/en_US/info/imprint.md': page('Imprint'),
    'content/en_US/author.json': '[]',
    'content/notes.txt': 'x',
    'content/en_US/articles/deep/story.mdx': '# A story',
    'content/en_US/articles/photo.psd': 'x',
    'content/en_US/articles/.draft.txt': 'x',
    'content/en_US/README.md': 'For people.',
  });
  for (const command of ['build', 'check']) {
    const { code, stderr } = await runArticles([command, '--root', root]);
    expect(stderr).toContain('content/en_US/info/imprint.md: nothing reads this file');
    expect(stderr).toContain('move it to content/en_US/pages/info/imprint.md');
    expect(stderr).toContain('content/en_US/author.json: nothing reads this file');
    expect(stderr).toContain('content/notes.txt: not published');
    expect(stderr).toContain('content/en_US/articles/deep/story.mdx: nothing reads this file');
    expect(stderr).toContain('rename it to end in .md');
    expect(stderr).toContain('content/en_US/articles/photo.psd: nothing reads this file');
    expect(stderr).not.toContain('.draft.txt');
    expect(stderr).not.toContain('README');
    expect(code).toBe(0);
  }
  writeFiles(root, {
    'content/en_US/info/imprint.md': null,
    'content/en_US/pages/info/imprint.md': page('Imprint'),
  });
  expect((await runArticles(['build', '--root', root])).code).toBe(0);
  expect(readFileSync(join(root, 'dist/info/imprint.html'), 'utf8')).toContain('<h1>Imprint</h1>');
});
