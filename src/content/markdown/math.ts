/** Formulas: $`x^2`$ within a line, and a code block with the language `math`. They become MathML, which needs no style or font. */
import { createRequire } from 'node:module';
import type Katex from 'katex';
import type { Token } from 'marked';
import { TextRefusedError } from './page-size.ts';

export interface MathToken {
  type: 'math';
  raw: string;
  text: string;
}

const load = createRequire(import.meta.url);

export function isMath(token: Token): token is MathToken {
  return token.type === 'math';
}

/**
 * @param isBlock whether the formula stands alone
 * @throws TextRefusedError for a formula that is not valid
 */
export function renderMath(formula: string, isBlock: boolean): string {
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
    const reason = error.message.replace(/^KaTeX parse error: /, '').replace(/\s+/g, ' ');
    throw new TextRefusedError({
      code: 'invalid-value',
      message: `the formula "${formula.replace(/\s+/g, ' ').slice(0, 60)}" is not valid: ${reason}`,
      hint: 'correct it; docs/write.md says what formulas may have',
      line: 1,
      words: formula.trim().split('\n')[0] ?? '',
    });
  }
}
