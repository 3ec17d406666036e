/** The usual elements of each tool: what is written there becomes what the site has for it, or is named in the report. */
import { describe, expect, test } from 'vitest';
import type { Syntax } from '../src/imported-site.ts';
import { convertText, importFiles, notesOf } from './import-site.ts';

const VIDEO = '::video{youtube="dQw4w9WgXcQ" title="T"}';
const TABS = '::::tabs\n:::tab{title="One"}\nA\n:::\n:::tab{title="Two"}\nB\n:::\n::::';
const FIGURE = ':::figure{caption="Cap"}\n![Alt](/a.png)\n:::';
const PICTURE = '![Alt](/a.png)';
const NOTE = '> [!NOTE]\n> Text';
const WARNING = '> [!WARNING]\n> Text';
const TITLED = ':::callout{type="tip" title="Mind"}\nText\n:::';
const DETAILS = ':::details{summary="More"}\nText\n:::';
const JS = '```js\nlet a;\n```';
const TWO_CODES = (one: string, two: string) =>
  `::::tabs\n:::tab{title="a.js"}\n\`\`\`${one}\nA\n\`\`\`\n:::\n:::tab{title="b.js"}\n\`\`\`${two}\nB\n\`\`\`\n:::\n::::`;
const POST_ON_X = '::embed{url="https://x.com/ann/status/12" title="Post on X"}';
const GIST = '[Code on GitHub Gist](https://gist.github.com/ann/12ab)';
const CARD = '[Card](/to)\n\nText';

/** Written so → becomes so. */
type Rows = readonly (readonly [written: string, becomes: string])[];

const HUGO: Rows = [
  ['{{< figure src="/a.png" alt="Alt" caption="Cap" >}}', FIGURE],
  [
    '{{< figure src="/a.png" alt="Alt" title="A" caption="B" attr="C" >}}',
    FIGURE.replace('Cap', 'B – A – C'),
  ],
  ['{{< figure src="/a.png" alt="Alt" link="/to" >}}', `[${PICTURE}](/to)`],
  ['{{< imgproc "/a.png" Fit "600x300" >}}\nCap\n{{< /imgproc >}}', FIGURE.replace('Alt', 'Fit')],
  ['{{< youtube dQw4w9WgXcQ >}}', VIDEO],
  ['{{< youtube id="dQw4w9WgXcQ" title="T" >}}', VIDEO],
  ['{{< vimeo 1467 >}}', '::video{vimeo="1467" title="T"}'],
  ['{{< gist ann 12ab "a.js" >}}', GIST],
  ['{{< x user="ann" id="12" >}}', POST_ON_X],
  ['{{< instagram Abc >}}', '[Post on Instagram](https://www.instagram.com/p/Abc/)'],
  ['{{< highlight js "linenos=table" >}}\nlet a;\n{{< /highlight >}}', JS],
  ['{{< mermaid >}}\na-->b\n{{< /mermaid >}}', '```mermaid\na-->b\n```'],
  ['Say {{< katex >}}x^2{{< /katex >}}.', 'Say $`x^2`$.'],
  [
    '{{< tabs >}}\n{{< tab "One" >}}\nA\n{{< /tab >}}\n{{% tab name="Two" %}}\nB\n{{% /tab %}}\n{{< /tabs >}}',
    TABS,
  ],
  [
    '{{< tabpane >}}\n{{% tab header="One" %}}\nA\n{{% /tab %}}\n{{% tab header="Two" %}}\nB\n{{% /tab %}}\n{{< /tabpane >}}',
    TABS,
  ],
  ['{{< tabs items="One,Two" >}}\n{{< tab >}}A{{< /tab >}}\n{{< tab >}}B{{< /tab >}}\n{{< /tabs >}}', TABS],
  ['[a]({{< ref "b.md" >}}) [c]({{% relref path="d.md" %}})', '[a](/at/b.md) [c](/at/d.md)'],
  ['{{% alert title="Mind" color="tip" %}}\nText\n{{% /alert %}}', TITLED],
  ['{{% notice warning %}}\nText\n{{% /notice %}}', WARNING],
  ['{{< admonition tip "Mind" >}}\nText\n{{< /admonition >}}', TITLED],
  ['{{< details title="More" >}}\nText\n{{< /details >}}', DETAILS],
  ['{{% expand "More" %}}\nText\n{{% /expand %}}', DETAILS],
  ['{{< button href="/to" >}}Go{{< /button >}}', '[Go](/to)'],
  ['{{< cards >}}\n{{< card link="/to" title="Card" subtitle="Text" >}}\n{{< /cards >}}', CARD],
  ['{{< blockquote author="Ann" >}}\nText\n{{< /blockquote >}}', '> Text\n>\n> — Ann'],
  ['{{< rawhtml >}}<b>Text</b>{{< /rawhtml >}}', '**Text**'],
  ['{{</* shown */>}} {{< comment >}}hidden{{< /comment >}}', '{{< shown >}}'],
];

