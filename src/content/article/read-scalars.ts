/** Gives the values of front matter the types of a schema: all of its scalars are texts. */

/** The part of a JSON schema that decides about types. */
export interface FieldShape {
  type?: string;
  description?: string;
  properties?: Readonly<Record<string, FieldShape>>;
  additionalProperties?: FieldShape | boolean;
  items?: FieldShape | readonly FieldShape[];
  anyOf?: readonly FieldShape[];
  enum?: readonly unknown[];
  const?: unknown;
}

/** A value that does not fit stays as it is, for the schema to refuse. */
export function readScalars(value: unknown, shape: FieldShape): unknown {
  if (shape.anyOf) {
    for (const option of shape.anyOf) {
      const read = readScalars(value, option);
      if (fits(read, option)) return read;
    }
    return value;
  }
  if (Array.isArray(value)) {
    const { items } = shape;
    return value.map((item) =>
      items && !Array.isArray(items) ? readScalars(item, items as FieldShape) : item,
    );
  }
  if (typeof value === 'object' && value !== null) {
    const { properties = {}, additionalProperties } = shape;
    const rest = typeof additionalProperties === 'object' ? additionalProperties : {};
    const fields = Object.entries(value).flatMap(([name, inner]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const read = readScalars(inner, own ?? rest);
      // A field without a value is one that is left out.
      return read === null && own && !fits(null, own) ? [] : [[name, read] as const];
    });
    return Object.fromEntries(fields);
  }
  if (typeof value !== 'string') return value;
  const choices = shape.enum ?? ('const' in shape ? [shape.const] : []);
  const isNumber =
    /^(number|integer)$/.test(shape.type ?? '') || choices.some((choice) => typeof choice === 'number');
  const isBoolean = shape.type === 'boolean' || choices.some((choice) => typeof choice === 'boolean');
  if (isNumber && /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(value)) return Number(value);
  if (isBoolean && /^(true|false)$/.test(value)) return value === 'true';
  return value;
}

function fits(value: unknown, { type, anyOf }: FieldShape): boolean {
  if (anyOf) return anyOf.some((option) => fits(value, option));
  if (type === undefined) return true;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  return type === (value === null ? 'null' : typeof value) && !Array.isArray(value);
}
