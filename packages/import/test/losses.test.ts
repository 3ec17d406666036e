/** Parts of real sites that got lost: each is here as the smallest source that shows it. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../../test/support/site.ts';
import { evaluateLiquid } from '../src/read/liquid-data.ts';
import {
  buildStrictly,
  convertText,
  importFiles,
  importInto,
  makeSource,
  notesOf,
  PNG,
  readPosts,
} from './import-site.ts';
import { makeWordPressExport } from './wordpress-export.ts';

const post = (head: string, body = 'Text.') => `---\n${head}\n---\n${body}\n`;

async function verify(files: Parameters<typeof makeSource>[0], exit = 0) {
  const root = join(makeFolder(), 'site');
  const { code, result } = await importInto(root, makeSource(files), '--verify');
  expect(result).toMatchObject({ wordsLost: 0, codeChanged: 0, deadLinks: 0, addressesLost: 0, build: 0 });
  expect(code).toBe(exit);
  return { result, posts: readPosts(root), notes: notesOf(result) };
}

test('MDX: imported texts stand where they are shown, and code in unknown elements of a list stays code', async () => {
  const { result, posts } = await verify({
    'docusaurus.config.js': "module.exports = { title: 'D', url: 'https://old.example' };",
    'docs/a.mdx': post(
      'title: A',
      [
        "import Setup from './_setup.mdx';",
        '',
        '<Setup />',
        '',
        '1. Install',
        '',
        '   <Managers>',
        '     <Fragment slot="npm">',
        '     ```sh',
        '     npm i',
        '     ```',
        '     </Fragment>',
        '     <Fragment slot="yarn">',
        '     ```sh',
        '     yarn',
        '     ```',
        '     </Fragment>',
        '   </Managers>',
        '',
        '2. Run',
        '',
        'Start it:',
        '',
        '    ```sh',
        '    start',
        '    ```',
      ].join('\n'),
    ),
    'docs/_setup.mdx': post('unused: 1', 'Set it **up** first.'),
  });
  expect(result).toMatchObject({ texts: 1, code: 3, skipped: ['docs/_setup.mdx'] });
  const body = posts.get('a')?.body ?? '';
  expect(body).toMatch(/^Set it \*\*up\*\* first\.\n\n1\. Install/);
  expect(body).toContain('   ```sh\n   yarn\n   ```\n\n2. Run');
  expect(body).toContain('Start it:\n\n```sh\nstart\n```');
});

test('Next.js: comments of MDX in Markdown, and folders that are no part of the site', async () => {
  const { result, posts } = await verify(
    {
      'next.config.js': '',
      'src/pages/[[...markdownPath]].js': '',
      'src/content/learn/a.md': post(
        'title: A\ndate: 2024-01-02',
        '## One {/*one*/}\n\n{/* hidden */}\n\n[b](/learn/b) [all](/learn)',
      ),
      'src/content/learn/b.md': post('title: B\ndate: 2024-01-03'),
      'wiki/help.md': post('title: Help'),
      // A third of the texts is not read, which nobody has decided.
    },
    1,
  );
  expect(result).toMatchObject({ textsNotRead: 1, count: { texts: 3, imported: 2 } });
  expect(result).toMatchObject({ texts: 2, templateCode: 0, skipped: ['wiki/help.md'] });
  expect(posts.get('a')?.body).toMatch(/^## One\n\n\[b\]\(\/learn\/b\) \[all\]\(\/[^)]*\)$/);
});

test('texts of an unknown tool: shortcodes are converted, other template code is named', async () => {
  const { result, posts, notes } = await verify({
    'posts/a.md': post('title: A\ndate: 2024-01-02', '{{% alert title="Mind" %}}\nThe gap.\n{{% /alert %}}'),
    'posts/b.md': post(
      'title: B\ndate: 2024-01-02',
      'Say {{ name }}. [code](main.go)\n\n    f() {...} // {{ x }}\n\n<div>\n<pre>\nif x &lt; 0 {\n\tx = 0\n}\n</pre>\n</div>',
    ),
    'posts/main.go': 'package main\n',
  });
  expect(posts.get('a')?.body).toBe(':::callout{type="note" title="Mind"}\nThe gap.\n:::');
  expect(notes['template code: kept as text']).toBe(1);
  expect(posts.get('b')?.body).toContain('Say {{ name }}. [code](/files/');
  expect(posts.get('b')?.body).toContain('if x < 0 {\n\tx = 0\n}');
  expect(result).toMatchObject({ templateCode: 0, code: 2 });
});

