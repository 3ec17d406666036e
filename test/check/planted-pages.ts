/**
 * Pages of themes that break a rule of paid links, each in one way, and pages that break none. They are written as people who
 * make themes write HTML, from the rules that docs/paid-links.md names, without a look at the code that judges them.
 *
 * `{url}` is the address of a paid link of the page, and `{offer}` that of an offer, which has two conditions.
 */
export const NOTICE_TEXT = 'We are paid for the links that are marked “(ad)”.';
export const TERMS = 'New customers only. Orders from 20 pounds.';
export const UNTIL = 'Until January 31, 2999';

const NOTICE = `<p class="paid-notice">${NOTICE_TEXT}</p>`;
const MARK = '<span class="paid-mark"> (ad)</span>';
const REL = 'rel="sponsored nofollow noopener"';
const SMALL = `<small>(${TERMS} · ${UNTIL})</small>`;
const MORE =
  '<p>The rest of the page is about something else, at some length, so that whatever stands below it is far away from the link.</p>';

export interface Planted {
  name: string;
  html: string;
}
type Rows = [name: string, html: string][];

const link = (words: string, rel = REL) => `<a href="{url}" ${rel}>${words}</a>`;
const offerLink = (words = `three books${MARK}`) => `<a href="{offer}" ${REL}>${words}</a>`;
const page = (inner: string, notice = NOTICE) =>
  `${notice}<p>Before the link stands this sentence. Take ${inner} today, or leave it.</p>${MORE}`;
const withWord = (word: string) => page(link(`the deal${word}`));
const withTerms = (terms: string) => page(`${offerLink()} ${terms}`);
const withNotice = (notice: string) => page(link(`the deal${MARK}`), notice);

/** Ways in which words are in a page and not before the eyes of its readers. `@@` is what they hide. */
const HIDING: Rows = [
  ['hidden', '<span hidden>@@</span>'],
  ['hidden of a parent', '<span hidden><b>@@</b></span>'],
  ['hidden until found', '<span hidden="until-found">@@</span>'],
  ['display: none', '<span style="display: none">@@</span>'],
  ['DISPLAY:NONE!important', '<span style="DISPLAY:NONE!important">@@</span>'],
  ['display none of a parent', '<span style="color:red;display:none"><i>@@</i></span>'],
  ['visibility: hidden', '<span style="visibility:hidden">@@</span>'],
  ['visibility: collapse', '<span style="visibility: collapse;">@@</span>'],
  ['opacity: 0', '<span style="opacity:0">@@</span>'],
  ['opacity: .0', '<span style="opacity: .0">@@</span>'],
  ['opacity: 0%', '<span style="opacity: 0%">@@</span>'],
  ['font-size: 0', '<span style="font-size:0">@@</span>'],
  ['font-size: 0px', '<span style="font-size: 0px">@@</span>'],
  ['font-size: 1px', '<span style="font-size: 1px">@@</span>'],
  ['color: transparent', '<span style="color: transparent">@@</span>'],
  ['left of the screen', '<span style="position:absolute;left:-9999px">@@</span>'],
  ['above the screen', '<span style="position:fixed;top:-100vh">@@</span>'],
  ['text-indent', '<span style="display:inline-block;text-indent:-9999px">@@</span>'],
  ['clip', '<span style="position:absolute;clip:rect(0 0 0 0)">@@</span>'],
  ['clip-path', '<span style="clip-path: inset(100%)">@@</span>'],
  ['scale', '<span style="display:inline-block;transform:scale(0)">@@</span>'],
  ['no height', '<span style="display:block;height:0;overflow:hidden">@@</span>'],
  ['no width', '<span style="display:inline-block;width:0px;overflow:hidden">@@</span>'],
  ['content-visibility', '<span style="content-visibility:hidden">@@</span>'],
  ['aria-hidden', '<span aria-hidden="true">@@</span>'],
  ['template', '<template>@@</template>'],
  ['noscript', '<noscript>@@</noscript>'],
  ['script', '<script type="text/plain">@@</script>'],
  ['style', '<style>/* @@ */</style>'],
  ['comment', '<!-- @@ -->'],
  ['closed dialog', '<dialog>@@</dialog>'],
  ['popover', '<span popover>@@</span>'],
  ['title attribute', '<span title="@@"></span>'],
  ['aria-label', '<span aria-label="@@"></span>'],
  ['data attribute', '<span data-label="@@"></span>'],
  ['hidden input', '<input type="hidden" value="@@">'],
  ['option', '<select><option>other</option><option>@@</option></select>'],
  ['datalist', '<datalist id="l"><option>@@</option></datalist>'],
  ['video', '<video>@@</video>'],
  ['canvas', '<canvas>@@</canvas>'],
  ['iframe', '<iframe title="x">@@</iframe>'],
  ['object', '<object type="image/png">@@</object>'],
  ['title of a drawing', '<svg><title>@@</title></svg>'],
  ['desc of a drawing', '<svg><desc>@@</desc></svg>'],
  ['defs of a drawing', '<svg><defs><text>@@</text></defs></svg>'],
  ['a class of the theme', '<span class="planted-away">@@</span>'],
  ['two classes of the theme', '<span class="planted-a x planted-b">@@</span>'],
  ['a class below another', '<span class="planted-box"><i><b class="planted-in">@@</b></i></span>'],
  ['an attribute of the theme', '<span data-planted="no">@@</span>'],
  ['an element of the theme', '<planted-word>@@</planted-word>'],
  ['an id of the theme', '<span id="planted-id">@@</span>'],
  ['a class within a media query', '<span class="planted-wide">@@</span>'],
  ['a class off the screen', '<span class="planted-off">@@</span>'],
  ['a nested rule', '<span class="planted-outer"><i class="planted-inner">@@</i></span>'],
  ['only for screen readers', '<span class="visually-hidden">@@</span>'],
];
export const STYLE = `.planted-away { display: none }
.planted-a.planted-b, .planted-none { color: red; visibility: hidden }
.planted-box > i .planted-in { opacity: 0 }
[data-planted="no"] { font-size: 0 }
planted-word { display: none !important }
#planted-id { display: none }
@media (min-width: 1px) { .planted-wide { display: none } }
.planted-off { position: absolute; left: -10000px }
.planted-outer { & .planted-inner { display: none } }
.planted-shown { display: inline; opacity: .9; font-size: .9em; position: relative; left: 0 }
.planted-closed .planted-shown { display: none }
.planted-hover:hover { opacity: 0 }
@media print { .planted-screen { display: none } }
`;
const hide = (way: string, what: string) => way.replace('@@', what);

