/** Tests paths against the patterns with which tools leave files out: `**`, `*`, `?` and `{a,b}`. */

/** Matches any text, with slashes. */
export const ANY = '***';

/** More alternatives of one pattern are not read. */
const MAX_FORMS = 50;

/** @param crosses true where "*" matches slashes too */
export function matchesGlob(pattern: string, path: string): boolean {
  return formsOf(pattern).some((form) => matches(form.match(/\*\*\/|\*+|[\s\S]/g) ?? [], path));
}

/** Regular expressions of letters, dots, stars, anchors at the end and alternatives in brackets. The others take too long to test. */
const SIMPLE =
  /^(?:[^\\^$.*+?()[\]{}|]|\\[^\w\s*?{},]|\.[*+]?|\((?:\?:)?(?:[^\\^$.*+?()[\]{}|,]|\\[^\w\s*?{},]|\|)*\))*\$?$/;

/** The pattern for the paths in which a regular expression finds something; null if it cannot be written so. */
export function globOfExpression(expression: string): string | null {
  if (!SIMPLE.test(expression)) return null;
  const glob = expression.replace(
    /\\(.)|\((?:\?:)?|\.[*+]?|[)|$]/g,
    (part, literal?: string) => literal ?? WRITTEN[part.slice(0, 2)] ?? '{',
  );
  const whole = ANY + glob + (expression.endsWith('$') ? '' : ANY);
  return formsOf(whole).length < MAX_FORMS ? whole : null;
}

const WRITTEN: Readonly<Record<string, string>> = {
  '.*': ANY,
  '.+': `{?,/}${ANY}`,
  '.': '{?,/}',
  ')': '}',
  '|': ',',
  $: '',
};

/** `{a,b}.md` → `a.md`, `b.md`. */
function formsOf(pattern: string): string[] {
  let forms = [''];
  for (const part of pattern.split(/(\{[^{}]*\})/)) {
    const choices = /^\{.*\}$/s.test(part) ? part.slice(1, -1).split(',') : [part];
    forms = forms.flatMap((form) => choices.map((choice) => form + choice)).slice(0, MAX_FORMS);
  }
  return forms;
}

/** Follows all ways through a pattern at once, so that no pattern takes long. */
function matches(tokens: readonly string[], path: string): boolean {
  /** Places in the pattern that the path so far may have reached. */
  let reached = new Set<number>();
  const reach = (places: Set<number>, at: number): void => {
    places.add(at);
    // A star may stand for nothing.
    if (tokens[at]?.startsWith('*')) reach(places, at + 1);
  };
  reach(reached, 0);
  for (const character of path) {
    const next = new Set<number>();
    for (const at of reached) {
      const token = tokens[at];
      if (token === undefined) continue;
      if (token === '**/') {
        next.add(at);
        if (character === '/') reach(next, at + 1);
      } else if (token.startsWith('*')) {
        if (token.length > 1 || character !== '/') reach(next, at);
      } else if (token === character || (token === '?' && character !== '/')) reach(next, at + 1);
    }
    reached = next;
  }
  return reached.has(tokens.length);
}
