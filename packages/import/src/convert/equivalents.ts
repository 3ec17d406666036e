/** Maps the elements of other tools (shortcodes, Liquid tags, JSX, HTML, admonitions) by name to what they become. */
import { calloutType } from './directive-text.ts';
import {
  anchor,
  around,
  attribute,
  block,
  callout,
  caption,
  card,
  code,
  codeSpan,
  details,
  division,
  type Element,
  type Equivalent,
  figure,
  formula,
  frame,
  hexoButton,
  image,
  inner,
  kept,
  linkTo,
  media,
  nothing,
  postLink,
  quotation,
  reference,
  referenceOrLink,
  type Shown,
  socialPost,
  summary,
  type Targets,
  tab,
  titled,
  video,
  videoById,
} from './element-writers.ts';
import { blockPiece, headingPiece } from './pieces.ts';
import { codeGroup, tabs } from './tab-writers.ts';

/** Gives several elements the same equivalent. @param names in lower case, divided by spaces */
function all(names: string, equivalentOf: (name: string) => Equivalent): Record<string, Equivalent> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, equivalentOf(name)]));
}

/** Elements that contain Markdown. Names are in lower case. */
const CONVERTED: Readonly<Record<string, Equivalent>> = {
  ...all(
    `abstract bug caution danger error important info question success tip warn warning attention`,
    (name) => callout(calloutType(name)),
  ),
  ...all(`admonition alert aside callout hint note notice panel alertbox infobox messagebox`, () =>
    callout(null),
  ),
  ...all(`accordion collapse collapsible details expand expander spoiler toggle dropdown`, () => details),
  ...all(
    `image img imgproc staticimage picture zoomimage responsiveimage resize_image asset_img`,
    () => image,
  ),
  ...all('figure frame', () => figure),
  figcaption: caption,
  ...all('tab tabitem tabpanel codegroupitem vtcodegrouptab', () => tab),
  step: titled,
  ...all('card linkcard', () => card),
  // Tags of NexT, the most used theme of Hexo.
  label: (element) =>
    element.notation === 'liquid' ? labelOf([...element.attributes.values()].join(' ')) : element.inner,
  btn: (element, targets) =>
    element.notation === 'liquid' ? hexoButton(element, targets) : anchor(element, targets),
  ...all('cq centerquote', () => quotation),
  ...all('gp grouppicture', () => division),
  ...all('abbr big cite font small span u ins time wbr nobr var dfn noscript picture', () => inner),
  ...all(
    `article center div fragment header footer main section steps cardgrid testimonial columns column row col unsafe rawhtml
     browseronly markdown cards cardgroup accordiongroup accordions content-ref`,
    () => division,
  ),
  ...all('tabs subtabs tabgroup tabpane', () => tabs),
  ...all('codegroup code-group codetabs vtcodegroup', () => codeGroup),
  // The fragments of JSX have no name.
  '': division,
  pitfall: callout('warning'),
  deepdive: details,
  p: block,
  // Headings of HTML that contain Markdown.
  ...all(
    'h1 h2 h3 h4 h5 h6',
    (name) =>
      ({ inner }) =>
        headingPiece(name, inner ?? ''),
  ),
  // Lists of HTML that contain Markdown.
  ...all('ul ol', () => block),
  li: (element) => blockPiece(`- ${(element.inner ?? '').trim().replace(/\n(?=[^\n])/g, '\n  ')}`),
  summary,
  ...all('a button linkbutton', () => anchor),
  link: referenceOrLink,
  ...all('ref relref post_url', () => reference),
  post_link: postLink,
  b: around('**'),
  strong: around('**'),
  i: around('*'),
  em: around('*'),
  s: around('~~'),
  del: around('~~'),
  strike: around('~~'),
  ...all('sup sub kbd mark', () => kept),
  q: (element) => `“${element.inner ?? ''}”`,
  br: () => '<br>',
  hr: () => blockPiece('---'),
  youtube: videoById('https://youtu.be/'),
  vimeo: videoById('https://vimeo.com/'),
  iframe: frame,
  embed: frame,
  badge: (element) => attribute(element, 'text', 'label', 'content') ?? element.inner,
  video: (element, targets) => video(element, targets) ?? media('Video')(element, targets),
  audio: media('Audio'),
  ...all('blockquote quote pullquote', () => quotation),
  ...all('tweet twitter x', () => socialPost),
  gist: linkTo('Code on GitHub Gist', (element) => {
    const [user, id] = [attribute(element, '0', 'user'), attribute(element, '1', 'id')];
    const url = attribute(element, 'url', 'src');
    if (url) return url.replace(/\.js$/, '');
    return id ? `https://gist.github.com/${user}/${id}` : user && `https://gist.github.com/${user}`;
  }),
  instagram: linkTo('Post on Instagram', (element) => {
    const id = attribute(element, '0', 'id');
    return id && `https://www.instagram.com/p/${id}/`;
  }),
  ...all('toc tocinline comment truncate', () => nothing),
};

/** `primary@The words` → `The words`. */
const labelOf = (text: string) => text.replace(/^[\w-]*@/, '');

/** Text of one line in HTML stays in its line; other texts are blocks. */
function inlineOr(inline: Equivalent, block: Equivalent): Equivalent {
  return (element, targets) =>
    element.notation === 'html' &&
    element.source !== null &&
    (element.isHtml || !element.source.includes('\n'))
      ? inline(element, targets)
      : block(element, targets);
}

/** Elements that contain code, which is not converted. */
const VERBATIM: Readonly<Record<string, Equivalent>> = {
  ...all('codeblock code-toggle filetree codefence', () => code),
  ...all('code samp tt', () => inlineOr(codeSpan, code)),
  // A component of this name usually shows marked text.
  highlight: inlineOr((element) => element.source, code),
  ...all('math katex latex', () => formula),
  mermaid: (element, targets) => code({ ...element, attributes: new Map([['lang', 'mermaid']]) }, targets),
  style: nothing,
};

export function isVerbatim(name: string): boolean {
  return Object.hasOwn(VERBATIM, name.toLowerCase()) || /^(?:pre|script|math)$/i.test(name);
}

/** @returns null if there is no equivalent */
export function findEquivalent(element: Element, targets: Targets): Shown {
  const name = element.name
    .toLowerCase()
    .replace(/\.(?:html|md)$/, '')
    .replace(/^.*[ /.]/, '')
    // The names of its components differ: `LiteYouTubeEmbed`, `youtube-enhanced`.
    .replace(/^.*youtube.*$/, 'youtube');
  for (const table of [VERBATIM, CONVERTED]) {
    const equivalent = Object.hasOwn(table, name) ? table[name] : undefined;
    if (equivalent === undefined) continue;
    const shown = equivalent(element, targets);
    // A tag without a text, such as that of a theme's footer, has shown something that is not here.
    const isLost =
      typeof shown === 'string' && shown.trim() === '' && equivalent !== nothing && element.inner === null;
    return isLost && (element.notation !== 'html' || /^[A-Z]/.test(element.name)) ? null : shown;
  }
  // A component with an address and a text is probably a link.
  const isLink =
    element.notation === 'html' && (element.inner ?? '').trim() !== '' && attribute(element, 'href') !== null;
  return isLink ? anchor(element, targets) : null;
}