const WORDS: Rows = [
  ['none', ''],
  ['an empty mark', '<span class="paid-mark"></span>'],
  ['a mark of blanks', '<span class="paid-mark">&nbsp;</span>'],
  ['a mark of a zero-width space', '<span class="paid-mark">&#8203;</span>'],
  ['empty brackets', ' ()'],
  ['a star', '*'],
  ['a star above', '<sup>*</sup>'],
  ['a number', '<sup>1</sup>'],
  ['a shopping cart', ' 🛒'],
  ['a euro', ' (€)'],
  ['an i', ' ⓘ'],
  ['an arrow', ' ↗'],
  ['a hash', ' #'],
  ['Russian', ' (реклама)'],
  ['German', ' (Anzeige)'],
  ['Korean', ' (광고)'],
  ['Turkish', ' (reklam)'],
  ['French', ' (publicité)'],
  ['sponsored', ' (sponsored)'],
  ['partner', ' (partner)'],
  ['affiliate link', ' (affiliate link)'],
  ['promoted', ' (promoted)'],
  ['recommended', ' (recommended)'],
  ['external', ' (external)'],
  ['a letter of another script', ' (аd)'],
  ['letters apart', ' (a d)'],
  ['letters in elements apart', ' (<i>a</i> <i>d</i>)'],
  ['a longer word', ' (add)'],
  ['the end of a word', ' (read)'],
  ['backwards', ' (da)'],
  ['denied', ' (not an ad)'],
  ['denied with no', ' (no ad)'],
  ['free of it', ' (ad-free)'],
  ['a picture without words', '<img src="/ad.png" alt="">'],
  ['a drawing', '<svg viewBox="0 0 9 9"><path d="M0 0h9"/></svg>'],
  ['drawn by a style', '<span class="ad-before"></span>'],
];

