/** Pictures and files beside texts, and links to the files of other texts: what an editor resolves, every output resolves. */
import { join, posix } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { pathBeside } from '../../src/content/data/named-files.ts';
import { buildSite, expectCleanBuild } from '../support/build.ts';
import {
  article,
  type Files,
  makeFolder,
  makeSite,
  readTree,
  smallSite,
  writeFiles,
} from '../support/site.ts';

const picture = (color: string): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
    .jpeg()
    .toBuffer();

const TEXT = [
  '![Beside](photo.jpg)',
  '![Below](./more/below.jpg)',
  '![Above](../images/central.jpg)',
  '![As GitHub](../../images/central.jpg)',
  '![Central](central.jpg)',
  '[Other](second.md)',
  '[A part](../articles/poker/third.md#a-part-of-it)',
  '[![Linked](photo.jpg)](photo.jpg)',
  '[Bundle](bundle/index.md)',
  '[Page](../pages/contact.md)',
  '[Terms](../info/terms.md)',
  '[Plan](papers/plan%20b.pdf)',
].join('\n\n');

async function site(more: Files = {}): Promise<string> {
  const odds = { category: 'betting', subcategory: 'odds' };
  return makeSite({
    ...smallSite({ timeZone: 'UTC', feeds: { content: 'full' }, agents: { markdown: true } }),
    'content/images/central.jpg': await picture('blue'),
    'content/en_US/articles/first.md': article({ title: 'First', slug: 'first-price', ...odds, body: TEXT }),
    'content/en_US/articles/photo.jpg': await picture('red'),
    'content/en_US/articles/more/below.jpg': await picture('green'),
    'content/en_US/articles/papers/plan b.pdf': '%PDF-1.4 a plan',
    'content/en_US/articles/bundle/index.md': article({
      title: 'A bundle',
      ...odds,
      more: 'image: cover.jpg',
      body: '![Own](cover.jpg) and [back](../first.md)',
    }),
    'content/en_US/articles/bundle/cover.jpg': await picture('yellow'),
    'content/ru_RU/articles/bundle/index.md': article({
      title: 'Связка',
      slug: 'svyazka',
      ...odds,
      body: '![Общая](cover.jpg)',
    }),
    'content/en_US/pages/contact.md':
      '---\ntitle: Contact\n---\n![Desk](desk.jpg) [First](../articles/first.md)\n',
    'content/en_US/pages/desk.jpg': await picture('black'),
    'content/en_US/pages/index.md': '---\ntitle: Home\n---\n![Start](start.jpg)\n',
    'content/en_US/pages/start.jpg': await picture('white'),
    ...more,
  });
}

const read = (root: string) => {
  const tree = readTree(join(root, 'dist'));
  return { tree, text: (path: string) => tree.get(path)?.toString() ?? '' };
};

test('pictures, files and texts that a text names by their place are found in page, feed and twin', async () => {
  const root = await site();
  expect((await buildSite(root, { strict: true })).warnings).toEqual([]);
  const { tree, text } = read(root);
  const page = text('articles/first-price.html');
  const sources = [...page.matchAll(/<img src="([^"]+)" alt="(\w[\w ]*)"/g)].map(([, src = '', alt]) => [
    alt,
    src,
  ]);
  expect(sources.map(([alt]) => alt)).toEqual(['Beside', 'Below', 'Above', 'As GitHub', 'Central', 'Linked']);
  for (const [, src = ''] of sources) expect(tree.has(src.slice(1)), src).toBe(true);
  const byName = Object.fromEntries(sources);
  expect(new Set([byName.Beside, byName.Below, byName.Above]).size).toBe(3);
  expect(byName['As GitHub']).toBe(byName.Above);
  expect(byName.Central).toBe(byName.Above);
  for (const [link, path] of [
    ['Other', '/articles/second-look'],
    ['A part', '/articles/third-street#a-part-of-it'],
    ['Bundle', '/articles/bundle'],
    ['Page', '/contact'],
    ['Terms', '/terms'],
  ])
    expect(page).toContain(`<a href="${path}">${link}</a>`);
  expect(page).toContain(`<a href="${byName.Beside}"><picture>`);
  const plan = /<a href="(\/assets\/files\/[^"]+\/plan%20b\.pdf)">Plan/.exec(page)?.[1] ?? '';
  expect(tree.get(decodeURI(plan).slice(1))?.toString()).toBe('%PDF-1.4 a plan');
  for (const other of [text('rss.xml'), text('articles/first-price.md')]) {
    expect(other).toContain(`https://small.example${byName.Beside}`);
    expect(other).toContain('https://small.example/articles/third-street#a-part-of-it');
    expect(other).toContain(`https://small.example${plan}`);
  }
  expect(text('articles/bundle.html')).toContain('<a href="/articles/first-price">back</a>');
  expect(text('contact.html')).toContain('<a href="/articles/first-price">First</a>');
  expect(text('contact.html')).toMatch(/<img src="\/assets\/images\/\w+\.jpg" alt="Desk"/);
  const [, start] = /<img src="([^"]+)" alt="Start"/.exec(text('index.html')) ?? [];
  expect(tree.has(`${start}`.slice(1))).toBe(true);
  // A translation shows the pictures of the text that it translates.
  const [, own] = /<img src="([^"]+)" alt="Own"/.exec(text('articles/bundle.html')) ?? [];
  expect(text('ru/articles/svyazka.html')).toContain(`<img src="${own}" alt="Общая"`);
});

