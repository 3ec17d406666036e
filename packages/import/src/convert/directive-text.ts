/** Writes the directives that replace elements of other tools. */

import { CALLOUTS, DIRECTIVES, summarizeBody } from '../core.ts';
import { fenceFor } from '../read/code-ranges.ts';
import { joinLines } from './lines.ts';

/** Quotes the value of an attribute. */
function quote(text: string): string {
  return `"${text.replace(/\s+/g, ' ').trim().replace(/[\\"]/g, '\\$&')}"`;
}

function attributes(values: Readonly<Record<string, string | null>>): string {
  const written = Object.entries(values).flatMap(([name, value]) =>
    value ? [`${name}=${quote(value)}`] : [],
  );
  return written.length > 0 ? `{${written.join(' ')}}` : '';
}

/** Writes a container directive. It has one colon more than any directive in its body. */
function container(name: string, values: Readonly<Record<string, string | null>>, body: string): string {
  const inner = Math.max(2, ...[...body.matchAll(/^:{3,}/gm)].map(([colons]) => colons.length));
  const colons = ':'.repeat(inner + 1);
  return `${colons}${name}${attributes(values)}\n${body.trim()}\n${colons}`;
}

export type CalloutType = (typeof CALLOUTS)[number];

/** Types of other tools whose names differ from ours. */
const TYPES: Readonly<Record<string, CalloutType>> = {
  alert: 'warning',
  attention: 'warning',
  bug: 'warning',
  check: 'tip',
  danger: 'caution',
  error: 'caution',
  failure: 'caution',
  hint: 'tip',
  success: 'tip',
  warn: 'warning',
};

/** Callout type for the word that another tool uses. Unknown words become "note". */
export function calloutType(word: string): CalloutType {
  const name = word.toLowerCase();
  return CALLOUTS.find((type) => type === name) ?? TYPES[name] ?? 'note';
}

export function isCalloutType(word: string): boolean {
  return (
    calloutType(word) !== 'note' || /^(?:default|info|note|primary|secondary|question|abstract)$/i.test(word)
  );
}

export function writeCallout(type: CalloutType, title: string | null, body: string): string {
  if (body.trim() === '') return title === null ? '' : `**${title.trim()}**`;
  if (title === null && !/^:::/m.test(body)) {
    const lines = `[!${type.toUpperCase()}]\n${body.trim()}`.split('\n');
    return lines.map((line) => `> ${line}`.trimEnd()).join('\n');
  }
  return container('callout', { type, title: title && plainText(title) }, linksOf(title ?? '') + body);
}

export function writeDetails(summary: string, body: string): string {
  const label = plainText(summary);
  return body.trim() === ''
    ? `**${label}**`
    : container('details', { summary: label }, linksOf(summary) + body);
}

/** The links in a title, which is plain text here, as a line above the text. */
function linksOf(title: string): string {
  const links = title.match(/(?<!!)\[[^[\]]+\]\(https?:\/\/[^\s()<>]+\)/g) ?? [];
  return links.length === 0 ? '' : `${links.join(' ')}\n\n`;
}

/** @param url address of the video's page or player. @returns null if the platform has no directive */
export function writeVideo(url: string, title: string): string | null {
  const found = findVideo(url);
  return found && `::video${attributes({ [found.platform]: found.id, title: plainText(title) })}`;
}

/** @param url address of a page or of its player. @returns null if the site cannot embed it */
export function writeEmbed(url: string, title: string): string | null {
  const page = url
    .replace(/^(https:\/\/codepen\.io\/[\w-]+)\/embed\/(?:preview\/)?([\w-]+).*$/, '$1/pen/$2')
    .replace(/^(https:\/\/open\.spotify\.com\/)embed\/([\w/]+).*$/, '$1$2');
  const text = `::embed${attributes({ url: page, title: plainText(title) })}`;
  return summarizeBody(text, '', DIRECTIVES).directives.problems.length === 0 ? text : null;
}

export function writeTabs(tabs: readonly { title: string; text: string }[]): string {
  return container('tabs', {}, tabs.map(({ title, text }) => container('tab', { title }, text)).join('\n'));
}

