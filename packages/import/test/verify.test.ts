/** `--verify` reports what an import loses; code, addresses and drafts survive. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runArticles } from '../../../test/support/program.ts';
import { makeFolder } from '../../../test/support/site.ts';
import type { Syntax } from '../src/imported-site.ts';
import { guessLanguage } from '../src/read/content-languages.ts';
import { missingAlts } from '../src/verify/compare-pages.ts';
import { readPage } from '../src/verify/read-page.ts';
import { readSourceText } from '../src/verify/read-source-text.ts';
import { oneLine } from '../src/write/post-file.ts';
import {
  convertText,
  importFiles,
  importInto,
  makeSource,
  notesOf,
  PNG,
  readPosts,
  TEXT,
} from './import-site.ts';

const post = (head: string, body = 'Text.') => `---\n${head}\n---\n${body}\n`;

const articlePattern = (root: string) =>
  JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8')).permalinks.article;

const HUGO = {
  'config/_default/hugo.toml': 'baseURL = "https://old.example/"\ndefaultContentLanguage = "en"\n',
  'config/_default/languages.en.toml': 'title = "Shore Notes"\n',
  'content/posts/a.md':
    '---\nTitle: Upper keys\nSlug: own-slug\nDate: 2024-01-02\nAliases: [/old-a/]\nDraft: false\n---\nMetres: 50<sup>2</sup>, H<sub>2</sub>O and <mark>this</mark>. [b](/b/) [![p](/p.png)](/p.png)\n\n```go\nx\n\n\n\ny {{< kept >}}\n> [!faq]- kept\n```\n',
  'content/posts/b.md': post('title: "<form>"\nDate: 2024-02-02\nDRAFT: true'),
  'content/posts/resources/c.md': post(
    'title: Deep\ndate: 2024-02-03\naliases: [/authors/ann, /articles/c/]\nauthor: Ann',
  ),
  'content/404.md': post('title: Gone'),
  'static/p.png': PNG,
};

test('keys of any case, folders of any name and code survive, and the result builds', async () => {
  const root = join(makeFolder(), 'site');
  const { code, result } = await importInto(root, makeSource(HUGO), '--verify');
  expect(result).toMatchObject({
    texts: 3,
    wordsLost: 0,
    deadLinks: 0,
    picturesMissing: 0,
    codeChanged: 0,
    templateCode: 0,
    build: 0,
    isGood: true,
    skipped: ['content/404.md'],
  });
  expect(code).toBe(0);
  const posts = readPosts(root);
  expect(posts.get('own-slug')?.fields).toMatchObject({
    date: '2024-01-02',
    aliases: ['/old-a'],
  });
  expect(posts.get('own-slug')?.body).toContain(
    '50<sup>2</sup>, H<sub>2</sub>O and <mark>this</mark>. [b](/posts/b) [![p](blog/static/p.png)](/p.png)',
  );
  expect(posts.get('b')?.fields).toMatchObject({ title: '<form>', draft: 'true' });
  expect(posts.has('c')).toBe(true);
});

test('only the first build encodes pictures, and it shows how far it is', async () => {
  const root = join(makeFolder(), 'site');
  await importInto(root, makeSource(HUGO), '--verify');
  expect(existsSync(join(root, '.articles/cache/images'))).toBe(false);
  const build = () => runArticles(['build', '--root', root, '--clean']);
  expect((await build()).stderr).toContain('pictures: 1 of 1');
  expect((await build()).stderr).not.toContain('pictures:');
});

test('losses are counted with examples, and too many end with 1', async () => {
  const root = join(makeFolder(), 'site');
  const source = makeSource({
    'posts/a.md': post(
      'title: A\ndate: 2024-01-02\naliases: [/old-a]',
      `${'word '.repeat(50)}\n\n[two](/two/)\n\n\`\`\`js\nkept\n\`\`\``,
    ),
    'posts/two.md': post('title: Two\ndate: 2024-01-03'),
  });
  expect((await importInto(root, source)).code).toBe(0);
  const file = join(root, 'content/en_US/articles/a.md');
  const text = readFileSync(file, 'utf8');
  const head = text.slice(0, text.indexOf('\n---\n', 4)).replace(/\naliases:(?:\n {2}- .*)+/, '');
  writeFileSync(file, `${head}\n---\nword [two](/two-gone)\n\n\`\`\`js\nlost\n\`\`\`\n`);
  const { code, result } = await importInto(root, source, '--verify');
  expect(code).toBe(1);
  expect(result).toMatchObject({
    wordsLost: 49,
    codeChanged: 1,
    addressesLost: 1,
    deadBefore: 1,
    isGood: false,
  });
  expect(result.examples.codeChanged).toEqual([{ file: 'posts/a.md', detail: 'kept' }]);
});

test('a longer heading keeps no heading, and a word of the text no description of a picture', async () => {
  const root = join(makeFolder(), 'site');
  const source = makeSource({
    'posts/a.md': post(
      'title: A',
      'The blue boat.\n\n## Odds\n\n![blue](p.png) ![boat](gone.png)\n\n## Ends',
    ),
    'posts/p.png': PNG,
  });
  const { result } = await importInto(root, source, '--verify');
  expect(result).toMatchObject({ headings: 2, headingsLost: 0, pictures: 2, altsLost: 0 });
  const file = join(root, 'content/en_US/articles/a.md');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('## Odds', '## Odds and more').replace('![blue]', '![]'));
  const again = await importInto(root, source, '--verify');
  expect(again.result).toMatchObject({ headingsLost: 1, altsLost: 1 });
  expect(again.result.examples).toMatchObject({
    headingsLost: [{ detail: 'odds' }],
    altsLost: [{ detail: 'blue' }],
  });
});

test('descriptions of pictures are kept as often as they were: at a picture, or as text in its place', () => {
  const word = fc.constantFrom('sea', 'boat', 'blue boat', '바다', '海');
  const drawn = fc.array(fc.tuple(word, fc.constantFrom('picture', 'text', 'lost')), { maxLength: 8 });
  fc.assert(
    fc.property(drawn, fc.array(word, { maxLength: 4 }), (pictures, prose) => {
      const show = (parts: string[]) => readPage(`<p>${prose.join(', ')}</p><p>${parts.join(', ')}</p>`);
      const image = (alt: string) => `<img src="a.png" alt="${alt}">`;
      const source = show(pictures.map(([alt]) => image(alt)));
      const page = show(
        pictures.flatMap(([alt, fate]) => (fate === 'lost' ? [] : fate === 'text' ? alt : image(alt))),
      );
      const lost = pictures.flatMap(([alt, fate]) => (fate === 'lost' ? alt : []));
      // "boat" is a part of "blue boat" too.
      const shown = pictures.filter(([alt, fate]) => fate === 'text' && alt === 'blue boat').length;
      const found = missingAlts(source, page).sort();
      if (shown === 0) expect(found).toEqual(lost.sort());
      else expect(lost).toEqual(expect.arrayContaining(found));
    }),
  );
});

test('a badge belongs to its heading', async () => {
  const { result } = await importFiles(
    {
      'docs/.vitepress/config.ts': "export default { title: 'T' }",
      'docs/a.md': '# A\n\n## Cache <Badge type="warning" text=">=0.8" />\n\nText.\n',
    },
    '--verify',
  );
  expect(result).toMatchObject({ headings: 1, headingsLost: 0, wordsLost: 0 });
});

test('Zola: the address of a post, its aliases and the date in the name of its file', async () => {
  const root = join(makeFolder(), 'site');
  const source = makeSource({
    'config.toml': 'base_url = "https://old.example"\ntitle = "Z"\n',
    'content/blog/2024-01-02_one.md':
      '+++\ntitle = "One"\naliases = ["/eins"]\n+++\n[two](@/blog/two.md)\n\n{{ youtube(id="dQw4w9WgXcQ") }}\n\n{% note() %}\nMind.\n{% end %}\n',
    'content/blog/two.md': '+++\ntitle = "Two"\ndate = 2024-02-03\npath = "own/two"\n+++\nText.\n',
  });
  const { code, result } = await importInto(root, source, '--verify');
  expect(result).toMatchObject({ from: 'zola', addressesLost: 0, wordsLost: 0, templateCode: 0 });
  expect(code).toBe(0);
  const posts = readPosts(root);
  expect(posts.get('one')?.fields).toMatchObject({ date: '2024-01-02', aliases: ['/eins'] });
  expect(posts.get('one')?.body).toContain(
    '[two](/own/two)\n\n::video{youtube="dQw4w9WgXcQ" title="One"}\n\n> [!NOTE]\n> Mind.',
  );
  expect(posts.get('two')?.fields).toMatchObject({ date: '2024-02-03', permalink: '/own/two' });
});

test('Starlight: documents stand at the root, and the other languages wait for their import', async () => {
  const root = join(makeFolder(), 'site');
  const { code, result } = await importInto(
    root,
    makeSource({
      'astro.config.mjs':
        "export default defineConfig({ site: 'https://old.example', integrations: [starlight({ title: 'Docs', locales: { root: { lang: 'en' }, de: {} } })] });",
      'src/content/docs/guides/start.md': post('title: Start', '[End](/guides/end/)'),
      'src/content/docs/guides/end.md': post('title: End'),
      'src/content/docs/de/guides/start.md': post('title: Anfang'),
    }),
    '--verify',
  );
  expect(result).toMatchObject({ texts: 2, addressesLost: 0, deadLinks: 0, deadBefore: 0 });
  expect(code).toBe(0);
  expect(articlePattern(root)).toBe('/guides/{slug}');
  expect(
    notesOf(result)[
      'text in the language "de": not imported; import it again with the --locale of this language'
    ],
  ).toBe(1);
});

test('Next.js: addresses follow from the dynamic route', async () => {
  const root = join(makeFolder(), 'site');
  const { result } = await importInto(
    root,
    makeSource({
      'next.config.js': '',
      'app/(site)/blog/[slug]/page.tsx': '',
      'posts/one.mdx': post('title: One\ndate: 2024-01-02'),
    }),
  );
  expect(result.from).toBe('next');
  expect(articlePattern(root)).toBe('/blog/{slug}');
});

test('old addresses are kept: by a pattern of the site, a field of the article, or an alias', async () => {
  const root = join(makeFolder(), 'site');
  const source = makeSource({
    'hugo.toml': 'baseURL = "https://old.example"\n[permalinks]\nposts = "/:year/:month/:slug/"\n',
    'content/posts/a.md': post(
      'title: A\nslug: a\ndate: 2024-01-02\nweight: 3\nseries: [Sheds]\nauthors: [Ann, Bo]\naliases: [/old-a]',
    ),
    'content/posts/b.md': post('title: B\nslug: b\ndate: 2024-02-02\nweight: 4'),
    'content/posts/f.md': post('title: F\nslug: f\ndate: 2024-02-06'),
    'content/posts/c.md': post('title: C\nurl: /own/c.html\ndate: 2024-02-03\nweight: 5', '[b](/2024/02/b/)'),
    'content/posts/d.md': post('title: D\nurl: /search/\ndate: 2024-02-04'),
    'content/posts/e.md': post('title: E\nurl: /Posts/\ndate: 2024-02-05\ncategories: [posts]'),
  });
  const { code, result } = await importInto(root, source, '--verify');
  expect(result).toMatchObject({ addressesLost: 1, deadLinks: 0, build: 0 });
  expect(result.examples.addressesLost).toEqual([{ file: 'content/posts/d.md', detail: '/search' }]);
  expect(code).toBe(1);
  const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
  expect(config.permalinks).toEqual({ article: '/{year}/{month}/{slug}' });
  expect(config.navigation).toEqual({ sidebar: true });
  const posts = readPosts(root);
  expect(posts.get('a')?.fields).toMatchObject({
    order: '3',
    series: 'Sheds',
    authors: ['ann', 'bo'],
    aliases: ['/old-a'],
  });
  expect(posts.get('a')?.fields.permalink).toBeUndefined();
  expect(posts.get('c')?.fields).toMatchObject({ permalink: '/own/c', order: '5' });
  expect(posts.get('c')?.body).toBe('[b](/2024/02/b)');
  expect(posts.get('d')?.fields.permalink).toBeUndefined();
  expect(posts.get('e')?.fields.permalink).toBe('/Posts');
  // The second import finds the patterns and the pages of the first one.
  const again = await importInto(root, source);
  expect(again.result).toMatchObject({ created: [], updated: [], kept: [] });
});

test('Jekyll: code is what Liquid leaves of it, HTML inside of HTML is no code, and the home page is no page', async () => {
  const root = join(makeFolder(), 'site');
  const source = makeSource({
    '_config.yml': 'title: Odds\nurl: https://old.example\n',
    'index.html': '---\ntitle: Home\npermalink: /\n---\n<p>Welcome.</p>\n',
    'pages/index.html': '---\ntitle: Home\npermalink: /\n---\n<p>Welcome.</p>\n',
    'about/tips.md': post('title: Tips\nredirect_from: /advice/index.html', 'One.'),
    '_posts/2024-01-02-a.md': post(
      'title: A',
      '[home](/)\n\n<div>\n  <div class="x">\n\n{% raw %}\n\n```js\nif (a) {\n\treturn `<b>`;\n}\n```\n\n{% endraw %}\n\n    <p>Shown.</p>\n  <pre><code>if (b) {\n    c();\n}</code></pre>\n  </div>\n</div>\n\n{% highlight diff linenos %}\n- {% post_url 2024-01-02-a %}\n\n+ b\n{% endhighlight %}\n\n```yaml\nkey: {% raw %}{{ sum }}{% endraw %}\n```\n\n{% raw %}\n```liquid\n{% highlight js %}\nx\n{% endhighlight %}\n```\n{% endraw %}',
    ),
  });
  const { result } = await importInto(root, source, '--verify');
  expect(result).toMatchObject({ wordsLost: 0, codeChanged: 0, deadLinks: 0, addressesLost: 0, code: 5 });
  const body = readPosts(root).get('a')?.body;
  expect(body).toContain('```diff\n- {% post_url 2024-01-02-a %}\n\n+ b\n```');
  expect(body).toContain('key: {{ sum }}');
  expect(body).toContain('```js\nif (a) {\n\treturn `<b>`;\n}\n```');
});

test('tabs, embeds, definitions and code in lists become what the site has for them', async () => {
  const root = join(makeFolder(), 'site');
  const source = makeSource({
    'docusaurus.config.js': "module.exports = { title: 'D', url: 'https://old.example' };",
    'docs/a.mdx': post(
      'title: A\ndate: 2024-01-02',
      '- One:\n\n  <Tabs labels={{ a: { b: [{ c: 1 }] } }}>\n    <TabItem label="npm">\n\n  ```sh\n  \tnpm i\n  ```\n\n    </TabItem>\n    <TabItem label="pnpm">\n      Text.\n    </TabItem>\n  </Tabs>\n\n<iframe\n  src="https://codepen.io/ann/embed/abc?x=1"\n  title="Pen"\n></iframe>\n\n<dl><dt>Odds</dt><dd>A price.</dd></dl>\n\nPress <kbd>Ctrl</kbd>.',
    ),
  });
  const { result } = await importInto(root, source, '--verify');
  expect(result).toMatchObject({ wordsLost: 0, codeChanged: 0, build: 0 });
  const body = readPosts(root).get('a')?.body;
  expect(body).toContain('  ::::tabs\n  :::tab{title="npm"}');
  expect(body).toContain('::embed{url="https://codepen.io/ann/pen/abc" title="Pen"}');
  expect(body).toContain('Odds\n: A price.');
  expect(body).toContain('<kbd>Ctrl</kbd>');
});

test('blocks of code stay byte for byte, whatever they contain', async () => {
  const line = fc.constantFrom(
    '',
    '',
    'x',
    '\ty',
    '  {{ z }}',
    '{% if a %}',
    '{{< b >}}',
    ':::note',
    '> [!faq]- c',
    '<sup>1</sup>',
    '[d](e.md)',
    'import f from "g"',
    '# h {#i}',
  );
  const syntax = fc.constantFrom<Syntax>('hugo', 'liquid', 'mdx', 'docusaurus', 'tera', 'markdown');
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 9 }), syntax, async (lines, name) => {
      const code = `\`\`\`txt\n${['first', ...lines, 'last'].join('\n')}\n\`\`\``;
      const body = `Before.\n\n${code}\n\nAfter.`;
      expect((await convertText(name, body)).text).toContain(code);
    }),
  );
});

test('the letters of texts show their language where no setting does', () => {
  const of = (body: string) => guessLanguage([{ title: null, body }]);
  expect(of('이 문서는 한국어로 쓰여 있습니다 and some English')).toBe('ko');
  expect(of('Это русский текст, и в нём есть буквы')).toBe('ru');
  expect(of('Bu yazı Türkçe olarak yazılmıştır, çünkü öğrenmek için değil')).toBe('tr');
  expect(of('This text is English, with a naïve café.')).toBeNull();
});

test('the name of an element stays in a title, and the look of a text does not', () => {
  expect(oneLine('<form>')).toBe('<form>');
  expect(oneLine('The <em>best</em> of &lt;Suspense&gt;')).toBe('The best of <Suspense>');
});

test('what a reading of the source could mistake is no loss', async () => {
  const root = join(makeFolder(), 'site');
  const source = makeSource({
    '_config.yml': 'lang: zh',
    '_posts/2024-01-02-a.md': post(
      'title: A',
      [
        '这是第一行\n这是第二行。',
        '{% codeblock a lang:js %}\nif (a) {\n  b();\n\n}\n{% endcodeblock %}',
        'Code `<a :to="b" @c="d">` and <b @click="e">f</b>.',
        '文\n\n    <view\n        a="b"\n        c="d"/>',
        '<p class="tip">See [the releases](https://other.example/releases) and <a href="https://other.example/"> more</a>.</p>',
      ].join('\n\n'),
    ),
  });
  const { code, result } = await importInto(root, source, '--verify');
  expect(result).toMatchObject({ wordsLost: 0, codeChanged: 0, code: 2 });
  expect(code).toBe(0);
  const cells =
    '<table><tbody><tr><td rowSpan={2}>one</td><td>two</td></tr><tr><td>three</td></tr></tbody></table>';
  const mdx = makeSource({
    'docusaurus.config.js': 'module.exports = {};',
    'docs/a.mdx': post('title: A', cells),
  });
  const other = await importInto(join(makeFolder(), 'site'), mdx, '--verify');
  expect(other.result).toMatchObject({ cells: 4, cellsMoved: 0, wordsLost: 0 });
});

test('a long paragraph is divided between its words, and its links stay', () => {
  const address = `https://other.example/${'a'.repeat(11_000)}`;
  const body = `${'Word '.repeat(700)}[here](${address}) ${'word '.repeat(2_000)}end.`;
  const { words, links } = readSourceText({ ...TEXT, body });
  expect(links).toEqual([{ href: address, text: 'here' }]);
  expect(words).toHaveLength(2_702);
});

test('an address without a space behind it ends where the letters of its script do', async () => {
  const { result } = await importFiles(
    {
      'posts/a.md': post(
        'title: A\ndate: 2024-01-02',
        '看 http://a.example/b，就可以 http://c.example/d와 [e](https://e.example/中)',
      ),
    },
    '--verify',
  );
  expect(result).toMatchObject({ linksLost: 0, wordsLost: 0 });
});

test('an escaped comment is text, and a tab of code is one character', () => {
  const body = 'A \\<!-- b --> c.\n\n ```java\n \tclass D {\n  \t}\n ```\n\n```\n \te\n```\n';
  const { words, code } = readSourceText({ ...TEXT, body });
  expect(words).toEqual(['a', 'b', 'c']);
  expect(code).toEqual(['    class D {\n     }', '     e']);
});