const LIQUID: Rows = [
  ['{% highlight js linenos %}\nlet a;\n{% endhighlight %}', JS],
  ['{% codeblock lang:js %}\nlet a;\n{% endcodeblock %}', JS],
  ['{% gist ann/12ab %}', GIST],
  ['{% include figure image_path="/a.png" alt="Alt" caption="Cap" %}', FIGURE],
  ['{% include image.html url="/a.png" description="Alt" %}', PICTURE],
  ['{% include video id="dQw4w9WgXcQ" provider="youtube" %}', VIDEO],
  ['{% include embed/youtube.html id="dQw4w9WgXcQ" %}', VIDEO],
  ['{% include alert.html type="warning" content="Text" %}', WARNING],
  ['{% include button.html link="/to" text="Go" %}', '[Go](/to)'],
  ['{% youtube "https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}', VIDEO],
  ['{% youtube https://www.youtube.com/watch?v=dQw4w9WgXcQ %}', VIDEO],
  ['{% twitter https://x.com/ann/status/12 %}', POST_ON_X],
  ['{% img left /a.png 350 350 Alt %}', PICTURE],
  ['{% image "/a.png", "Alt" %}', PICTURE],
  ['{% asset_img a.png Alt %}', '![Alt](a.png)'],
  ['{% post_link name The text %}', '[The text](/at/name)'],
  ['{% link Example https://example.org/a %}', '[Example](https://example.org/a)'],
  ['[a]({% post_url 2024-01-02-b %}) [c]({% link d.md %})', '[a](/at/2024-01-02-b) [c](/at/d.md)'],
  ['{% iframe https://example.org/a 10 10 %}', '[example.org](https://example.org/a)'],
  ['{% tabs x %}\n{% tab x One %}\nA\n{% endtab %}\n{% tab x Two %}\nB\n{% endtab %}\n{% endtabs %}', TABS],
  [
    '{% btn https://example.org/a, Go here & there, home fa-fw, The title %}',
    '[Go here & there](https://example.org/a)',
  ],
  ["{% btn '/to','Go',far fa-hand,outline blue %}", '[Go](/to)'],
  ['{% btn /to,, home %}', '[/to](/to)'],
  ['{% note warning %}\nText\n{% endnote %}', WARNING],
  ['{% details More %}\nText\n{% enddetails %}', DETAILS],
  ['<details markdown="1"><summary>More</summary>\nText\n</details>', DETAILS],
  ['{% blockquote Ann, A Book %}\nText\n{% endblockquote %}', '> Text\n>\n> — Ann A Book'],
  ['{: .note }\nText', NOTE],
  ['{: .tip-title }\n> Mind\n>\n> Text', TITLED],
  ['Text\n{: .notice--warning}', WARNING],
  ['> Text\n{: .prompt-info }', NOTE],
  ['- list\n{:toc}\n\n![Alt](/a.png){: width="9" }', PICTURE],
  ['{% raw %}{{ shown }}{% endraw %}{% comment %}hidden{% endcomment %}', '{{ shown }}'],
  ['{% capture a %}Text{% endcapture %}\n\n{{ a }}', 'Text'],
];

