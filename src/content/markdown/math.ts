/** Formulas: $`x^2`$ within a line, and a code block with the language `math`. They become MathML, which needs no style or font. */
import { createRequire } from 'node:module';
import type Katex from 'katex';
import type { Token } from 'marked';
import { refuseText, type TextRefusedError } from './page-size.ts';

export interface MathToken {
  type: 'math';
  raw: string;
  text: string;
}

const load = createRequire(import.meta.url);

export function isMath(token: Token): token is MathToken {
  return token.type === 'math';
}

/** Characters of a formula. */
const MAX_LENGTH = 20_000;
/** Groups within each other. KaTeX calls itself for each, so without this limit the size of the thread's stack would decide. */
const MAX_LEVELS = 100;

const words = (names: string) => names.split(' ').map((name) => `\\${name}`);
/** They define something, which can repeat a text without end, write to the terminal, or change what the reader below counts. */
const REFUSED = new Set(
  words(
    'def gdef edef xdef newcommand renewcommand providecommand let futurelet global long expandafter noexpand show message errmessage',
  ),
);
const OPENING = new Set(['{', ...words('begin left begingroup')]);
const CLOSING = new Set(['}', ...words('end right endgroup')]);
/** They end the cell of a table, and what changes its looks. */
const DIVIDING = new Set(['&', ...words('\\ cr')]);
/** KaTeX reads what follows them, up to the end of the group, as a group of its own. */
const LASTING = new Set(
  words(
    'color rm sf tt bf it cal tiny sixptsize scriptsize footnotesize small normalsize large Large LARGE huge Huge displaystyle textstyle scriptstyle scriptscriptstyle dots',
  ),
);
/** Macros that KaTeX makes of others. */
const INTERNAL = /^\\[a-zA-Z]*@/;
const TOKEN = /%[^\n]*|\\verb\*?([^*a-zA-Z]).*?\1|\\(?:[a-zA-Z@]+|[\s\S])|[{}&]/g;

/** Why KaTeX must not read a formula; null where it may. */
function findExcess(formula: string): string | null {
  if (formula.length > MAX_LENGTH) return `it has more than ${MAX_LENGTH} characters`;
  /** Levels within each open group. */
  const levels = [0];
  for (const [token] of formula.matchAll(TOKEN)) {
    const level = levels.at(-1) ?? 0;
    if (REFUSED.has(token) || INTERNAL.test(token)) return `a formula cannot use ${token}`;
    if (OPENING.has(token)) levels.push(level + 1);
    else if (CLOSING.has(token)) levels.pop();
    else if (DIVIDING.has(token)) levels.splice(-1, 1, levels.length - 1);
    else if (LASTING.has(token)) levels.splice(-1, 1, level + 1);
    if ((levels.at(-1) ?? 0) > MAX_LEVELS) return `groups are nested more than ${MAX_LEVELS} levels deep`;
  }
  return null;
}

function refuse(formula: string, reason: string): TextRefusedError {
  return refuseText({
    code: 'invalid-value',
    message: `the formula "${formula.slice(0, 1_000).replace(/\s+/g, ' ').slice(0, 60)}" is not valid: ${reason}`,
    hint: 'correct it; docs/write.md says what formulas may have',
    line: 1,
    words: formula.trim().split('\n')[0] ?? '',
  });
}

/**
 * @param isBlock whether the formula stands alone
 * @throws TextRefusedError for a formula that is not valid
 */
export function renderMath(formula: string, isBlock: boolean): string {
  const excess = findExcess(formula);
  if (excess !== null) throw refuse(formula, excess);
  const katex: typeof Katex = load('katex');
  try {
    const html = katex.renderToString(formula, {
      output: 'mathml',
      displayMode: isBlock,
      maxExpand: 200,
      maxSize: 50,
      strict: 'ignore',
    });
    // Formulas run from left to right in every language.
    return isBlock
      ? `<div class="math" dir="ltr" role="group" tabindex="0">${html}</div>\n`
      : `<span dir="ltr">${html}</span>`;
  } catch (error) {
    if (!(error instanceof katex.ParseError) && !(error instanceof RangeError)) throw error;
    throw refuse(formula, error.message.replace(/^KaTeX parse error: /, '').replace(/\s+/g, ' '));
  }
}