const AROUND: Rows = [
  ['prose before has the word', page(`the offer that an ad in the paper spoke of: ${link('the deal')}`)],
  ['prose behind has the word', page(`${link('the deal')}, which an ad named,`)],
  ['prose before has the label', page(`what no advertisement says: ${link('the deal')}`)],
  ['words of the link speak of an ad', page(link('the best ad of the year'))],
  ['words of the link deny it', page(link('this is no advertisement'))],
  ['at the end of the page', `${page(link('the deal'))}${MORE}<p>(ad)</p>`],
  ['a paragraph further on', `${page(link('the deal'))}<p>(ad)</p>`],
  ['in a footnote', `${page(link('the deal<sup>1</sup>'))}<ol><li>(ad)</li></ol>`],
  ['in the first heading', `<h2>Advertisement</h2>${MORE}${page(link('the deal'))}`],
  [
    'at another link',
    page(
      `${link(`one${MARK}`)} and then, after quite some further words that say nothing, also ${link('another one')}`,
    ),
  ],
  [
    'at the second of two',
    page(`${link('one thing that is rather good')} and also ${link(`another one${MARK}`)}`),
  ],
  [
    'in the next item',
    `${NOTICE}<ul><li>Take ${link('the deal')} today, it is worth it</li><li>The other one (ad)</li></ul>`,
  ],
  ['in the item before', `${NOTICE}<ul><li>One thing (ad)</li><li>${link('the deal')}</li></ul>`],
  [
    'in the row before',
    `${NOTICE}<table><tr><td>One</td><td>(ad)</td></tr><tr><td>${link('the deal')}</td><td>no word</td></tr></table>`,
  ],
  [
    'in a caption of another figure',
    `${NOTICE}<figure><img src="/a.png" alt="A shop"><figcaption>(ad)</figcaption></figure><p>${link('the deal')}</p>`,
  ],
  ['a link of a picture without a word', page(link('<img src="/a.png" alt="A shop">'))],
  ['a link of a picture without alt', page(link('<img src="/a.png" alt="">'))],
  ['a link of a picture that names the word', page(link('<img src="/a.png" alt="A shop" title="(ad)">'))],
  ['an empty link', page(link(''))],
  [
    'a heading of another part',
    `${NOTICE}<h2>Ad</h2><p>Words about something else, and enough of them that nobody thinks of the heading.</p><h2>Shops</h2><p>${link('the deal')}</p>`,
  ],
];

const RELS: Rows = [
  ['no rel', ''],
  ['an empty rel', 'rel=""'],
  ['nofollow', 'rel="nofollow noopener"'],
  ['ugc', 'rel="ugc"'],
  ['external', 'rel="external noopener noreferrer"'],
  ['a longer word', 'rel="nofollow unsponsored"'],
  ['a word with a hyphen', 'rel="not-sponsored"'],
  ['a word with a hyphen behind', 'rel="sponsored-by"'],
  ['words joined', 'rel="sponsored,nofollow"'],
  ['misspelt', 'rel="sponsered nofollow"'],
  ['rev', 'rev="sponsored"'],
  ['a data attribute', 'data-rel="sponsored nofollow"'],
  ['a class', 'class="sponsored"'],
];

/** Elements that lead to an address and are no `<a href>`, without a word and without `rel`. */
const CARRIERS: Rows = [
  ['an area of a map', '<map name="m"><area href="{url}" coords="0,0,9,9" alt="A shop"></map>'],
  ['a link of a drawing', '<svg><a href="{url}"><text>A shop</text></a></svg>'],
  ['a link of a drawing, as it was written', '<svg><a xlink:href="{url}"><text>A shop</text></a></svg>'],
  ['a form', '<form action="{url}"><button>Go</button></form>'],
  ['a form that posts', '<form method="post" action="{url}"><input type="submit" value="Go"></form>'],
  ['a button', '<form><button formaction="{url}">Go</button></form>'],
  ['an input', '<form><input type="submit" formaction="{url}" value="Go"></form>'],
  ['an input with a picture', '<form><input type="image" src="/a.png" alt="Go" formaction="{url}"></form>'],
  ['a frame', '<iframe src="{url}" title="A shop"></iframe>'],
  ['an embedded thing', '<embed src="{url}" type="text/html">'],
  ['an object', '<object data="{url}" type="text/html"></object>'],
  ['a script at an element', `<span role="link" onclick="location='{url}'">A shop</span>`],
  ['a script at a button', `<button onclick="window.open('{url}')">A shop</button>`],
  ['data-href', '<span role="link" data-href="{url}">A shop</span>'],
  ['data-url', '<button data-url="{url}">A shop</button>'],
  ['a link with a script', `<a href="#" onclick="location='{url}'">A shop</a>`],
  ['a prefetch', '<link rel="prefetch" href="{url}">'],
  ['a prerender', '<link rel="prerender" href="{url}">'],
];

