/** Reads the records of a WordPress export (WXR) as a stream, so that a large file does not fill the memory. */
import { createReadStream } from 'node:fs';
import { Parser } from 'htmlparser2';
import { attempt, UserError } from '../core.ts';

/** Characters of one element. The text of a longer one is dropped. */
const MAX_TEXT = 8_000_000;
/** Names of elements that are kept for the next element. Exports have about sixty. */
const MAX_NAMES = 500;
/** Elements that are nested more deeply are ignored. */
const MAX_DEPTH = 20;

/** An element with content that an import uses: an item, or a part of the channel such as `wp:author`. */
export interface WxrRecord {
  name: string;
  /** Text of each inner element by its name. Of several with one name, the last one counts. */
  texts: ReadonlyMap<string, string>;
  /** `category` elements of an item. */
  terms: readonly { domain: string; slug: string; name: string }[];
  /** `wp:postmeta` elements of an item. */
  meta: ReadonlyMap<string, string>;
  /** Number of comments. */
  comments: number;
  /** Line of the export on which the record begins, from 1. */
  line: number;
  /** Line of the export on which its `content:encoded` begins, from 1. */
  contentLine: number;
  /** Inner elements whose text is too long to be kept. */
  tooLong: readonly string[];
}

export interface WxrHead {
  /** Texts of the channel itself. */
  channel: ReadonlyMap<string, string>;
  /** True if the export ends before its last closing tag. */
  isCut: boolean;
  hasEntities: boolean;
  /** Bytes of the file. */
  bytes: number;
}

/** Elements of the channel that are records. */
const RECORDS = new Set(['item', 'wp:author', 'wp:category', 'wp:tag', 'wp:term']);

/** @param each called with every record in order; `bytes` is how much of the file has been read */
export async function readWxr(
  file: string,
  shown: string,
  each: (record: WxrRecord, bytes: number) => void,
): Promise<WxrHead> {
  const lines = createLineIndex();
  let bytesRead = 0;
  const collector = createCollector((record) => each(record, bytesRead));
  const parser = new Parser(
    {
      onopentag: (name, attributes) =>
        collector.open(name, attributes, {
          line: () => lines.lineAt(parser.startIndex),
          contentLine: () => lines.lineAt(parser.endIndex),
        }),
      ontext: collector.text,
      onprocessinginstruction: (_name, data) => collector.instruction(data),
      onclosetag: collector.close,
    },
    { xmlMode: true, decodeEntities: true },
  );
  const decode = createDecoder(shown);
  const take = (part: string) => {
    lines.add(part);
    parser.write(part);
  };
  for await (const chunk of createReadStream(file)) {
    const bytes: Buffer = chunk;
    take(decode(bytes));
    bytesRead += bytes.length;
  }
  take(decode(null));
  parser.end();
  const { isWxr, ...head } = collector.result();
  if (!isWxr || !head.channel.has('wp:wxr_version'))
    throw new UserError({
      file: shown,
      code: 'wrong-source',
      message: 'the file is not an export of WordPress',
      hint: 'in WordPress choose Tools, Export, All content, and import the XML file that it makes',
    });
  return { ...head, bytes: bytesRead };
}

/** Decodes a file in the encoding that it declares. @returns a function of its parts; null ends the file */
function createDecoder(shown: string): (bytes: Buffer | null) => string {
  let decoder: TextDecoder | null = null;
  let name = 'utf-8';
  let before = 0;
  return (bytes) => {
    if (decoder === null) {
      const start = bytes?.subarray(0, 200) ?? Buffer.alloc(0);
      const declared = /encoding=["']([\w-]+)["']/i.exec(start.toString('latin1'))?.[1];
      name =
        start[0] === 0xff && start[1] === 0xfe
          ? 'utf-16le'
          : start[0] === 0xfe && start[1] === 0xff
            ? 'utf-16be'
            : (declared ?? 'utf-8');
      decoder = attempt(() => new TextDecoder(name, { fatal: true })) ?? null;
    }
    try {
      if (decoder === null) throw new TypeError(`there is no encoding ${name}`);
      const text = bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true });
      before += bytes?.length ?? 0;
      return text;
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const at = bytes === null ? before : before + firstBroken(bytes, name);
      throw new UserError({
        file: shown,
        code: 'wrong-source',
        message: `the file is not ${name.toUpperCase()}: it has other bytes after byte ${at.toLocaleString('en')}`,
        hint: 'export it again, or convert it to UTF-8 with iconv',
      });
    }
  };
}

