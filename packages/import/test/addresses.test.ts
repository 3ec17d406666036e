/** Addresses that no setting of a source shows. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RESERVED_SEGMENTS } from '../../../src/site/routes.ts';
import { makeFolder, readTree } from '../../../test/support/site.ts';
import { buildStrictly, importInto, makeSource, readPosts } from './import-site.ts';

const post = (head: string, body = 'Text.') => `---\n${head}\n---\n${body}\n`;

async function verify(files: Parameters<typeof makeSource>[0]) {
  const root = join(makeFolder(), 'site');
  const { result } = await importInto(root, makeSource(files), '--verify');
  expect(result).toMatchObject({ deadLinks: 0, deadBefore: 0, addressesLost: 0, build: 0 });
  return readPosts(root);
}

test('links between texts show the addresses that the code of a site makes', async () => {
  const posts = await verify({
    'gatsby-config.js': "module.exports = { siteMetadata: { siteUrl: 'https://old.example' } };",
    'content/blog/2024-01-02-one.md': post(
      'title: One',
      '[two](/blog/2024/02/03/two.html) [use](/docs/use.html)',
    ),
    'content/blog/2024-02-03-two.md': post(
      'title: Two',
      '[three](https://old.example/blog/2024/03/04/three.html#x)',
    ),
    'content/blog/2024-03-04-three.md': post(
      'title: Three',
      '[one](/blog/2024/01/02/one.html) [Two][2]\n\n[2]: /blog/2024/02/03/two.html',
    ),
    'content/blog/2024-04-05-four.md': post('title: Four', '<a href="/blog/2024/03/04/three.html">three</a>'),
    'content/docs/use.md': post(
      'title: Use\npermalink: docs/use.html\nredirect_from:\n  - docs/old-use.html',
      '[old](/docs/old-use.html)',
    ),
    'content/docs/more.md': post('title: More\npermalink: docs/more.html'),
  });
  expect(posts.get('four')?.body).toBe('[three](/blog/2024/03/04/three)');
  expect(posts.get('use')?.fields).toMatchObject({ permalink: '/docs/use', aliases: ['/docs/old-use.html'] });
});

test('Next.js: a route may have the parts of the date', async () => {
  const posts = await verify({
    'next.config.js': '',
    'src/app/blog/[year]/[month]/[day]/[slug]/page.tsx': '',
    'blog_posts/2024-01-02-one.markdown': post('title: One', '[two](/blog/2024/02/03/two)'),
    'blog_posts/2024-02-03-two.markdown': post('title: Two'),
  });
  expect(posts.get('2024-01-02-one')?.body).toBe('[two](/blog/2024/02/03/two)');
});

test('links to a few texts at other addresses change nothing', async () => {
  const posts = await verify({
    'next.config.js': '',
    'app/blog/[slug]/page.tsx': '',
    'posts/one.md': post('title: One\ndate: 2024-01-02', '[two](/blog/two) [three](/blog/three)'),
    'posts/two.md': post('title: Two\ndate: 2024-01-02', '[one](/blog/one)'),
    'posts/three.md': post('title: Three\ndate: 2024-01-02', '[one](https://elsewhere.example/x/one)'),
    // Links without a scheme lead to a host.
    ...Object.fromEntries(
      ['four', 'five', 'six', 'seven'].map((name, index, all) => [
        `notes/${name}.md`,
        post(`title: A\ndate: 2024-01-02`, `[next](//old.example/2024/${all[(index + 1) % 4]})`),
      ]),
    ),
  });
  expect(posts.get('one')?.body).toBe('[two](/blog/two) [three](/blog/three)');
});

test('an old address that is a page of the new site becomes no alias', async () => {
  const files = {
    '_config.yml': 'title: Old\nurl: https://old.example\nauthor: Ann\npermalink: /:title/\n',
    '_posts/2024-01-02-one.md': post(
      'title: One\ncategories: [News, Local]\ntags: [Posts, "Two Words"]\nauthor: Ann\nseries: Parts',
    ),
    '_posts/2024-02-03-two.md': post('title: Two\ncategory: Views\ntags: [Posts]\nseries: Parts'),
    'about.md': post('title: About\npermalink: /about/'),
    'contact.md': post('title: Contact'),
  };
  const first = join(makeFolder(), 'first');
  await importInto(first, makeSource(files));
  await buildStrictly(first);
  const pages = [...readTree(join(first, 'dist')).keys()].flatMap((file) =>
    file.endsWith('.html') ? `/${file.replace(/(?:^|\/)index\.html$|\.html$/g, '')}` : [],
  );
  expect(pages).toContain('/tags/posts');
  const second = join(makeFolder(), 'second');
  const aliases = `redirect_from:\n${pages.map((page) => `  - ${page}`).join('\n')}`;
  await importInto(
    second,
    makeSource({ ...files, '_posts/2024-03-04-three.md': post(`title: Three\n${aliases}`) }),
  );
  await buildStrictly(second);
});

describe('an old address below a route of the site', () => {
  const below = [...RESERVED_SEGMENTS].flatMap((first) => [`/${first}/deep`, `/${first}/deep/er`]);

  test('leads to its text as the address, as an alias, or not at all', async () => {
    const root = join(makeFolder(), 'site');
    const posts = below.flatMap((address, index): [string, string][] => [
      [`content/a/own-${index}.md`, post(`title: Own ${index}\ndate: 2024-01-02\nurl: ${address}`)],
      [`content/a/old-${index}.md`, post(`title: Old ${index}\ndate: 2024-01-02\naliases: [${address}/old]`)],
    ]);
    await importInto(root, makeSource({ 'hugo.toml': '', ...Object.fromEntries(posts) }));
    await buildStrictly(root);
  });

  test('is not what the pattern of the addresses gives a text', async () => {
    const root = join(makeFolder(), 'site');
    const others = Array.from({ length: 2 * below.length }, (_, index) => `/guide/part-${index}`);
    const posts = [...below, ...others].map((path) => [`docs${path}.md`, post('title: A')]);
    await importInto(root, makeSource({ 'mkdocs.yml': 'site_name: Docs\n', ...Object.fromEntries(posts) }));
    await buildStrictly(root);
  });
});
