/** Writes elements of other tools as Markdown and directives of the site. */

import { decodeEntities } from '../core.ts';
import { fenceFor } from '../read/code-ranges.ts';
import {
  type CalloutType,
  calloutType,
  isCalloutType,
  linkAround,
  plainText,
  writeCallout,
  writeCaptioned,
  writeCaptionedBlock,
  writeCode,
  writeDetails,
  writeEmbed,
  writeFigure,
  writeLink,
  writeMedia,
  writeTarget,
  writeVideo,
} from './directive-text.ts';
import { joinLines, splitSpace } from './lines.ts';
import { blockPiece, inlinePiece, type Piece } from './pieces.ts';
import { type ElementNode, findElement } from './tree.ts';

/** Returns the new targets of links and images. */
export interface Targets {
  link(target: string): string;
  image(target: string): string;
  /** Address of the text that a tag names. */
  reference(name: string): string;
  /** Title of the text at a target; null if the site has none there. */
  titleOf(target: string): string | null;
  /** Title of the post. It is the title of a video that has none. */
  title: string;
}

/** An element with its converted content. */
export interface Element extends Pick<ElementNode, 'notation' | 'name' | 'attributes' | 'children' | 'raw'> {
  /** The content as one text; null for an element without an end. */
  inner: string | null;
  /** The parts of the content. */
  parts: readonly Piece[];
  /** The content as it is written; null for an element without an end. */
  source: string | null;
  /** True in a text of HTML, false in Markdown. */
  isHtml: boolean;
  /** Joins parts of the content. */
  join(parts: readonly Piece[]): string;
}

/** A text within a line, or parts. null if there is no equivalent. */
export type Shown = string | Piece | readonly Piece[] | null;
export type Equivalent = (element: Element, targets: Targets) => Shown;

const isText = (shown: string | null): Piece | null => (shown === null ? null : blockPiece(shown));

