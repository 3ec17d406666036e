/**
 * Renders views by shape: React renders a shape once with a sentinel for every string, and for further pages of that shape
 * only the strings are filled in. Compiling a shape detects a view that inspects strings; the shape is then always
 * rendered by React (docs/decisions/compiled-views.md).
 */

import { attempt } from '../foundation/attempt.ts';
import { escapeHtml } from '../foundation/escape.ts';
import { inflate, type Shaped } from './shape.ts';

interface Template {
  /** Static HTML. String i of `strings` follows part i. */
  parts: string[];
  strings: number[];
  escaped: boolean[];
}

/** "seen" means rendered once. Many shapes of listings never recur, so a shape is compiled the second time it occurs. */
type Compiled = 'seen' | 'misused' | Template[];

// The "&" shows if React has escaped the string. The mixed case detects a change of case.
const SENTINEL = /\uE000Aa(&amp;|&)(\d+)\uE001/g;
const REMAINS = /[\uE000\uE001]|%EE%80%8[01]/i;

/** Maximum number of shapes in memory. Each takes some kilobytes. */
const LIMIT = 2000;

/** @param isPlain returns true for pages that React always renders: no test has checked the views of a site */
export function compileView<Page, Body>(
  view: (page: Page, body: Body) => string[],
  isPlain: (page: Page) => boolean = () => false,
) {
  const known = new Map<string, Map<string, Compiled>>();
  let misused = 0;

  const compile = (page: Shaped<Page>, body: Shaped<Body>, plain: readonly string[]): Compiled => {
    const strings = [...page.strings, ...body.strings];
    const split = page.strings.length;
    const sentinels = strings.map((_, index) => `\uE000Aa&${index}\uE001`);
    const findTemplates = () => {
      const texts = view(
        inflate({ shape: page.shape, strings: sentinels.slice(0, split) }),
        inflate({ shape: body.shape, strings: sentinels.slice(split) }),
      );
      return texts.map(findPlaces);
    };
    // Code that parses a sentinel as a date or a number may throw.
    const templates = attempt(findTemplates) ?? [null];
    const isRight = templates.every(
      (template, index) => template !== null && fill(template, strings) === plain[index],
    );
    if (!isRight) {
      misused++;
      return 'misused';
    }
    return templates.filter((template) => template !== null);
  };

  return {
    /** Shapes whose view inspects strings, so that React renders every page. */
    get misused() {
      return misused;
    },
    /** Returns the HTML of each part of the view, in order. */
    render(page: Shaped<Page>, body: Shaped<Body>): string[] {
      const strings = page.strings.concat(body.strings);
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
      if (isPlain(whole)) return plain;
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
