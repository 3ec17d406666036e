/** Finds hosts, handles, telephone numbers and mail addresses that neither the site nor the sources name. */

import { blankCode } from '../../content/markdown/blank-code.ts';
import { toPlainView } from '../../content/markdown/plain-view.ts';
import { type AnswerFinding, type FindingCode, quote } from './finding.ts';
import type { TextRules } from './text-rules.ts';

const DOMAINS =
  'com|net|org|io|app|bet|bets|casino|poker|info|biz|online|site|xyz|club|vip|win|top|me|tv|gg|eu|uk|de|fr|ru|su|tr|kr|jp|in|us|ca|au|shop|store|live|pro|game|games|cc|bingo|money|cash|fun|link|click|dev|ai|finance|exchange|trade|space|website|world|gold|рф|онлайн|сайт';
/** The word for "dot" in four languages. */
const DOT = ' dot | точка | nokta |닷';
const LABEL = '[a-z0-9\\p{Script=Cyrillic}](?:[a-z0-9\\p{Script=Cyrillic}-]*[a-z0-9\\p{Script=Cyrillic}])?';

const PATTERNS: readonly { code: FindingCode; what: string; pattern: RegExp }[] = [
  // The version of a package (`react@18.3`) and an address of git (`git@host.org:repository`) are no mail addresses.
  {
    code: 'messenger',
    what: 'a mail address',
    pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z][\w-]+(?![\w-]|\.\w|:[\w~/])/gu,
  },
  {
    code: 'host',
    what: 'a web address',
    pattern: new RegExp(
      `(?<![a-z0-9\\p{Script=Cyrillic}@./_-])(?:${LABEL}\\.)+(?:${DOMAINS})(?![a-z0-9\\p{Script=Cyrillic}@_-])(?:/[\\w./?=&%-]*)?`,
      'giu',
    ),
  },
  { code: 'messenger', what: 'a handle', pattern: /(?<![\p{L}\p{M}\p{N}@._/-])@[A-Za-z]\w{3,}(?![\w/-])/gu },
  {
    code: 'host',
    what: 'a web address',
    pattern: new RegExp(
      `(?<=[\\p{L}\\p{M}])(?:${DOT})\\s?(?:com|net|org|io|ком|нет|орг|ру|컴|넷|오알지)(?![\\p{Script=Latin}\\p{Script=Cyrillic}])`,
      'giu',
    ),
  },
  {
    code: 'messenger',
    what: 'a telephone number',
    pattern: /(?<![\p{L}\p{M}\p{N}])\+\d{1,3}[ (-]{0,2}\d{2,4}[ )-]{0,2}\d{2,4}(?:[ -]?\d{2,4}){1,3}/gu,
  },
];

/** Matches decorators and fields in code, such as `@cached` and `rect.top`, but no path and no usual ending of a host. */
const SYNTAX = /^@|^[^/@]*\.(?!(?:com|net|org|bets?|casino|poker|ru|рф)$)[^/@.]+$/iu;

/** Hosts that are reserved for examples (RFC 2606), and names of the .NET platform. */
const NOBODY = /(?:^|[.@])example\.(?:com|net|org)(?:\/|$)|^(?:ASP|ADO|ML|VB)\.NET$/;

export function checkContacts(text: string, rules: TextRules): AnswerFinding[] {
  const plain = toPlainView(text);
  const prose = blankCode(text);
  const isInCode = (index: number) => prose.charAt(index) !== text.charAt(index);
  const syntax = new Set<string>();
  for (const { 0: word, index } of plain.matchAll(/@\w+/g)) if (isInCode(index)) syntax.add(word);
  const findings: AnswerFinding[] = [];
  for (const { code, what, pattern } of PATTERNS) {
    for (const { 0: match, index } of plain.matchAll(pattern)) {
      const part = match.replace(/[.,]+$/, '');
      // Prose may name a decorator that the code has.
      if (syntax.has(part) || (isInCode(index) && SYNTAX.test(part)) || NOBODY.test(part)) continue;
      if (isKnown(code, part, rules)) continue;
      const span = { start: index, end: index + part.length };
      const hint = 'leave it out: only what the site or the notes name may be named';
      findings.push({ code, message: `${what} that no source has: ${quote(part)}`, hint, span });
    }
  }
  return findings;
}

function isKnown(code: FindingCode, part: string, { links, evidence }: TextRules): boolean {
  // Hosts and handles are the same in any case. A link to a profile names its handle, but a word of a source does not.
  if (part.startsWith('@')) return new RegExp(`[@/]${part.slice(1)}_*(?!\\w)`, 'i').test(evidence);
  if (evidence.toLowerCase().includes(part.toLowerCase())) return true;
  if (code !== 'host') return false;
  const host = part.toLowerCase().split('/')[0] ?? '';
  // Not a host, but two sentences without a space between them: "the table.In".
  if (/\.(?!Com$|Org$)\p{Lu}\p{Ll}+$/u.test(part)) return true;
  return links.hosts.some((name) => `.${host}`.endsWith(`.${name.toLowerCase()}`)) && !part.includes('/');
}
