/** Sites of each tool come in with one command: fields, addresses, links, pictures; and they build strictly. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Files } from '../../../test/support/site.ts';
import { readTree } from '../../../test/support/site.ts';
import { buildStrictly, importFiles, importInto, notesOf, PNG } from './import-site.ts';

interface Case {
  files: Files;
  /** Slug or address → fields that the file has, and parts of its text. */
  posts: Record<string, { fields?: object; has?: string[] }>;
  /** Notes with how often each is there; all of them. */
  notes?: Record<string, number>;
  categories: string[];
}

const post = (head: string, body = 'Text.') => `---\n${head}\n---\n${body}\n`;

const CASES: Record<string, Case> = {
  hugo: {
    files: {
      'hugo.toml':
        'title = "Odds"\nbaseURL = "https://odds.example/"\nlanguageCode = "en-us"\n[permalinks]\nposts = "/:year/:month/:slug/"\n',
      'content/posts/first.md':
        '+++\ntitle = "First: one"\ndate = 2024-01-02T10:00:00+02:00\nlastmod = 2024-02-03\nslug = "one"\ncategories = ["Betting"]\ntags = ["a", "b"]\naliases = ["/old/one/"]\nauthor = "Ann Reed"\nweight = 3\n+++\nSee [two]({{< ref "third.md#part" >}}) and ![p](/img/a.png "t").\n\n{{< figure src="/img/a.png" alt="An a" caption="The *a*" >}}\n\n{{% notice warning %}}\nMind **this**.\n{{% /notice %}}\n\n{{< youtube dQw4w9WgXcQ >}}\n\n{{< mystery x=1 >}}\n\n```go\n{{< untouched >}}\n```\n',
      'content/posts/second/index.md': post(
        'title: Second\ndate: 2024-03-04\ndraft: true\ncategories: [Betting]\ncover: {image: cover.png}',
        '[All](/categories/betting/) [Ann](/authors/ann-reed/) An ![own](./cover.png) picture. [Back](/2024/01/one/) [site](https://odds.example/2024/01/one/#x)',
      ),
      'content/posts/second/cover.png': PNG,
      'content/posts/third.md':
        '{\n  "title": "Third",\n  "date": "2024-05-06",\n  "url": "/third-one/",\n  "categories": ["Poker Rules"]\n}\n## Part\n',
      'content/posts/_index.md': post('title: Posts'),
      'static/img/a.png': PNG,
    },
    posts: {
      one: {
        fields: {
          title: 'First: one',
          date: '2024-01-02T10:00:00+02:00',
          updated: '2024-02-03',
          author: 'ann-reed',
          tags: ['a', 'b'],
          permalink: '/2024/01/one',
          aliases: ['/old/one'],
          category: 'betting',
        },
        has: [
          '[two](/third-one#part)',
          '![p](blog/static/img/a.png "t")',
          ':::figure{caption="The a"}\n![An a](blog/static/img/a.png)\n:::',
          '> [!WARNING]\n> Mind **this**.',
          '::video{youtube="dQw4w9WgXcQ" title="First: one"}',
          '{{< untouched >}}',
        ],
      },
      second: {
        fields: { draft: 'true', image: 'second/cover.png' },
        has: ['![own](second/cover.png)', '[Back](/2024/01/one)', '[site](/2024/01/one)'],
      },
      third: {
        fields: { date: '2024-05-06', permalink: '/third-one', category: 'pokerRules' },
      },
    },
    notes: {
      'link to a part that the new page does not have: it leads to the page': 1,
      'shortcode {{< mystery >}} has no equivalent: left out': 1,
    },
    categories: ['Betting', 'Poker Rules'],
  },
  jekyll: {
    files: {
      '_config.yml': 'title: Odds\nurl: https://odds.example\nbaseurl: ""\nauthor: {name: Bo Lind}\n',
      '_posts/2024-01-02-first-post.md': post(
        'layout: post\ntitle: First\ncategories: betting odds\ntags: x',
        '{% include nav.html %}\n[two]({% post_url 2024-02-03-second %}) [about]({{ site.baseurl }}/about/) ![a]({{ "/assets/a.png" | relative_url }})\n\n{% highlight ruby linenos %}\nputs "{{ kept }}"\n{% endhighlight %}\n\n{% raw %}{{ shown }}{% endraw %}\n\n- item\n{: .note }\n',
      ),
      '_posts/2024-02-03-second.markdown': post(
        'title: "Second"\npermalink: /two.html\nredirect_from: [/zwei, /deux/]\npublished: true\ndate: 2024-02-03 10:00:00 -0500\ncategory: betting',
      ),
      '_drafts/idea.md': post('title: An idea'),
      'about.md': post('title: About\npermalink: /about/', 'About us.'),
      'contact.md': post('title: Contact', 'Write.'),
      'README.md': '# Not content',
      'assets/a.png': PNG,
    },
    posts: {
      'first-post': {
        fields: {
          author: 'bo-lind',
          date: '2024-01-02',
          permalink: '/betting/odds/2024/01/02/first-post',
          tags: ['x'],
          category: ['betting', 'odds'],
        },
        has: [
          '[two](/two)',
          '[about](/info/about-us)',
          '![a](blog/assets/a.png)',
          '```ruby\nputs "{{ kept }}"\n```',
          '{{ shown }}',
        ],
      },
      second: {
        fields: { date: '2024-02-03 10:00:00 -0500', permalink: '/two', aliases: ['/zwei', '/deux'] },
      },
      idea: { fields: { draft: 'true' } },
      contact: { fields: { aliases: undefined }, has: ['Write.'] },
    },
    notes: { 'tag {% include nav.html %} has no equivalent: left out': 1 },
    categories: ['Betting', 'Odds', 'Posts'],
  },
  eleventy: {
    files: {
      'eleventy.config.js': 'throw new Error("never run");',
      '_data/metadata.js':
        'export default { title: "Odds", url: "https://odds.example/", author: { name: "Cy Day" } };',
      'content/blog/blog.11tydata.js': 'module.exports = { tags: ["posts"], layout: "post.njk" };',
      'content/blog/first.md':
        '---js\nconst title = "First";\nconst date = "2024-01-02";\nconst draft = process.env.X;\n---\n<a href="/b/second/">two</a> <img src="./pic.png" alt="A pic">\n',
      'content/blog/second/second.md': post(
        'title: Second\ndate: 2024-02-03\ntags: [posts, dice]\npermalink: "/b/{{ page.fileSlug }}/"',
        '[one](/blog/first/) {{ "x" | shout }}',
      ),
      'content/blog/pic.png': PNG,
      'content/about.md': '---js\n{\n  title: "About"\n}\n---\nAbout.',
      'content/hidden.md': post('title: Hidden\npermalink: false'),
    },
    posts: {
      first: {
        fields: {
          title: 'First',
          author: 'cy-day',
          date: '2024-01-02',
          draft: undefined,
          permalink: '/blog/first',
        },
        has: ['[two](/b/second)', '![A pic](pic.png)'],
      },
      second: {
        fields: { permalink: '/b/second', category: 'dice' },
        has: ['[one](/blog/first)'],
      },
      hidden: { fields: { title: 'Hidden' } },
    },
    notes: { 'expression that only its tool can evaluate: left out': 1 },
    categories: ['Posts', 'Dice'],
  },
  astro: {
    files: {
      'astro.config.mjs':
        "import { defineConfig } from 'astro/config';\nexport default defineConfig({ site: 'https://odds.example' });",
      'src/consts.ts': "export const SITE_TITLE: string = 'Odds';",
      'src/content/blog/first-post.mdx': post(
        "title: First\ndescription: The first.\npubDate: 'Jul 08 2024'\nupdatedDate: 2024-08-01\nheroImage: '../../assets/hero.png'",
        'import Chart from \'../../components/Chart.astro\';\nimport photo from \'../../assets/hero.png\';\nexport const x = 1;\n\n<Chart client:load data={[1, 2]} />\n\n<Image src={photo} alt="A hero" />\n\n<Aside type="tip" title="Hint">\n  Read [two](./second).\n</Aside>\n\n{/* a comment */}\n',
      ),
      'src/content/blog/second.md': post('title: Second\npubDate: 2024-09-01\ntags: [dice]'),
      'src/pages/about.md': post('title: About', 'We.'),
      'src/assets/hero.png': PNG,
    },
    posts: {
      'first-post': {
        fields: {
          date: '2024-07-08',
          updated: '2024-08-01',
          description: 'The first.',
          image: 'blog/src/assets/hero.png',
          permalink: '/blog/first-post',
        },
        has: [
          '![A hero](blog/src/assets/hero.png)',
          ':::callout{type="tip" title="Hint"}\nRead [two](/blog/second).\n:::',
        ],
      },
      second: { fields: { date: '2024-09-01' } },
    },
    notes: { 'component <Chart> has no equivalent: left out': 1, 'MDX export: left out': 1 },
    categories: ['Dice', 'Posts'],
  },
  docusaurus: {
    files: {
      'docusaurus.config.ts':
        "import type { Config } from '@docusaurus/types';\nconst config: Config = {\n  title: 'Odds',\n  url: 'https://odds.example',\n  baseUrl: '/',\n  presets: [['classic', { docs: { routeBasePath: 'guide', sidebarPath: './sidebars.ts' } }]],\n};\nexport default config;\n",
      'docs/01-intro.md': post(
        'sidebar_position: 1',
        '# Introduction\n\nGo to [more](./02-basics/01-more.mdx) or [three](/guide/basics/three).\n\n:::danger[Stop]\n\nNever.\n\n:::\n\n<Tabs>\n<TabItem value="a" label="First tab">\n\nInside.\n\n</TabItem>\n</Tabs>\n',
      ),
      'docs/02-basics/01-more.mdx': post(
        'title: More\nid: more',
        ':::note\n\n:::tip\n\nNested.\n\n:::\n\n:::\n\n<details>\n<summary>What?</summary>\n\nThis.\n\n</details>\n',
      ),
      'docs/02-basics/index.md': post('id: index\ntitle: All basics'),
      'docs/02-basics/x.md': post('title: Three\nslug: three', '![l](@site/static/img/l.png)'),
      'blog/2024-01-02-news.md': post(
        'title: News\nauthors: [ann]\ntags: [x]',
        'First.\n\n<!-- truncate -->\n\nRest.',
      ),
      'blog/authors.yml': 'ann:\n  name: Ann Reed\n  title: Writer\n',
      'static/img/l.png': PNG,
    },
    posts: {
      intro: {
        fields: { title: 'Introduction', permalink: '/guide/intro' },
        has: [
          '[more](/guide/basics/more)',
          '[three](/guide/basics/three)',
          ':::callout{type="caution" title="Stop"}\nNever.\n:::',
          '**First tab**\n\nInside.',
        ],
      },
      more: {
        fields: { permalink: '/guide/basics/more' },
        has: ['[!NOTE]', '[!TIP]', ':::details{summary="What?"}\nThis.\n:::'],
      },
      basics: { fields: { permalink: '/guide/basics' } },
      three: { fields: { permalink: '/guide/basics/three' }, has: ['![l](blog/static/img/l.png)'] },
      news: {
        fields: { author: 'ann-reed', date: '2024-01-02', permalink: '/blog/2024/01/02/news' },
        has: ['First.\n\nRest.'],
      },
    },
    notes: {
      'post without a date: it gets the date of its file': 4,
    },
    categories: ['Posts', 'Basics'],
  },
  gatsby: {
    files: {
      'gatsby-config.js':
        'module.exports = { siteMetadata: { title: `Odds`, siteUrl: `https://odds.example/`, author: { name: `Di Ray` } } };',
      'content/blog/hello-world/index.md': post(
        'title: Hello\ndate: "2024-01-02T22:12:03.284Z"\ndescription: "Hi"',
        '![egg](./egg.png)\n\n<video src="/film.mp4"></video>\n\n<b>bold</b> [pdf](/paper.pdf)',
      ),
      'content/blog/hello-world/egg.png': PNG,
      'static/film.mp4': 'film',
      'static/paper.pdf': '%PDF-1.4',
    },
    posts: {
      'hello-world': {
        fields: { author: 'di-ray', date: '2024-01-02T22:12:03.284Z', permalink: '/hello-world' },
        has: [
          '![egg](hello-world/egg.png)',
          '::video{file="/film.mp4" title="Hello"}',
          '**bold** [pdf](/paper.pdf)',
        ],
      },
    },
    notes: {},
    categories: ['Posts'],
  },
  hexo: {
    files: {
      '_config.yml':
        'title: Odds\nurl: https://odds.example\nlanguage: en\npermalink: :year/:category/:title/\nnew_post_name: :year-:month-:day-:title.md\n',
      'scaffolds/post.md': post('title: {{ title }}'),
      'source/_posts/2024-01-02-first.md': post(
        'title: First\ndate: 2024-01-02 10:00:00\ncategories: [Betting, Odds]\ntags: [a]',
        '{% post_link second The second %} {% asset_img p.png A pic %}\n\n<!-- more -->\n\n{% codeblock lang:js %}\nlet a;\n{% endcodeblock %}',
      ),
      'source/_posts/2024-01-02-first/p.png': PNG,
      'source/_posts/second.md': post('title: Second\ndate: 2024-02-03\npermalink: own/two/'),
      'source/_posts/open.md':
        'title: Open\ndate: 2024-02-04\npublished: false\n---\nNo mark: above.\n---\nEnd.\n',
      'source/_posts/words.md': 'Note: this is\na: b: c\n---\nText.\n',
      'source/_drafts/idea.md': post('title: Idea'),
      'source/docs/use.md': post('title: Use', '[home](/) [about](../about/)'),
      'source/about/index.md': post('title: About', 'We.'),
      'source/zh-cn/docs/use.md': post('title: Other'),
    },
    posts: {
      first: {
        fields: {
          date: '2024-01-02T10:00:00Z',
          permalink: '/2024/betting/odds/first',
          tags: ['a'],
          category: 'betting/odds',
        },
        has: ['[The second](/own/two)', '![A pic](2024-01-02-first/p.png)', '```js\nlet a;\n```'],
      },
      second: { fields: { permalink: '/own/two' } },
      open: {
        fields: { title: 'Open', date: '2024-02-04', draft: 'true' },
        has: ['No mark: above.\n---\nEnd.'],
      },
      words: { has: ['Note: this is'] },
      idea: { fields: { draft: 'true' } },
      'docs/use': { has: ['[about](/info/about-us)'] },
    },
    categories: ['Betting', 'Posts'],
  },
  markdown: {
    files: {
      'posts/2024-01-02-one.md': '# One\n\nText with `<b>` and <https://odds.example>. [two](two.md#p)\n',
      'posts/two.md': post(
        'title: Two\ndate: 3 March 2024 10:00\nauthors: [{name: Ann Reed}, Bo Lind]',
        '![gone](nowhere.png) ![far](//cdn.example/x.png)\n\n> [!faq]- Why?\n> So.\n\n::raw colons\n',
      ),
    },
    posts: {
      one: {
        fields: { title: 'One', date: '2024-01-02', permalink: '/one' },
        has: ['Text with `<b>`', '[two](/two)'],
      },
      two: {
        fields: { date: '2024-03-03T10:00:00Z', authors: ['ann-reed', 'bo-lind'] },
        has: ['![far](https://cdn.example/x.png)', '> [!NOTE]\n> **Why?**', '\\::raw colons'],
      },
    },
    notes: {
      'picture on another site: still loaded from there': 1,
      'link to a part that the new page does not have: it leads to the page': 1,
      'picture that is not in the source: left as it is': 1,
    },
    categories: ['Posts'],
  },
};

