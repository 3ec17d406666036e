/** Writes the directives that replace elements of other tools. */
import { CALLOUTS } from '../../content/markdown/directive.ts';

/** As an attribute of a directive. */
function quote(text: string): string {
  return `"${text.replace(/\s+/g, ' ').trim().replace(/[\\"]/g, '\\$&')}"`;
}

function attributes(values: Readonly<Record<string, string | null>>): string {
  const written = Object.entries(values).flatMap(([name, value]) =>
    value ? [`${name}=${quote(value)}`] : [],
  );
  return written.length > 0 ? `{${written.join(' ')}}` : '';
}

/** One colon more than any directive within it. */
function container(name: string, values: Readonly<Record<string, string | null>>, body: string): string {
  const inner = Math.max(2, ...[...body.matchAll(/^:{3,}/gm)].map(([colons]) => colons.length));
  const colons = ':'.repeat(inner + 1);
  return `${colons}${name}${attributes(values)}\n${body.trim()}\n${colons}`;
}

export type CalloutType = (typeof CALLOUTS)[number];

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

/** The type that a word of another tool means; "note" for one that is unknown. */
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
  return container('callout', { type, title: title && plainText(title) }, body);
}

export function writeDetails(summary: string, body: string): string {
  const label = plainText(summary);
  return body.trim() === '' ? `**${label}**` : container('details', { summary: label }, body);
}

/** @param url of the page or the player on the platform. @returns null for a platform without a directive */
export function writeVideo(url: string, title: string): string | null {
  const found = findVideo(url);
  return found && `::video${attributes({ [found.platform]: found.id, title: plainText(title) })}`;
}

/** @param path in the site. @returns null for a file that is no film */
function writeFilm(path: string, title: string): string | null {
  const isFilm = /^\/(?!\/).*\.(?:mp4|webm|ogv|m4v)$/i.test(path);
  return isFilm ? `::video${attributes({ file: path, title: plainText(title) })}` : null;
}

/** A player where the site has one, else a link. @param label of the link. @param link gives the new address */
export function writeMedia(
  source: string,
  label: string,
  title: string,
  link: (target: string) => string,
): string {
  const video = writeVideo(source, title);
  if (video) return video;
  const target = link(source);
  return writeFilm(target, title) ?? writeLink(label, target);
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

/** @param target of Markdown */
function writeImage(target: string, alt: string): string {
  return `![${alt
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[[\]\\]/g, '\\$&')}](${writeTarget(target)})`;
}

/** A caption with a link stays Markdown, because that of a directive is plain text. */
export function writeFigure(target: string, alt: string, caption: string): string {
  return caption.trim() === '' ? writeImage(target, alt) : writeCaptioned(writeImage(target, alt), caption);
}

/** @param block image, table or code */
export function writeCaptioned(block: string, caption: string): string {
  const text = caption.replace(/\s+/g, ' ').trim();
  if (/\]\(/.test(text)) return `${block}\n\n${text}`;
  return container('figure', { caption: plainText(text) }, block);
}

/** Without the marks of Markdown. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\\)(\*{1,3}|`+|~~)/g, '')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/<[^>]*>/g, '')
    .trim();
}

export function writeLink(text: string, target: string): string {
  return `[${text.replace(/\s+/g, ' ').trim()}](${writeTarget(target)})`;
}

/** A target of Markdown; brackets and blanks need marks around them. */
export function writeTarget(target: string): string {
  return /[\s()<>]/.test(target) ? `<${target.replace(/[<>\n]/g, encodeURIComponent)}>` : target;
}

/** A block of code, fenced with more backticks than it contains. */
export function writeCode(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code.replace(/^\n+|\s+$/g, '')}\n${fence}`;
}
