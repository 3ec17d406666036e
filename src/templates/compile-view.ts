/**
 * Renders views by shape: React renders a shape once with a sentinel for every string, and further pages of that shape
 * only fill in their strings. A view that inspects strings is found when a shape is compiled; that shape is rendered
 * plainly from then on (docs/decisions/compiled-views.md).
 */
import { escapeHtml } from '../content/markdown/escape.ts';
import { attempt } from '../foundation/attempt.ts';
import { inflate, type Shaped } from './shape.ts';

interface Template {
  /** Static HTML; string i of `strings` follows part i. */
  parts: string[];
  strings: number[];
  escaped: boolean[];
}

/** "seen": rendered once. Some shapes of listings never occur again, so only the second time is worth the work. */
type Compiled = 'seen' | 'misused' | Template[];

// "&" tells whether React escaped the place; the mixed case does not survive a change of case.
const SENTINEL = /\uE000Aa(&amp;|&)0*(\d+)\uE001/g;
const REMAINS = /[\uE000\uE001]|%EE%80%8[01]/i;

/** An address that runs as a script, as browsers read it. React replaces it in links, which it cannot do in a filled page. */
const SCRIPT = /^[\0-\x20]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i;

/** Makes a sentinel longer than any limit of a design; zeros before a number do not change it. */
const LONG = '0'.repeat(2000);

/** Shapes of pages that are remembered; each holds some kilobytes. */
const LIMIT = 2000;

/**
 * @param isPlain of a site's views: pages that are always rendered plainly. No test has read these views, so decisions by
 * the length of a text are looked for too.
 */
export function compileView<Page, Body>(
  view: (page: Page, body: Body) => string[],
  isPlain: ((page: Page) => boolean) | null = null,
) {
  const known = new Map<string, Map<string, Compiled>>();
  let misused = 0;

  const compile = (page: Shaped<Page>, body: Shaped<Body>, plain: readonly string[]): Compiled => {
    const strings = [...page.strings, ...body.strings];
    const split = page.strings.length;
    const findTemplates = (padding: string) => {
      const sentinels = strings.map((_, index) => `\uE000Aa&${padding}${index}\uE001`);
      const texts = view(
        inflate({ shape: page.shape, strings: sentinels.slice(0, split) }),
        inflate({ shape: body.shape, strings: sentinels.slice(split) }),
      );
      return texts.map(findPlaces);
    };
    // Code that reads a sentinel as a date or a number may throw.
    const templates = attempt(() => findTemplates('')) ?? [null];
    const isRight = templates.every(
      (template, index) => template !== null && fill(template, strings) === plain[index],
    );
    const isSameForLong = () =>
      JSON.stringify(attempt(() => findTemplates(LONG))) === JSON.stringify(templates);
    if (!isRight || (isPlain && !isSameForLong())) {
      misused++;
      return 'misused';
    }
    return templates.filter((template) => template !== null);
  };

  return {
    /** Shapes whose view inspects strings; they are rendered plainly. */
    get misused() {
      return misused;
    },
    /** The texts of the view, in its order. */
    render(page: Shaped<Page>, body: Shaped<Body>): string[] {
      const strings = page.strings.concat(body.strings);
      // Built-in views link to addresses that the program makes.
      if (isPlain && strings.some((text) => SCRIPT.test(text))) return view(inflate(page), inflate(body));
      let bodies = known.get(page.shape);
      if (!bodies) {
        if (known.size >= LIMIT) known.clear();
        bodies = new Map();
        known.set(page.shape, bodies);
      }
      const compiled = bodies.get(body.shape);
      if (typeof compiled === 'object') return compiled.map((template) => fill(template, strings));
      const whole = inflate(page);
      const plain = view(whole, inflate(body));
      if (isPlain?.(whole)) return plain;
      if (compiled === undefined) bodies.set(body.shape, 'seen');
      else if (compiled === 'seen') bodies.set(body.shape, compile(page, body, plain));
      return plain;
    },
  };
}

function findPlaces(html: string): Template | null {
  const template: Template = { parts: [], strings: [], escaped: [] };
  let end = 0;
  for (const match of html.matchAll(SENTINEL)) {
    template.parts.push(html.slice(end, match.index));
    template.strings.push(Number(match[2]));
    template.escaped.push(match[1] === '&amp;');
    end = match.index + match[0].length;
  }
  template.parts.push(html.slice(end));
  return template.parts.some((part) => REMAINS.test(part)) ? null : template;
}

function fill({ parts, strings, escaped }: Template, values: readonly string[]): string {
  let html = parts[0] ?? '';
  for (let index = 0; index < strings.length; index++) {
    const value = values[strings[index] ?? -1] ?? '';
    html += (escaped[index] ? escapeHtml(value) : value) + (parts[index + 1] ?? '');
  }
  return html;
}
