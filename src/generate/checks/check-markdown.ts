/** Checks generated Markdown: no raw HTML, no dangerous or foreign links, no invisible characters, no frame around the text. */
import { decodeHTML } from 'entities/decode';
import { marked, type Token } from 'marked';
import { blankCode, fenceAfter } from '../../content/markdown/blank-code.ts';
import { type AnswerFinding, quote, spanOf } from './finding.ts';

export interface LinkRules {
  /** Hosts that may be linked to; a name covers its subdomains. */
  hosts: readonly string[];
  /** Targets that are always allowed: a translation may keep the targets of its original. */
  allowed: ReadonlySet<string>;
  /** URLs that occur in the sources, the settings or the site. */
  known: ReadonlySet<string>;
  /** True for a text that an editor may have changed: it may refer to pages and images of the site. */
  isEdited: boolean;
}

const COMMENTS = /^\s*(?:<!--(?:(?!-->)[\s\S])*-->\s*)+$/;

export function checkMarkdown(text: string, rules: LinkRules): AnswerFinding[] {
  const findings: AnswerFinding[] = [];
  marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === 'html') {
      if (rules.isEdited && COMMENTS.test(token.raw)) return;
      const message = `raw HTML: ${quote(token.raw)}`;
      findings.push({
        code: 'html',
        message,
        hint: 'write Markdown only',
        ...spanOf(text, token.raw.trim()),
      });
    } else if (token.type === 'link' || token.type === 'image' || token.type === 'def')
      for (const found of checkTarget(token.type, token.href, rules))
        findings.push({ ...found, ...spanOf(text, token.href) });
  });
  findings.push(...findScriptMarkup(text));
  return [...new Map(findings.map((finding) => [finding.code + finding.message, finding])).values()];
}