const MDX: Rows = [
  ['<Tabs>\n<TabItem label="One">\nA\n</TabItem>\n<TabItem value="Two">\nB\n</TabItem>\n</Tabs>', TABS],
  ['<Tabs items={["One", "Two"]}>\n<Tabs.Tab>\nA\n</Tabs.Tab>\n<Tabs.Tab>\nB\n</Tabs.Tab>\n</Tabs>', TABS],
  [
    '<Tabs values={[{label: "One", value: "a"}, {value: "b", label: "Two"}]}>\n<TabItem value="a">A</TabItem>\n<TabItem value="b">B</TabItem>\n</Tabs>',
    TABS,
  ],
  [
    '<CodeGroup>\n```js a.js\nA\n```\n```js title="b.js"\nB\n```\n</CodeGroup>',
    TWO_CODES('js a.js', 'js title="b.js"'),
  ],
  ['<Steps>\n\n1. One\n\n2. Two\n\n</Steps>', '1. One\n\n2. Two'],
  ['<Step title="One">Text</Step>', '**One**\n\nText'],
  ['<Card title="Card" icon="star">\nText\n</Card>', '**Card**\n\nText'],
  ['<CardGrid>\n<LinkCard title="Card" href="/to" description="Text" />\n</CardGrid>', CARD],
  ['<Cards>\n<Cards.Card title="Card" href="/to">Text</Cards.Card>\n</Cards>', CARD],
  ['<LinkButton href="/to">Go</LinkButton> <Link to="/to">Go</Link>', '[Go](/to) [Go](/to)'],
  ['<Aside type="tip" title="Mind">\nText\n</Aside>', TITLED],
  ['<Callout type="warning" emoji="!">\nText\n</Callout>', WARNING],
  ['<Note>\nText\n</Note>', NOTE],
  [':::tip[Mind]\nText\n:::', TITLED],
  [':::warning\nText\n:::', WARNING],
  // A formatter has joined the lines.
  [':::warning Text :::', WARNING],
  [':::tip[Mind] Text :::', TITLED],
  [':::warning Text\nof **two** lines :::', `${WARNING}\n> of **two** lines`],
  ['1. :::warning Text :::', '1. > [!WARNING]\n   > Text'],
  ['1. :::tip[Mind]\n   Text\n   :::', `1. ${TITLED.replaceAll('\n', '\n   ')}`],
  ['<details>\n<summary>More</summary>\n\nText\n\n</details>', DETAILS],
  ['<AccordionGroup>\n<Accordion title="More">\nText\n</Accordion>\n</AccordionGroup>', DETAILS],
  ['<Image src="/a.png" alt="Alt" />', PICTURE],
  ['<Frame caption="Cap">\n<img src="/a.png" alt="Alt" />\n</Frame>', FIGURE],
  ['<YouTube id="dQw4w9WgXcQ" />', VIDEO],
  ['<Tweet user="ann" id="12" />', POST_ON_X],
  ['<Code code={`let a;`} lang="js" />', JS],
  ['<FileTree>\n- a\n  - b\n</FileTree>', '```\n- a\n  - b\n```'],
  [
    'It is <Badge text="New" /> and <Highlight color="red">red</Highlight>.{/* hidden */}',
    'It is New and red.',
  ],
  ['```js title="a.js" {1}\nlet a;\n```', '```js title="a.js" {1}\nlet a;\n```'],
];

const TERA: Rows = [
  ['{{ youtube(id="dQw4w9WgXcQ") }}', VIDEO],
  ['{{ vimeo(id="1467") }}', '::video{vimeo="1467" title="T"}'],
  ['{{ gist(url="https://gist.github.com/ann/12ab") }}', GIST],
  ['{{ figure(src="/a.png", alt="Alt", caption="Cap") }}', FIGURE],
  ['{{ image(src="/a.png", alt="Alt") }}', PICTURE],
  ['{{ resize_image(path="/a.png", width=9, alt="Alt") }}', PICTURE],
  ['{% callout(type="tip", title="Mind") %}\nText\n{% end %}', TITLED],
  ['{% alert(warning=true) %}\nText\n{% end %}', WARNING],
  ['{% details(summary="More") %}\nText\n{% end %}', DETAILS],
  ['{% quote(author="Ann") %}\nText\n{% end %}', '> Text\n>\n> — Ann'],
];

