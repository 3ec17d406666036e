/**
 * Finds where a script looks into texts. A view that does may show pages differently that have the same shape, so such
 * views are rendered plainly (docs/decisions/compiled-views.md). The search rather finds too much than too little.
 */
import { type AnyNode, type Expression, type PrivateIdentifier, parse } from 'acorn';
import { SHAPE_FIELDS } from '../site/page.ts';

export interface Inspection {
  /** In the script; lines count from 1, columns from 0. */
  line: number;
  column: number;
  /** As in the code, such as "startsWith()". */
  what: string;
}

/** Their results depend on the letters of a text. A changed text is found when a view is compiled. */
const METHODS: ReadonlySet<string> = new Set(
  `charAt charCodeAt codePointAt endsWith exec get has includes indexOf lastIndexOf localeCompare match matchAll normalize
  parse replace replaceAll search sort split startsWith stringify substr substring test toLocaleLowerCase toLocaleUpperCase
  toLowerCase toSorted toUpperCase trim trimEnd trimStart`.split(/\s+/),
);
const GLOBALS: ReadonlySet<string> = new Set(
  'BigInt Date Intl Map Number RegExp Set URL eval parseFloat parseInt'.split(' '),
);
const COMPARISONS: ReadonlySet<string> = new Set('== === != !== < <= > >= in'.split(' '));

export function findInspections(script: string): Inspection[] {
  const found: Inspection[] = [];
  const visit = (node: AnyNode) => {
    const what = inspectionOf(node);
    if (what !== null && node.loc) found.push({ ...node.loc.start, what });
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parse(script, { ecmaVersion: 'latest', locations: true, allowHashBang: true }));
  return found;
}

function inspectionOf(node: AnyNode): string | null {
  switch (node.type) {
    case 'BinaryExpression':
      if (!COMPARISONS.has(node.operator) || isKnown(node.left) || isKnown(node.right)) return null;
      return `a comparison with ${node.operator}`;
    case 'SwitchStatement':
      return isKnown(node.discriminant) ? null : 'switch';
    case 'CallExpression': {
      const name = node.callee.type === 'MemberExpression' ? nameOf(node.callee.property) : null;
      return name !== null && METHODS.has(name) ? `${name}()` : null;
    }
    case 'MemberExpression':
      if (!node.computed || isKnown(node.property)) return null;
      return 'a field by its name in brackets';
    case 'Identifier':
      return GLOBALS.has(node.name) ? node.name : null;
    default:
      return null;
  }
}

/** Whether a value is no text of a page: a constant that is none, a number, a component, or a field that may be compared. */
function isKnown(node: Expression | PrivateIdentifier): boolean {
  switch (node.type) {
    case 'Literal':
      return node.value === '' || typeof node.value !== 'string';
    case 'UnaryExpression':
      return node.operator !== '+';
    case 'BinaryExpression':
      return '-*/%'.includes(node.operator);
    case 'MemberExpression':
      return nameOf(node.property) === 'length' || SHAPE_FIELDS.has(nameOf(node.property) ?? '');
    case 'Identifier':
      return (
        /^([A-Z][a-z]|(undefined|index|i)$)/.test(node.name) ||
        SHAPE_FIELDS.has(node.name.replace(/\d+$/, ''))
      );
    default:
      return false;
  }
}

function nameOf(node: Expression | PrivateIdentifier): string | null {
  return node.type === 'Identifier' || node.type === 'PrivateIdentifier' ? node.name : null;
}

function childrenOf(node: AnyNode): AnyNode[] {
  return Object.entries(node).flatMap(([name, value]) => {
    // The name of a field is no use of the global of that name.
    const isName = (name === 'property' || name === 'key') && !('computed' in node && node.computed);
    return isName ? [] : [value].flat().filter(isNode);
  });
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
