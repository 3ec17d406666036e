/** Writes elements of other tools as Markdown and directives of the site. */
import {
  type CalloutType,
  calloutType,
  isCalloutType,
  writeCallout,
  writeCaptioned,
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
    if (element.inner === null) return null;
    const named = attribute(element, 'type', 'kind', 'context', 'variant', 'style', 'color', 'status', '0');
    const known = named !== null && isCalloutType(named);
    const type = byName ?? (named !== null ? calloutType(named) : 'note');
    // A positional argument that is not a type is the title.
    const other = named !== null && !known && attribute(element, '0') === named ? named : null;
    const title = attribute(element, 'title', 'heading', 'label', '1') ?? other;
    return block({ ...element, inner: writeCallout(type, title, element.inner) }, NO_TARGETS);
  };
export const NO_TARGETS: Targets = { link: (target) => target, image: (target) => target, title: '' };

export const details: Equivalent = (element) => {
  if (element.inner === null) return null;
  // This character encloses the text of <summary>.
  const [, marked, rest = element.inner] = /^\s*\ue000([^\ue000]*)\ue000([\s\S]*)$/.exec(element.inner) ?? [];
  const summary = marked ?? attribute(element, 'summary', 'title', 'label', 'header', '0') ?? element.name;
  return `\n\n${writeDetails(summary, rest)}\n\n`;
};

export const video: Equivalent = (element, { title: post }) => {
  const url = attribute(element, 'src', 'url', 'href', 'link', '0');
  const title = attribute(element, 'title', 'alt') ?? post;
  const written = url && writeVideo(url, title);
  return written ? `\n\n${written}\n\n` : null;
};

/** Writes a video, or a link to the embedded page. */
export const frame: Equivalent = (element, targets) => {
  const player = video(element, targets);
  const source = attribute(element, 'src', 'url')?.replace(/^\/\//, 'https://');
  if (player !== null || !source || !/^https?:/.test(source) || !URL.canParse(source)) return player;
  const title = attribute(element, 'title') ?? new URL(source).host;
  return `\n\n${writeEmbed(source, title) ?? writeLink(title, source)}\n\n`;
};

/** Writes a link, and the text of the card below it. */
export const card: Equivalent = (element, { link }) => {
  const [title, target] = [attribute(element, 'title', 'label'), attribute(element, 'href', 'to', 'link')];
  if (title === null || target === null) return null;
  const text = attribute(element, 'description') ?? (element.inner ?? '').trim();
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
  const source = named ?? attribute(element, 'src', 'image', 'img', 'url', 'path', 'file', '0');
  const target = source === null ? '' : imageOf(source);
  if (target === '' || target.startsWith('{')) return null;
  const alt = attribute(element, 'alt', 'description', 'title', '1') ?? '';
  const caption =
    attribute(element, 'caption', ...(element.notation === 'html' ? [] : ['title'])) ?? element.inner ?? '';
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
  const target = attribute(element, 'href', 'to', ...(isTag ? ['url', '0'] : []));
  const text =
    (element.inner ?? '').trim() || (isTag ? attribute(element, 'text', 'title', 'name', '1') : '') || '';
  if (isTag && (target === null || text === '')) return null;
  return target && text ? `[${text.replace(/\s*\n\s*/g, ' ')}](${link(target)})` : text;
};

/** Keeps an element that Markdown of the site may contain, without its attributes. */
export const kept: Equivalent = ({ name, inner }) => {
  const text = (inner ?? '').trim();
  return text === '' ? '' : `<${name.toLowerCase()}>${text}</${name.toLowerCase()}>`;
};

export const code: Equivalent = (element) => {
  if (element.inner === null) return null;
  const language = attribute(element, 'lang', 'language', '0') ?? '';
  return `\n\n${writeCode(element.inner, /^[\w+#.-]+$/.test(language) ? language : '')}\n\n`;
};

export const quotation: Equivalent = (element) => {
  if (element.inner === null) return null;
  const author = attribute(element, 'author', 'cite', 'source', '0');
  const text = element.inner.trim() + (author ? `\n\n— ${author}` : '');
  return `\n\n${text.replace(/^/gm, '> ').replace(/^> $/gm, '>')}\n\n`;
};

export const tab: Equivalent = (element) => {
  const label = attribute(element, 'label', 'title', 'name', 'header', 'value', '0');
  return `\n\n${writeTab(label, element.inner ?? '')}\n\n`;
};
/** Writes a title in bold above its text. */
export const titled: Equivalent = (element) => {
  const label = attribute(element, 'label', 'title', 'name', 'header', 'value', '0');
  return `\n\n${label ? `**${label}**\n\n` : ''}${(element.inner ?? '').trim()}\n\n`;
};
export const tabs: Equivalent = (element) => `\n\n${writeTabs(element.inner ?? '').trim()}\n\n`;

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