/** Other spellings of the address. */
const SPELLINGS: Rows = [
  ['upper case', '{URL}'],
  ['http', '{http}'],
  ['without a scheme', '{relative}'],
  ['a port', '{port}'],
  ['a user', '{user}'],
  ['white space', ' {url}\n'],
  ['a line break within', '{broken}'],
  ['references to characters', '{references}'],
  ['a fragment', '{url}#top'],
  ['a parameter more', '{url}?utm_source=site'],
  ['a dot at the end of the host', '{dotted}'],
  ['a path below', '{url}more/of/it'],
  ['back slashes', '{slashes}'],
];

const NOTICES: Rows = [
  ['none', ''],
  ['an empty one', '<p class="paid-notice"></p>'],
  ['half of it', '<p class="paid-notice">We are paid for the links.</p>'],
  ['other words', '<p class="paid-notice">This page may have links of partners.</p>'],
  ['Russian', '<p class="paid-notice">Нам платят за ссылки с пометкой «(реклама)».</p>'],
];

const CONDITIONS: Rows = [
  ['none', ''],
  ['the first only', `<small>(${TERMS})</small>`],
  ['the end only', `<small>(${UNTIL})</small>`],
  ['half of the terms', `<small>(New customers only. · ${UNTIL})</small>`],
  ['another day', `<small>(${TERMS} · Until January 31, 2998)</small>`],
  ['other words', '<small>(Terms apply)</small>'],
  ['a link to them', '<small>(<a href="/terms">Terms</a>)</small>'],
  ['an empty element', '<small></small>'],
  ['in a folded part', `<details><summary>Terms</summary>${TERMS} · ${UNTIL}</details>`],
];

/** @returns the rows with names that no other kind has */
const name = (kind: string, rows: Rows, make: (html: string) => string): Planted[] =>
  rows.map(([what, html]) => ({ name: `${kind}: ${what}`, html: make(html) }));

export const PLANTED: readonly Planted[] = [
  ...name('a hidden word', HIDING, (way) => withWord(hide(way, ' (ad)'))),
  ...name('a hidden sentence', HIDING, (way) => withNotice(`<p>${hide(way, NOTICE_TEXT)}</p>`)),
  ...name('hidden conditions', HIDING, (way) => withTerms(hide(way, `${TERMS} · ${UNTIL}`))),
  ...name('a wrong word', WORDS, withWord),
  ...name('a word elsewhere', AROUND, (html) => html),
  ...name('a wrong rel', RELS, (rel) => page(link(`the deal${MARK}`, rel))),
  ...name('a wrong rel of an offer', RELS, (rel) =>
    page(`<a href="{offer}" ${rel}>three books${MARK}</a> ${SMALL}`),
  ),
  ...name('no word and no rel', CARRIERS, (html) => page(html)),
  ...name('no word and no rel at an offer', CARRIERS, (html) => page(html.replaceAll('{url}', '{offer}'))),
  ...name('another spelling', SPELLINGS, (url) => page(`<a href="${url}">the deal</a>`)),
  ...name('a wrong sentence', NOTICES, withNotice),
  ...name(
    'a sentence elsewhere',
    [
      ['behind the link', `${page(link(`the deal${MARK}`), '')}${NOTICE}`],
      ['at the end', `${page(link(`the deal${MARK}`), '')}${MORE}${NOTICE}`],
    ],
    (html) => html,
  ),
  ...name('wrong conditions', CONDITIONS, withTerms),
  { name: 'conditions far below', html: `${withTerms('')}${MORE}${MORE}<p>${TERMS} ${UNTIL}</p>` },
  { name: 'conditions far above', html: `<p>${TERMS} ${UNTIL}</p>${MORE}${MORE}${withTerms('')}` },
  { name: 'an offer with a parameter more', html: page('<a href="{offer}&amp;sub=1">three books</a>') },
  { name: 'an offer with a fragment', html: page('<a href="{offer}#top">three books</a>') },
  {
    name: 'an offer with a parameter more, and without conditions',
    html: page(`<a href="{offer}&amp;sub=1" ${REL}>three books${MARK}</a>`),
  },
];

