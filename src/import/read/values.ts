/** Reads fields of data of any form: every scalar becomes text, and a field may have several names. */

/** Scalars are texts; null is a field without a value. */
export type Value = string | null | Value[] | { [name: string]: Value };
export type Values = { readonly [name: string]: Value };

/** Levels of nesting that are read; deeper ones are left out. */
const MAX_DEPTH = 50;

/** Any parsed data with its scalars as texts. */
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

/** The value at `a.b`; undefined where there is none. */
export function valueAt(values: Values, path: string): Value | undefined {
  if (Object.hasOwn(values, path)) return values[path];
  let value: Value | undefined = values;
  for (const part of path.split('.')) {
    if (!isMap(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

/** The first of the fields that has a text. @param paths such as ["description", "seo.description"] */
export function textAt(values: Values, ...paths: string[]): string | null {
  for (const path of paths) {
    const value = valueAt(values, path);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

/** The texts of the first field that has any: a list, one text, or texts between commas where `separator` is given. */
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

/** Whether a field is written as true. */
export function isTrue(values: Values, path: string): boolean {
  return /^(?:true|yes|on|1)$/i.test(textAt(values, path) ?? '');
}

export function isFalse(values: Values, path: string): boolean {
  return /^(?:false|no|off|0)$/i.test(textAt(values, path) ?? '');
}