const MARKDOWN: Rows = [
  ['::: tip Mind\nText\n:::', TITLED],
  ['::: details More\nText\n:::', DETAILS],
  [
    '::: code-group\n\n```js [a.js]\nA\n```\n\n```js [b.js]\nB\n```\n\n:::',
    TWO_CODES('js [a.js]', 'js [b.js]'),
  ],
  ['<Badge type="tip" text="New" />', 'New'],
  ['[[toc]]\n\n[TOC]\n\nText', 'Text'],
  ['!!! warning\n    Text', WARNING],
  ['!!! tip "Mind"\n    Text', TITLED],
  ['??? note "More"\n    Text', DETAILS],
  // A title is plain text: its link stands above the text.
  [
    '???+ note "[More](https://other.example/a)"\n    Text',
    DETAILS.replace('Text', '[More](https://other.example/a)\n\nText'),
  ],
  [
    '!!! tip "See [Mind](https://other.example/a)"\n    Text',
    TITLED.replace('Mind', 'See Mind').replace('Text', '[Mind](https://other.example/a)\n\nText'),
  ],
  ['=== "One"\n\n    A\n\n=== "Two"\n\n    B', TABS],
  ['/// tip | Mind\nText\n///', TITLED],
  ['!> Text', WARNING],
  [
    '<figure markdown="span">\n  ![Alt](/a.png){ width="9" }\n  <figcaption>Cap</figcaption>\n</figure>',
    FIGURE,
  ],
  ['> [!tip] Mind\n> Text', '> [!TIP]\n> **Mind**\n>\n> Text'],
];

const WORDPRESS: Rows = [
  ['[caption]<img src="/a.png" alt="Alt" /> Cap[/caption]', FIGURE],
  ['[youtube https://www.youtube.com/watch?v=dQw4w9WgXcQ]', VIDEO],
  ['[embed]https://youtu.be/dQw4w9WgXcQ[/embed]', VIDEO],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', VIDEO],
  ['[sourcecode language="js"]let a;[/sourcecode]', JS],
  ['[audio src="/a.mp3"]', '[a.mp3](/a.mp3)'],
  ['[tweet https://x.com/ann/status/12]', POST_ON_X.replace('Post on X', 'x.com')],
  ['[gist ann]', '[gist.github.com](https://gist.github.com/ann)'],
  ['<!-- wp:details --><details><summary>More</summary><p>Text</p></details><!-- /wp:details -->', DETAILS],
  ['<!-- wp:button --><div><a href="/to">Go</a></div><!-- /wp:button -->', '[Go](/to)'],
];

const TABLES: readonly (readonly [Syntax, Rows])[] = [
  ['hugo', HUGO],
  ['liquid', LIQUID],
  ['mdx', MDX],
  ['docusaurus', MDX],
  ['tera', TERA],
  ['markdown', MARKDOWN],
  ['wordpress', WORDPRESS],
];

describe.each(TABLES)('%s', (syntax, rows) => {
  test.each(rows)('%s', async (written, becomes) => {
    const { text, notes } = await convertText(syntax, written);
    expect(text).toBe(becomes);
    // A replaced page of another site is the only note.
    expect(notes.filter(({ message }) => !message.startsWith('embedded page'))).toEqual([]);
  });
});

