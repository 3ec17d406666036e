/** Reads fields of parsed data. Every scalar becomes a text, so that readers need not care how a tool wrote it. */

/** A scalar is a text; null is a field without a value. */
export type Value = string | null | Value[] | { [name: string]: Value };
export type Values = { readonly [name: string]: Value };

/** Values that are nested more deeply become null. */
const MAX_DEPTH = 50;

/** Converts the scalars of any parsed data to texts. */
export function toValue(data: unknown, depth = 0): Value {
  if (data === null || data === undefined || depth > MAX_DEPTH) return null;
  if (data instanceof Date) return data.toISOString();
  if (Array.isArray(data)) return data.map((item) => toValue(item, depth + 1));
  if (typeof data === 'object')
    return Object.fromEntries(Object.entries(data).map(([name, inner]) => [name, toValue(inner, depth + 1)]));
  return typeof data === 'function' || typeof data === 'symbol' ? null : String(data);
}

export function toValues(data: unknown): Values {
  const value = toValue(data);
  return isMap(value) ? value : {};
}

export function isMap(value: Value | undefined): value is { [name: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Gives keys of any case the names that readers look for, also in inner maps. */
export function nameKeys(values: Values, names: ReadonlyMap<string, string>): Values {
  const rename = (value: Value): Value => {
    if (Array.isArray(value)) return value.map(rename);
    return isMap(value) ? { ...nameKeys(value, names) } : value;
  };
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [names.get(key.toLowerCase()) ?? key, rename(value)]),
  );
}

/** The value at a path such as `a.b`; undefined if there is none. */
export function valueAt(values: Values, path: string): Value | undefined {
  if (Object.hasOwn(values, path)) return values[path];
  let value: Value | undefined = values;
  for (const part of path.split('.')) {
    if (!isMap(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

/** The text of the first field that has one. @param paths such as "description", "seo.description" */
export function textAt(values: Values, ...paths: string[]): string | null {
  for (const path of paths) {
    const value = valueAt(values, path);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

/** The texts of the first field that has any: the items of a list, or one text, divided by `separator` if it is given. */
export function listAt(values: Values, paths: readonly string[], separator?: RegExp): string[] {
  for (const path of paths) {
    const value = valueAt(values, path);
    const items = Array.isArray(value) ? value : typeof value === 'string' ? split(value, separator) : [];
    const texts = items.flatMap((item) => (typeof item === 'string' && item.trim() ? [item.trim()] : []));
    if (texts.length > 0) return texts;
  }
  return [];
}

function split(value: string, separator: RegExp | undefined): string[] {
  return separator ? value.split(separator) : [value];
}

/** True if the field has one of the words for true. A missing field is neither true nor false. */
export function isTrue(values: Values, path: string): boolean {
  return /^(?:true|yes|on|1)$/i.test(textAt(values, path) ?? '');
}

export function isFalse(values: Values, path: string): boolean {
  return /^(?:false|no|off|0)$/i.test(textAt(values, path) ?? '');
}
