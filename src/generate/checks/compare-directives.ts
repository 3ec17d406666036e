/** Checks directives and alerts: a translation must keep all of its original's, and a new text may have no directive. */
import { Marked } from 'marked';
import { checkDirectives, mayHoldDirectives } from '../../content/markdown/check-directives.ts';
import { PROSE_ATTRIBUTES } from '../../content/markdown/directive-line.ts';
import { isAlert, isDirective } from '../../content/markdown/directive-tokens.ts';
import { lexMarkdown } from '../../content/markdown/lexer.ts';
import { walkTokens } from '../../content/markdown/tokens.ts';
import { type AnswerFinding, quote } from './finding.ts';

const options = new Marked({ gfm: true }).defaults;

/** Lists directives and alerts in order. Attributes that contain prose are replaced by `…`. */
function listDirectives(text: string): string[] {
  if (!mayHoldDirectives(text)) return [];
  const found: string[] = [];
  walkTokens(lexMarkdown(text, options), (token) => {
    if (isAlert(token)) found.push(`[!${token.alert.toUpperCase()}]`);
    if (!isDirective(token) || token.name === '') return;
    const attributes = [...token.attributes]
      .map(([name, { value }]) =>
        value === true ? name : `${name}="${PROSE_ATTRIBUTES.has(name) ? '…' : value}"`,
      )
      .sort();
    found.push(`::${token.name}{${attributes.join(' ')}}`);
  });
  return found;
}

/** Finds the first directive or alert that a translation lost, added or changed. */
export function compareDirectives(
  original: string,
  translation: string,
): Pick<AnswerFinding, 'message' | 'hint'>[] {
  const [before, after] = [listDirectives(original), listDirectives(translation)];
  const texts = [...PROSE_ATTRIBUTES].join(', ');
  const hint = `keep the lines of directives and alerts as they are, and translate only ${texts} in them`;
  const index = Array.from({ length: Math.max(before.length, after.length) }).findIndex(
    (_none, place) => before[place] !== after[place],
  );
  if (index < 0) return checkSyntax(translation);
  const [wanted, written] = [before[index], after[index]];
  if (wanted === undefined)
    return [{ message: `has ${quote(written ?? '')}, which the original does not have`, hint }];
  return [
    {
      message:
        written === undefined ? `lost ${quote(wanted)}` : `has ${quote(written)} instead of ${quote(wanted)}`,
      hint,
    },
  ];
}

function checkSyntax(text: string): Pick<AnswerFinding, 'message' | 'hint'>[] {
  const { problems } = checkDirectives(text, lexMarkdown(text, options), null);
  return problems.map(({ message, hint }) => ({
    message: `has a directive with a mistake: ${message}`,
    hint,
  }));
}

/** Finds directives in a new text, because a model does not know which directives the site has. */
export function findDirectives(text: string): AnswerFinding[] {
  return listDirectives(text)
    .filter((found) => found.startsWith('::'))
    .map((found) => ({
      code: 'structure',
      message: `a directive: ${quote(found)}`,
      hint: 'write plain Markdown without lines that begin with ::',
    }));
}