/** Finds scripts outside code. Other programs may find HTML or a script URL where our lexer finds text. */
export function findScriptMarkup(text: string): AnswerFinding[] {
  const findings: AnswerFinding[] = [];
  // A scheme may contain character references. Browsers ignore line breaks and tabs in it.
  const plain = decodeHTML(blankCode(text).replace(/&(?:tab|newline);/gi, ''));
  if (/(?:javascript|vbscript):\S|\bdata:[a-z]+\//i.test(plain))
    findings.push({ code: 'script', message: 'a script or data URL', hint: 'remove it' });
  if (/<\/?[a-z][^>\n]*\son\w+\s*=|<\s*script/i.test(plain))
    findings.push({ code: 'script', message: 'a script or an event handler', hint: 'remove it' });
  return findings;
}

/** Collects the targets of all links and images, unchanged. */
export function findTargets(text: string): Set<string> {
  const found = new Set<string>();
  marked.walkTokens(marked.lexer(text), (token: Token) => {
    if (token.type === 'link' || token.type === 'image') found.add(token.href);
  });
  return found;
}

/** Targets within the site. */
const OWN = { image: /^\/?(?:images\/)?\w[^:\\]*$/, link: /^(?:\/(?!\/)|#|\?|\.)/ };

function checkTarget(
  kind: string,
  href: string,
  { hosts, allowed, known, isEdited }: LinkRules,
): AnswerFinding[] {
  if (allowed.has(href)) return [];
  const wrong = (message: string, hint: string): AnswerFinding[] => [{ code: 'link', message, hint }];
  // `articles check` reports pages and images that do not exist.
  if (isEdited && OWN[kind === 'image' ? 'image' : 'link'].test(href)) return [];
  if (kind === 'image') {
    const hint = 'use an image of content/images, or leave it out';
    return wrong(`an image: ${quote(href)}`, hint);
  }
  const url = URL.canParse(href) ? new URL(href) : null;
  if (!url || !/^https?:$/.test(url.protocol) || /["'<>\\]|[^\x21-\x7e]|&(?!amp;)(?:#|[a-z]+;)/i.test(href))
    return wrong(`a link that is not a plain https URL: ${quote(href)}`, 'remove the link');
  if (url.username || url.password || /^[a-z]+:\/\/[^/?#]*@/i.test(href))
    return wrong(`a link that hides its host: ${quote(href)}`, 'remove the link');
  const host = url.hostname.toLowerCase();
  if (known.has(normalizeUrl(href))) return [];
  if (hosts.some((name) => `.${host}`.endsWith(`.${name.toLowerCase()}`))) {
    if (url.pathname === '/' && url.search === '') return [];
    const message = `a URL that no source has: ${quote(href)}`;
    return [{ code: 'url', message, hint: 'link to a URL of the notes, or write no link' }];
  }
  const hint = hosts.length ? `link only to ${hosts.join(', ')}` : 'write no link';
  return [{ code: 'host', message: `a link to ${quote(host)}`, hint }];
}

/** Removes the fragment and trailing slashes, which rarely lead to another page. */
export function normalizeUrl(url: string): string {
  return url.replace(/#.*$/s, '').replace(/\/+$/, '');
}

/** Collects every URL in a text. */
export function findUrls(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"'`|\])]+/gi) ?? [];
  return found.map((url) => normalizeUrl(url.replace(/[.,;:!?]+$/, '')));
}

/** Bidirectional controls, zero-width and other invisible characters. A joiner inside an emoji is allowed. */
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds them
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each character matches by itself
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\uffff\u{e0000}-\u{e0fff}]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d|\u200d(?!\p{Extended_Pictographic})|[\ud800-\udfff]/u;

export function checkInvisible(text: string): AnswerFinding[] {
  const found = INVISIBLE.exec(text);
  if (!found) return [];
  const code = found[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return [
    {
      code: 'invisible',
      message: `an invisible character, U+${code}`,
      hint: 'write visible characters only',
      span: { start: found.index, end: found.index + found[0].length },
      fix: { old: found[0], new: '' },
    },
  ];
}

/** Removes invisible characters from text that must be kept. */
export function stripInvisible(text: string): string {
  return text.replace(new RegExp(INVISIBLE, 'gu'), '');
}

/** At least four words in brackets that are neither a link nor a footnote. */
const PLACEHOLDER =
  /(?<![\]!\\\p{L}\p{M}\p{N}])\[(?=(?:[^\]\s]+\s){3})(?!\^)\p{L}[^\][\n]{7,80}\](?![([:])/gu;

/** Two rules with nothing but fields between them. */
const FRONT_MATTER = /^---[ \t]*\n\s*[\w-]+:.*\n(?:(?:[\w-]+:.*|[ \t]+.*|- .*)?\n)*---[ \t]*$/m;

/** Finds a fence around the text, a second front matter and placeholders. */
export function checkFrame(text: string): AnswerFinding[] {
  const findings: AnswerFinding[] = [];
  const add = (message: string, hint: string) => findings.push({ code: 'fence', message, hint });
  const trimmed = text.trim();
  const lines = trimmed.split('\n');
  const [first = ''] = lines;
  const open = fenceAfter('', first);
  const isPlain = /^(?:`+|~+)(?:markdown|md)?\s*$/i.test(first);
  const end = lines.findIndex((line, index) => index > 0 && fenceAfter(open, line) === '');
  if (open !== '' && isPlain && end === lines.length - 1)
    add('a code fence around the text', 'write the text without a fence');
  else if (lines.reduce(fenceAfter, '') !== '')
    add('a code fence that is not closed', 'close it or leave it out');
  if (FRONT_MATTER.test(blankCode(trimmed))) add('front matter within the text', 'write the text only');
  for (const { 0: blank, index } of blankCode(text).matchAll(PLACEHOLDER))
    findings.push({
      code: 'model-talk',
      message: `a placeholder: ${quote(blank)}`,
      hint: 'write what belongs there, or leave it out',
      span: { start: index, end: index + blank.length },
    });
  return findings;
}
