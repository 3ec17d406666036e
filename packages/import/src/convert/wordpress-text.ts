/** Converts a text of WordPress to plain HTML: shortcodes, block comments, and blank lines between paragraphs. */
import { createPlaceFinder, decodeEntities, escapeHtml } from '../core.ts';
import { parseArguments } from './element.ts';

/** Lines count from 0. */
export interface WordPressContext {
  /** Addresses of attachments by their number. */
  attachments: ReadonlyMap<string, string>;
  note(line: number, message: string): void;
}

type Arguments = ReadonlyMap<string, string>;
type Shortcode = (values: Arguments, inner: string, context: WordPressContext) => string | null;

const linked: Shortcode = (values, inner) => {
  const url =
    (inner.trim() || values.get('src') || values.get('url') || values.get('id') || values.get('0')) ?? '';
  return /^https?:/.test(url) ? embed(url) : null;
};
const pageOn =
  (start: string): Shortcode =>
  (values, inner, context) => {
    const id = values.get('id') ?? values.get('0') ?? inner.trim();
    return /^[\w-]+$/.test(id) ? embed(start + id) : linked(values, inner, context);
  };
const code: Shortcode = (values, inner) => {
  const language = values.get('language') ?? values.get('lang') ?? values.get('0') ?? '';
  return `<pre class="language-${escapeHtml(language)}">${escapeHtml(decodeEntities(inner.trim()))}</pre>`;
};
const file: Shortcode = (values) => {
  const url = ['src', 'mp4', 'm4v', 'webm', 'ogv', 'mp3', 'm4a', 'ogg', 'wav', '0']
    .map((name) => values.get(name))
    .find(Boolean);
  return url
    ? `<p><a href="${escapeHtml(url)}">${escapeHtml(url.slice(url.lastIndexOf('/') + 1))}</a></p>`
    : null;
};

const SHORTCODES: Readonly<Record<string, Shortcode>> = {
  caption: (values, inner) => {
    const [, picture = inner, rest = ''] =
      /^\s*((?:<a\b[^>]*>)?\s*<img\b[^>]*>\s*(?:<\/a>)?)([\s\S]*)$/.exec(inner) ?? [];
    const text = rest.trim() || escapeHtml(values.get('caption') ?? '');
    return `<figure>${picture}<figcaption>${text}</figcaption></figure>`;
  },
  gallery: (values, _inner, { attachments }) => {
    const ids = (values.get('ids') ?? values.get('include') ?? '').split(',').map((id) => id.trim());
    const pictures = ids.flatMap((id) => attachments.get(id) ?? []);
    if (pictures.length === 0 || pictures.length < ids.length) return null;
    return pictures.map((url) => `<p><img src="${escapeHtml(url)}" alt=""></p>`).join('');
  },
  embed: linked,
  youtube: pageOn('https://youtu.be/'),
  vimeo: pageOn('https://vimeo.com/'),
  tweet: pageOn('https://x.com/i/status/'),
  gist: pageOn('https://gist.github.com/'),
  video: file,
  audio: file,
  code,
  sourcecode: code,
  highlight: code,
  more: () => '',
  nextpage: () => '',
};

const ALIASES: Readonly<Record<string, string>> = { wp_caption: 'caption', youtube_sc: 'youtube' };

/** Embeds the page of an address that is alone on its line. */
function embed(url: string): string {
  return `<iframe src="${escapeHtml(url.trim())}"></iframe>`;
}

const TAG = /\[(\[?)(\/?)([a-zA-Z][\w-]*)((?:\s|\/(?!\])|[^\]\s/"']|"[^"\]]*"|'[^'\]]*')*?)\s*(\/?)\](\]?)/g;

/** @returns HTML */
export function prepareWordPress(text: string, context: WordPressContext): string {
  const withHtml = replaceShortcodes(text, context);
  const isBlocks = /<!--\s*wp:/.test(withHtml);
  const plain = withHtml
    .replace(/<!--\s*\/?wp:[\s\S]*?-->/g, '')
    .replace(/<!--\s*(?:more|nextpage|noteaser)[\s\S]*?-->/g, '')
    .replace(
      /(<(?:figure|div)\b[^>]*wp-block-embed__wrapper[^>]*>)\s*(https?:\/\/[^\s<]+)\s*/g,
      (_all, open, url) => open + embed(url),
    )
    .replace(/^\s*(https?:\/\/(?:www\.)?(?:youtube\.com|youtu\.be|vimeo\.com)\/\S+)\s*$/gm, (_all, url) =>
      embed(url),
    );
  return isBlocks ? plain : addParagraphs(plain);
}

function replaceShortcodes(text: string, context: WordPressContext): string {
  const tags = [...text.matchAll(TAG)];
  const closers = new Map<string, number[]>();
  for (const [index, [, , close, name = '']] of tags.entries())
    if (close) closers.set(name, [...(closers.get(name) ?? []), index]);
  let written = '';
  let at = 0;
  const placeOf = createPlaceFinder(text);
  const lineOf = (offset: number) => placeOf(offset).line - 1;
  for (const [index, match] of tags.entries()) {
    const [whole, escaped, close, word = '', rest = '', , closeEscaped] = match;
    if (match.index < at) continue;
    const name = ALIASES[word.toLowerCase()] ?? word.toLowerCase();
    const known = Object.hasOwn(SHORTCODES, name) ? SHORTCODES[name] : undefined;
    // `[[name]]` is an escaped shortcode: it shows `[name]`.
    if (escaped && closeEscaped) {
      written += text.slice(at, match.index) + whole.slice(1, -1);
      at = match.index + whole.length;
      continue;
    }
    const end = close ? undefined : closers.get(word)?.find((other) => other > index);
    const closer = end === undefined ? undefined : tags[end];
    const isShortcode = known || closer || close || /=/.test(rest) || /[_-]/.test(word);
    // Keeps a bare name in brackets, as texts about WordPress contain it.
    const isBare = known && !closer && !close && rest.trim() === '' && !/^(?:more|nextpage)$/.test(name);
    if (!isShortcode || isBare) continue;
    const inner = closer ? text.slice(match.index + whole.length, closer.index) : '';
    const shown = known && !close ? known(parseArguments(rest), inner, context) : null;
    written += text.slice(at, match.index);
    if (shown !== null) {
      written += shown;
      at = closer ? closer.index + closer[0].length : match.index + whole.length;
      continue;
    }
    if (!close)
      context.note(
        lineOf(match.index),
        `shortcode [${name}] has no equivalent: ${closer ? 'its text is kept' : 'left out'}`,
      );
    at = match.index + whole.length;
  }
  return written + text.slice(at);
}

const BLOCK =
  /^\s*<\/?(?:address|article|aside|blockquote|center|dd|details|div|dl|dt|fieldset|figcaption|figure|form|h[1-6]|header|hr|iframe|li|ol|p|pre|script|section|style|table|tbody|td|tfoot|th|thead|tr|ul|video|audio|!--)\b/i;

/** Turns blank lines into paragraphs and line breaks into <br>, as WordPress does. */
function addParagraphs(html: string): string {
  const parts = html.split(/(<pre\b[\s\S]*?<\/pre>)/i);
  return parts
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .split(/\n[ \t]*\n+/)
            .map((paragraph) => {
              const text = paragraph.trim();
              if (text === '' || BLOCK.test(text)) return text;
              return `<p>${text.replace(/\s*\n/g, '<br>\n')}</p>`;
            })
            .join('\n\n'),
    )
    .join('');
}