/** Pages that say what they have to, in ways of their own. */
export const RIGHT: readonly Planted[] = name(
  'right',
  [
    ['as the program writes it', withWord(MARK)],
    ['a word before', page(`<b>Ad</b> ${link('the deal')}`)],
    ['a word before, with a colon', page(`this. Ad: ${link('the deal')}`)],
    ['a word behind', page(`${link('the deal')} (ad)`)],
    ['a word in wide brackets', page(`${link('the deal')}（ad）`)],
    ['a word in corner brackets', page(`【ad】${link('the deal')}`)],
    ['a word behind, in an element', page(`${link('the deal')} <em>Ad</em>`)],
    ['square brackets', withWord(' [Ad]')],
    ['upper case', withWord(' (AD)')],
    ['the label', withWord(' – Advertisement')],
    ['the label before', page(`<strong>Advertisement</strong> ${link('the deal')}`)],
    ['a no-break space', withWord('&nbsp;(ad)')],
    ['references', withWord(' &#40;a&#100;&#41;')],
    ['a box with a label', `${NOTICE}<div><p>Advertisement</p><p>${link('the deal')}</p></div>`],
    [
      'a heading of the box',
      `${NOTICE}<aside><h2>Advertisement</h2><ul><li>${link('the deal')}</li></ul></aside>`,
    ],
    [
      'a badge in a card',
      `${NOTICE}<article><span class="badge">Ad</span><h3>${link('the deal')}</h3></article>`,
    ],
    ['a cell beside it', `${NOTICE}<table><tr><td>${link('the deal')}</td><td>Ad</td></tr></table>`],
    ['a picture whose words have it', page(link('<img src="/a.png" alt="A shop"> <span>Ad</span>'))],
    ['a word in bold', withWord(' <b>(ad)</b>')],
    ['rel in upper case', page(link(`the deal${MARK}`, 'REL="NOFOLLOW SPONSORED"'))],
    ['rel with a line break', page(link(`the deal${MARK}`, 'rel="nofollow\n  sponsored"'))],
    ['conditions as the program writes them', withTerms(SMALL)],
    ['conditions in a list', `${NOTICE}<p>${offerLink()}</p><ul><li>${TERMS}</li><li>${UNTIL}</li></ul>`],
    ['conditions before', `${NOTICE}<p>${TERMS} ${UNTIL}</p><p>${offerLink()}</p>`],
    ['conditions in two elements', withTerms(`<i>${TERMS}</i> <i>${UNTIL}</i>`)],
    [
      'conditions with marks within',
      withTerms(`<small>New <b>customers</b> only. Orders from 20&nbsp;pounds. ${UNTIL}</small>`),
    ],
    [
      'conditions in an open part',
      withTerms(`<details open><summary>Terms</summary>${TERMS} · ${UNTIL}</details>`),
    ],
    ['a class that styles', withWord('<span class="planted-shown"> (ad)</span>')],
    ['a class that a state hides', withWord('<span class="planted-hover"> (ad)</span>')],
    [
      'something else is hidden',
      page(`<span hidden>old</span>${link(`the deal${MARK}`)}<i style="display:none">x</i>`),
    ],
    [
      'a sign that is hidden from screen readers',
      page(`<i aria-hidden="true">★</i> ${link(`the deal${MARK}`)}`),
    ],
    ['a hidden copy and a shown one', withWord('<span hidden>(ad)</span> (ad)')],
    [
      'a sentence with marks within',
      withNotice('<p>We are <b>paid</b> for the links that are marked “(ad)”.</p>'),
    ],
    ['a sentence in an aside', withNotice(`<aside>${NOTICE_TEXT}</aside>`)],
    [
      'styles that hide nothing',
      withWord('<span style="opacity:.8;left:0;font-size:.8em;color:#555"> (ad)</span>'),
    ],
    ['no paid link', '<p>Take <a href="https://other.example/">this</a>.</p>'],
    [
      'a page of the host that is an exception',
      '<p>Read <a href="https://press.paid.example/">the press page</a>.</p>',
    ],
  ],
  (html) => html,
);

