/** Checks the directives and alerts of a text: their syntax, names, attributes and contents. */
import type { Token } from 'marked';
import { describeIssue, hintOfIssue } from '../../config/schema-issues.ts';
import type { Problem } from '../../foundation/errors.ts';
import { suggestNear } from '../../foundation/near-names.ts';
import { formatCount } from '../../foundation/report.ts';
import { CALLOUTS, type Directive, type Directives, directiveOf } from './directive.ts';
import { PROSE_ATTRIBUTES } from './directive-line.ts';
import { type DirectiveToken, isAlert, isDirective, kindOfBlock, valuesOf } from './directive-tokens.ts';
import { countWords } from './measure-text.ts';
import { walkTokens } from './tokens.ts';

export interface DirectiveProblem extends Problem {
  /** In the text, from 1. */
  line: number;
  column: number;
}

export interface DirectiveFacts {
  problems: DirectiveProblem[];
  /** Words of the source that readers do not read. */
  hiddenWords: number;
}

export const NO_FACTS: DirectiveFacts = { problems: [], hiddenWords: 0 };

/** Quotes, list items and task boxes may stand before a directive, and the first two before an alert. */
const DIRECTIVE = /^[ \t>*+\-\d.)[\]xX]*:{2,}[:A-Za-z]/m;
const ALERT = /^[ \t>*+\-\d.)[\]xX]*>[ \t]?\[![A-Za-z]/m;

/** True if a text may have directives or alerts. */
export function mayHoldDirectives(markdown: string): boolean {
  return (
    (markdown.includes('::') && DIRECTIVE.test(markdown)) || (markdown.includes('[!') && ALERT.test(markdown))
  );
}

/** @param tokens of the text. @param directives those that exist; null to check the syntax only */
export function checkDirectives(
  markdown: string,
  tokens: Token[],
  directives: Directives | null,
): DirectiveFacts {
  if (!mayHoldDirectives(markdown)) return NO_FACTS;
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n');
  const problems: DirectiveProblem[] = [];
  const find = createFinder(lines);
  const parents = new Map<Token, string>();
  let hiddenWords = 0;
  walkTokens(tokens, (token) => {
    if (isAlert(token)) {
      const place = find(token.raw);
      for (const problem of checkAlert(token.alert, token.tokens)) problems.push({ ...problem, ...place });
      hiddenWords += 2;
    } else if (isDirective(token)) {
      const place = token.isExact ? { line: token.line, column: 1 } : find(token.raw, token.line);
      for (const child of token.tokens) parents.set(child, token.name);
      const found = checkDirective(token, parents.get(token) ?? null, directives);
      for (const { column, ...problem } of found)
        problems.push({ ...problem, line: place.line, column: place.column + column - 1 });
      hiddenWords += countHidden(token);
    } else if (token.type === 'paragraph' || (token.type === 'text' && 'tokens' in token)) {
      const misplaced = /^[ \t]*(?:::[A-Za-z{]|:::).*/m.exec(token.raw)?.[0];
      if (misplaced === undefined) return;
      problems.push({
        code: 'directive-syntax',
        message: 'a directive begins at the start of its line',
        hint: 'remove the blanks before the colons; begin with \\: for colons that are text',
        ...find(misplaced),
      });
    }
  });
  const byPlace = (a: DirectiveProblem, b: DirectiveProblem) => a.line - b.line || a.column - b.column;
  return { problems: problems.sort(byPlace), hiddenWords };
}

/** A line that is not found has been looked for in the whole text. */
const MAX_MISSED = 100;

/** Returns a function that finds the first line of a source, each after the one before. */
function createFinder(lines: readonly string[]) {
  let last = 0;
  let missed = 0;
  return (raw: string, from = 1) => {
    if (missed > MAX_MISSED) return { line: from, column: 1 };
    const wanted = raw.split('\n', 1)[0]?.trimEnd() ?? '';
    let index = Math.max(last, from - 1);
    while (index < lines.length && !lines[index]?.includes(wanted)) index++;
    if (index === lines.length) {
      missed++;
      return { line: from, column: 1 };
    }
    last = index + 1;
    return { line: index + 1, column: (lines[index]?.indexOf(wanted) ?? 0) + 1 };
  };
}

function checkAlert(name: string, tokens: readonly Token[]): Problem[] {
  const known: readonly string[] = CALLOUTS;
  if (!known.includes(name.toLowerCase())) {
    const names = CALLOUTS.map((kind) => kind.toUpperCase());
    return [{ code: 'unknown-directive', message: `there is no alert "${name}"`, ...suggest(name, names) }];
  }
  const isEmpty = tokens.every((token) => token.type === 'space');
  return isEmpty
    ? [
        {
          code: 'directive-content',
          message: 'the alert is empty',
          hint: 'write its text in the next lines, each after ">"',
        },
      ]
    : [];
}

type Found = Omit<DirectiveProblem, 'line'>;

function checkDirective(
  token: DirectiveToken,
  parent: string | null,
  directives: Directives | null,
): Found[] {
  const { name, problem } = token;
  if (problem) return [problem];
  if (!directives) return [];
  const directive = directiveOf(directives, name);
  if (directive) return [...checkAttributes(token, directive), ...checkForm(token, directive, parent)];
  const column = token.raw.search(/[^:]/) + 1;
  return [
    {
      code: 'unknown-directive',
      message: `there is no directive "${name}"`,
      ...suggest(name, Object.keys(directives)),
      column,
    },
  ];
}

function checkAttributes({ name, attributes }: DirectiveToken, directive: Directive): Found[] {
  const unknown = [...attributes].filter(([key]) => !directive.attributes.includes(key));
  if (unknown.length > 0)
    return unknown.map(([key, { column }]) => ({
      code: 'directive-attribute',
      message: `"${name}" has no attribute "${key}"`,
      ...suggest(key, directive.attributes),
      column,
    }));
  const read = directive.read(valuesOf(attributes));
  if ('render' in read) return [];
  return read.map((issue) => {
    const [key] = issue.path;
    const column = attributes.get(String(key ?? ''))?.valueColumn ?? 1;
    const message = key === undefined ? describeIssue(issue) : `${String(key)} ${describeIssue(issue)}`;
    return { code: 'directive-attribute', message: `${name}: ${message}`, hint: hintOfIssue(issue), column };
  });
}

function checkForm(
  { name, hasBody, tokens }: DirectiveToken,
  { form, holds, count, within }: Directive,
  parent: string | null,
): Found[] {
  const found: Found[] = [];
  const add = (message: string, hint: string) =>
    found.push({ code: 'directive-content', message, hint, column: 1 });
  if (hasBody && form === 'leaf')
    add(`"${name}" has no body`, `write ::${name} with two colons and no closing line`);
  if (!hasBody && form === 'container')
    add(`"${name}" needs a body`, `write :::${name}, the text, and a closing line of three colons`);
  if (within !== undefined && parent !== within)
    add(`"${name}" must be in "${within}"`, `write it between ::::${within} and ::::`);
  if (!hasBody || form === 'leaf') return found;
  const kinds = tokens.flatMap((token) => kindOfBlock(token) ?? []);
  const wrong = holds && kinds.find((kind) => !holds.includes(kind));
  if (wrong !== undefined)
    add(
      `"${name}" may not hold "${wrong}"`,
      `write only ${holds?.map((kind) => `"${kind}"`).join(' or ')} in it`,
    );
  else if (count && (kinds.length < count[0] || kinds.length > count[1])) {
    const range =
      count[0] === count[1]
        ? `${count[0]}`
        : count[1] === Infinity
          ? `at least ${count[0]}`
          : count.join(' to ');
    add(
      `"${name}" holds ${formatCount(kinds.length, 'block')}`,
      `write ${range} of ${holds?.map((kind) => `"${kind}"`).join(' or ')} in it, each after an empty line`,
    );
  } else if (kinds.length === 0 && form === 'container')
    add(`"${name}" is empty`, 'write its content, or remove it');
  return found;
}

const suggest = (name: string, known: readonly string[]) =>
  suggestNear(name, known, `choose from ${[...known].sort().join(', ')}`);

/** Words in the lines of a directive that are not words of its texts. */
function countHidden({ raw, attributes, hasBody }: DirectiveToken): number {
  const shown = [...attributes].flatMap(([key, { value }]) =>
    PROSE_ATTRIBUTES.has(key) && value !== true ? [countWords(value)] : [],
  );
  const all = countWords(raw.split('\n', 1)[0] ?? '') + (hasBody ? 1 : 0);
  return all - shown.reduce((sum, words) => sum + words, 0);
}
