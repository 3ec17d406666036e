/** Finds what machines leave behind in a text: tokens of chat programs and models, and words about a task. */
import type { LeftoverWords } from '../../locales/leftovers/leftover-words.ts';
import { leftoverWords } from '../../locales/leftovers/leftovers.ts';
import { blankCode } from './blank-code.ts';
import { TAKE_OUT, TOKENS } from './leftover-tokens.ts';

export interface Leftover {
  /** What it is, as a noun, and what to do. */
  what: string;
  hint: string;
  /** False for words that people write too. */
  isCertain: boolean;
  /** Offsets in the text. */
  start: number;
  end: number;
}

/** `\( … \)` and `\[ … \]`. */
const FORMULA = /(?<![\w(/])\\\([^\n]{1,200}?\\\)|\\\[[^[\]]{1,400}?\\\]/g;
/** What only a formula has, by its first mark. Markdown escapes brackets in the same way. */
const MATHS = { '(': /\\[a-z]{2,}|\^|_\{| = /, '[': /\\[a-z]{2,}[ {]|\^\{?\w|_\{/ };

const FORMULA_RULE: Rule = {
  what: 'a formula in marks that nothing renders',
  hint: 'write $`x^2`$ within a line, or a code block with the language math',
  find: (prose) =>
    [...prose.matchAll(FORMULA)].find(([formula]) =>
      MATHS[formula[1] === '(' ? '(' : '['].test(formula.slice(2, -2)),
    ),
};

/**
 * What a text may quote, name or explain: quotations, brackets, emphasis, links, tags and addresses. Nothing within a pair
 * opens it again, so that a row of opening marks takes time in proportion to its length.
 */
const QUOTED =
  /"[^"\n]*"|“[^“”\n]*”|«[^«»\n]*»|‘[^‘’\n]*’|„[^„“”\n]*[“”]|[「『【《][^「『【《」』】》\n]*[」』】》]|[(（][^()（）\n]*[)）]|\[[^[\]\n]*\](?:\([^()\n]*\))?|\*{1,3}[^*\n]+\*{1,3}|(?<!\w)_{1,3}[^_\n]+_{1,3}|<[^<>\n]*>|(?<![^\s)\]>”»"])[^\s/@#]{0,100}[/@#]\S*/g;

const SCRIPTS = [
  'Han',
  'Hiragana',
  'Katakana',
  'Hangul',
  'Cyrillic',
  'Arabic',
  'Hebrew',
  'Thai',
  'Devanagari',
];
/** What a language writes with, by the script that Unicode names for it. Every language takes Latin and Greek letters as they come. */
const USED: Readonly<Record<string, readonly string[]>> = {
  Cyrl: ['Cyrillic'],
  Kore: ['Hangul', 'Han'],
  Jpan: ['Han', 'Hiragana', 'Katakana'],
  Hans: ['Han'],
  Hant: ['Han'],
  Arab: ['Arabic'],
  Hebr: ['Hebrew'],
  Thai: ['Thai'],
  Deva: ['Devanagari'],
};

/** Letters of a script that the language does not use, between words of a sentence. */
function createScriptRule(language: string): Rule {
  const used = USED[new Intl.Locale(language).maximize().script ?? ''] ?? [];
  const others = SCRIPTS.filter((script) => !used.includes(script))
    .map((script) => `\\p{Script=${script}}`)
    .join('');
  const own = used.length > 0 ? used.map((script) => `\\p{Script=${script}}`).join('') : '\\p{Script=Latin}';
  const run = `(?<=[${own}] ?)[${others}]{2,}(?= ?[${own}])`;
  const pattern = new RegExp(`^(?![ \\t]*(?:[#|>+-]|\\* |\\d+[.)]|    ))[^\\n]*?(${run})`, 'mu');
  return {
    what: 'a word in the letters of another language',
    hint: 'write it in the language of the text, or quote it',
    find(prose) {
      const match = pattern.exec(prose.replace(QUOTED, (text) => ' '.repeat(text.length)));
      return match && { 0: match[1] ?? '', index: match.index + match[0].length - (match[1]?.length ?? 0) };
    },
  };
}

interface Rule {
  what: string;
  hint: string;
  isCertain?: boolean;
  /** @param prose the text without code. @param starts of its paragraphs */
  find(prose: string, starts: readonly number[], text: string): Match | null | undefined;
}
interface Match {
  0: string;
  index: number;
}

/** Braces may be meant for readers, as in an article about templates. */
const VARIABLE_RULE: Rule = {
  what: 'a variable of a template',
  hint: 'write what belongs there',
  isCertain: false,
  find: (prose) => /\{\{ ?[a-z_][\w.]* ?\}\}|\{[a-z]{1,30}(?:_[a-z]{1,30}){0,3}\}/i.exec(prose),
};

/** A shorter sentence may be repeated on purpose. */
const LOOP_WORDS = 4;

/** Finds one to three sentences that stand three times in a row in one line, or a word that stands six times in a row. */
const LOOP_RULE: Rule = {
  what: 'a text that repeats itself',
  hint: 'keep one of them',
  isCertain: false,
  find(prose) {
    let before = 0;
    for (const line of prose.split('\n')) {
      const sentences = line.split(/(?<=[.!?…。！？])\s+/);
      for (const period of [1, 2, 3]) {
        let run = 0;
        for (const [index, said] of sentences.entries()) {
          const isAgain = sentences[index - period] === said && said.split(' ').length >= LOOP_WORDS;
          run = isAgain ? run + 1 : 0;
          if (run >= 2 * period) return { 0: said, index: before + line.indexOf(said) };
        }
      }
      before += line.length + 1;
    }
    return /(?<!\p{L})(\p{L}{2,30})(?:[ ,]{1,2}\1(?!\p{L})){5}/iu.exec(prose);
  },
};

const rules = new Map<string, Rule[]>();

/** @param language of the text, such as `ko`. @returns at most one of each kind, in the order of the text */
export function findLeftovers(text: string, language: string): Leftover[] {
  // Nobody sees comments.
  const prose = blankCode(text).replace(/<!--[\s\S]*?(?:-->|$)/g, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  );
  const starts = Array.from(
    prose.matchAll(/(?:^|\n[ \t]*\n)[ \t*_"“\n]*/g),
    ({ 0: gap, index }) => index + gap.length,
  );
  const known = rules.get(language) ?? [
    ...TOKEN_RULES,
    createScriptRule(language),
    ...leftoverWords(language).flatMap(createRules),
  ];
  rules.set(language, known);
  const found = known.flatMap(({ what, hint, isCertain = true, find }) => {
    const match = find(prose, starts, text);
    return match ? [{ what, hint, isCertain, start: match.index, end: match.index + match[0].length }] : [];
  });
  const certain = found.filter(({ isCertain }) => isCertain);
  return found
    .filter((one) => one.isCertain || certain.every(({ start, end }) => end <= one.start || one.end <= start))
    .sort((a, b) => a.start - b.start);
}

const TOKEN_RULES: readonly Rule[] = [
  ...TOKENS.map(([what, hint, pattern]) => ({
    what,
    hint,
    find: (prose: string) => prose.matchAll(pattern).next().value,
  })),
  FORMULA_RULE,
  LOOP_RULE,
  VARIABLE_RULE,
];

function createRules({ refusals, openings, talk, counts, labels, ends, roles, cut }: LeftoverWords): Rule[] {
  const number = '[*_]{0,2} ?[:：][*_]{0,2} *[~≈]?\\d[\\d., ]*(?:words?|слов\\p{L}*|kelime|단어|자)?';
  const count = new RegExp(`^[ \\t]*[([*_]{0,3}(?:${counts})${number}[)\\]*_.]{0,3}[ \\t]*$`, 'imu');
  // The heading of a template, such as that of Alpaca, or the line of a chat.
  const line = (who: string, heading: string) =>
    new RegExp(
      `^(?:#{1,4} (?:${who}|${heading})[:：] *$|(?:[*_]{1,2})?(?:${who})(?:[*_]{1,2})?[:：](?:[*_]{1,2})? *\\S)`,
      'imu',
    );
  const label = new RegExp(`^[*_]{0,2}(?:${labels})[*_]{0,2}[:：]`, 'imu');
  const last = new RegExp(`^[#=*_\\-[(< ]{0,8}(?:${ends})[#=*_\\-\\])> .]{0,8}$`, 'imu');
  const opensChat = new RegExp(`^\\s*[*_]{0,2}(?:${roles.program})[*_]{0,2}[:：][*_]{0,2} *\\S`, 'iu');
  const [asks, answers] = [line(roles.asks, 'Instruction'), line(roles.answers, 'Response')];
  const end = new RegExp(`(?:${cut}|[,，])$`, 'iu');
  const anywhere = new RegExp(talk.anywhere.join('|'), 'iu');
  const opens = atStarts(talk.openings);
  return [
    { what: 'a refusal of the task', hint: 'write the text itself', find: atStarts(refusals) },
    { what: 'an answer about the task', hint: TAKE_OUT, find: atStarts(openings) },
    { what: 'a number of words', hint: TAKE_OUT, find: (prose) => count.exec(prose) },
    { what: 'a line that says where the text ends', hint: TAKE_OUT, find: (prose) => last.exec(prose) },
    {
      what: 'a line of a dialogue with a model',
      hint: TAKE_OUT,
      find(prose) {
        const asked = asks.exec(prose);
        const isAnswered = asked && answers.test(prose.slice(asked.index + asked[0].length));
        return isAnswered ? asked : opensChat.exec(prose);
      },
    },
    {
      what: 'words about the task',
      hint: 'write the text itself only',
      isCertain: false,
      find: (prose, starts, text) => opens(prose, starts, text) ?? anywhere.exec(prose) ?? label.exec(prose),
    },
    {
      what: 'an end within a sentence',
      hint: 'finish the sentence',
      find: (prose, starts, text) => (isProseLast(prose, text) ? findCut(prose, starts, end) : null),
    },
  ];
}

/** Finds the first paragraph that begins with one of the patterns. */
function atStarts(patterns: readonly string[]): Rule['find'] {
  const pattern = new RegExp(patterns.join('|'), 'iuy');
  return (prose, starts) => {
    for (const start of starts) {
      pattern.lastIndex = start;
      const match = pattern.exec(prose);
      if (match) return match;
    }
    return null;
  };
}

/** Code is blank in the prose. */
const isProseLast = (prose: string, text: string) => prose.trimEnd().length === text.trimEnd().length;

/** Words of the last paragraph. A shorter one may be a caption or a signature. */
const MIN_WORDS = 6;

/** The end of a text whose last paragraph stops after a word that needs another one, or after a comma. */
function findCut(prose: string, starts: readonly number[], end: RegExp): Match | null {
  const { length } = prose.trimEnd();
  const start = starts.findLast((at) => at < length) ?? 0;
  const paragraph = prose.slice(start).trimEnd();
  if (/^(?:[#|>:<!+-]|\d+[.)]|\[)/.test(paragraph) || paragraph.split(/\s+/, MIN_WORDS).length < MIN_WORDS)
    return null;
  const found = end.exec(paragraph);
  return found && { 0: found[0], index: start + found.index };
}
