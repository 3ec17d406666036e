/** Writes the directives that replace elements of other tools. */

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

export type CalloutType = 'note' | 'tip' | 'important' | 'warning' | 'caution';

export function writeCallout(type: CalloutType, title: string | null, body: string): string {
  if (title === null && !/^:::/m.test(body)) {
    const lines = `[!${type.toUpperCase()}]\n${body.trim()}`.split('\n');
    return lines.map((line) => `> ${line}`.trimEnd()).join('\n');
  }
  return container('callout', { type, title }, body);
}

export function writeDetails(summary: string, body: string): string {
  return container('details', { summary }, body);
}

/** @param url of the page or the player on the platform. @returns null for a platform without a directive */
export function writeVideo(url: string, title: string | null): string | null {
  const found = findVideo(url);
  return found && `::video${attributes({ [found.platform]: found.id, title })}`;
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
export function writeImage(target: string, alt: string): string {
  return `![${alt
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[[\]\\]/g, '\\$&')}](${writeTarget(target)})`;
}

export function writeFigure(target: string, alt: string, caption: string): string {
  const image = writeImage(target, alt);
  return caption.trim() === '' ? image : `${image}\n\n*${caption.trim().replace(/^[*_]+|[*_]+$/g, '')}*`;
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