describe.each(Object.entries(CASES))('%s', (name, { files, posts, notes, categories }) => {
  test('comes in, builds strictly, and a second import changes nothing', async () => {
    const imported = await importFiles(files);
    const { root, source, code, result } = imported;
    expect(code).toBe(0);
    expect(result.from).toBe(name);
    for (const [slug, { fields = {}, has = [] }] of Object.entries(posts)) {
      const written = imported.posts.get(slug);
      expect(written, `${slug} of ${[...imported.posts.keys()]}`).toBeDefined();
      for (const [field, value] of Object.entries(fields))
        expect(written?.fields[field], `${slug}.${field}`).toEqual(value);
      for (const part of has) expect(written?.body).toContain(part);
    }
    if (notes) expect(notesOf(result)).toEqual(notes);
    const tree = JSON.parse(readTree(join(root, 'content/en_US')).get('categories.json')?.toString() ?? '{}');
    expect(
      Object.values<{ title: string }>(tree)
        .map(({ title }) => title)
        .sort(),
    ).toEqual([...categories].sort());
    // The missing picture of the Markdown folder is what a strict build is for.
    if (name !== 'markdown') expect(await buildStrictly(root)).toEqual([]);
    const before = readTree(join(root, 'content'));
    const again = await importInto(root, source);
    expect(again.result).toMatchObject({ created: [], updated: [], kept: [] });
    expect(readTree(join(root, 'content'))).toEqual(before);
    expect(notesOf(again.result)).toEqual(notesOf(result));
  });
});

