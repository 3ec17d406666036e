// The reference of what commands print with `--json`, from the schemas of their results.
import { code, page, sentence, table } from './page-parts.mjs';

/** @param results name of a command → JSON schema of its result. @returns the page as Markdown */
export function describeResults(results) {
  const [first] = results.values();
  const problem = listFields(findVariants(first, true)[0]).filter(([path]) => path.startsWith('error'));
  return page('JSON Results', [
    'With `--json` a command prints one JSON object to standard output, and nothing else there. It begins with `kind` (the command, or the form of its result), `version` (of the program) and `warnings` (problems, as below). Only `articles categories` prints the category tree as it is, for a file. The results are stable: no field changes its meaning in a later version, but new fields may follow. The package has their JSON schemas in `lib/results/`, such as `articles-press/results/build.schema.json`.',
    '## A command that fails',
    'The object has `error` in place of the result. `articles edit`, `articles categories` and `articles generate` print what was done before the failure with it. The exit code is 1 for problems and 2 for an error of the program. [Errors](errors.md) lists the codes.',
    tableOf(problem),
    ...[...results].flatMap(([name, schema]) => [
      `## articles ${name === 'sites' ? '--sites' : name}`,
      ...findVariants(schema, false).map((variant) => tableOf(listFields(variant).filter(isOwn))),
    ]),
  ]);
}

/** The first fields of every object. */
const HEAD = new Set(['kind', 'version', 'warnings']);

/** Where the fields of a problem are listed: once. */
const PROBLEMS = 'error.problems';
/** Not a field that every object has. The form of a result tells the forms of one command apart. */
const isOwn = ([path, { description, const: only }]) =>
  !(path === 'version' || description === 'what the command warned of' || description === 'the command') ||
  (path === 'kind' && only?.includes('-'));
const isProblem = ({ properties = {} }) => 'code' in properties && 'hint' in properties;

/** The results of a schema, or those with an error alone. */
function findVariants(schema, isFailure) {
  const { anyOf = [], ...rest } = schema;
  if (anyOf.length > 0) return anyOf.flatMap((variant) => findVariants(variant, isFailure));
  const names = Object.keys(rest.properties ?? {});
  const hasError = names.includes('error');
  const isFailed = hasError && names.every((name) => name === 'error' || HEAD.has(name));
  return (isFailure ? isFailed : !hasError) ? [rest] : [];
}

/** `[path, schema, whether its object always has it]` of each field; `[]` stands for entries of a list, `*` for any name. */
function listFields(schema, prefix = '') {
  const { type, items = {}, properties = {}, required = [], additionalProperties, anyOf = [] } = schema;
  if (type === 'array')
    return isProblem(items) && prefix !== PROBLEMS ? [] : listFields(items, `${prefix}[]`);
  const below = (name) => (prefix === '' ? name : `${prefix}.${name}`);
  const own = Object.entries(properties).flatMap(([name, field]) => {
    return [[below(name), field, required.includes(name)], ...listFields(field, below(name))];
  });
  const isMap = typeof additionalProperties === 'object' && schema.propertyNames !== undefined;
  return [
    ...own,
    ...(isMap ? listFields(additionalProperties, below('*')) : []),
    ...anyOf.flatMap((variant) => listFields(variant, prefix)),
  ];
}

const tableOf = (fields) =>
  table(
    ['Field', 'Type', 'Description'],
    fields.map(([path, schema, isAlways]) => [
      code(path),
      `${typeOf(schema)}${isAlways ? '' : ', may be missing'}`,
      sentence(schema.description ?? ''),
    ]),
  );

function typeOf({ type, enum: values, const: only, items, anyOf, additionalProperties }) {
  if (Array.isArray(type)) return type.map((one) => typeOf({ type: one, items })).join(' or ');
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (values) return values.map((value) => code(JSON.stringify(value))).join(', ');
  if (only !== undefined) return code(JSON.stringify(only));
  if (type === 'array' && isProblem(items ?? {})) return 'list of problems, as above';
  if (type === 'array') return items?.not ? 'empty list' : `list of ${typeOf(items ?? {})}`;
  if (type === 'object' && typeof additionalProperties === 'object')
    return `map to ${typeOf(additionalProperties)}`;
  const names = { string: 'text', integer: 'number', boolean: '`true`, `false`', null: '`null`' };
  return names[type] ?? type ?? 'any';
}
