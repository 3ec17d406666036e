/** What public bug reports of importers show: each report is here as the smallest source that has it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder, writeFiles } from '../../../test/support/site.ts';
import {
  convertText,
  EMPTY_SITE,
  importFiles,
  importInto,
  makeSource,
  notesOf,
  readPosts,
} from './import-site.ts';

const post = (head: string, body = 'Text.') => `---\n${head}\n---\n${body}\n`;

test('Hugo: a paired shortcode within a line stays in its line, its item, its cell and its quote', async () => {
  const { text } = await convertText(
    'hugo',
    'One {{< hl >}}marked{{< /hl >}} goes on.\n\n- item {{< hl >}}one{{< /hl >}} end\n\n| a | b |\n| - | - |\n| {{< hl >}}cell{{< /hl >}} tail | c |\n\n> Quote {{< hl >}}q{{< /hl >}} tail',
  );
  expect(text).toBe(
    'One marked goes on.\n\n- item one end\n\n| a | b |\n| - | - |\n| cell tail | c |\n\n> Quote q tail',
  );
});

test('the address of a text that a tag names is the new one, also outside of links', async () => {
  const hugo = await importFiles({
    'hugo.toml': 'baseURL = "https://old.example/"\n',
    'content/posts/a.md': post(
      'title: A\ndate: 2024-01-02',
      'Bare {{< ref "b.md" >}} and <{{< ref "b" >}}> and [x]({{< ref "b.md" >}}).',
    ),
    'content/posts/b.md': post('title: B\ndate: 2024-01-03'),
  });
  expect(hugo.posts.get('a')?.body).toBe('Bare /posts/b and [/posts/b](/posts/b) and [x](/posts/b).');
  const jekyll = await importFiles({
    '_config.yml': 'permalink: pretty\n',
    '_posts/2024-01-02-a.md': post(
      'title: A',
      'See {% post_url 2024-01-03-b %} or {% link _posts/2024-01-03-b.md %}.',
    ),
    '_posts/2024-01-03-b.md': post('title: B'),
  });
  expect(jekyll.posts.get('a')?.body).toBe('See /2024/01/03/b or /2024/01/03/b.');
});

describe('what the source hides stays hidden', () => {
  const isDraft = (posts: Map<string, { fields: Record<string, unknown> }>, slug: string) =>
    posts.get(slug)?.fields.draft === 'true';

  test('Jekyll: defaults with a scope', async () => {
    const { posts } = await importFiles({
      '_config.yml':
        'defaults:\n  - scope: {path: "_posts/hidden", type: posts}\n    values: {published: false, author: Ann}\n  - scope: {path: ""}\n    values: {author: Bo}\n',
      '_posts/hidden/2024-01-02-a.md': post('title: A'),
      '_posts/2024-01-02-b.md': post('title: B'),
    });
    expect([isDraft(posts, 'a'), isDraft(posts, 'b')]).toEqual([true, false]);
    expect([posts.get('a')?.fields.author, posts.get('b')?.fields.author]).toEqual(['ann', 'bo']);
  });

  test('Hugo: the day on which a text ends, and the fields of its section', async () => {
    const { posts } = await importFiles({
      'hugo.toml': 'baseURL = "https://old.example/"\n',
      'content/a.md': post('title: A\ndate: 2024-01-02\nexpiryDate: 2024-02-02'),
      'content/timed.md': post('title: T\ndate: 2024-01-02\nexpiryDate: 2024-02-02T06:00:00+01:00'),
      'content/s/_index.md': post('title: S\ncascade:\n  draft: true', ''),
      'content/s/b.md': post('title: B\ndate: 2024-01-02'),
    });
    expect(posts.get('a')?.fields.expires).toBe('2024-02-02');
    expect(Date.parse(String(posts.get('timed')?.fields.expires))).toBe(Date.parse('2024-02-02T05:00:00Z'));
    expect(isDraft(posts, 'b')).toBe(true);
  });

  test('Ghost: posts that were sent by email, and a status that is not known', async () => {
    const row = (slug: string, status: string) => ({
      id: slug,
      title: slug,
      slug,
      type: 'post',
      status,
      visibility: 'public',
      published_at: '2024-01-02T03:04:05.000Z',
      html: '<p>Text.</p>',
    });
    const data = {
      posts: [row('open', 'published'), row('mail', 'sent'), row('new', 'unheard')],
      tags: [],
      users: [],
      posts_tags: [],
      posts_authors: [],
    };
    const root = makeFolder();
    writeFiles(root, EMPTY_SITE);
    const source = makeSource({
      'ghost.json': JSON.stringify({ db: [{ meta: { version: '5.80.0' }, data }] }),
    });
    await importInto(root, join(source, 'ghost.json'));
    const posts = readPosts(root);
    expect([isDraft(posts, 'open'), isDraft(posts, 'mail'), isDraft(posts, 'new')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  test('a text that search engines must not list', async () => {
    const { posts } = await importFiles({
      'a.md': post('title: A\ndate: 2024-01-02\nnoindex: true'),
      'b.md': post('title: B\ndate: 2024-01-02'),
    });
    expect([isDraft(posts, 'a'), isDraft(posts, 'b')]).toEqual([true, false]);
  });
});

test('a name of a container can be mapped to a notice', async () => {
  const { text } = await convertText('markdown', ':::incorrect { "a": { "b": true } }\nBad.\n:::');
  expect(text).toBe('> [!CAUTION]\n> Bad.');
});

test('Docusaurus: every instance of the docs is read', async () => {
  const { posts } = await importFiles({
    'docusaurus.config.js':
      "module.exports = { url: 'https://old.example', presets: [['classic', { docs: {} }]], plugins: [['@docusaurus/plugin-content-docs', { id: 'community', path: 'community', routeBasePath: 'community' }]] };",
    'docs/a.md': post('title: A', '[b](/community/b)'),
    'community/b.md': post('title: B'),
  });
  expect(posts.get('a')?.body).toBe('[b](/community/b)');
});

test('a declared link, a long form, a language and a download are counted with their hosts', async () => {
  const { notes } = await convertText(
    'markdown',
    '<p><a href="https://partner.example/?a=1" rel="nofollow sponsored noopener">x</a> <abbr title="World">W</abbr> <span lang="fr">oui</span> <a href="/a.pdf" download hreflang="de">d</a></p>',
    true,
  );
  expect(notes.map(({ message, notes: [first] }) => [message, first?.detail])).toEqual(
    expect.arrayContaining([
      [
        'link that the source declares as nofollow sponsored: add its host to "paidLinks.links" of site-config.json, and the build declares it again',
        'partner.example',
      ],
      ['long form of an abbreviation: not carried over', 'World'],
      ['attribute "lang" of <span>: not carried over', 'fr'],
      ['attribute "hreflang" of <a>: not carried over', 'de'],
    ]),
  );
});

const item = (id: number, type: string, slug: string, text: string, more = '', status = 'publish') =>
  `<item><title>${slug}</title><link>https://old.example/2024/01/${slug}/</link><dc:creator>ann</dc:creator><wp:post_id>${id}</wp:post_id><wp:post_name>${slug}</wp:post_name><wp:post_type>${type}</wp:post_type><wp:status>${status}</wp:status><wp:post_date>2024-01-02 08:00:00</wp:post_date><content:encoded><![CDATA[${text}]]></content:encoded>${more}</item>`;
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
const term = (domain: string, slug: string, name: string) =>
  `<category domain="${domain}" nicename="${slug}"><![CDATA[${name}]]></category>`;
const wxr = (items: string, encoding = 'UTF-8') =>
  `<?xml version="1.0" encoding="${encoding}"?><rss xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>T</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url><wp:author><wp:author_id>3</wp:author_id><wp:author_login>ann</wp:author_login><wp:author_display_name>Ann</wp:author_display_name></wp:author>${items}</channel></rss>`;

async function importWxr(parts: Readonly<Record<string, string | Buffer>>, ...args: string[]) {
  const root = makeFolder();
  writeFiles(root, EMPTY_SITE);
  const folder = makeSource(parts);
  const [only] = Object.keys(parts);
  const source = Object.keys(parts).length === 1 ? join(folder, only ?? '') : folder;
  return { ...(await importInto(root, source, ...args)), root, posts: readPosts(root) };
}

describe('an export of WordPress is a set of records', () => {
  test('links by number, synced blocks, footnotes and galleries show what the other records have', async () => {
    const { posts, result } = await importWxr({
      'a.xml': wxr(
        `<wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>tips</wp:category_nicename><wp:cat_name>Tips &amp;amp; Tricks</wp:cat_name></wp:category>${item(
          1,
          'post',
          'one',
          '<!-- wp:paragraph --><p><a href="https://old.example/?p=2">two</a> <a href="/?cat=4">tips</a> <a href="/?author=3">Ann</a> <a href="https://old.example/?s=odds">search</a> note<sup data-fn="f1" class="fn"><a href="#f1" id="f1-link">1</a></sup>.</p><!-- /wp:paragraph -->\n<!-- wp:block {"ref":9} /-->\n[gallery ids="5,6"]\n<!-- wp:footnotes /-->',
          meta('footnotes', '[{"content":"The <em>note</em>.","id":"f1"}]') +
            term('category', 'tips', 'Tips'),
        )}${item(2, 'post', 'two', '<p>Two.</p>', term('category', 'tips', 'Tips'))}${item(9, 'wp_block', 'shared', '<!-- wp:paragraph --><p>We earn from links.</p><!-- /wp:paragraph -->')}${[5, 6].map((id) => item(id, 'attachment', `p${id}`, '', `<wp:attachment_url>https://old.example/wp-content/uploads/${id}.png</wp:attachment_url><excerpt:encoded><![CDATA[Cap ${id}]]></excerpt:encoded>${meta('_wp_attachment_image_alt', `Alt ${id}`)}`, 'inherit')).join('')}`,
      ),
    });
    const body = posts.get('one')?.body ?? '';
    expect(body).toContain(
      '[two](/2024/01/two) [tips](/tips) [Ann](/authors/ann) [search](https://old.example/?s=odds) note[^1].',
    );
    expect(body).toContain('We earn from links.');
    expect(body).toContain(
      ':::figure{caption="Cap 5"}\n![Alt 5](https://old.example/wp-content/uploads/5.png)\n:::',
    );
    expect(body).toContain('[^1]: The *note*.');
    expect(notesOf(result)['link to a page that is not part of the import: left as it is']).toBe(1);
  });

  test('two categories with one name stay two, and archives have the nicenames of their parents', async () => {
    const category = (id: number, slug: string, name: string, parent = '') =>
      `<wp:category><wp:term_id>${id}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name><![CDATA[${name}]]></wp:cat_name></wp:category>`;
    const { root } = await importWxr({
      'a.xml': wxr(
        category(1, 'java', 'Java') +
          category(2, 'java-island', 'Java') +
          category(3, 'tips', 'Tips &amp; Tricks') +
          category(4, 'news-tips', 'News', 'tips') +
          item(1, 'post', 'one', 'a', term('category', 'java', 'Java')) +
          item(2, 'post', 'two', 'b', term('category', 'java-island', 'Java')) +
          item(3, 'post', 'three', 'c', term('category', 'news-tips', 'News')),
      ),
    });
    const tree = JSON.parse(readFileSync(join(root, 'content/en_US/categories.json'), 'utf8'));
    expect(
      Object.values<{ slug: string; title: string; aliases?: string[] }>(tree).map(
        ({ slug, title, aliases }) => [slug, title, aliases],
      ),
    ).toEqual([
      ['java', 'Java', ['/category/java']],
      ['java-island', 'Java', ['/category/java-island']],
      ['tips', 'Tips & Tricks', ['/category/tips']],
    ]);
    expect(tree.tips.children.newsTips.aliases).toEqual(['/category/tips/news-tips']);
  });

  test('the languages of one export are editions, whose translations have one path', async () => {
    const parts = {
      'a.xml': wxr(
        item(
          1,
          'post',
          'hello',
          'English.',
          term('language', 'en', 'English') + term('post_translations', 'pll_1', 'pll_1'),
        ) +
          item(
            2,
            'post',
            'privet',
            'Русский.',
            term('language', 'ru', 'Русский') + term('post_translations', 'pll_1', 'pll_1'),
          ),
      ),
    };
    const { posts, result } = await importWxr(parts);
    expect([...posts.keys()]).toEqual(['hello']);
    expect(Object.keys(notesOf(result))).toContain(
      'text in the language "ru": not imported; import it again with the --locale of this language',
    );
  });

  test('the parts of one export are one site', async () => {
    const { posts } = await importWxr({
      'p1.xml': wxr(item(1, 'post', 'one', '<p><a href="https://old.example/2024/01/two/">two</a></p>')),
      'p2.xml': wxr(item(2, 'post', 'two', '<p>Two.</p>')),
    });
    expect(posts.get('one')?.body).toBe('[two](/2024/01/two)');
  });

  test('a file is read in the encoding that it declares, and other bytes are an error with their place', async () => {
    const latin = Buffer.from(wxr(item(1, 'post', 'cafe', '<p>Café.</p>'), 'ISO-8859-1'), 'latin1');
    expect((await importWxr({ 'a.xml': latin })).posts.get('cafe')?.body).toBe('Café.');
    const broken = Buffer.from(wxr(item(1, 'post', 'cafe', '<p>Café.</p>')), 'latin1');
    const root = makeFolder();
    writeFiles(root, EMPTY_SITE);
    const { runArticles } = await import('../../../test/support/program.ts');
    const { code, stderr } = await runArticles([
      'import',
      join(makeSource({ 'a.xml': broken }), 'a.xml'),
      '--root',
      root,
    ]);
    expect([code, /not UTF-8: it has other bytes after byte [\d,]+/.test(stderr)]).toEqual([1, true]);
  });
});

describe('what is not read is said first', () => {
  test('a key that is there twice is read as the tool does, and settings that cannot be read are named', async () => {
    const twice = await importFiles({
      '_config.yml': 'title: One\ntitle: Two\ncollections:\n  _wiki: {output: true}\n',
      '_posts/2024-01-02-a.md': post('title: A\ntitle: B'),
    });
    expect(twice.result.count.settings).toEqual([]);
    expect(twice.posts.get('a')?.fields.title).toBe('B');
    const broken = await importFiles({
      '_config.yml': 'title: "open\n',
      '_posts/2024-01-02-a.md': post('title: A'),
    });
    expect(broken.result.count.settings).toEqual(['_config.yml']);
  });

  test('no folder is left because of its name, and the rest is counted by folder and reason', async () => {
    const { posts, result } = await importFiles({
      'eleventy.config.js': '',
      'css/a.md': post('title: A\ndate: 2024-01-02'),
      'js/b.md': post('title: B\ndate: 2024-01-02'),
      '_posts/c.md': post('title: C\ndate: 2024-01-02'),
      '_includes/d.md': post('title: D'),
      'text.rst': 'Title\n=====\n',
    });
    expect([...posts.keys()].sort()).toEqual(['a', 'b', 'c']);
    expect(result.count).toMatchObject({
      texts: 4,
      imported: 3,
      left: [{ folder: './', reason: 'a format that is not read', count: 1 }],
    });
  });
});

test('an import writes nothing that stops the build', async () => {
  const root = join(makeFolder(), 'site');
  const source = makeSource({
    'scaffolds/post.md': '',
    '_config.yml': 'title: T\n',
    'source/tags/index.md': post('title: Tags\ntype: tags'),
    'source/_posts/a.md': post(
      `title: A\ndate: 2024-01-02\ncategories: [news]\ntags: [index, "${'long '.repeat(80)}"]\nauthor: "${'[Ann](https://a.example) (Company) '.repeat(12)}"`,
    ),
    'source/_posts/index.md': post('title: B\ndate: 2024-01-02'),
  });
  const { result } = await importInto(root, source, '--verify');
  expect(result).toMatchObject({ from: 'hexo', build: 0, problems: [], counts: { aside: 0 } });
  expect(readPosts(root).get('a')?.fields).toMatchObject({ author: 'ann', tags: ['index (tag)'] });
});

describe('documentation tools', () => {
  test('VitePress: title, base, order of the sidebar and expressions', async () => {
    const { posts, result, root } = await importFilesNew({
      'docs/.vitepress/config.mts':
        "import { defineConfig } from 'vitepress'\nimport nav from './nav'\nexport default defineConfig({ title: nav.title, lang: 'en-US', themeConfig: { sidebar: { '/guide/': [{ text: 'G', items: [{ link: '/guide/two' }, { link: '/guide/one' }] }] } } })\n",
      'docs/.vitepress/nav.ts': "export default { title: 'My Docs' }\n",
      'docs/guide/one.md':
        '# One\n\nHi {{ $page.x }} there.\n\n- Item\n\n    ::: tip Mind\n    Text.\n    :::\n\n    After.\n',
      'docs/guide/two.md': '# Two\n\n[one](./one.md)\n',
    });
    expect(result.from).toBe('vitepress');
    expect(JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8')).title).toBe('My Docs');
    expect([posts.get('one')?.fields.order, posts.get('two')?.fields.order]).toEqual(['2', '1']);
    expect(posts.get('one')?.body).toContain(
      '- Item\n\n  :::callout{type="tip" title="Mind"}\n  Text.\n  :::\n\n    After.',
    );
    expect(posts.get('two')?.body).toBe('[one](/guide/one)');
  });

  test('MkDocs: title, folder, navigation, tags of YAML, and files that a text contains', async () => {
    const { posts, result, root } = await importFilesNew({
      'mkdocs.yml':
        'site_name: Lib\nsite_url: https://lib.example/\ndocs_dir: guide\nnav:\n  - Two: two.md\n  - One: one.md\nmarkdown_extensions:\n  - x: {y: !!python/name:a.b }\n',
      'guide/one.md': '# One\n\n{* ./code.py hl[1] *}\n',
      'guide/code.py': 'x = 1\n',
      'guide/two.md': '# Two\n\n![p](img/p.png)\n',
      'guide/img/p.png': Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    });
    expect(result.from).toBe('mkdocs');
    expect(JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'))).toMatchObject({
      title: 'Lib',
      url: 'https://lib.example',
    });
    expect(posts.get('one')?.body).toBe('```py\nx = 1\n```');
    expect(posts.get('two')?.body).toMatch(/^!\[p\]\(img\/p\.png\)$/);
  });

  test('Pelican: fields without marks around them', async () => {
    const { posts, result } = await importFilesNew({
      'pelicanconf.py': "SITENAME = 'Blog'\nARTICLE_URL = 'posts/{date:%Y}/{slug}/'\n",
      'content/a.md':
        'Title: My text\nDate: 2024-01-02\nCategory: News\nTags: one, two\nStatus: draft\n\nHello.\n',
    });
    expect(result.from).toBe('pelican');
    expect(posts.get('a')?.fields).toMatchObject({ title: 'My text', draft: 'true' });
    expect(posts.get('a')?.body).toBe('Hello.');
  });
});

async function importFilesNew(files: Parameters<typeof makeSource>[0]) {
  const root = join(makeFolder(), 'site');
  const { code, result } = await importInto(root, makeSource(files));
  return { root, code, result, posts: readPosts(root) };
}