test.each<[Syntax, string, string]>([
  ['hugo', '{{< icon "star" >}}', 'shortcode {{< icon >}} has no equivalent: left out'],
  ['hugo', '{{% children %}}', 'shortcode {{< children >}} has no equivalent: left out'],
  ['liquid', '{% include footer.html %}', 'tag {% include footer.html %} has no equivalent: left out'],
  ['liquid', '{% include gallery id="a" %}', 'tag {% include gallery %} has no equivalent: left out'],
  ['liquid', '{{ content }}', 'expression that only its tool can evaluate: left out'],
  ['mdx', '<DocCardList />', 'component <DocCardList> has no equivalent: left out'],
  ['mdx', '<Code code={source} lang="js" />', 'component <Code> has no equivalent: left out'],
  ['mdx', '{props.name}', 'expression that only its tool can evaluate: left out'],
  ['tera', '{{ gallery() }}', 'shortcode {{ gallery() }} has no equivalent: left out'],
  ['markdown', '*[HTML]: A language', 'abbreviation: left out'],
  ['wordpress', '[contact-form-7 id="1"]', 'shortcode [contact-form-7] has no equivalent: left out'],
])('%s: %s has no equivalent, so the report names it with its line', async (syntax, written, message) => {
  const { text, notes } = await convertText(syntax, `First.\n\n${written}\n\nLast.`);
  expect(text).toBe('First.\n\nLast.');
  expect(notes).toMatchObject([{ message, count: 1, notes: [{ file: 'a.md', line: 3 }] }]);
});

const TOOLS: Record<string, [config: string, folder: string, rows: Rows]> = {
  hugo: ['hugo.toml', 'content', HUGO],
  jekyll: ['_config.yml', '_posts', LIQUID],
  eleventy: ['eleventy.config.js', 'blog', LIQUID],
  docusaurus: ['docusaurus.config.js', 'docs', MDX],
  astro: ['astro.config.mjs', 'src/content/docs', MDX],
  zola: ['zola.toml', 'content', TERA],
  mkdocs: ['mkdocs.yml', 'docs', MARKDOWN],
};

test.each(Object.entries(TOOLS))(
  '%s: a site of all of them builds and shows no template code',
  async (tool, site) => {
    const [config, folder, rows] = site;
    const name = tool === 'jekyll' ? '2024-01-02-a' : 'a';
    const extension = rows === MDX ? 'mdx' : 'md';
    const { result } = await importFiles(
      {
        [config]: tool === 'zola' ? 'base_url = "https://old.example"\n' : '',
        [`${folder}/${name}.${extension}`]: `---\ntitle: T\ndate: 2024-01-02\n---\n${rows.map(([written]) => written).join('\n\nNext.\n\n')}\n`,
      },
      '--verify',
    );
    expect(result).toMatchObject({ from: tool, build: 0, codeChanged: 0, templateCode: 0, problems: [] });
  },
);

test('texts of other files stand where a text shows them, and the report names those that are not there', async () => {
  const post = (body: string) => `---\ntitle: A\ndate: 2024-01-02\n---\n${body}\n`;
  const { posts, result } = await importFiles({
    'docs/a.md': post(
      '<!--@include: ./parts/b.md-->\n\n--8<-- "gone.md"\n\n<<< @/c.js\n\n```md\n<!--@include: ./parts/b.md-->\n```',
    ),
    // A text does not contain itself.
    'docs/parts/b.md': 'From **b**.\n\n<!--@include: ./b.md-->',
    'docs/c.js': 'let a;\n',
  });
  expect(posts.get('a')?.body).toBe(
    'From **b**.\n\n```js\nlet a;\n```\n\n```md\n<!--@include: ./parts/b.md-->\n```',
  );
  expect(notesOf(result)['text of another file: left out']).toBe(3);
  const jekyll = await importFiles({
    '_config.yml': '',
    '_posts/2024-01-02-a.md': post('{% include_relative part.md %}'),
    '_posts/part.md': 'From a part.',
  });
  expect(jekyll.posts.get('a')?.body).toBe('From a part.');
});

test('an element of a name of its own shows its words, and a word in angle brackets is one', async () => {
  const { text, notes } = await convertText(
    'liquid',
    'A <green>word</green>, Promise<void> and <irc:x>\n\n<div flex>\n  <carbon:search text-sm />\n  One\n</div>',
  );
  expect(text).toBe('A word, Promise\\<void> and \\<irc:x>\n\nOne');
  expect(notes.map(({ message }) => message)).toEqual([
    'element <carbon:search> has no equivalent: left out',
    'element <green> has no equivalent: its text is kept',
  ]);
});
