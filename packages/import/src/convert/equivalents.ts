/** Maps the elements of other tools (shortcodes, Liquid tags, JSX, HTML, admonitions) by name to what they become. */
import { calloutType } from './directive-text.ts';
import type { Element } from './element.ts';
import {
  anchor,
  around,
  attribute,
  block,
  callout,
  card,
  code,
  details,
  division,
  type Equivalent,
  frame,
  image,
  inner,
  kept,
  linkTo,
  media,
  NO_TARGETS,
  nothing,
  quotation,
  socialPost,
  type Targets,
  tab,
  tabs,
  titled,
  video,
  videoById,
} from './element-writers.ts';

/** Gives several elements the same equivalent. @param names in lower case, divided by spaces */
function all(names: string, equivalentOf: (name: string) => Equivalent): Record<string, Equivalent> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, equivalentOf(name)]));
}

/** Elements that contain Markdown. Names are in lower case. */
const CONVERTED: Readonly<Record<string, Equivalent>> = {
  ...all(
    `abstract bug caution danger error important info note question success tip warn warning attention`,
    (name) => callout(calloutType(name)),
  ),
  ...all(`admonition alert aside callout hint notice panel alertbox infobox messagebox`, () => callout(null)),
  ...all(`accordion collapse collapsible details expand expander spoiler toggle dropdown`, () => details),
  ...all(`figure image img imgproc staticimage picture zoomimage responsiveimage`, () => image),
  ...all('tab tabitem tabpanel', () => tab),
  ...all('step card', () => titled),
  ...all(
    'abbr big cite font label small span u ins time wbr nobr var dfn figcaption linkbutton noscript picture',
    () => inner,
  ),
  ...all(
    `article center div fragment header footer main section steps cardgrid testimonial columns column row col unsafe rawhtml
     browseronly markdown`,
    () => division,
  ),
  ...all('tabs tabgroup codegroup codetabs', () => tabs),
  // The fragments of JSX have no name.
  '': division,
  pitfall: callout('warning'),
  deepdive: details,
  p: block,
  summary: (element) => `\ue000${(element.inner ?? '').replace(/\s+/g, ' ').trim()}\ue000`,
  a: anchor,
  link: anchor,
  b: around('**'),
  strong: around('**'),
  i: around('*'),
  em: around('*'),
  s: around('~~'),
  del: around('~~'),
  strike: around('~~'),
  samp: around('`'),
  tt: around('`'),
  ...all('sup sub kbd mark', () => kept),
  q: (element) => `“${element.inner ?? ''}”`,
  br: () => '<br>',
  hr: () => '\n\n---\n\n',
  'lite-youtube': videoById('https://youtu.be/'),
  youtube: videoById('https://youtu.be/'),
  'youtube-enhanced': videoById('https://youtu.be/'),
  youtubeembed: videoById('https://youtu.be/'),
  liteyoutube: videoById('https://youtu.be/'),
  vimeo: videoById('https://vimeo.com/'),
  iframe: frame,
  embed: frame,
  badge: (element) => attribute(element, 'text', 'label', 'content') ?? element.inner,
  linkcard: card,
  video: (element, targets) => video(element, targets) ?? media('Video')(element, targets),
  audio: media('Audio'),
  blockquote: quotation,
  quote: quotation,
  tweet: socialPost,
  twitter: socialPost,
  x: socialPost,
  gist: linkTo('Code on GitHub Gist', (element) => {
    const [user, id] = [attribute(element, '0', 'user'), attribute(element, '1', 'id')];
    return id ? `https://gist.github.com/${user}/${id}` : user && `https://gist.github.com/${user}`;
  }),
  instagram: linkTo('Post on Instagram', (element) => {
    const id = attribute(element, '0', 'id');
    return id && `https://www.instagram.com/p/${id}/`;
  }),
  toc: nothing,
  comment: nothing,
  truncate: nothing,
};

/** Elements that contain code, which is not converted. */
const VERBATIM: Readonly<Record<string, Equivalent>> = {
  highlight: code,
  codeblock: code,
  'code-toggle': code,
  filetree: code,
  codefence: code,
  code: (element) =>
    element.notation === 'html' && !(element.inner ?? '').includes('\n')
      ? around('`')(element, NO_TARGETS)
      : code(element, NO_TARGETS),
  raw: inner,
  verbatim: inner,
  style: nothing,
};

export function isVerbatim(name: string): boolean {
  return Object.hasOwn(VERBATIM, name.toLowerCase()) || /^(?:pre|script|math)$/i.test(name);
}

/** @returns null if there is no equivalent */
export function findEquivalent(element: Element, targets: Targets): string | null {
  const name = element.name
    .toLowerCase()
    .replace(/^.*\//, '')
    .replace(/\.(?:html|md)$/, '');
  for (const table of [VERBATIM, CONVERTED])
    if (Object.hasOwn(table, name)) return table[name]?.(element, targets) ?? null;
  // A component with an address and a text is probably a link.
  const isLink =
    element.notation === 'html' && (element.inner ?? '').trim() !== '' && attribute(element, 'href') !== null;
  return isLink ? anchor(element, targets) : null;
}
