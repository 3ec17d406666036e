/** Tells which elements styles keep from the eyes of readers: by their own `style`, and by the rules of the style sheet. */

export interface StyledElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  parent: StyledElement | null;
}

/** A length that nobody reads: up to 4 px, or as much of a letter. */
const TINY = String.raw`0*(?:[0-4](?:\.\d+)?px|\.[0-2]\d*r?em|(?:[0-9]|1\d)(?:\.\d+)?%|0?(?:\.0+)?)(?![\d.%a-z])`;
/** A length that leads off the screen. */
const FAR = String.raw`[^;]*-(?:\d{3,}(?:\.\d+)?(?:px|%|vw|vh)|\d{2,}(?:\.\d+)?r?em|\d{4,})`;

const HIDING = new RegExp(
  `(?:^|[;{\\s])(?:${[
    'display:none',
    'visibility:(?:hidden|collapse)',
    'content-visibility:hidden',
    String.raw`opacity:(?:0*\.[01]\d*|0+(?:\.0*)?|\d(?:\.\d+)?%)(?![\d.])`,
    String.raw`filter:[^;]*opacity\((?:0|0?\.0+|0%)\)`,
    `font-size:${TINY}`,
    String.raw`(?:-webkit-text-fill-)?color:(?:transparent|#[\da-f]{3}0(?![\da-f])|#[\da-f]{6}00|(?:rgb|hsl)a?\([^)]*[,/]\s?0?(?:\.0*)?%?\))`,
    String.raw`clip:rect\(`,
    String.raw`clip-path:(?:inset\((?:[5-9]\d|100)%|circle\(0)`,
    String.raw`(?:transform:[^;]*scale[xy]?\(|scale:)0?(?:\.0+)?(?:[),;]|$)`,
    `(?:left|right|top|bottom|inset(?:-[a-z-]+)?|margin(?:-[a-z-]+)?|text-indent|translate|transform):${FAR}`,
  ].join('|')})`,
);
const NO_ROOM = new RegExp(`(?:^|[;\\s])(?:max-)?(?:height|width|block-size|inline-size):${TINY}`);
const CUT = /(?:^|[;\s])overflow(?:-[xy])?:\s?(?:hidden|clip)/;

/** @param declarations the value of `style`, or what stands between the braces of a rule */
export function hides(declarations: string): boolean {
  const text = declarations.toLowerCase().replace(/\s*([:;,(!])\s*/g, '$1');
  return HIDING.test(text) || (NO_ROOM.test(text) && CUT.test(text));
}

/** Tests one element, without those around it. */
type Test = (element: StyledElement) => boolean;
interface Step {
  test: Test;
  /** Whether the step before it must match the parent, or any element around. */
  isChild: boolean;
}

/**
 * Reads the rules that hide elements in any state of the page, whatever the width of the screen.
 * @param css as esbuild writes it: without comments and nested rules
 */
export function readHidingRules(css: string): (element: StyledElement) => boolean {
  const rules: (readonly Step[])[] = [];
  for (const [, selectors = '', declarations = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g))
    if (hides(declarations))
      for (const selector of selectors.split(',')) rules.push(...readSelector(selector));
  return (element) => rules.some((steps) => matches(steps, steps.length - 1, element));
}

/** @returns nothing for a selector with a state, a neighbour or a pseudo-element: it may hide nothing */
function readSelector(selector: string): Step[][] {
  const parts = selector
    .trim()
    .split(/\s*(>)\s*|\s+/)
    .filter((part) => part !== undefined && part !== '');
  const steps: Step[] = [];
  let isChild = false;
  for (const part of parts) {
    if (part === '>') {
      isChild = true;
      continue;
    }
    const test = readCompound(part);
    if (!test) return [];
    steps.push({ test, isChild });
    isChild = false;
  }
  return steps.length > 0 ? [steps] : [];
}

const SIMPLE =
  /^(?:(\*|[a-z][\w-]*)|\.((?:[\w-]|\\.)+)|#([\w-]+)|\[([\w-]+)(?:([~^$*|]?)="?([^"\]]*)"?)?\])/i;

function readCompound(text: string): Test | null {
  const tests: Test[] = [];
  for (let rest = text; rest !== ''; ) {
    const [all, name, word, id, attribute, operator, value] = SIMPLE.exec(rest) ?? [];
    if (all === undefined || (operator && operator !== '~')) return null;
    if (name) tests.push((element) => name === '*' || element.name === name.toLowerCase());
    else if (word)
      tests.push(({ attributes }) => wordsOf(attributes.class).includes(word.replaceAll('\\', '')));
    else if (id) tests.push(({ attributes }) => attributes.id === id);
    else if (attribute && value === undefined) tests.push(({ attributes }) => attribute in attributes);
    else if (attribute && operator)
      tests.push(({ attributes }) => wordsOf(attributes[attribute]).includes(value ?? ''));
    else if (attribute) tests.push(({ attributes }) => attributes[attribute] === value);
    rest = rest.slice(all.length);
  }
  return (element) => tests.every((test) => test(element));
}

const wordsOf = (text = '') => text.split(/\s+/);

function matches(steps: readonly Step[], at: number, element: StyledElement): boolean {
  const step = steps[at];
  if (!step?.test(element)) return false;
  if (at === 0) return true;
  for (let around = element.parent; around !== null; around = around.parent) {
    if (matches(steps, at - 1, around)) return true;
    if (step.isChild) return false;
  }
  return false;
}
