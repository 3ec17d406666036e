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
export async function readModule(
  code: string,
  imported: Imported = NOTHING_IMPORTED,
): Promise<ModuleValues | null> {
  const { parse } = await import('acorn');
  const options = { ecmaVersion: 'latest', allowReturnOutsideFunction: true } as const;
  for (const sourceType of ['module', 'script'] as const) {
    try {
      return readStatements(parse(code, { ...options, sourceType }).body, imported);
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error;
    }
  }
  return null;
}

/** Does the same as `readModule`, and accepts TypeScript and JSX. */
export async function readScript(
  code: string,
  imported: Imported = NOTHING_IMPORTED,
): Promise<ModuleValues | null> {
  const plain = await readModule(code, imported);
  if (plain) return plain;
  const { transform } = await import('esbuild');
  const javascript = await transform(code, { loader: 'tsx', logLevel: 'silent' }).catch(() => null);
  return javascript && readModule(javascript.code, imported);
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

/** Values of the files that a module imports, by how it names them. */
export type Imported = ReadonlyMap<string, unknown>;
const NOTHING_IMPORTED: Imported = new Map();

/** The files next to a module that it imports. */
export function importedFiles(code: string): string[] {
  return [...code.matchAll(/(?:\bfrom\s*|\brequire\(\s*|\bimport\s+)(["'])(\.{1,2}\/[^"'\n]+)\1/g)].map(
    ([, , file = '']) => file,
  );
}

function addImports(node: ModuleDeclaration, imported: Imported, names: Map<string, unknown>): void {
  if (node.type !== 'ImportDeclaration' || !imported.has(String(node.source.value))) return;
  const module = imported.get(String(node.source.value));
  for (const specifier of node.specifiers) {
    const name =
      specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
        ? specifier.imported.name
        : null;
    names.set(specifier.local.name, name === null ? module : memberOf(module, name));
  }
}

function memberOf(value: unknown, name: string): unknown {
  const known: ReadonlyMap<string, unknown> = new Map(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );
  return known.has(name) ? known.get(name) : UNKNOWN;
}

function readStatements(body: readonly (Statement | ModuleDeclaration)[], imported: Imported): ModuleValues {
  const names = new Map<string, unknown>();
  for (const [file, value] of imported) names.set(`require ${file}`, value);
  let exported: unknown = UNKNOWN;
  for (const statement of body) {
    if (statement.type === 'ImportDeclaration') addImports(statement, imported, names);
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
    case 'TemplateLiteral': {
      const values = node.expressions.map((expression) => evaluate(expression, names));
      if (!values.every((value) => typeof value === 'string' || typeof value === 'number')) return UNKNOWN;
      return node.quasis.map(({ value }, at) => (value.cooked ?? '') + String(values[at] ?? '')).join('');
    }
    case 'LogicalExpression': {
      const left = evaluate(node.left, names);
      if (left === UNKNOWN) return UNKNOWN;
      const isLeft = node.operator === '??' ? left !== null && left !== undefined : Boolean(left);
      return isLeft === (node.operator === '&&') ? evaluate(node.right, names) : left;
    }
    case 'ConditionalExpression': {
      const test = evaluate(node.test, names);
      return test === UNKNOWN ? UNKNOWN : evaluate(test ? node.consequent : node.alternate, names);
    }
    case 'BinaryExpression': {
      const [left, right] = [evaluate(node.left, names), evaluate(node.right, names)];
      if (left === UNKNOWN || right === UNKNOWN || !/^[!=]==?$/.test(node.operator)) return UNKNOWN;
      return (left === right) === node.operator.startsWith('=');
    }
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
    case 'MemberExpression':
      if (isEnvironment(node.object) && node.property.type === 'Identifier')
        return node.property.name === 'NODE_ENV' ? 'production' : undefined;
      return node.property.type === 'Identifier' && !node.computed
        ? memberOf(evaluate(node.object, names), node.property.name)
        : UNKNOWN;
    case 'CallExpression':
    case 'NewExpression': {
      const [first] = node.arguments;
      const isRequire = node.callee.type === 'Identifier' && node.callee.name === 'require';
      if (isRequire && first?.type === 'Literal') {
        const key = `require ${String(first.value)}`;
        return names.has(key) ? names.get(key) : UNKNOWN;
      }
      return first ? evaluate(first, names) : UNKNOWN;
    }
    default:
      return UNKNOWN;
  }
}

/** `process.env`: the environment in which a site is published. */
const isEnvironment = (node: AnyNode) =>
  node.type === 'MemberExpression' &&
  node.object.type === 'Identifier' &&
  node.object.name === 'process' &&
  node.property.type === 'Identifier' &&
  node.property.name === 'env';

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