test('an incremental build follows pictures, files and addresses beside texts', async () => {
  const root = await site();
  await buildSite(root);
  const changes: Files[] = [
    { 'content/en_US/articles/photo.jpg': await picture('orange') },
    { 'content/en_US/articles/papers/plan b.pdf': '%PDF-1.4 another plan' },
    { 'content/en_US/pages/desk.jpg': await picture('white') },
    { 'content/en_US/articles/central.jpg': await picture('purple') },
    { 'content/en_US/articles/central.jpg': null },
    {
      'content/en_US/articles/poker/third.md': article({
        title: 'Third street',
        slug: 'third-avenue',
        category: 'poker',
        aliases: ['/articles/third-street'],
      }),
    },
    {
      'content/en_US/articles/first.md': article({
        title: 'First',
        slug: 'first-price',
        body: `More\n\n${TEXT}`,
      }),
    },
  ];
  for (const change of changes) {
    const before = read(root).text('articles/first-price.html');
    writeFiles(root, change);
    await buildSite(root);
    if (!('content/en_US/pages/desk.jpg' in change))
      expect(read(root).text('articles/first-price.html')).not.toBe(before);
    await expectCleanBuild(root);
  }
});

test.each([
  ['![x](Photos.JPG)', 'photo.jpg'],
  ['![x](pictures/board.jpg)', '../../images/board.jpg'],
  ['[x](secnd.md)', 'second.md'],
  ['[x](third.md)', 'poker/third.md'],
  ['[x](papers/plan.pdf)', 'plan.pdf'],
])('%s has a hint that works', async (dead, works) => {
  const write = (body: string): Files => ({
    'content/en_US/articles/first.md': article({ title: 'First', slug: 'first-price', body }),
  });
  const root = await site({
    ...write(dead),
    'content/images/sub/board.jpg': await picture('blue'),
    'content/images/board.jpg': await picture('blue'),
    'content/en_US/articles/plan.pdf': '%PDF-1.4',
  });
  const [warning] = (await buildSite(root)).warnings;
  expect(warning).toMatchObject({
    file: 'content/en_US/articles/first.md',
    hint: `write ${works} if you mean that file`,
  });
  writeFiles(root, write(dead.replace(/\(.*\)/, `(${works})`)));
  expect((await buildSite(root, { strict: true })).warnings).toEqual([]);
});

test('nothing outside of content, hidden, or read by the build is served', async () => {
  const outside = makeFolder();
  writeFiles(outside, { 'secret.pdf': 'outside' });
  const targets = [
    `${'../'.repeat(12)}${outside.slice(1)}/secret.pdf`,
    '../../../secret.pdf',
    '.hidden/secret.pdf',
    '../../data/secret.csv',
    'secret.html',
    'secret.svgz',
    '..%2f..%2f..%2fsecret.pdf',
  ];
  const root = await site({
    'secret.pdf': 'outside',
    'content/en_US/articles/.hidden/secret.pdf': 'hidden',
    'content/data/secret.csv': 'a\nb',
    'content/en_US/articles/secret.html': '<script></script>',
    'content/en_US/articles/secret.svgz': 'x',
    'content/en_US/articles/first.md': article({
      title: 'First',
      slug: 'first-price',
      body: targets.map((target) => `[x](${target})`).join(' '),
    }),
  });
  await buildSite(root);
  const { tree } = read(root);
  expect([...tree.keys()].filter((path) => /secret|assets\/files/.test(path))).toEqual([]);
});

test('a target leads to a path below content/ or nowhere', () => {
  const part = fc.constantFrom(
    '..',
    '.',
    'a',
    'b c',
    '%2e%2e',
    '..%2f',
    'é',
    '.git',
    '\\',
    '%00',
    'x.jpg',
    '//',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const path = pathBeside('content/en_US/articles/deep/a.md', parts.join('/'));
      if (path === null) return;
      // As a file system resolves it.
      expect(posix.resolve('/site', path).startsWith('/site/content/')).toBe(true);
      expect(path.split('/').some((name) => name.startsWith('.'))).toBe(false);
    }),
  );
});
