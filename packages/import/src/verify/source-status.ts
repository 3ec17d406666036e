/** Reads from the source which of its texts were not public: statuses of the export, and flags above the texts. */
import { createReadStream, readFileSync } from 'node:fs';

/** @returns slugs or titles of items of an export that were not public */
export async function readExportStatus(file: string): Promise<Set<string>> {
  return /\.json$/i.test(file) ? readGhostStatus(readFileSync(file, 'utf8')) : readWxrStatus(file);
}

function readGhostStatus(text: string): Set<string> {
  const hidden = new Set<string>();
  // Posts are flat objects with strings; their slugs are unique.
  for (const [post] of text.matchAll(/\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}/g)) {
    const fieldOf = (name: string) => new RegExp(`"${name}"\\s*:\\s*"([^"]*)"`).exec(post)?.[1];
    const [slug, status] = [fieldOf('slug'), fieldOf('status')];
    if (slug === undefined || fieldOf('type') === undefined || status === undefined) continue;
    if (status !== 'published' && status !== 'scheduled') hidden.add(slug);
    if ((fieldOf('visibility') ?? 'public') !== 'public') hidden.add(slug);
  }
  return hidden;
}

async function readWxrStatus(file: string): Promise<Set<string>> {
  const hidden = new Set<string>();
  let rest = '';
  for await (const chunk of createReadStream(file, 'latin1')) {
    rest += String(chunk);
    const end = rest.lastIndexOf('</item>');
    if (end < 0) continue;
    for (const [item] of rest.slice(0, end + 7).matchAll(/<item>[\s\S]*?<\/item>/g)) {
      const fieldOf = (name: string) =>
        new RegExp(`<wp:${name}>\\s*(?:<!\\[CDATA\\[)?([^<\\]]*)`).exec(item)?.[1]?.trim() ?? '';
      const isHidden =
        !/^(?:publish|future)$/.test(fieldOf('status')) ||
        fieldOf('post_password') !== '' ||
        /_yoast_wpseo_meta-robots-noindex(?:\]\]>)?<\/wp:meta_key>\s*<wp:meta_value>(?:<!\[CDATA\[)?1/.test(
          item,
        );
      if (isHidden && /^(?:post|page)$/.test(fieldOf('post_type'))) hidden.add(fieldOf('post_id'));
    }
    rest = rest.slice(end + 7);
  }
  return hidden;
}

/** True if the front matter of a text keeps it from the public. */
export function isHiddenText(text: string, now: number): boolean {
  const [, head = ''] =
    /^(?:(?:---|\+\+\+)[^\n]*\n)?([\s\S]*?)\n(?:---|\+\+\+)[ \t]*(?:\n|$)/.exec(text) ?? [];
  const has = (pattern: RegExp) => pattern.test(head);
  const expiry = /^expiry_?date[ \t]*[:=][ \t]*["']?(\d{4}-\d{2}-\d{2})/im.exec(head)?.[1];
  return (
    has(/^draft[ \t]*[:=][ \t]*["']?(?:true|yes|on)\b/im) ||
    has(/^published[ \t]*[:=][ \t]*["']?(?:false|no|off)\b/im) ||
    has(/^(?:noindex|unlisted)[ \t]*[:=][ \t]*["']?(?:true|yes|on)\b/im) ||
    (expiry !== undefined && Date.parse(expiry) < now)
  );
}