test('Hugo: shortcodes in HTML are left out with a note, and a path may omit the folder of the language', async () => {
  const { result, posts, notes } = await verify({
    'hugo.toml': 'baseURL = "https://old.example"\ndefaultContentLanguage = "en"\n',
    'content/en/docs/long.md': post('title: Long\nslug: renamed\ndate: 2024-01-02'),
    'content/en/docs/stats.html': post('title: Stats\ndate: 2024-01-02', '<p>Now.</p>{{< plotly >}}'),
    'content/en/docs/c.md': post('title: C\ndate: 2024-01-02', '[long](/docs/long)'),
    'content/en/docs/_index.md': post('title: Docs', 'All of them.'),
    'content/en/search.md': post('title: Found\nlayout: search', ''),
  });
  expect(result).toMatchObject({ texts: 4, templateCode: 0 });
  expect(result.skipped).toContain('content/en/search.md');
  expect(notes['template code in HTML: left out']).toBe(1);
  expect(posts.get('c')?.body).toBe('[long](/docs/renamed)');
});

test('Astro: texts that a loader reads from a folder of the root stand where their route is', async () => {
  const { result, posts } = await verify({
    'astro.config.mjs': "export default { site: 'https://old.example' };",
    'src/pages/post/[slug].astro': '',
    'src/pages/posts.astro': '',
    'posts/a.md': post('title: A\nadded: 2024-01-02', '[b](/post/b)'),
    'posts/b.md': post('title: B\nadded: 2024-01-03'),
  });
  expect(result.texts).toBe(2);
  expect(posts.get('a')?.body).toBe('[b](/post/b)');
});

