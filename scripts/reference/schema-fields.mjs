// The fields of a JSON schema as a list: name, type, default, version, description with an example.
import { code, list, sentence } from './page-parts.mjs';
import { sinceOf } from './since.mjs';

/**
 * @param page where the version of each field is listed, such as "settings: deploy."
 * @param fields of `listFields`
 * @param show writes an example as the file has it
 */
export function describeFields(page, fields, show = JSON.stringify) {
  return list(
    fields.map(({ path, schema, isRequired, where }) => ({
      name: path,
      facts: [
        typeOf(schema),
        isRequired ? '**required**' : defaultOf(schema),
        `since ${sinceOf(page + path)}`,
      ],
      text: [sentence(schema.description ?? ''), where, showExample(schema, show)].filter(Boolean).join(' '),
    })),
  );
}

/**
 * The described fields at any depth: `[]` stands for the entries of a list, `*` for any name of a map.
 * @returns `{path, schema, isRequired, where}`; `where` says for which variants a field is, '' for all
 */
export function listFields(schema, prefix = '') {
  if (schema.type === 'array') return listFields(schema.items ?? {}, `${prefix}[]`);
  const variants = (schema.oneOf ?? schema.anyOf ?? []).filter(
    // A variant of names alone adds a condition to the fields of the schema.
    (variant) => variant.type !== 'null' && Object.keys(variant).join() !== 'required',
  );
  const groups = new Map();
  for (const variant of variants.length > 0 ? variants : [schema]) {
    const kind = Object.entries(variant.properties ?? {}).find(([, field]) => field.const !== undefined);
    for (const found of listOwn(variant, prefix)) {
      const isKind = kind !== undefined && found.path === join(prefix, kind[0]);
      const key = `${found.path} ${isKind || JSON.stringify([found.schema, found.isRequired, found.where])}`;
      const group = groups.get(key) ?? { ...found, kinds: [], count: 0 };
      if (kind) group.kinds.push(kind[1].const);
      group.count++;
      if (isKind) group.schema = { description: found.schema.description, enum: group.kinds };
      groups.set(key, group);
    }
  }
  const isForAll = ({ count }) => count === Math.max(1, variants.length);
  return [...groups.values()].map(({ kinds, count, ...field }) => ({
    ...field,
    where: isForAll({ count }) || kinds.length === 0 ? field.where : `For ${kinds.map(code).join(', ')}.`,
  }));
}

function listOwn(schema, prefix) {
  if (schema.type === 'array') return listFields(schema, prefix);
  const named = Object.entries(schema.properties ?? {}).filter(([name]) => name !== '$schema');
  const own = named.flatMap(([name, field]) => {
    const path = join(prefix, name);
    const isRequired = schema.required?.includes(name) ?? false;
    return [
      ...(field.description ? [{ path, schema: field, isRequired, where: '' }] : []),
      ...listFields(field, path),
    ];
  });
  const { additionalProperties: rest } = schema;
  return typeof rest === 'object' ? [...own, ...listFields(rest, join(prefix, '*'))] : own;
}

const join = (prefix, name) => (prefix === '' ? name : `${prefix}.${name}`);

function defaultOf(schema) {
  const text = schema.default === undefined ? '' : JSON.stringify(schema.default);
  return text === '' || text === '{}' || text.length > 60 ? '' : `default ${code(text)}`;
}

function showExample(schema, show) {
  const example = exampleOf(schema);
  const isKnown = example === undefined || example === schema.default || schema.const !== undefined;
  return isKnown ? '' : `Example: ${code(show(example))}`;
}

/** A right value: the schema's own, or one that follows from it. @returns undefined for an object whose fields have their own */
export function exampleOf(schema) {
  const { examples, enum: choices, const: only, type, items } = schema;
  if (examples) return examples[0];
  if (only !== undefined) return only;
  if (choices) return choices.find((choice) => choice !== schema.default);
  if (type === 'boolean') return schema.default !== true;
  const variants = (schema.anyOf ?? schema.oneOf)?.filter((variant) => variant.type !== 'null');
  if (variants) return exampleOf({ default: schema.default, ...variants[0] });
  if (type === 'array') {
    const entry = exampleOf(items ?? {});
    return entry === undefined ? undefined : [entry];
  }
  if (type === 'integer' || type === 'number') return otherNumber(schema);
  if (type === 'string' && schema.default) return schema.default;
  return undefined;
}

function otherNumber({ default: usual, minimum = 1, maximum = Number.POSITIVE_INFINITY }) {
  return usual > 0 && usual * 2 <= maximum ? usual * 2 : minimum;
}

/** A value with every field of a schema, made of their examples. */
export function wholeExample(schema) {
  const variants = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  const inner = variants.find(({ type }) => type === 'object' || type === 'array');
  if (inner) return wholeExample(inner);
  if (schema.type === 'array') {
    const entry = wholeExample(schema.items ?? {});
    return entry === undefined ? [] : [entry];
  }
  if (schema.type !== 'object' || schema.examples) return schema.type === 'null' ? null : exampleOf(schema);
  const entries = Object.entries(schema.properties ?? {}).filter(([name]) => name !== '$schema');
  const fields = entries.map(([name, field]) => [name, wholeExample(field)]);
  const rest = schema.additionalProperties;
  if (entries.length === 0 && typeof rest === 'object') {
    const entry = wholeExample(rest);
    fields.push([entry?.key ?? schema.propertyNames?.examples?.[0] ?? 'name', entry]);
  }
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Without what front matter takes as well: "true" for true. */
function choicesOf(choices) {
  return choices.filter(
    (choice) =>
      !(typeof choice === 'string' && choices.includes(choice === 'true') && /^(true|false)$/.test(choice)),
  );
}

function typeOf(schema) {
  const variants = (schema.oneOf ?? schema.anyOf)?.filter(({ type }) => type !== 'null');
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ');
  if (schema.enum)
    return choicesOf(schema.enum)
      .map((value) => code(JSON.stringify(value)))
      .join(', ');
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  const { minimum, maximum } = schema;
  // Front matter takes other scalars for text.
  if (Array.isArray(schema.type)) return typeOf({ ...schema, type: schema.type[0] });
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`;
  if (schema.type === 'object' && schema.properties === undefined)
    return `map to ${typeOf(schema.additionalProperties ?? {})}`;
  if (schema.format === 'uri') return 'URL';
  const isOpen = maximum === undefined || maximum > 1e15;
  const range =
    minimum === undefined || schema.type === 'string'
      ? ''
      : isOpen
        ? ` from ${minimum}`
        : ` ${minimum} to ${maximum}`;
  const names = {
    string: 'text',
    integer: 'number',
    boolean: '`true`, `false`',
    object: 'object',
    null: '`null`',
  };
  return `${names[schema.type] ?? schema.type ?? 'any'}${range}`;
}