test('pages below an address of the program get a free one', async () => {
  const { code, root, posts } = await importFiles({
    'docusaurus.config.js': 'export default { title: "Odds", url: "https://odds.example/" };',
    'src/pages/authors/ann/me.md': post('title: Me'),
    'src/pages/authors/ann/work.md': post('title: Work'),
    'src/pages/search.md': post('title: Finder'),
  });
  expect(code).toBe(0);
  expect([...posts.keys()].sort()).toEqual(['authors-2/ann/me', 'authors-2/ann/work', 'search-2']);
  expect(await buildStrictly(root)).toEqual([]);
});

test('a component that has the address of a page only shows its title', async () => {
  const { posts, result } = await importFiles(
    {
      'docs/.vitepress/config.ts': "export default { title: 'T' }",
      'docs/guide/index.md': '# The Guide\n\nText.\n',
      'docs/a.md':
        '# A\n\nSee <LinkInline link="guide/index" />.\n\n<LinkCard link="/guide/" />\n\n<Chart to="/nowhere" />\n\n<p><b v-for="x in y" @click="z(x)">{{ x }}</b></p>\n',
    },
    '--verify',
  );
  expect(posts.get('a')?.body).toMatch(/^See \[The Guide\]\(\/guide\)\.\n\n\[The Guide\]\(\/guide\)/);
  expect(result).toMatchObject({ wordsLost: 0, linksRetargeted: 0, stops: [] });
});
