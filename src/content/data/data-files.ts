/** Reads the tables and lists of content/data, which own pages, directives and tables show. */

import { posix } from 'node:path';
import * as z from 'zod';
import { findConflictProblem } from '../../config/conflict-marks.ts';
import { parseCsv } from '../../config/read-csv.ts';
import { parseValue } from '../../config/read-json.ts';
import { parseDocument } from '../../config/read-yaml.ts';
import { decodeUtf8, NOT_UTF8, withoutByteOrderMark } from '../../config/utf8.ts';
import {
  finding,
  type Place,
  type Problem,
  type Problems,
  refusalOf,
  UserError,
} from '../../foundation/errors.ts';
import { formatCount } from '../../foundation/report.ts';
import { readSiteFile } from '../../foundation/site-files.ts';
import { listFolder } from '../../foundation/site-folders.ts';
import { type FieldShape, readScalars } from '../article/read-scalars.ts';

/** The content of each file, by its name without the ending. Plain JSON. */
export type SiteData = Readonly<Record<string, unknown>>;

const FOLDER = 'content/data';
const NAME = /^([\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*)\.(json|ya?ml|csv)$/iu;

/** Name and ending, in the form that texts use. A Mac writes é in another one. */
const parseName = (file: string) => NAME.exec(posix.basename(file).normalize('NFC')) ?? [];

/** Files of the site and its layers, relative to the root, in the order of their names. */
export function listDataFiles(root: string): string[] {
  return listFolder(root, FOLDER).map(({ file }) => file);
}

/**
 * Problems are collected. A file with problems is left out.
 * @param schemas `data` of content/schema.ts: a zod schema for each name, which may be of another copy of zod
 */
export async function loadDataFiles(root: string, schemas: unknown, problems: Problems): Promise<SiteData> {
  const found: Record<string, unknown> = {};
  const report = (file: string, message: string, hint: string) =>
    problems.error(finding('invalid-value', message, hint, { file }));
  for (const file of listDataFiles(root)) {
    const [, name = '', ending = ''] = parseName(file);
    if (posix.basename(file).startsWith('.')) continue;
    if (name === '') {
      report(
        file,
        'is not a data file',
        'name it with letters, digits and hyphens, like prices.csv, with the ending .json, .yaml or .csv',
      );
      continue;
    }
    if (Object.hasOwn(found, name)) {
      report(file, `another file of ${FOLDER} has the name "${name}" too`, 'rename one of the two');
      continue;
    }
    const schema = schemaOf(schemas, name);
    const value = await loadFile(root, file, ending.toLowerCase(), schema, problems);
    if (value !== undefined) found[name] = value;
  }
  for (const name of isMap(schemas) ? Object.keys(schemas) : []) {
    const isThere = listDataFiles(root).some((file) => parseName(file)[1] === name.normalize('NFC'));
    if (!isThere)
      report(
        'content/schema.ts',
        `data.${name} describes a file that does not exist`,
        `add ${FOLDER}/${name}.csv, .json or .yaml`,
      );
  }
  return found;
}

async function loadFile(
  root: string,
  file: string,
  ending: string,
  schema: z.ZodType,
  problems: Problems,
): Promise<unknown> {
  let bytes: Buffer;
  try {
    bytes = readSiteFile(root, file);
  } catch (error) {
    const refusal = refusalOf(error, file);
    if (!refusal) throw error;
    problems.error(refusal);
    return undefined;
  }
  if (ending !== 'csv') {
    const parsed = await parseDocument(file, bytes, schema);
    if (parsed.ok) return plain(parsed.value);
    for (const problem of parsed.problems) problems.error(problem);
    return undefined;
  }
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) {
    problems.error({ file, line: decoded.line, column: decoded.column, ...NOT_UTF8 });
    return undefined;
  }
  const text = withoutByteOrderMark(decoded.text);
  const conflict = findConflictProblem(file, text);
  if (conflict) {
    problems.error(conflict);
    return undefined;
  }
  const read = await readCsv(file, text);
  if ('problem' in read) {
    problems.error({ file, ...read.problem });
    return undefined;
  }
  const rows = readScalars(read.value, shapeOf(schema));
  const parsed = await parseValue(file, schema, rows, () => read.placeOf);
  if (parsed.ok) return plain(parsed.value);
  for (const problem of parsed.problems) problems.error(problem);
  return undefined;
}

type Read = { value: unknown; placeOf(path: readonly PropertyKey[]): Place } | { problem: Problem };

/** Rows as maps from the names of the first line. Every value is text; an empty one is left out. */
async function readCsv(file: string, text: string): Promise<Read> {
  const rows = await parseCsv(file, text, 'invalid-value').catch((error: unknown) => {
    if (error instanceof UserError) return error.problems;
    throw error;
  });
  const fail = (line: number, message: string, hint: string): Read => ({
    problem: finding('invalid-value', message, hint, { line, column: 1 }),
  });
  const [head, ...records] = rows;
  if (!head) return { value: [], placeOf: () => ({ line: 1 }) };
  if (!('cells' in head)) return { problem: head };
  const names = head.cells.map((name) => name.normalize('NFC'));
  const seen = new Set<string>();
  // `add` returns the set itself.
  const twice = names.find((name) => name === '' || seen.has(name) || !seen.add(name));
  if (twice !== undefined) {
    const message = twice === '' ? 'a column has no name' : `two columns have the name "${twice}"`;
    return fail(head.line, message, 'give each column its own name in the first line');
  }
  const cells = records.flatMap((record) => ('cells' in record ? record : []));
  const wrong = cells.find((record) => record.cells.length !== names.length);
  if (wrong) {
    const message = `the line has ${formatCount(wrong.cells.length, 'value')}, and the first line names ${names.length}`;
    return fail(wrong.line, message, 'add or remove separators; a value with a separator stands in quotes');
  }
  const value = cells.map((record) =>
    Object.fromEntries(names.flatMap((name, at) => (record.cells[at] ? [[name, record.cells[at]]] : []))),
  );
  return { value, placeOf: ([index]) => ({ line: cells[Number(index)]?.line ?? 1, column: 1 }) };
}

function schemaOf(schemas: unknown, name: string): z.ZodType {
  const known = isMap(schemas)
    ? Object.keys(schemas).find((one) => one.normalize('NFC') === name)
    : undefined;
  const schema = isMap(schemas) && known !== undefined ? schemas[known] : undefined;
  return isSchema(schema) ? schema : z.unknown();
}

function isSchema(value: unknown): value is z.ZodType {
  return isMap(value) && '_zod' in value;
}

function shapeOf(schema: z.ZodType): FieldShape {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as FieldShape;
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null));
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