test('a post with the address of the list of tags gets another one, and no alias', async () => {
  const flat = makeWordPressExport({ posts: 4 }).replace(/wp\.example\/\d{4}\/\d\d\//g, 'wp.example/');
  const source = makeSource({ 'odds.xml': flat.replaceAll('post-2', 'tags') });
  const root = join(makeFolder(), 'site');
  const { result } = await importInto(root, join(source, 'odds.xml'), '--verify');
  expect(result).toMatchObject({ build: 0, deadLinks: 0 });
  expect([...readPosts(root).keys()].filter((key) => key.startsWith('tags'))).toHaveLength(1);
  expect(Object.keys(notesOf(result))).toContainEqual(
    expect.stringContaining('no alias for the old address /tags'),
  );
});

test('code in quotes, lists, preformatted HTML and raw Liquid stays as it is', async () => {
  const { result, posts } = await verify({
    '_config.yml': 'url: https://old.example\n',
    '_posts/2024-01-02-a.md': post(
      'title: A',
      [
        'Less than < O(1kb), then a picture:',
        '',
        '```',
        'a ---> b',
        '```',
        '',
        '>```js',
        '>if (a) {',
        '>  b();',
        '>}',
        '>```',
        '',
        '> ```js',
        '> open();',
        '',
        'After **the** quote.',
        '',
        '- Item',
        '',
        '  <pre class="x"><code>```js caption',
        '  let <b>a</b>;',
        '',
        '    b();',
        '  ```</code></pre>',
        '',
        '```python{% raw %}',
        'x = {{ y }}',
        '```{% endraw %}',
        '',
        '{% highlight yaml %}',
        '{% raw %}{% highlight js %}',
        'shown',
        '{% endhighlight %}{% endraw %}',
        '{% endhighlight %}',
        '',
        '[next]: {% post_url 2024-01-03-b %}',
        '',
        'See [next].',
      ].join('\n'),
    ),
    '_posts/2024-01-03-b.md': post('title: B'),
    '_drafts/bare.md': 'A draft without front matter.',
  });
  expect(result.code).toBe(6);
  expect(posts.get('bare')?.fields.draft).toBe('true');
  const body = posts.get('a')?.body ?? '';
  expect(body).toContain('Less than < O(1kb), then');
  expect(body).toContain('After **the** quote.');
  expect(body).toContain('  ````\n  ```js caption\n  let a;\n\n    b();\n  ```\n  ````');
  expect(body).toContain('```yaml\n{% highlight js %}\nshown\n{% endhighlight %}\n```');
});

test('cells with lists, code and headings stay cells of a table', async () => {
  const { result, posts } = await verify({
    'hugo.toml': 'baseURL = "https://old.example"\n',
    'content/a.md': post(
      'title: A\ndate: 2024-01-02',
      '<table>\n<tr><th>Name</th><th>Is</th></tr>\n<tr><td><pre>./a || b\n./c</pre></td><td><h4>Two</h4><ul><li>one</li><li>two</li></ul></td></tr>\n</table>\n',
    ),
  });
  expect(result.notes.filter(({ message }: { message: string }) => /table/.test(message))).toEqual([]);
  expect(posts.get('a')?.body).toBe(
    '| Name | Is  |\n| --- | --- |\n| `./a \\|\\| b`<br>`./c` | **Two**<br><br>- one<br>- two |',
  );
});

test('containers of plugins, texts in attributes and linked figures become what the site has for them', async () => {
  const { result, posts, notes } = await verify({
    'astro.config.mjs': "export default { site: 'https://old.example' };",
    'src/content/blog/a.mdx': post(
      'title: A\ndate: 2024-01-02',
      [
        ':::caution[Mind the gap] Between the train',
        'and the platform.',
        ':::',
        '',
        `<Fragment set:html={"<pre class=\\"x\\"><code>${'x'.repeat(6000)}<br />&#123;y&#125;</code></pre>"} />`,
        '',
        '<a href="/p.png">',
        '  <figure>',
        '    <img src="/p.png" alt="P">',
        '    <figcaption>A picture</figcaption>',
        '  </figure>',
        '</a>',
        '',
        '<LiteYouTubeEmbed id="dQw4w9WgXcQ" title="Film" />',
      ].join('\n'),
    ),
    'public/p.png': PNG,
  });
  const body = posts.get('a')?.body ?? '';
  expect(body).toContain(
    ':::callout{type="caution" title="Mind the gap"}\nBetween the train\nand the platform.\n:::',
  );
  expect(body).toMatch(/```\nx{6000}\n\{y\}\n```/);
  expect(body).toContain('[![P](blog/public/p.png)](/p.png)\n\nA picture');
  expect(body).toContain('::video{youtube="dQw4w9WgXcQ" title="Film"}');
  expect(result.templateCode).toBe(0);
  expect(notes).toEqual({});
  const { text } = await convertText('liquid', ':::note\n**Mind** this.\n:::\n\nLast.');
  expect(text).toBe('> [!NOTE]\n> **Mind** this.\n\nLast.');
});

test('docsify: settings of links go, embedded pages become their text, and other texts are downloads', async () => {
  const { posts, notes } = await verify({
    'docs/guide/README.md': '# Guide\n\nRead [one](one.md).',
    'docs/guide/one.md':
      "# One\n\n[raw](_part.md ':ignore') [out](https://a.example ':target=_blank')\n\n[Demo](demo.html ':include height=200')\n\n[code](a.js ':include')\n\n[up](../guide/)\n",
    'docs/guide/_part.md': 'A part.',
    'docs/guide/demo.html': '<p>x</p>',
    'docs/guide/a.js': 'let a;\n',
    'docs/README.md': '# Home',
  });
  expect([...posts.keys()].sort()).toEqual(['guide', 'one']);
  const body = posts.get('one')?.body ?? '';
  expect(body).toMatch(
    /^\[raw\]\(\/files\/\S+_part\.md\) \[out\]\(https:\/\/a\.example\)\n\nDemo\n\n```js\nlet a;\n```\n\n\[up\]\(\/guide\)$/,
  );
  expect(notes['text of another file: left out']).toBe(1);
});

test('Hugo: settings in YAML, texts of sections, and files of the content', async () => {
  const { result, posts } = await verify({
    'config.yaml': 'baseURL: https://old.example\ntitle: Docs\n',
    'content/docs/_index.md': post('title: All docs', 'Begin [here](v1/one.md).'),
    'content/docs/v1/_index.md': post('title: Nothing', ''),
    'content/docs/v1/one.md': post('title: One\ndate: 2024-01-02', '[figures](../metrics) [all](/docs/)'),
    'content/docs/v1/metrics': 'a 1\n',
    'content/_index.md': post('title: Home', 'Welcome.'),
  });
  expect(result).toMatchObject({ from: 'hugo', texts: 2 });
  expect(result.skipped).toEqual(['content/_index.md', 'content/docs/v1/_index.md']);
  expect(posts.get('docs')?.body).toBe('Begin [here](/docs/v1/one).');
  expect(posts.get('one')?.body).toMatch(/^\[figures\]\(\/\S*metrics\) \[all\]\(\/docs\)$/);
});

test('Jekyll: texts without front matter come in where most texts of a site have none', async () => {
  const { posts, result } = await verify({
    '_config.yml': 'url: https://old.example\n',
    'user/one.md': '# One\n\n[two](two.md)',
    'user/two.md': '# Two\n\nText.',
    'about.md': post('title: About'),
    'README.md': '# For authors',
    'CONTRIBUTING.md': '# For others',
  });
  expect(result.skipped).toEqual(['CONTRIBUTING.md', 'README.md']);
  expect(posts.get('one')?.body).toBe('[two](/user/two)');
});

test('files of any kind that a text links to come along, unless a build would refuse them', async () => {
  const root = join(makeFolder(), 'site');
  const { result } = await importInto(
    root,
    makeSource({
      'hugo.toml': 'baseURL = "https://old.example"\n',
      'content/a.md': post(
        'title: A\ndate: 2024-01-02',
        '[root](/certs/root.der) [pem](/certs/root.pem) [key](/certs/a.key)',
      ),
      'static/certs/root.der': 'x',
      'static/certs/root.pem': '-----BEGIN CERTIFICATE-----\n',
      'static/certs/a.key': 'x',
    }),
    '--verify',
  );
  expect(result).toMatchObject({ build: 0, deadLinks: 1, isGood: false });
  expect(result.examples.deadLinks).toEqual([{ file: 'content/a.md', detail: '/certs/a.key' }]);
  expect(notesOf(result)['file that is not copied: it is the kind of file that holds keys']).toBe(1);
});

test('Jekyll: the pages of a documentation are articles, also those about the project that have front matter', async () => {
  const { posts, result } = await verify({
    '_config.yml': 'url: https://old.example\npermalink: pretty\n',
    'CHANGELOG.md': post('title: Changes'),
    'CONTRIBUTING.md': 'No front matter.',
    'docs/a.md': post('title: A\nnav_order: 2', '[changes]({% link CHANGELOG.md %})'),
  });
  expect(posts.get('a')?.fields.order).toBe('2');
  expect(posts.get('a')?.body).toBe('[changes](/CHANGELOG)');
  expect(result.skipped).toEqual(['CONTRIBUTING.md']);
});

test('lines that look like a directive of the site are text, wherever they stand, and the site builds', async () => {
  const places = ['', '- ', '1. ', '> ', '- [ ] ', '> - ', '  ', '- - '];
  const lines = [
    ':::note: text',
    '::video text',
    '::video{x=1}',
    ':::tabs',
    '::::tab{title="A"} more',
    ':::',
    ':::figure',
  ];
  const written = places.flatMap((place) => lines.map((line) => `${place}${line}\n\nNext.`));
  const { root, result } = await importFiles({
    ...Object.fromEntries(
      written.map((text, index) => [
        `${index}.md`,
        `---\ntitle: A\ndate: 2024-01-02\n---\nFirst.\n\n${text}\n`,
      ]),
    ),
    'about.md': `---\ntitle: About\n---\n${written.join('\n\n')}\n`,
  });
  expect(result.counts).toMatchObject({ aside: 0 });
  await buildStrictly(root);
});

test('a picture that a text names without its folder is the only one with this name', async () => {
  const { posts, result } = await importFiles({
    'astro.config.mjs': '',
    'src/content/blog/a.md': post(
      'title: A\ndate: 2024-01-02\nhero: top.png\nimage: top.png',
      '![](two.png) ![](one.png)',
    ),
    'src/assets/heroes/top.png': PNG,
    'src/assets/one.png': PNG,
    'src/assets/a/two.png': PNG,
    'src/assets/b/two.png': PNG,
  });
  expect(posts.get('a')?.fields.image).toMatch(/src\/assets\/heroes\/top\.png$/);
  expect(posts.get('a')?.body).toMatch(/^!\[\]\(two\.png\) !\[\]\(.*src\/assets\/one\.png\)$/);
  expect(notesOf(result)['picture that is not in the source: left as it is']).toBe(1);
});

test('Pelican: fields in capitals, and the tags of its plugins', async () => {
  const { posts, result } = await importFiles({
    'pelicanconf.py': "SITENAME = 'Notes'\n",
    'content/a.md':
      'Title: One\nDate: 2024-01-02\nCategory: News\nSlug: own\n\n{% video /two.mp4 680 400 %}\n\n{% include_code b.py lang:python Shown %}\n\n{% include_code b.py lines:1-2 %}\n',
    'content/b.md':
      '---\nTitle: Two\nDate: 2024-02-03\nSlug: second\n---\nThe text of two says {{ this }}.\n',
    'content/downloads/code/b.py': 'print(1)\n',
  });
  expect(posts.get('own')?.fields).toMatchObject({ title: 'One', date: '2024-01-02' });
  expect(posts.get('own')?.body).toBe('::video{file="/two.mp4" title="One"}\n\n```py\nprint(1)\n```');
  expect(posts.get('second')?.fields).toMatchObject({ title: 'Two', date: '2024-02-03' });
  expect(posts.get('second')?.body).toBe('The text of two says {{ this }}.');
  expect(notesOf(result)['tag {% include_code %} has no equivalent: left out']).toBe(1);
});

test('a source without texts in the asked language is an error that names its languages', async () => {
  const root = join(makeFolder(), 'site');
  const source = makeSource({
    'mkdocs.yml': '',
    'docs/en/a.md': post('title: A'),
    'docs/fr/a.md': post('title: A'),
  });
  const { code, result } = await importInto(root, source, '--locale', 'ar');
  expect(code).toBe(1);
  expect(result.error.problems).toMatchObject([
    {
      code: 'empty-source',
      message: 'the source has no texts in the language "ar"',
      hint: 'name one of its languages with --locale: en, fr',
    },
  ]);
});

test('VuePress: the paths of its languages are editions', async () => {
  const { posts, result } = await importFiles({
    'docs/.vuepress/config.js':
      "module.exports = { locales: { '/': { lang: 'en-US', title: 'T' }, '/zh/': { lang: 'zh-CN' } } };",
    'docs/guide/a.md': post('title: A'),
    'docs/start/b.md': post('title: B'),
    'docs/more/c.md': post('title: C'),
    'docs/zh/guide/a.md': post('title: A', '文'),
  });
  expect([...posts.keys()].sort()).toEqual(['a', 'b', 'c']);
  expect(notesOf(result)).toMatchObject({
    'text in the language "zh": not imported; import it again with the --locale of this language': 1,
  });
});

test('the letters of texts count where the settings say English, and some texts do not name the language of all', async () => {
  const chinese = '这是一个关于程序设计的博客，每周更新。';
  const import_ = async (files: Parameters<typeof makeSource>[0]) => {
    const root = join(makeFolder(), 'site');
    const { result } = await importInto(root, makeSource(files));
    expect(result.error).toBeUndefined();
    return result.locale;
  };
  const texts = Object.fromEntries(
    Array.from({ length: 4 }, (_, index) => [
      `_posts/2024-01-0${index + 1}-a${index}.md`,
      post(`title: A`, chinese),
    ]),
  );
  expect(await import_({ '_config.yml': 'lang: en', ...texts })).toBe('zh_Hans');
  expect(
    await import_({ '_config.yml': '', ...texts, '_posts/2024-02-01-b.md': post('title: B\nlang: en') }),
  ).toBe('zh_Hans');
  expect(
    await import_({
      '_config.yml': 'lang: en',
      '_posts/2024-01-02-a.md': post('title: A', 'An English text 字.'),
    }),
  ).toBe('en_US');
});

test('Jekyll: texts show what data files say, and what only Liquid can evaluate goes out whole', async () => {
  const releases = '- version: 1.0.0\n  sha: aaa\n- version: 1.1.0\n  sha: bbb\n  note: New\n';
  const { posts, result } = await importFiles({
    '_config.yml': 'title: Notes',
    '_data/releases.yml': releases,
    '_data/team/core.json': JSON.stringify([
      { name: 'Ann', tags: ['a', 'b'] },
      { name: 'Bo', tags: [] },
    ]),
    '_posts/2024-01-02-one.md': post(
      'title: One',
      [
        '{% assign release = site.data.releases | where: "version", "1.1.0" | first %}',
        'SHA: {{ release.sha }}',
        '{% for one in site.data.releases %}\n* {{ one.version }}{% if one.note %} ({{ one.note }}){% endif %}\n{% endfor %}',
        '{% for one in site.data.team.core %}{{ one.name }}:{% for tag in one.tags %} {{ tag }}{% endfor %};{% endfor %}',
        '{% if site.data.releases.size == "2" %}Two{% else %}Many{% endif %} {{ site.data.releases[0].sha | upcase }}',
        '`{{ site.data.releases }}` {% raw %}{{ site.data.releases }}{% endraw %}',
        '{% for one in site.data.releases %}{{ one.version | unknown }} gone{% endfor %}',
        '{% for one in site.posts %}{{ one.title }}{% endfor %}{% if site.title == "Notes" %}{{ site.title }}{% endif %} Last.',
      ].join('\n\n'),
    ),
  });
  expect(posts.get('one')?.body.replace(/\n\s*\n/g, '\n')).toBe(
    [
      'SHA: bbb',
      '* 1.0.0',
      '* 1.1.0 (New)',
      'Ann: a b;Bo:;',
      'Two AAA',
      '`{{ site.data.releases }}` {{ site.data.releases }}',
      'Notes Last.',
    ].join('\n'),
  );
  expect(notesOf(result)).toMatchObject({
    'loop over data, which only its tool can evaluate: left out': 2,
  });
});

test('Jekyll: blocks within blocks end, however many there are', async () => {
  const deep = `${'{% if 1 %}'.repeat(20_000)}Text.${'{% endif %}'.repeat(20_000)}`;
  expect(evaluateLiquid(`{{ site.data.a }}${deep}`, { a: 'A' })).toContain('Text.');
  const loops = 'abcdefgh'.split('').map((name) => `{% for ${name} in site.data.many %}`);
  const { posts } = await importFiles({
    '_config.yml': '',
    '_data/many.json': JSON.stringify(Array.from({ length: 60 }, (_, index) => String(index))),
    '_posts/2024-01-02-one.md': post(
      'title: One',
      `First. ${loops.join('')}${'{% endfor %}'.repeat(8)} Last.`,
    ),
  });
  expect(posts.get('one')?.body).toBe('First.  Last.');
});

test('a division that holds nothing but elements is read as a whole, whatever its indents and blank lines', async () => {
  const { text } = await convertText(
    'markdown',
    [
      'Before.',
      '',
      '<div class="grid">',
      '    <div>',
      '        <h3>Silver</h3>',
      '        <div>$250<span>/month</span></div>',
      '',
      '        <ul>',
      '            <li>One</li>',
      '        </ul>',
      '    </div>',
      '',
      '    <!-- none -->',
      '    <div>',
      '        <h3>Gold</h3>',
      '    </div>',
      '</div>',
      '',
      'After.',
    ].join('\n'),
  );
  expect(text).toBe('Before.\n\n### Silver\n\n$250/month\n\n- One\n\n### Gold\n\nAfter.');
  const { text: mixed } = await convertText('markdown', '<div>\n\nSome *text*.\n\n<p>More.</p>\n\n</div>');
  expect(mixed).toContain('Some *text*.');
});

test('a link that shows an icon keeps its target, with the words of screen readers or its host', async () => {
  const { text } = await convertText(
    'markdown',
    '[:fontawesome-brands-github:](https://code.example/a) <a href="https://chat.example/b"><i class="icon"></i></a> <a href="https://c.example" aria-label="Feed"><svg></svg></a> [![](a.png)](https://d.example)',
  );
  expect(text).toBe(
    '[code.example](https://code.example/a) [chat.example](https://chat.example/b) [Feed](https://c.example) [![](a.png)](https://d.example)',
  );
});

test('a table that compares blocks of code keeps them whole, each with the title of its column', async () => {
  const { text } = await convertText(
    'mdx',
    '<table>\n<thead><tr><th>Before</th><th>After</th></tr></thead>\n<tr>\n<td>\n\n```js\nf(\n  1,\n);\n```\n\n</td>\n<td>\n\n```js\ng(\n  2,\n);\n```\n\n</td>\n</tr>\n</table>\n',
  );
  expect(text).toBe('**Before**\n\n```js\nf(\n  1,\n);\n```\n\n**After**\n\n```js\ng(\n  2,\n);\n```');
  const { text: table } = await convertText(
    'markdown',
    '<table><tr><th>Name</th><th>Code</th></tr><tr><td>a</td><td>b</td></tr><tr><td>c</td><td><pre>d\n  e\nf</pre></td></tr></table>',
    true,
  );
  expect(table).toContain('| c   | `d`<br>`  e`<br>`f` |');
});
