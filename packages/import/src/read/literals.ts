/** Reads literals, and objects and lists of literals, from JavaScript and TypeScript without running the code. */
import type { AnyNode, ModuleDeclaration, ObjectExpression, Pattern, Statement } from 'acorn';

/** Marks a value that only running the code would give. */
const UNKNOWN = Symbol('unknown');

type Names = ReadonlyMap<string, unknown>;

/** The values of a module. Values that are not literals are missing. */
export interface ModuleValues {
  /** Constants by name. */
  names: Record<string, unknown>;
  /** Value of `export default` or `module.exports`; null if there is none. */
  exported: unknown;
}

/** @param code JavaScript. @returns null if it is not valid */
export async function readModule(code: string): Promise<ModuleValues | null> {
  const { parse } = await import('acorn');
  const options = { ecmaVersion: 'latest', allowReturnOutsideFunction: true } as const;
  for (const sourceType of ['module', 'script'] as const) {
    try {
      return readStatements(parse(code, { ...options, sourceType }).body);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    }
  }
  return null;
}

/** Does the same as `readModule`, and accepts TypeScript and JSX. */
export async function readScript(code: string): Promise<ModuleValues | null> {
  const plain = await readModule(code);
  if (plain) return plain;
  const { transform } = await import('esbuild');
  const javascript = await transform(code, { loader: 'tsx', logLevel: 'silent' }).catch(() => null);
  return javascript && readModule(javascript.code);
}

/** The value of an expression such as `{ a: [1, "b"] }`. @returns undefined if the whole expression is not a literal */
export async function readLiteral(code: string): Promise<unknown> {
  const { parseExpressionAt } = await import('acorn');
  try {
    const node = parseExpressionAt(code, 0, { ecmaVersion: 'latest' });
    if (code.slice(node.end).trim().replace(/^;/, '') !== '') return undefined;
    const value = evaluate(node, new Map());
    return value === UNKNOWN ? undefined : value;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

function readStatements(body: readonly (Statement | ModuleDeclaration)[]): ModuleValues {
  const names = new Map<string, unknown>();
  let exported: unknown = UNKNOWN;
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'VariableDeclaration') {
      for (const { id, init } of declared.declarations)
        if (id.type === 'Identifier' && init) names.set(id.name, evaluate(init, names));
    } else if (statement.type === 'ExportDefaultDeclaration') {
      exported = evaluate(statement.declaration, names);
    } else if (statement.type === 'ExpressionStatement') {
      const { expression } = statement;
      if (expression.type === 'AssignmentExpression' && isExports(expression.left))
        exported = evaluate(expression.right, names);
    }
  }
  const known = [...names].filter(([, value]) => value !== UNKNOWN);
  return { names: Object.fromEntries(known), exported: exported === UNKNOWN ? null : exported };
}

function isExports(node: Pattern): boolean {
  return (
    node.type === 'MemberExpression' &&
    node.object.type === 'Identifier' &&
    node.object.name === 'module' &&
    node.property.type === 'Identifier' &&
    node.property.name === 'exports'
  );
}

/** Evaluates a call as its first argument: `defineConfig({…})`, `new Date("…")`. */
function evaluate(node: AnyNode, names: Names): unknown {
  switch (node.type) {
    case 'Literal':
      return node.value instanceof RegExp || typeof node.value === 'bigint' ? UNKNOWN : node.value;
    case 'TemplateLiteral':
      return node.expressions.length === 0 ? (node.quasis[0]?.value.cooked ?? UNKNOWN) : UNKNOWN;
    case 'Identifier':
      return names.has(node.name) ? names.get(node.name) : UNKNOWN;
    case 'UnaryExpression': {
      const value = evaluate(node.argument, names);
      return node.operator === '-' && typeof value === 'number' ? -value : UNKNOWN;
    }
    case 'ArrayExpression':
      return node.elements.flatMap((element) => {
        const value = element ? evaluate(element, names) : UNKNOWN;
        return value === UNKNOWN ? [] : [value];
      });
    case 'ObjectExpression':
      return evaluateObject(node, names);
    case 'CallExpression':
    case 'NewExpression': {
      const [first] = node.arguments;
      return first ? evaluate(first, names) : UNKNOWN;
    }
    default:
      return UNKNOWN;
  }
}

function evaluateObject({ properties }: ObjectExpression, names: Names): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  for (const property of properties) {
    if (property.type === 'SpreadElement') {
      const value = evaluate(property.argument, names);
      if (typeof value === 'object' && value !== null) entries.push(...Object.entries(value));
      continue;
    }
    if (property.computed || property.kind !== 'init') continue;
    const { key } = property;
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : null;
    const value = evaluate(property.value, names);
    if (name !== null && value !== UNKNOWN) entries.push([name, value]);
  }
  // Defines "__proto__" as a plain property.
  return Object.fromEntries(entries);
}