/** Number of bytes that can be decoded. */
function firstBroken(bytes: Buffer, name: string): number {
  let low = 0;
  for (let high = bytes.length; low < high; ) {
    const middle = (low + high + 1) >> 1;
    if (
      attempt(() =>
        new TextDecoder(name, { fatal: true }).decode(bytes.subarray(0, middle), { stream: true }),
      ) === undefined
    )
      high = middle - 1;
    else low = middle;
  }
  return low;
}

/** Converts offsets of a text that arrives in parts to line numbers. */
function createLineIndex() {
  const breaks: number[] = [];
  let length = 0;
  return {
    add(part: string): void {
      for (let at = part.indexOf('\n'); at >= 0; at = part.indexOf('\n', at + 1)) breaks.push(length + at);
      length += part.length;
    },
    /** Counts the line breaks before an offset, by binary search. */
    lineAt(offset: number): number {
      let low = 0;
      for (let high = breaks.length; low < high; ) {
        const middle = (low + high) >> 1;
        if ((breaks[middle] ?? 0) < offset) low = middle + 1;
        else high = middle;
      }
      return low + 1;
    },
  };
}

interface OpenRecord extends WxrRecord {
  tooLong: string[];
  texts: Map<string, string>;
  terms: WxrRecord['terms'][number][];
  meta: Map<string, string>;
}

/** Collects records from the events of an XML parser. */
function createCollector(each: (record: WxrRecord) => void) {
  const channel = new Map<string, string>();
  /** Names of the open elements. */
  const path: string[] = [];
  /** Each name once, since the parser gives a part of the file. */
  const names = new Map<string, string>();
  const nameOf = (given: string): string => {
    const known = names.get(given) ?? detach(given);
    if (names.size < MAX_NAMES) names.set(known, known);
    return known;
  };
  let record: OpenRecord | null = null;
  let text = '';
  let isTooLong = false;
  let attributes: Record<string, string> = {};
  let metaKey = '';
  let isWxr = false;
  let isCut = true;
  let hasEntities = false;

  /** Stores the text of an element in the record around it. */
  const store = (into: OpenRecord, name: string, value: string) => {
    const isField = path.length === 3;
    if (isField && name === 'category')
      into.terms.push({
        domain: detach(attributes.domain ?? ''),
        slug: detach(attributes.nicename ?? ''),
        name: value.trim(),
      });
    else if (isField && name === 'wp:comment') into.comments++;
    else if (isField && name !== 'wp:postmeta') into.texts.set(name, value);
    else if (path.length === 4 && path[3] === 'wp:postmeta') {
      if (name === 'wp:meta_key') metaKey = value.trim();
      else if (name === 'wp:meta_value') into.meta.set(metaKey, value);
    }
  };

  return {
    open(name: string, given: Record<string, string>, at: { line(): number; contentLine(): number }): void {
      path.push(nameOf(name));
      text = '';
      isTooLong = false;
      attributes = given;
      if (name === 'rss') isWxr = true;
      if (path.length === 3 && RECORDS.has(name)) record = openRecord(name, at.line());
      if (record && name === 'content:encoded') record.contentLine = at.contentLine();
    },
    text(part: string): void {
      if (path.length > MAX_DEPTH) return;
      if (text.length + part.length > MAX_TEXT) isTooLong = true;
      else text += part;
    },
    instruction(data: string): void {
      if (/<!ENTITY|^!DOCTYPE[^>]*\[/i.test(data) || data.includes('ENTITY')) hasEntities = true;
    },
    /** @param isImplied true if the file ends before the closing tag */
    close(_name: string, isImplied: boolean): void {
      const name = path.pop() ?? '';
      if (name === 'rss' && !isImplied) isCut = false;
      const value = isTooLong ? '' : detach(text);
      if (isTooLong) record?.tooLong.push(name);
      isTooLong = false;
      text = '';
      if (record && path.length === 2) {
        if (!isImplied) each(record);
        record = null;
      } else if (record) store(record, name, value);
      else if (path.length === 2 && path[1] === 'channel') channel.set(name, value.trim());
    },
    result: () => ({ channel, isCut, hasEntities, isWxr }),
  };
}

/** A part of a string keeps the whole in memory; a copy does not. */
function detach(text: string): string {
  return Buffer.from(text).toString('utf8');
}

function openRecord(name: string, line: number): OpenRecord {
  return {
    name,
    texts: new Map(),
    terms: [],
    meta: new Map(),
    comments: 0,
    tooLong: [],
    line,
    contentLine: line,
  };
}