const component = (name: string, props: string, jsx: string) => ({
  [`theme/components/${name}.tsx`]: `export default function Own(${props}) { return ${jsx}; }\n`,
});
const PARTNER = 'https://p1.paid.example/x';

/** Parts of a theme and settings that break a rule on every page that has them. The site has an article that somebody paid for, and a block of paid links. */
export const PARTS: readonly (readonly [name: string, files: Record<string, string>, settings?: object])[] = [
  ['a header', component('SiteHeader', '', `<header><a href="${PARTNER}">Shop</a></header>`)],
  ['a footer', component('SiteFooter', '', `<footer><a href="${PARTNER}" rel="sponsored">Shop</a></footer>`)],
  ['a menu', {}, { footer: { groups: [{ title: 'Shops', links: [{ title: 'Shop', url: PARTNER }] }] } }],
  ['a byline', component('Byline', '', `<p>By us. <a href="${PARTNER}" rel="nofollow">Shop</a></p>`)],
  ['a box of the author', component('AuthorBox', '', `<form action="${PARTNER}"><button>Go</button></form>`)],
  [
    'a page of its own',
    {
      'theme/pages/shops.tsx': `export const title = 'Shops';\nexport const description = 'Shops.';\nexport default () => <p><a href="${PARTNER}">Shop</a></p>;\n`,
    },
  ],
  [
    'a home page',
    {
      'theme/views/home.tsx': `export default () => <p>An ad for <a href="${PARTNER}" rel="sponsored">Shop</a></p>;\n`,
    },
  ],
  [
    'blocks without a label',
    component(
      'PaidLinks',
      '{ page }',
      '<div dangerouslySetInnerHTML={{ __html: page.ads?.blocks.join("") ?? "" }} />',
    ),
  ],
  [
    'blocks with a hidden label',
    component(
      'PaidLinks',
      '{ page }',
      '<div><p hidden>Advertisement</p><div dangerouslySetInnerHTML={{ __html: page.ads?.blocks.join("") ?? "" }} /></div>',
    ),
  ],
  [
    'blocks with the label below',
    component(
      'PaidLinks',
      '{ page }',
      '<div><div dangerouslySetInnerHTML={{ __html: page.ads?.blocks.join("") ?? "" }} /><p>Advertisement</p></div>',
    ),
  ],
  [
    'blocks with another label',
    component(
      'PaidLinks',
      '{ page }',
      '<div><p>Friends</p><div dangerouslySetInnerHTML={{ __html: page.ads?.blocks.join("") ?? "" }} /></div>',
    ),
  ],
  ['a style for the label of blocks', { 'theme/style.css': '.paid-label { display: none }' }],
  ['a style for the word', { 'theme/style.css': '.paid-mark { font-size: 0 }' }],
  [
    'a style for the sentence',
    { 'theme/style.css': 'article .paid-notice { position: absolute; left: -99rem }' },
  ],
  [
    'cards without the label',
    component(
      'ArticleCard',
      '{ article }',
      "<p><a href={article.url}>{article.title.replace('Advertisement: ', '')}</a></p>",
    ),
  ],
  [
    'cards with a hidden label',
    component(
      'ArticleCard',
      '{ article }',
      "<p><a href={article.url}><span hidden>Advertisement:</span> {article.title.replace('Advertisement: ', '')}</a></p>",
    ),
  ],
  [
    'titles without the label',
    {
      'theme/views/article.tsx':
        "export default ({ page, body }) => <article><h1>{page.title.replace('Advertisement: ', '')}</h1><p>{page.sponsored}</p><div dangerouslySetInnerHTML={{ __html: body?.html ?? '' }} /></article>;\n",
    },
  ],
  [
    'articles that do not name who paid',
    {
      'theme/views/article.tsx':
        "export default ({ page, body }) => <article><h1>{page.title}</h1><div dangerouslySetInnerHTML={{ __html: body?.html ?? '' }} /></article>;\n",
    },
  ],
  [
    'a directive',
    {
      'theme/directives/shop.tsx': `import * as z from 'zod';\nexport const attributes = z.strictObject({});\nexport default () => <map name="m"><area href="${PARTNER}" alt="Shop" /></map>;\n`,
    },
  ],
];