/** Only a single image, table or block of code can have a caption. Other figures become paragraphs. */
export function writeCaptionedBlock(content: string, caption: string): string {
  const inner = content.trim();
  const canHaveCaption =
    /^(?:\[?!\[|\||```)/.test(inner) &&
    !/\]\([^)]*\)\]\(/.test(inner) &&
    !/\n\n(?!.*\n`)/.test(inner.replace(/^```[\s\S]*```$/, ''));
  if (caption !== '' && canHaveCaption) return writeCaptioned(inner, caption);
  return [inner, caption].filter(Boolean).join('\n\n');
}

/** @param path address in the new site. @returns null if the file is not a video */
function writeVideoFile(path: string, title: string): string | null {
  const isVideo = /^\/(?!\/).*\.(?:mp4|webm|ogv|m4v)$/i.test(path);
  return isVideo ? `::video${attributes({ file: path, title: plainText(title) })}` : null;
}

/**
 * Writes a player if the site has one for the source, otherwise a link.
 * @param label text of the link
 * @param link returns the new address of a target
 */
export function writeMedia(
  source: string,
  label: string,
  title: string,
  link: (target: string) => string,
): string {
  const video = writeVideo(source, title);
  if (video) return video;
  const target = link(source);
  return writeVideoFile(target, title) ?? writeLink(label, target);
}

function findVideo(url: string): { platform: 'youtube' | 'vimeo'; id: string } | null {
  const youtube =
    /^(?:https?:)?\/\/(?:www\.|m\.)?(?:youtube(?:-nocookie)?\.com\/(?:embed\/|watch\?(?:[^#]*&)?v=|shorts\/|live\/|v\/)|youtu\.be\/)([\w-]{11})(?![\w-])/.exec(
      url.replaceAll('&amp;', '&').replaceAll('&#038;', '&'),
    );
  if (youtube) return { platform: 'youtube', id: youtube[1] ?? '' };
  const vimeo = /^(?:https?:)?\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/|channels\/[\w-]+\/)?(\d+)/.exec(
    url,
  );
  return vimeo && { platform: 'vimeo', id: vimeo[1] ?? '' };
}

export function writeImage(target: string, alt: string, title = ''): string {
  const shown = alt.replace(/\s+/g, ' ').trim();
  const hint = title.trim() !== '' && title.trim() !== shown ? ` ${quote(title)}` : '';
  return `![${shown.replace(/[[\]\\]/g, '\\$&')}](${writeTarget(target)}${hint})`;
}

/** Writes an image with its caption. A caption with a link is a paragraph: captions of directives are plain text. */
export function writeFigure(target: string, alt: string, caption: string): string {
  return caption.trim() === '' ? writeImage(target, alt) : writeCaptioned(writeImage(target, alt), caption);
}

/** @param block an image, a table or code */
export function writeCaptioned(block: string, caption: string): string {
  const text = caption.replace(/\s+/g, ' ').trim();
  // The directive takes a picture, but no link around it.
  if (/\]\(/.test(text) || block.startsWith('[![')) return `${block}\n\n${text}`;
  return container('figure', { caption: plainText(text) }, block);
}

/** Removes the markup of Markdown and HTML from a text. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/(?<!\\)(\*{1,3}|`+|~~)/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/<[^<>]*>/g, '')
    .trim();
}

export function writeLink(text: string, target: string): string {
  return `[${text.replace(/\s+/g, ' ').trim()}](${writeTarget(target)})`;
}

/** Makes a link of a converted text. The caption of a picture stands below the link: a directive cannot be in one. */
export function linkAround(text: string, target: string, title: string | null = null): string {
  const [, caption, picture = text] = /^:{3,}figure\{caption="(.*)"\}\n(.*)\n:{3,}$/.exec(text.trim()) ?? [];
  const shown = joinLines(picture).trim();
  const hint = title && title !== plainText(shown) ? ` ${quote(title)}` : '';
  const linked = `[${shown}](${writeTarget(target)}${hint})`;
  return caption === undefined ? linked : `${linked}\n\n${caption.replace(/\\(["\\])/g, '$1')}`;
}

/** Writes the target of a link. Targets with parentheses or spaces need angle brackets. */
export function writeTarget(target: string): string {
  return /[\s()<>]/.test(target) ? `<${target.replace(/[<>\n]/g, encodeURIComponent)}>` : target;
}

/** Writes a block of code without the blank lines around it. */
export function writeCode(code: string, language: string): string {
  return writeFenced(code.replace(/^\n+/, '').trimEnd(), language);
}

export function writeFenced(code: string, language: string): string {
  const fence = fenceFor(code);
  return `${fence}${language}\n${code}\n${fence}`;
}
