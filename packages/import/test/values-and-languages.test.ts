/** An import fills in values from around a text: ids of headings, settings, languages of folders, embedded pages. */
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CONFIG, json, makeFolder, writeFiles } from '../../../test/support/site.ts';
import { importFiles, importInto, makeSource, notesOf, PNG, readPosts } from './import-site.ts';

const post = (head: string, body = 'Text.') => `---\n${head}\n---\n${body}\n`;

describe('ids of headings', () => {
  test('a mark is removed, and links to it lead to the same heading', async () => {
    const { posts, result } = await importFiles({
      'docusaurus.config.js': "module.exports = { title: 'Odds', url: 'https://odds.example' };",
      'docs/one.md': post(
        'title: One',
        '## How odds work {#odds}\n\nSee [here](#odds), [there](./two.md#q--a) and [that](two.md#fees).\n\n```md\n## Kept {#kept}\n```',
      ),
      'docs/two.md': post('title: Two', '## Q & A\n\nText.\n\n## What it costs {/* fees */}\n\nText.'),
    });
    const one = posts.get('one')?.body;
    expect(one).toContain('## How odds work\n');
    expect(one).toContain('[here](#how-odds-work)');
    expect(one).toContain('[there](/docs/two#q-a)');
    expect(one).toContain('[that](/docs/two#what-it-costs)');
    expect(one).toContain('## Kept {#kept}');
    expect(posts.get('two')?.body).toMatch(/^## What it costs$/m);
    expect(notesOf(result)).toEqual({ 'post without a date: it gets the date of its file': 2 });
  });

  test('ids of HTML headings count as well', async () => {
    const { posts } = await importFiles({
      'hugo.toml': 'title = "Odds"',
      'content/a.html': post(
        'title: A\ndate: 2024-01-02',
        '<h2 id="fees">What it costs</h2><p><a href="#fees">See</a></p>',
      ),
    });
    expect(posts.get('a')?.body).toContain('[See](#what-it-costs)');
  });
});

describe('settings and fields that a text names', () => {
  test('Liquid: outside code and raw text, and only where there is a value', async () => {
    const { posts, result } = await importFiles({
      '_config.yml': 'title: Odds\nrepository: https://code.example/odds\n',
      '_posts/2024-01-02-a.md': post(
        'title: A\nversion: 1.2',
        'Release {{ page.version }} of {{site.title}}: [issue 7]({{ site.repository }}/issues/7). `{{ site.title }}` {% raw %}{{ site.title }}{% endraw %} {{ site.nothing }}',
      ),
    });
    expect(posts.get('a')?.body).toBe(
      'Release 1.2 of Odds: [issue 7](https://code.example/odds/issues/7). `{{ site.title }}` {{ site.title }}',
    );
    expect(notesOf(result)).toMatchObject({ 'expression that only its tool can evaluate: left out': 1 });
  });

  test('Hugo: param of the text, then of the site', async () => {
    const { posts } = await importFiles({
      'hugo.toml': 'title = "Odds"\n[params]\nlevel = "3"\nhome = "London"',
      'content/a.md': post(
        'title: A\ndate: 2024-01-02\nparams: {level: 4}',
        '{{< param level >}} {{% param "home" %}}',
      ),
    });
    expect(posts.get('a')?.body).toBe('4 London');
  });
});

describe('languages', () => {
  test('folders of languages are editions: their names are in no path, and texts pair as translations', async () => {
    const files = {
      'astro.config.mjs': "export default { site: 'https://odds.example' };",
      'src/content/docs/en/guides/start.mdx': post('title: Start'),
      'src/content/docs/ru/guides/start.mdx': post('title: Начало'),
    };
    const { source, posts, result } = await importFiles(files);
    expect([...posts.values()].map(({ file }) => file)).toEqual(['articles/guides/start.md']);
    expect(posts.get('start')?.fields.permalink).toBe('/docs/en/guides/start');
    expect(notesOf(result)).toMatchObject({
      'text in the language "ru": not imported; import it again with the --locale of this language': 1,
    });
    const translated = makeFolder();
    await importInto(translated, source, '--locale', 'ru_RU');
    expect([...readPosts(translated, 'ru_RU').values()].map(({ file }) => file)).toEqual([
      'articles/guides/start.md',
    ]);
  });

  test('Hugo: the language in a name is in no slug, and that of the site in no address', async () => {
    const { posts } = await importFiles({
      'hugo.toml': 'title = "Odds"\ndefaultContentLanguage = "en"',
      'content/posts/a.en.md': post('title: A\ndate: 2024-01-02'),
      'content/posts/b.js.md': post('title: B\ndate: 2024-01-02'),
    });
    expect(posts.get('a')?.fields.permalink).toBe('/posts/a');
    expect(posts.get('a')?.file).toBe('articles/posts/a.md');
    expect([...posts.keys()]).toHaveLength(2);
  });

  test('a folder of Markdown: languages below one folder are editions where each has the same texts', async () => {
    const files = {
      'handbook/en/start.md': '# Start',
      'handbook/en/fees.md': '# Fees',
      'handbook/zh/start.md': '# 开始',
      'handbook/zh/more.md': '# 更多',
    };
    const { posts } = await importFiles(files, '--from', 'markdown');
    expect([...posts.keys()].sort()).toEqual(['fees', 'start']);
    expect(posts.get('start')?.fields.permalink).toBe('/handbook/en/start');
    // Other texts, another folder beside them, or no English: these are sections.
    const others = {
      'a/cs/start.md': '# Start',
      'a/ts/start.md': '# Start in TypeScript',
      'b/en/one.md': '# One',
      'b/ta/two.md': '# Two',
      'c/en/three.md': '# Three',
      'c/fr/three.md': '# Trois',
      'c/more/four.md': '# Four',
    };
    const { posts: sections } = await importFiles(others, '--from', 'markdown');
    expect(sections.size).toBe(Object.keys(others).length);
  });

  test('a section that has the name of a language is a section', async () => {
    const { posts } = await importFiles({
      'hugo.toml': 'title = "Odds"',
      'content/my/a.md': post('title: A\ndate: 2024-01-02'),
    });
    expect(posts.get('a')?.fields.permalink).toBe('/my/a');
  });
});

test('texts outside of the source, and fields of authors, are reported', async () => {
  const { result } = await importFiles({
    'docusaurus.config.js':
      "module.exports = { title: 'Odds', presets: [['classic', { docs: { path: '../docs' } }]] };",
    'blog/2024-01-02-a.md': post('title: A\nauthors: ann'),
    'blog/authors.yml': 'ann:\n  name: Ann Reed\n  url: https://ann.example\n',
  });
  expect(notesOf(result)).toEqual({
    'content folder outside of the source: not read; import the parent folder instead': 1,
    'field "url" of an author is not carried over': 1,
  });
});

test('blocks and elements that hide text in other tools show it here', async () => {
  const { posts, result } = await importFiles({
    'docusaurus.config.js': "module.exports = { title: 'Odds' };",
    'docs/a.mdx': post(
      'title: A',
      '```mdx-code-block\nimport Tabs from "@theme/Tabs";\n\n<Tabs>Inside.</Tabs>\n```\n\n<LinkCard title="Next step" href="./b.mdx" description="What follows." />\n\n<Card title="A card">Its text.</Card>\n\nSince <Badge text="v2" />\n\n<iframe title="A pen" src="//pens.example/x"></iframe>',
    ),
    'docs/b.mdx': post('title: B'),
  });
  expect(posts.get('a')?.body).toBe(
    'Inside.\n\n[Next step](/docs/b)\n\nWhat follows.\n\n**A card**\n\nIts text.\n\nSince v2\n\n[A pen](https://pens.example/x)',
  );
  expect(notesOf(result)).toEqual({ 'post without a date: it gets the date of its file': 2 });
});

test('indented code stays as it is, also after a list; below an item it is text', async () => {
  const body =
    'Text.\n\n    <p>kept [a](../b.md)</p>\n\n    {{ kept }}\n\n- item\n\n    <b>bold</b>\n\nAfter.\n\n\t<i>kept</i>';
  const { posts } = await importFiles({
    '_config.yml': 'title: Odds',
    '_posts/2024-01-02-a.md': post('title: A', body),
  });
  expect(posts.get('a')?.body).toBe(body.replace('<b>bold</b>', '**bold**'));
});

test('a text without a date gets the day on which its file changed, in the time zone of the site', async () => {
  const root = makeFolder();
  writeFiles(root, {
    'site-config.json': json({ ...CONFIG, locales: ['en_US'], timeZone: 'Pacific/Pago_Pago' }),
  });
  const source = makeSource({ 'posts/a.md': '# A\n\nText.\n' });
  // Night in Greenwich is still the day before in Samoa.
  const changed = new Date('2024-01-02T05:00:00Z');
  utimesSync(join(source, 'posts/a.md'), changed, changed);
  await importInto(root, source);
  expect(readPosts(root).get('a')?.fields.date).toBe('2024-01-01');
});

test('an article keeps an old address below that of the further pages of a listing', async () => {
  const source = makeSource({
    'hugo.toml': 'baseURL = "https://old.example"\ntitle = "Odds"',
    'content/methods/page/weight.md': post('title: Weight\ndate: 2024-01-02'),
    'content/methods/page/2.md': post('title: Two\ndate: 2024-01-03'),
  });
  const root = join(makeFolder(), 'site');
  const { code, result } = await importInto(root, source, '--verify');
  expect({ code, addressesLost: result.addressesLost }).toEqual({ code: 0, addressesLost: 0 });
});

describe('what a source says in other places', () => {
  test('a part of a page that VitePress or Hexo links to is found', async () => {
    const { posts } = await importFiles({
      '.vitepress/config.js': "export default { title: 'Odds' };",
      'a.md': '# A\n\n## output.fileNames\n\nText.\n\n## Site Variables\n\nText.\n',
      'b.md': '# B\n\n[one](/a#output-filenames), [two](./a.md#Site-Variables)\n',
    });
    expect(posts.get('b')?.body).toBe('[one](/a#outputfilenames), [two](/a#site-variables)');
  });

  test('Eleventy: the site in a file of its data, and the fields of one text in a file beside it', async () => {
    const root = makeFolder();
    const source = makeSource({
      'eleventy.config.js': 'export default () => ({ dir: { input: "src", data: "data" } });',
      'src/data/global.yml': 'title: Odds\ndescription: On odds.\ndomain: https://odds.example\n',
      'src/data/menu.yml': '- title: No title of the site\n',
      'src/articles/one/index.md': 'The text.\n',
      'src/articles/one/index.yml': 'title: One\ndate: 2022-09-26\ncover: true\ndesc: In short.\n',
      'src/articles/two/index.md': '# Two\n\nThe text.\n',
    });
    const { result } = await importInto(root, source);
    const posts = readPosts(root);
    expect(posts.get('one')?.fields).toMatchObject({
      ...{ title: 'One', date: '2022-09-26', description: 'In short.' },
    });
    expect(posts.get('two')?.fields.title).toBe('Two');
    const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
    expect(config).toMatchObject({ title: 'Odds', url: 'https://odds.example', description: 'On odds.' });
    expect(notesOf(result)).toEqual({ 'post without a date: it gets the date of its file': 1 });
  });

  test('VuePress: the settings of its folder, and the title of its first language', async () => {
    const root = makeFolder();
    const source = makeSource({
      'docs/.vuepress/config.ts':
        "import { defineUserConfig } from 'vuepress';\nexport default defineUserConfig({ locales: { '/': { lang: 'tr-TR', title: 'Oranlar' } } });",
      'docs/guide/README.md': '# Guide\n\n{{ 1 + 1 }} ![p](/p.png)\n',
      'docs/.vuepress/public/p.png': PNG,
    });
    const { result } = await importInto(root, source);
    const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
    expect(config).toMatchObject({ title: 'Oranlar', locales: ['tr_TR'] });
    expect(readPosts(root, 'tr_TR').get('guide')?.body).toContain('![p](blog/docs/vuepress/public/p.png)');
    expect(notesOf(result)).toMatchObject({ 'expression that only its tool can evaluate: left out': 1 });
  });

  test('tags of the theme NexT keep their words', async () => {
    const { posts } = await importFiles({
      '_config.yml': 'title: Odds\ntheme: next\n',
      'source/_posts/a.md': post(
        'title: A\ndate: 2024-01-02',
        '{% label primary@Two words %}.\n\n{% cq %}\nA saying.\n{% endcq %}',
      ),
    });
    expect(posts.get('a')?.body).toBe('Two words.\n\n> A saying.');
  });

  test('Hugo: fields in JSON end with their last brace, which may stand on the first line', async () => {
    const { posts } = await importFiles({
      'hugo.toml': 'title = "H"\nbaseURL = "https://h.example/"\n',
      'content/posts/line.md':
        '{"title": "A } in it", "date": "2024-07-07", "params": {"a": 1}}\n\nOne line.\n',
      'content/posts/lines.md': '{\n  "title": "Two",\n  "date": "2024-07-08"\n}\nLines.\n',
      'content/posts/words.md': '{"Quoted"} words.\n',
    });
    expect(
      ['line', 'lines', 'words'].map((slug) => [
        posts.get(slug)?.fields.title,
        posts.get(slug)?.fields.date,
        posts.get(slug)?.body,
      ]),
    ).toEqual([
      ['A } in it', '2024-07-07', 'One line.'],
      ['Two', '2024-07-08', 'Lines.'],
      [expect.any(String), expect.any(String), '{"Quoted"} words.'],
    ]);
  });

  test('a page that only redirects is no text, and its address leads on', async () => {
    const { posts, result } = await importFiles({
      '_config.yml': 'title: Odds\n',
      '_posts/2024-01-02-a.md': post('title: A'),
      'old.md': '---\nredirect_to: /new/\n---\n',
      'older.md': '---\nredirect_to: /2024/01/02/a.html\n---\n',
    });
    expect([...posts.keys()]).toEqual(['a']);
    expect(posts.get('a')?.fields.aliases).toContain('/older.html');
    expect(result.notes).toMatchObject([
      {
        message: 'redirect of the old site to a page that is not part of the import: not carried over',
        notes: [{ file: 'old.md', detail: '/old.html → /new/' }],
      },
    ]);
  });

  test('a site without a title is named after its host', async () => {
    const root = makeFolder();
    await importInto(
      root,
      makeSource({
        '_config.yml': 'url: https://www.odds.example\n',
        '_posts/2024-01-02-a.md': post('title: A'),
      }),
    );
    expect(JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'))).toMatchObject({
      title: 'odds.example',
    });
  });

  test('the date of an address is that of the text', async () => {
    const { posts } = await importFiles({
      'config.toml': 'base_url = "https://odds.example"\ntitle = "Odds"\n[markdown]\n',
      'content/one.md': '+++\npath = "2014/12/12/one"\ntitle = "One"\n+++\nText.\n',
    });
    expect(posts.get('one')?.fields).toMatchObject({ date: '2014-12-12', permalink: '/2014/12/12/one' });
  });

  test.each([
    ['ko_KR', '이 글은 배당률을 설명합니다.'],
    ['ja', 'この記事はオッズについて説明します。'],
    ['ar', 'يشرح هذا النص معنى الاحتمالات.'],
    ['uk', 'Цей текст пояснює, що таке їхні коефіцієнти.'],
    ['zh_Hans', '这篇文章解释赔率是什么意思。'],
    ['pl', 'Ten tekst wyjaśnia, czym są kursy i dlaczego się zmieniają.'],
  ])(
    'texts in %s make an edition of it, though the first of them wait for their translation',
    async (locale, words) => {
      const root = makeFolder();
      const texts = Array.from({ length: 80 }, (_, index) => [
        `_posts/20${String(index + 10).slice(-2)}-01-02-text-${index}.md`,
        post(`title: Text ${index}`, index < 55 ? 'It waits for its translation.' : words.repeat(9)),
      ]);
      const source = makeSource({ '_config.yml': 'name: Odds\n', ...Object.fromEntries(texts) });
      await importInto(root, source);
      const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
      expect(config).toMatchObject({ title: 'Odds', locales: [locale] });
    },
  );
});
