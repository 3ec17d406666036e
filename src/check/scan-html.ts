/** Reads from HTML what checks need: ids, targets, images without alternative text, languages of code, loaded resources, unmatched tags. */
import { Parser } from 'htmlparser2';
import { type Load, listLoads } from './page-loads.ts';

export interface ScannedHtml {
  ids: string[];
  /** Targets of links and sources of pictures, decoded, in order. */
  targets: string[];
  /** Sources of images whose alternative text is empty or missing. */
  withoutAlt: string[];
  /** Languages of blocks of code, as the text names them. */
  languages: string[];
  /** The resources that the security policy must allow, in order. */
  loads: Load[];
}

/** Class of a block of code, before its language. */
const LANGUAGE = 'language-';

export function scanHtml(html: string): ScannedHtml {
  const found: ScannedHtml = {
    ids: [],
    targets: [],
    withoutAlt: [],
    languages: [],
    loads: [],
  };
  let inline: { name: 'script' | 'style'; text: string } | null = null;
  const parser = new Parser({
    onopentag(name, attributes) {
      const { id, href, poster, src, srcset, alt } = attributes;
      if (id !== undefined) found.ids.push(id);
      for (const target of [href, poster, src]) if (target !== undefined) found.targets.push(target);
      if (srcset !== undefined) for (const target of parseSrcset(srcset)) found.targets.push(target);
      if (name === 'img' && !alt?.trim()) found.withoutAlt.push(src ?? '');
      if (name === 'code' && attributes.class?.startsWith(LANGUAGE))
        found.languages.push(attributes.class.slice(LANGUAGE.length));
      for (const load of listLoads(name, attributes)) found.loads.push(load);
      if (name === 'style' || (name === 'script' && src === undefined && isScript(attributes.type)))
        inline = { name, text: '' };
    },
    ontext(text) {
      if (inline) inline.text += text;
    },
    onclosetag() {
      if (!inline) return;
      const { name: kind, text } = inline;
      found.loads.push({ directive: `${kind}-src`, what: `<${kind}>`, target: text, inline: 'element' });
      inline = null;
    },
  });
  parser.end(html);
  return found;
}

/** Scripts of other types are data. */
function isScript(type = ''): boolean {
  return /^\s*(|module|(text|application)\/(x-)?(java|ecma)script)\s*$/i.test(type);
}

function parseSrcset(value: string): string[] {
  return value.split(',').flatMap((candidate) => candidate.trim().split(/\s+/)[0] || []);
}

// Void elements have no end tag, and the end tags of the second list are optional.
const VOID = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const OPTIONAL_END = /^(p|li|dt|dd|option|tr|td|th|thead|tbody|tfoot|colgroup)$/;

/** Describes the first unmatched tag; null where all tags match. */
export function findMismatch(html: string): string | null {
  const open: string[] = [];
  let found: string | null = null;
  const end = (name: string) => {
    while (open.length > 0 && open.at(-1) !== name && OPTIONAL_END.test(open.at(-1) ?? '')) open.pop();
    if (open.at(-1) === name) open.pop();
    else found ??= `</${name}> closes nothing that is open there`;
  };
  const start = (name: string) => {
    if (name === 'a' && open.includes('a')) found ??= '<a> is inside another link';
    open.push(name);
  };
  const reader = new TagReader(html, (name, isEnd) => {
    if (!VOID.test(name)) (isEnd ? end : start)(name);
  });
  reader.end(html);
  const left = open.find((name) => !OPTIONAL_END.test(name));
  return found ?? (left === undefined ? null : `<${left}> is not closed`);
}

/** Reports each tag in order: the parser itself drops end tags that match nothing. */
class TagReader extends Parser {
  readonly #html: string;
  readonly #onTag: (name: string, isEnd: boolean) => void;

  constructor(html: string, onTag: (name: string, isEnd: boolean) => void) {
    super();
    this.#html = html;
    this.#onTag = onTag;
  }

  override onopentagname(from: number, to: number): void {
    this.#onTag(this.#html.slice(from, to).toLowerCase(), false);
  }

  override onclosetag(from: number, to: number): void {
    this.#onTag(this.#html.slice(from, to).toLowerCase(), true);
  }
}
