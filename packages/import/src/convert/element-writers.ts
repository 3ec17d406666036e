/** Writes elements of other tools as Markdown and directives of the site. */
import { SOURCE_FILE } from './address-tags.ts';
import {
  type CalloutType,
  calloutType,
  isCalloutType,
  linkAround,
  writeCallout,
  writeCaptioned,
  writeCaptionedBlock,
  writeCaptionMark,
  writeCode,
  writeDetails,
  writeEmbed,
  writeFigure,
  writeLink,
  writeMedia,
  writeTab,
  writeTabs,
  writeTarget,
  writeVideo,
} from './directive-text.ts';
import type { Element } from './element.ts';

/** Returns the new targets of links and images. */
export interface Targets {
  link(target: string): string;
  image(target: string): string;
  /** Title of the post. It is the title of a video that has none. */
  title: string;
}

/** @returns Markdown; null if there is no equivalent */
export type Equivalent = (element: Element, targets: Targets) => string | null;

/** Text of the first attribute that has one. */
export const attribute = ({ attributes }: Element, ...names: string[]): string | null => {
  for (const name of names) {
    const value = attributes.get(name)?.trim();
    // A value in braces is code, which is never run.
    if (value && !value.startsWith('{')) return value;
  }
  return null;
};

/** Arguments without a name: the one that is an address or a file, the others in order, and those of them after it. */
function positional({ attributes }: Element): { address: string | null; rest: string[]; after: string[] } {
  const rest = [...attributes].flatMap(([name, value]) =>
    /^\d+$/.test(name) && value.trim() ? value.trim() : [],
  );
  const at = Math.max(
    0,
    rest.findIndex((value) => /^(?:https?:|\.{0,2}\/)|\.\w{2,5}$/.test(value)),
  );
  const [address = null] = rest.splice(at, 1);
  return { address, rest, after: rest.slice(at) };
}

export const inner: Equivalent = (element) => element.inner ?? '';
export const block: Equivalent = (element) => `\n\n${(element.inner ?? '').trim()}\n\n`;
/** Text of one line stays in its line, as in the cell of a table. */
export const division: Equivalent = (element, targets) =>
  element.inner?.includes('\n') ? block(element, targets) : (element.inner ?? '');
