/**
 * Owns rendering by shape: React renders a view once with every string replaced by an opaque sentinel, and pages of the
 * same shape are then filled in. What steers a view (numbers, booleans, null, lengths, SHAPE_FIELDS, empty strings) is
 * part of the shape, so the result equals a plain render as long as views treat strings as opaque (see site/page.ts).
 * A view that does not is found when a shape is compiled, and that shape is rendered plainly from then on.
 */
import { escapeHtml } from '../content/escape.ts';
import { SHAPE_FIELDS } from '../site/page.ts';

export interface CompiledView<Value> {
  render(value: Value): string;
  /** Shapes whose view inspects strings; they are rendered plainly. */
  readonly misused: number;
}

interface Shape {
  /** Static HTML; leaf i of `leaves` stands behind part i. */
  parts: string[];
  leaves: number[];
  escaped: boolean[];
}

// "&" tells whether React escaped the place; the mixed case does not survive a change of case.
const SENTINEL = /\uE000Aa(&amp;|&)(\d+)\uE001/g;
const REMAINS = /[\uE000\uE001]|%EE%80%8[01]/i;

/** Shapes seen once are only counted: most shapes of listings never come again. */
const SEEN_LIMIT = 2000;

export function compileView<Value>(view: (value: Value) => string): CompiledView<Value> {
  const shapes = new Map<string, Shape | null>();
  const seen = new Set<string>();
  let misused = 0;

  return {
    get misused() {
      return misused;
    },
    render(value) {
      const { signature, leaves } = describe(value);
      const shape = shapes.get(signature);
      if (shape) return fill(shape, leaves);
      const plain = view(value);
      if (shape === null) return plain;
      if (!seen.has(signature)) {
        if (seen.size >= SEEN_LIMIT) seen.clear();
        seen.add(signature);
        return plain;
      }
      const compiled = split(view(withSentinels(value)));
      const sound = compiled !== null && fill(compiled, leaves) === plain;
      if (!sound) misused++;
      shapes.set(signature, sound ? compiled : null);
      return plain;
    },
  };
}

/** The signature names all that may steer a view; the leaves are the strings it may not look into, in order. */
function describe(value: unknown): { signature: string; leaves: string[] } {
  const leaves: string[] = [];
  let signature = '';
  const visit = (node: unknown, key: string): void => {
    if (typeof node === 'string') {
      if (node === '') signature += 'e';
      else if (SHAPE_FIELDS.has(key)) signature += `"${node}"`;
      else {
        signature += 's';
        leaves.push(node);
      }
    } else if (Array.isArray(node)) {
      signature += '[';
      for (const item of node) visit(item, '');
      signature += ']';
    } else if (typeof node === 'object' && node !== null) {
      signature += '{';
      for (const name in node) {
        signature += name;
        visit(node[name as keyof typeof node], name);
      }
      signature += '}';
    } else signature += `${node};`;
  };
  visit(value, '');
  return { signature, leaves };
}

function withSentinels<Value>(value: Value): Value {
  let index = 0;
  const visit = (node: unknown, key: string): unknown => {
    if (typeof node === 'string')
      return node === '' || SHAPE_FIELDS.has(key) ? node : `\uE000Aa&${index++}\uE001`;
    if (Array.isArray(node)) return node.map((item) => visit(item, ''));
    if (typeof node !== 'object' || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, visit(child, name)]));
  };
  return visit(value, '') as Value;
}

function split(html: string): Shape | null {
  const shape: Shape = { parts: [], leaves: [], escaped: [] };
  let end = 0;
  for (const match of html.matchAll(SENTINEL)) {
    shape.parts.push(html.slice(end, match.index));
    shape.leaves.push(Number(match[2]));
    shape.escaped.push(match[1] === '&amp;');
    end = match.index + match[0].length;
  }
  shape.parts.push(html.slice(end));
  return shape.parts.some((part) => REMAINS.test(part)) ? null : shape;
}

function fill({ parts, leaves, escaped }: Shape, values: readonly string[]): string {
  let html = parts[0] ?? '';
  for (let index = 0; index < leaves.length; index++) {
    const value = values[leaves[index] ?? -1] ?? '';
    html += (escaped[index] ? escapeHtml(value) : value) + (parts[index + 1] ?? '');
  }
  return html;
}