/** Text of the first attribute that has one. */
export const attribute = ({ attributes }: Element, ...names: string[]): string | null => {
  for (const name of names) {
    const value = attributes.get(name)?.trim();
    // A value in braces is code, which is never run.
    if (value && (!value.startsWith('{') || /^\{[{%]/.test(value))) return value;
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

/** Shows the content. Tabs and captions in it are left to the element around. */
export const inner: Equivalent = ({ parts, inner }) =>
  parts.some(({ type }) => type !== 'inline' && type !== 'block') ? parts : (inner ?? '');
export const block: Equivalent = (element, targets) => {
  const shown = inner(element, targets);
  return typeof shown === 'string' ? blockPiece(shown.trim()) : shown;
};
/** Text of one line stays in its line, as in the cell of a table. */
export const division: Equivalent = (element, targets) =>
  element.isHtml || element.inner?.includes('\n') ? block(element, targets) : inner(element, targets);
export const nothing: Equivalent = () => '';
export const around =
  (mark: string): Equivalent =>
  (element) =>
    (element.inner ?? '')
      .split(/(\n[ \t]*\n)/)
      .map((part) => {
        const { before, text, after } = splitSpace(part);
        // An element in one of its kind adds nothing.
        const plain = mark.length > 1 ? text.replaceAll(mark, '') : text;
        return plain === '' ? part : `${before}${mark}${plain}${mark}${after}`;
      })
      .join('');

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
    return blockPiece(writeCallout(type, title, text));
  };
export const details: Equivalent = (element) => {
  if (element.inner === null) return null;
  const summary = element.parts.find((part) => part.type === 'summary');
  const rest = summary ? element.join(element.parts.filter((part) => part !== summary)) : element.inner;
  const label =
    summary?.text || (attribute(element, 'summary', 'title', 'label', 'header', '0') ?? element.name);
  return blockPiece(writeDetails(label === 'details' ? 'Details' : label, rest));
};

const VIDEOS = { youtube: 'https://youtu.be/', vimeo: 'https://vimeo.com/' };

export const video: Equivalent = (element, { title: post }) => {
  const [provider, id] = [attribute(element, 'provider', 'type')?.toLowerCase(), attribute(element, 'id')];
  const byId = id && (provider === 'youtube' || provider === 'vimeo') ? VIDEOS[provider] + id : null;
  const url = byId ?? attribute(element, 'src', 'url', 'href', 'link', '0');
  const title = attribute(element, 'title', 'alt') ?? post;
  const written = url && writeVideo(url, title);
  return isText(written || null);
};

/** Writes a video, or a link to the embedded page. */
export const frame: Equivalent = (element, targets) => {
  const player = video(element, targets);
  const source = attribute(element, 'src', 'url', '0')?.replace(/^\/\//, 'https://');
  if (player !== null || !source || !/^https?:/.test(source) || !URL.canParse(source)) return player;
  const title = attribute(element, 'title') ?? new URL(source).host;
  return blockPiece(writeEmbed(source, title) ?? writeLink(title, source));
};

/** Writes the title of a card, as a link if it has a target, and its text below it. */
export const card: Equivalent = (element, targets) => {
  const [title, target] = [
    attribute(element, 'title', 'label'),
    attribute(element, 'href', 'to', 'link', 'url'),
  ];
  const text = attribute(element, 'description', 'subtitle') ?? (element.inner ?? '').trim();
  if (title === null && text === '') return null;
  if (title === null || target === null) return titled({ ...element, inner: text }, targets);
  const { link } = targets;
  return blockPiece(`${writeLink(title, link(target))}${text ? `\n\n${text}` : ''}`);
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
    return isText(written || null);
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
  return element.name === 'img' ? inlinePiece(shown) : blockPiece(shown);
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
    const inner = findElement(element.children ?? [], ({ name }) => name === 'source');
    const source = own ?? inner?.attributes.get('src') ?? null;
    return source ? blockPiece(writeMedia(source, label, attribute(element, 'title') ?? title, link)) : null;
  };

/** Writes an element within a line. The space at the ends of its text divides it from the words around it. */
const inLine =
  (write: Equivalent): Equivalent =>
  (element, targets) => {
    const shown = write(element, targets);
    if (typeof shown !== 'string' || shown === '') return shown;
    const { before, after } = splitSpace(element.inner ?? '');
    return `${before && ' '}${shown}${after && ' '}`;
  };

/** The words of a link that shows an icon: what it says to screen readers, else the host of its target. */
function nameOfIcon(element: Element, target: string): string {
  const hasIcon = (element.children ?? []).some(({ type }) => type === 'element');
  const host = /^https?:\/\//.test(target) && URL.canParse(target) ? new URL(target).host : '';
  return hasIcon ? (attribute(element, 'aria-label', 'title') ?? host) : '';
}

export const anchor: Equivalent = inLine((element, { link }) => {
  const isTag = element.notation !== 'html';
  const { address, rest } = positional(element);
  const target =
    attribute(element, 'href', 'to', ...(isTag ? ['url', 'link', 'relref'] : [])) ?? (isTag ? address : null);
  const text =
    (element.inner ?? '').trim() ||
    (isTag ? (attribute(element, 'text', 'title', 'name') ?? rest.join(' ')) : '');
  if (isTag && (target === null || text === '')) return null;
  if (!target) return text;
  const words = text || nameOfIcon(element, target);
  if (!words) return text;
  const linked = linkAround(words, link(target), element.isHtml ? attribute(element, 'title') : null);
  return linked.includes('\n\n') ? blockPiece(linked) : linked;
});

/** Themes of Hexo: `{% btn https://…, The text, icon, title %}`. */
export const hexoButton: Equivalent = ({ raw }, { link }) => {
  const written = raw.replace(/^\{%-?\s*\w+|-?%\}$/g, '').split(',');
  const [target = '', text = ''] = written.map((part) => part.trim().replace(/^(["'])(.*)\1$/, '$2'));
  return target === '' ? null : writeLink(text || target, link(target));
};

/** Hexo: `{% post_link name The text %}`. */
export const postLink: Equivalent = (element, { reference }) => {
  const [name = '', ...words] = element.attributes.values();
  return name && writeLink(words.join(' ') || name, reference(name));
};

/** The address of a text of the source: `{{< ref "b.md" >}}`, `{% post_url b %}`. */
export const reference: Equivalent = (element, { reference: addressOf }) => {
  const name = attribute(element, 'path', '0');
  return name && addressOf(name);
};

/** Jekyll: `{% link b.md %}` is an address. Hexo: `{% link Text https://… %}` is a link. */
export const referenceOrLink: Equivalent = (element, targets) =>
  element.notation === 'liquid' &&
  element.attributes.size === 1 &&
  !/^https?:/.test(attribute(element, '0') ?? '')
    ? reference(element, targets)
    : anchor(element, targets);

/** Keeps an element that Markdown of the site may contain, without its attributes. */
export const kept: Equivalent = inLine(({ name, inner }) => {
  const text = (inner ?? '').trim();
  return text === '' ? '' : `<${name.toLowerCase()}>${text}</${name.toLowerCase()}>`;
});

export const code: Equivalent = (element) => {
  const own = element.attributes.get('code') ?? '';
  const text = element.source ?? (own.startsWith('{') || own === '' ? null : own);
  if (text === null) return null;
  const language = attribute(element, 'lang', 'language', '0') ?? '';
  const shown = element.notation === 'liquid' ? fillLiterals(text) : text;
  return blockPiece(writeCode(shown, /^[\w+#.-]+$/.test(language) ? language : ''));
};

/** Code within a line. */
export const codeSpan: Equivalent = inLine((element, targets) => {
  const source = element.source ?? '';
  if (!element.isHtml && /\]\(|[*_]{2}\S/.test(source)) return inner(element, targets);
  const text = joinLines(
    element.isHtml ? source : decodeEntities(source.replace(/<\/?[a-z][^<>]*>/gi, '')),
  ).trim();
  if (text === '') return '';
  const fence = text.includes('`') ? fenceFor(text).slice(text.includes('``') ? 0 : 1) : '`';
  const gap = /^`|`$/.test(text) ? ' ' : '';
  return fence + gap + text + gap + fence;
});

/** `{{ "2.0" | filter }}` shows its text. */
export function fillLiterals(code: string): string {
  return code.replace(/\{\{-?\s*(["'])([^"'{}\n]*)\1\s*\|[^{}\n]*\}\}/g, '$2');
}

export const quotation: Equivalent = (element) => {
  if (element.inner === null) return null;
  const { address, rest } = positional(element);
  const words = [address, ...rest].filter(Boolean).join(' ');
  const author = attribute(element, 'author', 'cite', 'source') ?? words;
  const text = element.inner.trim() + (author ? `\n\n— ${author}` : '');
  return blockPiece(text.replace(/^/gm, '> ').replace(/^> $/gm, '>'));
};

export const tab: Equivalent = (element) => {
  const label = attribute(element, 'label', 'title', 'name', 'header', 'value', '0');
  // Tabs of jekyll-tabs name their group first.
  const own = element.notation === 'liquid' ? attribute(element, '1') : null;
  return { type: 'tab', title: plainText(own ?? label ?? ''), text: element.inner ?? '' };
};

export const formula: Equivalent = ({ source }) => {
  const text = source?.trim() ?? '';
  if (text === '') return null;
  return source?.includes('\n') ? blockPiece(writeCode(text, 'math')) : `$\`${text}\`$`;
};

/** Writes a title in bold above its text. */
export const titled: Equivalent = (element) => {
  const label = attribute(element, 'label', 'title', 'name', 'header', 'value', '0');
  return blockPiece(`${label ? `**${label}**\n\n` : ''}${(element.inner ?? '').trim()}`);
};
/** Removes the indent that all lines beside the blocks share. Blocks have none of their own. */
export function dedentAround(pieces: readonly Piece[]): readonly Piece[] {
  if (!pieces.some(({ type }) => type === 'block')) return pieces;
  const indents = pieces.flatMap((piece) =>
    piece.type === 'inline'
      ? Array.from(piece.text.matchAll(/\n([ \t]*)(?![ \t\n])/g), ([, own = '']) => own.length)
      : [],
  );
  const shared = Math.min(...indents.slice(0, -1));
  if (!Number.isFinite(shared) || shared === 0) return pieces;
  const start = new RegExp(`\\n[ \\t]{1,${shared}}`, 'g');
  return pieces.map((piece) => {
    if (piece.type === 'inline') return { ...piece, text: piece.text.replace(start, '\n') };
    return 'indent' in piece && piece.indent ? { ...piece, indent: piece.indent.slice(shared) } : piece;
  });
}

/** Removes the indent that all lines share. Lines that are indented by four spaces would become code. */
export function dedent(text: string): string {
  let shared = Infinity;
  // The text directly after the opening tag has no indent.
  let hasIndent = text.startsWith('\n');
  for (const [, indent = ''] of text.matchAll(/^([ \t]*)\S/gm)) {
    if (hasIndent) shared = Math.min(shared, indent.length);
    hasIndent = true;
  }
  return Number.isFinite(shared) && shared > 0
    ? text.replace(new RegExp(`^[ \\t]{${shared}}`, 'gm'), '')
    : text;
}

/** The caption of the figure that contains it. */
export const caption: Equivalent = (element) => ({
  type: 'caption',
  text: (element.inner ?? '').replace(/\s+/g, ' ').trim(),
});

/** The visible line of hidden details. */
export const summary: Equivalent = (element) => ({
  type: 'summary',
  text: (element.inner ?? '').replace(/\s+/g, ' ').trim(),
});

/** Writes a picture that attributes describe, or one in the text between the tags. */
export const figure: Equivalent = (element, targets) => {
  const own = element.isHtml ? null : image(element, targets);
  if (own !== null || element.inner === null) return own;
  const captions = element.parts.filter((part) => part.type === 'caption');
  const text = captions.map(({ text }) => text).join(' ') || (attribute(element, 'caption', 'title') ?? '');
  const rest = element.join(element.parts.filter((part) => part.type !== 'caption'));
  return blockPiece(writeCaptionedBlock(dedent(rest), text));
};

/** @param build makes the address from the arguments */
export const linkTo =
  (label: string, build: (element: Element) => string | null): Equivalent =>
  (element) => {
    const address = build(element);
    return address ? blockPiece(writeEmbed(address, label) ?? writeLink(label, address)) : null;
  };

export const socialPost: Equivalent = linkTo('Post on X', (element) => {
  const [user, id] = [attribute(element, 'user'), attribute(element, 'id', '0', 'tweetid')];
  if (id?.startsWith('http')) return id;
  return id && `https://x.com/${user ?? 'i'}/status/${id}`;
});
