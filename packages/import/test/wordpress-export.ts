/** Makes exports of WordPress (WXR 1.2) of any size, in the form that its documentation and source describe. */

export interface ExportOptions {
  posts: number;
}

const cdata = (text: string) => `<![CDATA[${text}]]>`;
const pad = (number: number) => String(number).padStart(2, '0');

const CATEGORIES = [
  ['betting', '', 'Betting &amp; Odds'],
  ['odds-maths', 'betting', 'Odds Maths'],
  ['poker', '', 'Poker'],
] as const;
const AUTHORS = [
  ['ann', 'Ann Reed'],
  ['bo', 'Bo Łind'],
] as const;

/** Texts in turn: blocks, classic paragraphs, shortcodes. */
const BODIES: readonly ((number: number) => string)[] = [
  (number) =>
    `<!-- wp:paragraph -->\n<p>Block <strong>text</strong> ${number} with <a href="https://wp.example/2024/01/post-1/">one</a>.</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:image {"id":9001} -->\n<figure class="wp-block-image"><img src="https://wp.example/wp-content/uploads/2024/01/a.png" alt="A"/><figcaption class="wp-element-caption">The <em>a</em></figcaption></figure>\n<!-- /wp:image -->\n\n<!-- wp:embed {"url":"https://www.youtube.com/watch?v=dQw4w9WgXcQ"} -->\n<figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n</div></figure>\n<!-- /wp:embed -->\n\n<!-- wp:code -->\n<pre class="wp-block-code"><code>if (a &lt; b) [caption]</code></pre>\n<!-- /wp:code -->`,
  (number) =>
    `First paragraph ${number}\nwith a line.\n\nSecond one.<!--more-->\n\n[caption id="attachment_9001" align="alignnone" width="300"]<img src="https://wp.example/wp-content/uploads/2024/01/a.png" alt="A" /> The caption[/caption]\n\n<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>`,
  () =>
    '[gallery ids="9001,9002"]\n\n[embed]https://vimeo.com/123456[/embed]\n\n[contact-form-7 id="12" title="Form"]\n\n[pullquote]Kept text[/pullquote]\n\nA [bracket] stays, and [[caption]] shows.\n\n<script>alert(1)</script>',
];

function item(number: number): string {
  const [login] = AUTHORS[number % AUTHORS.length] ?? ['', ''];
  const [slug, , name] = CATEGORIES[number % CATEGORIES.length] ?? ['', '', ''];
  const status = number % 50 === 0 ? 'draft' : number % 50 === 25 ? 'future' : 'publish';
  const year = status === 'future' ? 2099 : 2010 + (number % 15);
  const day = `${year}-${pad((number % 12) + 1)}-${pad((number % 28) + 1)}`;
  const zero = status === 'draft' ? '0000-00-00 00:00:00' : `${day} 08:00:00`;
  const link =
    status === 'draft'
      ? `https://wp.example/?p=${number}`
      : number === 1
        ? 'https://wp.example/2024/01/post-1/'
        : `https://wp.example/${day.slice(0, 7).replace('-', '/')}/post-${number}/`;
  const body = BODIES[number % BODIES.length]?.(number) ?? '';
  return `<item>
<title>${cdata(`Post ${number} &amp; more`)}</title>
<link>${link}</link>
<pubDate>Mon, 01 Jan 2024 08:00:00 +0000</pubDate>
<dc:creator>${cdata(login)}</dc:creator>
<guid isPermaLink="false">https://wp.example/?p=${number}</guid>
<description></description>
<content:encoded>${cdata(body)}</content:encoded>
<excerpt:encoded>${cdata(number % 4 === 0 ? `Excerpt <b>${number}</b>` : '')}</excerpt:encoded>
<wp:post_id>${number}</wp:post_id>
<wp:post_date>${cdata(`${day} 10:00:00`)}</wp:post_date>
<wp:post_date_gmt>${cdata(zero)}</wp:post_date_gmt>
<wp:post_modified_gmt>${cdata(`${year + 1}-01-05 00:00:00`)}</wp:post_modified_gmt>
<wp:post_name>${cdata(status === 'draft' ? '' : `post-${number}`)}</wp:post_name>
<wp:status>${cdata(status)}</wp:status>
<wp:post_parent>0</wp:post_parent>
<wp:post_type>${cdata('post')}</wp:post_type>
<wp:post_password></wp:post_password>
<wp:is_sticky>${number === 1 ? 1 : 0}</wp:is_sticky>
<category domain="category" nicename="${slug}">${cdata(name)}</category>
<category domain="post_tag" nicename="dice">${cdata('Dice')}</category>
<wp:postmeta><wp:meta_key>${cdata('_thumbnail_id')}</wp:meta_key><wp:meta_value>${cdata('9001')}</wp:meta_value></wp:postmeta>
${number % 10 === 0 ? `<wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>${cdata('Nice <b>post</b>')}</wp:comment_content></wp:comment>` : ''}
</item>`;
}

function attachment(id: number, name: string): string {
  return `<item><title>${name}</title><link>https://wp.example/${name}/</link><wp:post_id>${id}</wp:post_id><wp:status>inherit</wp:status><wp:post_type>attachment</wp:post_type><wp:attachment_url>${cdata(`https://wp.example/wp-content/uploads/2024/01/${name}.png`)}</wp:attachment_url></item>`;
}

function other(type: string, slug: string): string {
  return `<item><title>${slug}</title><link>https://wp.example/${slug}/</link><dc:creator>${cdata('ann')}</dc:creator><content:encoded>${cdata(`Text of ${slug}.`)}</content:encoded><wp:post_id>${slug.length + 9100}</wp:post_id><wp:post_date>${cdata('2020-01-01 00:00:00')}</wp:post_date><wp:post_date_gmt>${cdata('2020-01-01 00:00:00')}</wp:post_date_gmt><wp:post_name>${slug}</wp:post_name><wp:status>publish</wp:status><wp:post_type>${type}</wp:post_type></item>`;
}

export function makeWordPressExport({ posts }: ExportOptions): string {
  return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Odds &amp; Ends</title>
<link>https://wp.example</link>
<description>On odds</description>
<language>en-US</language>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://wp.example</wp:base_site_url>
<wp:base_blog_url>https://wp.example</wp:base_blog_url>
${AUTHORS.map(([login, name], index) => `<wp:author><wp:author_id>${index + 1}</wp:author_id><wp:author_login>${cdata(login)}</wp:author_login><wp:author_display_name>${cdata(name)}</wp:author_display_name></wp:author>`).join('\n')}
${CATEGORIES.map(([slug, parent, name], index) => `<wp:category><wp:term_id>${index + 1}</wp:term_id><wp:category_nicename>${slug}</wp:category_nicename><wp:category_parent>${parent}</wp:category_parent><wp:cat_name>${cdata(name)}</wp:cat_name></wp:category>`).join('\n')}
${Array.from({ length: posts }, (_, index) => item(index + 1)).join('\n')}
${attachment(9001, 'a')}
${attachment(9002, 'b')}
${other('page', 'about')}
${other('page', 'imprint')}
${other('nav_menu_item', 'menu')}
</channel>
</rss>
`;
}