export const nothing: Equivalent = () => '';
export const around =
  (mark: string): Equivalent =>
  (element) => {
    const [, before = '', text = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(element.inner ?? '') ?? [];
    return text === '' ? before + after : `${before}${mark}${text}${mark}${after}`;
  };

export const callout =
  (byName: CalloutType | null): Equivalent =>
  (element) => {
    const text = element.inner ?? attribute(element, 'content', 'text', 'message');
    if (text === null) return null;
    const flag = [...element.attributes].find(
      ([name, value]) => value === 'true' && isCalloutType(name),
    )?.[0];
    const named =
      attribute(element, 'type', 'kind', 'context', 'variant', 'style', 'color', 'status', '0') ??
      flag ??
      null;
    const known = named !== null && isCalloutType(named);
    const type = byName ?? (named !== null ? calloutType(named) : 'note');
    // A positional argument that is not a type is the title.
    const other = named !== null && !known && attribute(element, '0') === named ? named : null;
    const title = attribute(element, 'title', 'heading', 'label', '1') ?? other;
    return block({ ...element, inner: writeCallout(type, title, text) }, NO_TARGETS);
  };
export const NO_TARGETS: Targets = { link: (target) => target, image: (target) => target, title: '' };

export const details: Equivalent = (element) => {
  if (element.inner === null) return null;
  // This character encloses the text of <summary>.
  const [, marked, rest = element.inner] = /^\s*\ue000([^\ue000]*)\ue000([\s\S]*)$/.exec(element.inner) ?? [];
  const summary = marked ?? attribute(element, 'summary', 'title', 'label', 'header', '0') ?? element.name;
  return `\n\n${writeDetails(summary, rest)}\n\n`;
};

const VIDEOS = { youtube: 'https://youtu.be/', vimeo: 'https://vimeo.com/' };

export const video: Equivalent = (element, { title: post }) => {
  const [provider, id] = [attribute(element, 'provider', 'type')?.toLowerCase(), attribute(element, 'id')];
  const byId = id && (provider === 'youtube' || provider === 'vimeo') ? VIDEOS[provider] + id : null;
  const url = byId ?? attribute(element, 'src', 'url', 'href', 'link', '0');
  const title = attribute(element, 'title', 'alt') ?? post;
  const written = url && writeVideo(url, title);
  return written ? `\n\n${written}\n\n` : null;
};

/** Writes a video, or a link to the embedded page. */
export const frame: Equivalent = (element, targets) => {
  const player = video(element, targets);
  const source = attribute(element, 'src', 'url', '0')?.replace(/^\/\//, 'https://');
  if (player !== null || !source || !/^https?:/.test(source) || !URL.canParse(source)) return player;
  const title = attribute(element, 'title') ?? new URL(source).host;
  return `\n\n${writeEmbed(source, title) ?? writeLink(title, source)}\n\n`;
};

/** Writes the title of a card, as a link if it has a target, and its text below it. */
export const card: Equivalent = (element, targets) => {
  const [title, target] = [
    attribute(element, 'title', 'label'),
    attribute(element, 'href', 'to', 'link', 'url'),
  ];
  const text = attribute(element, 'description', 'subtitle') ?? (element.inner ?? '').trim();
  if (title === null || target === null) return titled({ ...element, inner: text }, targets);
  const { link } = targets;
  return `\n\n${writeLink(title, link(target))}${text ? `\n\n${text}` : ''}\n\n`;
};

/** @param prefix the address of a video up to its id */
export const videoById =
  (prefix: string): Equivalent =>
  (element, { title }) => {
    const id =
      attribute(element, 'id', 'videoid', 'video', 'youtubeid', 'youtube', 'vimeo', '0') ??
      attribute(element, 'src', 'url');
    if (id === null) return null;
    const written = writeVideo(
      /^https?:/.test(id) ? id : prefix + id,
      attribute(element, 'title', 'alt') ?? title,
    );
    return written ? `\n\n${written}\n\n` : null;
  };

export const image: Equivalent = (element, { image: imageOf, link }) => {
  // A name in braces may refer to an import of the text.
  const named = /^\{\w+(?:\.src)?\}$/.exec(element.attributes.get('src') ?? '')?.[0];
  const { address, after } = positional(element);
  const source =
    named ?? attribute(element, 'src', 'image', 'image_path', 'img', 'url', 'path', 'file') ?? address;
  const target = source === null ? '' : imageOf(source);
  if (target === '' || target.startsWith('{')) return null;
  const words = after.filter((word) => !/^\d+(?:x\d*)?$/.test(word));
  // Hexo takes the words after the file as one text, unless quotation marks divide them.
  const text = words.some((word) => word.includes(' ')) ? words.at(-1) : words.join(' ');
  const alt = attribute(element, 'alt', 'description', 'title') ?? text ?? '';
  const caption =
    ['caption', ...(element.notation === 'html' ? [] : ['title', 'attr'])]
      .flatMap((name) => attribute(element, name) ?? [])
      .join(' – ') ||
    (element.inner ?? '');
  const page = element.notation === 'html' ? null : attribute(element, 'link');
  const picture = writeFigure(target, alt, '');
  const shown =
    caption.trim() === ''
      ? withLink(picture, page && link(page))
      : writeCaptioned(withLink(picture, page && link(page)), caption);
  return element.name === 'img' ? shown : `\n\n${shown}\n\n`;
};

/** Makes a picture a link. */
function withLink(picture: string, target: string | null): string {
  return target ? `[${picture}](${writeTarget(target)})` : picture;
}

/** Writes the file of a media element as a player or a link. */
export const media =
  (label: string): Equivalent =>
  (element, { link, title }) => {
    const own = attribute(element, 'src', 'url', 'mp4', '0');
    const source = own ?? /\bsrc=["']?([^"'\s>]+)/.exec(element.raw)?.[1] ?? null;
    return source && `\n\n${writeMedia(source, label, attribute(element, 'title') ?? title, link)}\n\n`;
  };

export const anchor: Equivalent = (element, { link }) => {
  const isTag = element.notation !== 'html';
  const { address, rest } = positional(element);
  const target =
    attribute(element, 'href', 'to', ...(isTag ? ['url', 'link', 'relref'] : [])) ?? (isTag ? address : null);
  const text =
    (element.inner ?? '').trim() ||
    (isTag ? (attribute(element, 'text', 'title', 'name') ?? rest.join(' ')) : '');
  if (isTag && (target === null || text === '')) return null;
  return target && text ? linkAround(text, link(target)) : text;
};

/** Hexo: `{% post_link name The text %}`. */
export const postLink: Equivalent = (element, { link }) => {
  const [name = '', ...words] = element.attributes.values();
  return name && writeLink(words.join(' ') || name, link(SOURCE_FILE + name));
};

/** Keeps an element that Markdown of the site may contain, without its attributes. */
export const kept: Equivalent = ({ name, inner }) => {
  const text = (inner ?? '').trim();
  return text === '' ? '' : `<${name.toLowerCase()}>${text}</${name.toLowerCase()}>`;
};

export const code: Equivalent = (element) => {
  const own = element.attributes.get('code') ?? '';
  const text = element.inner ?? (own.startsWith('{') || own === '' ? null : own);
  if (text === null) return null;
  const language = attribute(element, 'lang', 'language', '0') ?? '';
  return `\n\n${writeCode(text, /^[\w+#.-]+$/.test(language) ? language : '')}\n\n`;
};

export const quotation: Equivalent = (element) => {
  if (element.inner === null) return null;
  const { address, rest } = positional(element);
  const words = [address, ...rest].filter(Boolean).join(' ');
  const author = attribute(element, 'author', 'cite', 'source') ?? words;
  const text = element.inner.trim() + (author ? `\n\n— ${author}` : '');
  return `\n\n${text.replace(/^/gm, '> ').replace(/^> $/gm, '>')}\n\n`;
};

export const tab: Equivalent = (element) => {
  const label = attribute(element, 'label', 'title', 'name', 'header', 'value', '0');
  // Tabs of jekyll-tabs name their group first.
  const own = element.notation === 'liquid' ? attribute(element, '1') : null;
  return `\n\n${writeTab(own ?? label ?? '', element.inner ?? '')}\n\n`;
};

/** Titles in `items={['One', 'Two']}`, `items="One,Two"` or `values={[{ label: 'One', value: 'a' }]}`. */
function titlesOf({ attributes }: Element): string[] {
  const values = attributes.get('values');
  if (values !== undefined)
    return [...values.matchAll(/label["']?\s*:\s*(["'`])(.*?)\1/g)].map(([, , title = '']) => title);
  const items = attributes.get('items') ?? '';
  if (!items.startsWith('{')) return items.split(',').map((title) => title.trim());
  return [...items.matchAll(/(["'`])(.*?)\1/g)].map(([, , title = '']) => title);
}
export const formula: Equivalent = ({ inner }) => {
  const text = inner?.trim() ?? '';
  if (text === '') return null;
  return inner?.includes('\n') ? `\n\n${writeCode(text, 'math')}\n\n` : `$\`${text}\`$`;
};

/** Writes a title in bold above its text. */
export const titled: Equivalent = (element) => {
  const label = attribute(element, 'label', 'title', 'name', 'header', 'value', '0');
  return `\n\n${label ? `**${label}**\n\n` : ''}${(element.inner ?? '').trim()}\n\n`;
};
export const tabs: Equivalent = (element) =>
  `\n\n${writeTabs(element.inner ?? '', titlesOf(element)).trim()}\n\n`;

const BLOCK_OF_CODE = /^(`{3,}|~{3,})([^\n]*)\n[\s\S]*?\n\1[ \t]*$/gm;

/** Writes a group of blocks of code as tabs. Their titles are in their first lines: `js [a.js]`, `js title="a.js"`, `js a.js`. */
export const codeGroup: Equivalent = (element, targets) => {
  const inner = (element.inner ?? '').replace(BLOCK_OF_CODE, (block, _fence, info: string) => {
    const [, title] =
      /\[([^\]]+)\]/.exec(info) ??
      /(?:title|filename)=["']([^"']+)/.exec(info) ??
      /^\s*\S+[ \t]+([^\s{]+)/.exec(info) ??
      /^\s*([^\s{]+)/.exec(info) ??
      [];
    return `\n\n${writeTab(title ?? '', block)}\n\n`;
  });
  return tabs({ ...element, inner }, targets);
};

/** Marks the caption of the figure that contains it. */
export const markCaption: Equivalent = (element) => writeCaptionMark(element.inner ?? '');

/** Writes a picture that attributes describe, or one in the text between the tags. */
export const figure: Equivalent = (element, targets) => {
  const own = image(element, targets);
  if (own !== null || element.inner === null) return own;
  const caption = attribute(element, 'caption', 'title') ?? '';
  return `\n\n${writeCaptionedBlock(element.inner + writeCaptionMark(caption))}\n\n`;
};

/** @param build makes the address from the arguments */
export const linkTo =
  (label: string, build: (element: Element) => string | null): Equivalent =>
  (element) => {
    const address = build(element);
    return address && `\n\n${writeEmbed(address, label) ?? writeLink(label, address)}\n\n`;
  };

export const socialPost: Equivalent = linkTo('Post on X', (element) => {
  const [user, id] = [attribute(element, 'user'), attribute(element, 'id', '0', 'tweetid')];
  if (id?.startsWith('http')) return id;
  return id && `https://x.com/${user ?? 'i'}/status/${id}`;
});
