/** Reads the items of a WordPress export (WXR) as a stream, so that a large file does not fill the memory. */
import { createReadStream } from 'node:fs';
import { UserError } from '../../foundation/errors.ts';

/** Characters of one element. */
const MAX_TEXT = 8_000_000;
/** Levels of elements that are read. */
const MAX_DEPTH = 20;

/** An element that contains others: of the channel, such as `wp:author`, or `item`. */
export interface WxrRecord {
  name: string;
  /** Text of each element within, by its name; the last one counts. */
  texts: ReadonlyMap<string, string>;
  /** `category` elements of an item. */
  terms: readonly { domain: string; slug: string; name: string }[];
  /** `wp:postmeta` of an item. */
  meta: ReadonlyMap<string, string>;
  comments: number;
  /** Line of the export on which the record, and its `content:encoded`, begins; from 1. */
  line: number;
  contentLine: number;
}

export interface WxrHead {
  /** Texts of the channel itself. */
  channel: ReadonlyMap<string, string>;
  /** Whether the export ends before its last tag. */
  isCut: boolean;
  hasEntities: boolean;
}

/** Elements of the channel with others in them. */
const RECORDS = new Set(['item', 'wp:author', 'wp:category', 'wp:tag', 'wp:term']);

/** @param each called with every record in order; `bytes` is how much of the file has been read */
export async function readWxr(
  file: string,
  shown: string,
  each: (record: WxrRecord, bytes: number) => void,
): Promise<WxrHead> {
  const { Parser } = await import('htmlparser2');
  const channel = new Map<string, string>();
  const breaks: number[] = [];
  const path: string[] = [];
  let record:
    | (WxrRecord & {
        texts: Map<string, string>;
        terms: WxrRecord['terms'][number][];
        meta: Map<string, string>;
      })
    | null = null;
  let text = '';
  let attributes: Record<string, string> = {};
  let metaKey = '';
  let read = 0;
  let isWxr = false;
  let isCut = true;
  let hasEntities = false;
  let isTooLong = false;

  const lineAt = (offset: number) => {
    let low = 0;
    for (let high = breaks.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
  const parser = new Parser(
    {
      onopentag(name, attribs) {
        path.push(name);
        text = '';
        isTooLong = false;
        attributes = attribs;
        if (name === 'rss') isWxr = true;
        if (path.length === 3 && RECORDS.has(name)) {
          const line = lineAt(parser.startIndex);
          record = {
            name,
            texts: new Map(),
            terms: [],
            meta: new Map(),
            comments: 0,
            line,
            contentLine: line,
          };
        }
        if (record && name === 'content:encoded') record.contentLine = lineAt(parser.endIndex);
      },
      ontext(part) {
        if (path.length > MAX_DEPTH) return;
        if (text.length + part.length > MAX_TEXT) isTooLong = true;
        else text += part;
      },
      onprocessinginstruction(_name, data) {
        if (/<!ENTITY|^!DOCTYPE[^>]*\[/i.test(data) || data.includes('ENTITY')) hasEntities = true;
      },
      onclosetag(name, isImplied) {
        path.pop();
        if (name === 'rss' && !isImplied) isCut = false;
        const value = isTooLong ? '' : text;
        text = '';
        const depth = path.length;
        if (!record) {
          if (depth === 2 && path[1] === 'channel') channel.set(name, value.trim());
          return;
        }
        if (depth === 2) {
          if (!isImplied) each(record, read);
          record = null;
          return;
        }
        if (depth === 3) {
          if (name === 'category')
            record.terms.push({
              domain: attributes.domain ?? '',
              slug: attributes.nicename ?? '',
              name: value.trim(),
            });
          else if (name === 'wp:comment') record.comments++;
          else if (name !== 'wp:postmeta') record.texts.set(name, value);
        } else if (depth === 4 && path[3] === 'wp:postmeta') {
          if (name === 'wp:meta_key') metaKey = value.trim();
          else if (name === 'wp:meta_value') record.meta.set(metaKey, value);
        }
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  let offset = 0;
  const stream = createReadStream(file, { encoding: 'utf8' });
  for await (const chunk of stream) {
    const part = String(chunk);
    for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) breaks.push(offset + at);
    offset += part.length;
    read = stream.bytesRead;
    parser.write(part);
  }
  parser.end();
  if (!isWxr || !channel.has('wp:wxr_version'))
    throw new UserError({
      file: shown,
      code: 'wrong-source',
      message: 'the file is not an export of WordPress',
      hint: 'in WordPress choose Tools, Export, All content, and import the XML file that it makes',
    });
  return { channel, isCut, hasEntities };
}
