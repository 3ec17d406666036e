/** Converts the shortcodes and the dynamic blocks of WordPress. */
import { attempt, isAbsoluteUrl, parseJson } from '../core.ts';
import type { Picture } from '../imported-site.ts';
import type { Conversion } from './conversion.ts';
import {
  writeCaptionedBlock,
  writeCode,
  writeEmbed,
  writeImage,
  writeLink,
  writeMedia,
  writeVideo,
} from './directive-text.ts';
import { attribute, type Element, type Shown, type Targets } from './element-writers.ts';
import { describeDeclared } from './lost-attributes.ts';
import { parseHtml } from './parse-html.ts';
import { blockPiece, blocksOf, joinHtml } from './pieces.ts';
import { type ElementNode, textOf } from './tree.ts';

const PAGES: Readonly<Record<string, string>> = {
  youtube: 'https://youtu.be/',
  youtube_sc: 'https://youtu.be/',
  vimeo: 'https://vimeo.com/',
  tweet: 'https://x.com/i/status/',
  gist: 'https://gist.github.com/',
};

export function convertShortcode(
  element: Element,
  node: ElementNode,
  targets: Targets,
  context: Conversion,
): Shown {
  const { name, parts } = element;
  if (name.startsWith('wp:')) return convertBlock(node, context);
  const page = PAGES[name];
  if (page !== undefined || name === 'embed') return convertPage(element, page ?? '', targets, node, context);
  switch (name) {
    case 'code':
    case 'sourcecode':
    case 'highlight': {
      const language = attribute(element, 'language', 'lang', '0') ?? '';
      return blockPiece(writeCode(textOf(node.children ?? []), language));
    }
    case 'caption':
    case 'wp_caption': {
      const [picture, ...rest] = blocksOf(
        parts.map((part) =>
          part.type === 'inline' && part.text.includes('](') && /^\[?!\[/.test(part.text)
            ? blockPiece(part.text)
            : part,
        ),
      );
      const text = rest.map(({ text }) => text).join(' ') || (attribute(element, 'caption') ?? '');
      return blockPiece(writeCaptionedBlock(picture?.text ?? '', text));
    }
    case 'gallery':
      return convertGallery(element, targets, node, context);
    case 'video':
    case 'audio': {
      const source = attribute(element, 'src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav', '0');
      const label = source?.slice(source.lastIndexOf('/') + 1) ?? '';
      return source === null ? null : blockPiece(writeMedia(source, label, targets.title, targets.link));
    }
    case 'thirstylink':
    case 'ta': {
      const link = context.wordpress?.records.links.get(attribute(element, 'ids', 'linkid') ?? '');
      if (!link) return null;
      noteDeclared(link, node, context);
      return writeLink(joinHtml(parts) || link.url, link.url);
    }
    case 'more':
    case 'nextpage':
      return '';
    default:
      return null;
  }
}

function noteDeclared(
  { url, rel }: { url: string; rel: string },
  { line }: ElementNode,
  { note }: Conversion,
): void {
  if (rel !== '' && URL.canParse(url)) note(line, describeDeclared(rel), new URL(url).hostname);
}

function convertPage(
  element: Element,
  start: string,
  targets: Targets,
  { line, children }: ElementNode,
  { note }: Conversion,
): Shown {
  const inner = textOf(children ?? []).trim();
  const id = attribute(element, 'id', '0', 'src', 'url') ?? inner;
  const url = /^[\w-]+$/.test(id) && start !== '' ? start + id : inner || id;
  if (!isAbsoluteUrl(url) || !URL.canParse(url)) return null;
  const { hostname } = new URL(url);
  const player = writeVideo(url, targets.title) ?? writeEmbed(url, hostname);
  if (player === null) note(line, `embedded page of ${hostname}: replaced by a link`);
  return blockPiece(player ?? writeLink(hostname, url));
}

/** The pictures that a gallery names, or those that were uploaded to the post. */
function convertGallery(
  element: Element,
  targets: Targets,
  { line }: ElementNode,
  { wordpress, note }: Conversion,
): Shown {
  const pictures = wordpress?.records.pictures ?? new Map<string, Picture>();
  const ids = attribute(element, 'ids', 'include')
    ?.split(',')
    .map((id) => id.trim());
  const found = ids
    ? ids.flatMap((id) => pictures.get(id) ?? [])
    : [...pictures.values()].filter(({ parent }) => parent !== '' && parent === wordpress?.id);
  const missing = (ids?.length ?? 0) - found.length;
  if (missing > 0)
    note(
      line,
      'picture of a gallery that is not in the export: left out',
      ids?.filter((id) => !pictures.has(id)).join(', '),
    );
  if (found.length === 0) return null;
  return blockPiece(
    found
      .map(({ url, alt, caption }) =>
        writeCaptionedBlock(
          writeImage(targets.image(url), alt),
          joinHtml([{ type: 'inline', text: caption }]),
        ),
      )
      .join('\n\n'),
  );
}

function convertBlock({ name, attributes, line }: ElementNode, context: Conversion): Shown {
  const { wordpress, note } = context;
  if (name === 'wp:footnotes') return blockPiece(footnoteTexts(context));
  const json = attempt(() => parseJson(attributes.get('json') ?? ''));
  const settings: object = typeof json === 'object' && json !== null ? json : {};
  const ref = 'ref' in settings ? String(settings.ref) : null;
  if (name !== 'wp:block' || ref === null) {
    if (!/^wp:(?:more|nextpage|spacer|separator)$/.test(name))
      note(line, `block ${name.slice(3)}, which only WordPress can fill: left out`);
    return '';
  }
  const html = wordpress?.records.blocks.get(ref);
  if (html === undefined || wordpress === undefined || wordpress.within.includes(ref)) {
    note(line, 'synced block that is not in the export: left out', ref);
    return '';
  }
  const inner = { ...context, wordpress: { ...wordpress, within: [...wordpress.within, ref] } };
  return [blockPiece(''), ...context.convert(parseHtml(html, true), inner), blockPiece('')];
}

function footnoteTexts(context: Conversion): string {
  return (context.wordpress?.footnotes ?? [])
    .map(
      ({ id, content }) =>
        `[^${context.footnotes.get(id)}]: ${joinHtml(context.convert(parseHtml(content), context)).replace(/\n(?=[^\n])/g, '\n    ')}`,
    )
    .join('\n');
}
