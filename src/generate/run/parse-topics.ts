/** Parses a list of topics in CSV or YAML, and reports problems with their lines. */

import * as z from 'zod';
import { parseCsv } from '../../config/read-csv.ts';
import { readYamlFile } from '../../config/read-yaml.ts';
import { describeIssue } from '../../config/schema-issues.ts';
import { withoutByteOrderMark } from '../../config/utf8.ts';
import { NO_OWN_FIELDS, type OwnFields, type OwnValues } from '../../content/article/own-fields.ts';
import { type Place, type Problem, UserError } from '../../foundation/errors.ts';
import { formatCount } from '../../foundation/report.ts';
import { GENERATION_LOCALES } from '../../locales/generation.ts';
import type { Topic } from '../prompts/answer-schemas.ts';

const cell = (example: string) =>
  z
    .string()
    .trim()
    .meta({ examples: [example] })
    .transform((value) => value.replace(/\s+/g, ' ') || undefined)
    .optional();

/** The schema of a row, as people write it. */
export const topicRowSchema = z.strictObject({
  id: cell('row-17').describe(
    'Id of the row in the system that it comes from. A row with the same id is the same topic.',
  ),
  topic: z
    .string('a topic must be text')
    .trim()
    .min(1, 'the topic is empty')
    .max(500, 'the topic is longer than 500 characters')
    .meta({ examples: ['How an exchange charges its commission'] })
    .transform((value) => value.replace(/\s+/g, ' '))
    .describe('What the article is about.'),
  category: cell('bettingStrategies').describe(
    'Key of a category. Default: that of --category, or one that the model chooses.',
  ),
  subcategory: cell('oddsCalculation').describe('Key of a subcategory.'),
  keywords: cell('commission, exchange, margin').describe('Words that the article should use.'),
  notes: cell('Compare two books with sums.').describe('What else the model should know.'),
  tags: cell('commission, exchanges').describe('Tags of the article, with commas between them.'),
  sources: cell('report.pdf').describe(
    'Sources of the article, with spaces or commas between them: files below sources/, and URLs.',
  ),
  author: cell('editorial-team').describe('Name or slug of an author. Default: the setting generate.author.'),
  locale: cell('en_US')
    .pipe(z.enum(GENERATION_LOCALES, `locale must be one of ${GENERATION_LOCALES.join(', ')}`).optional())
    .meta({ enum: [...GENERATION_LOCALES] })
    .describe('Language to write in, of those of --locale. Default: all of them.'),
});

const COLUMNS = Object.keys(topicRowSchema.shape);

const invalid = (place: Place, message: string, hint = 'correct the line'): Problem => ({
  ...place,
  code: 'invalid-topics',
  message,
  hint,
});

/** A row of the file. `head` is the line that names the columns. */
interface Row {
  line: number;
  head: number;
  value: unknown;
}

/**
 * @param file name for messages; an extension of .yaml, .yml or .json means YAML or JSON, any other CSV
 * @param ownFields article fields that the site defines, which are allowed as further columns
 * @param taxonomies names of fields whose cells are lists with commas
 * @param onInvalid receives the problems of rows, which are then left out
 * @returns each topic with its place, in order
 * @throws UserError with every problem and its line
 */
export async function parseTopics(
  file: string,
  text: string,
  ownFields: OwnFields = NO_OWN_FIELDS,
  taxonomies: readonly string[] = [],
  onInvalid?: (problem: Problem) => void,
): Promise<Map<Topic, Place>> {
  const lists = taxonomies.filter((name) => !Object.hasOwn(ownFields.shapes, name));
  const names = [...Object.keys(ownFields.shapes), ...lists].filter(
    (name) => !COLUMNS.includes(name.toLowerCase()),
  );
  const hint = `name the columns ${[...COLUMNS, ...names].join(', ')}; only topic is required`;
  // JSON is YAML. A list on standard input has no name that says what it is.
  const isYaml = /\.(?:ya?ml|json)$/i.test(file) || /^\s*(?:\[|- )/.test(text);
  const rows = isYaml ? await readYaml(file, text) : await readCsv(file, text, hint);
  const problems: Problem[] = [];
  const topics = new Map<Topic, Place>();
  for (const { line, head, value } of rows) {
    const { row, fields } = takeFields(value, names, lists);
    const { data, error } = topicRowSchema.safeParse(row);
    const issues = [...ownFields.read(fields).issues, ...(error?.issues ?? [])];
    if (data && issues.length === 0) topics.set(createTopic(data, fields), { file, line });
    problems.push(
      ...issues.map((issue) =>
        issue.code === 'unrecognized_keys'
          ? invalid({ file, line: head }, `unknown column "${issue.keys.join('", "')}"`, hint)
          : invalid({ file, line }, messageFor(issue)),
      ),
    );
  }
  // An unknown column is a problem of every row, and is reported once.
  const unique = new Map(problems.map((problem) => [`${problem.line} ${problem.message}`, problem]));
  if (unique.size > 0 && !onInvalid) throw new UserError([...unique.values()]);
  for (const problem of unique.values()) onInvalid?.(problem);
  if (topics.size === 0) throw new UserError(invalid({ file }, 'there is no topic in the file', hint));
  return topics;
}

function createTopic(
  { tags, sources, ...topic }: z.output<typeof topicRowSchema>,
  own: OwnValues | null,
): Topic {
  const fields = tags ? { tags: splitList(tags), ...own } : own;
  return {
    ...topic,
    ...(sources && { sources: sources.split(/[\s,]+/).filter(Boolean) }),
    ...(fields && { fields }),
  };
}

const splitList = (text: string) =>
  text
    .trim()
    .split(/\s*,\s*/)
    .filter(Boolean);

/** Separates the built-in columns of a row from the fields that the site defines. Empty fields are left out. */
function takeFields(
  value: unknown,
  names: readonly string[],
  lists: readonly string[],
): { row: unknown; fields: OwnValues | null } {
  if (names.length === 0 || typeof value !== 'object' || value === null) return { row: value, fields: null };
  const fields: [string, unknown][] = [];
  const row: [string, unknown][] = [];
  for (const [column, cell] of Object.entries(value)) {
    // `readCsv` converts the column names to lower case.
    const name = names.find((own) => own.toLowerCase() === column.toLowerCase());
    if (name === undefined) row.push([column, cell]);
    else if (cell !== '' && cell !== null)
      fields.push([name, lists.includes(name) && typeof cell === 'string' ? splitList(cell) : cell]);
  }
  return { row: Object.fromEntries(row), fields: fields.length > 0 ? Object.fromEntries(fields) : null };
}

function messageFor(issue: z.core.$ZodIssue): string {
  const words = describeIssue(issue);
  if (words === issue.message) return words;
  return issue.path.length > 0 ? `${issue.path.join('.')} ${words}` : `a topic ${words}`;
}

async function readCsv(file: string, text: string, hint: string): Promise<Row[]> {
  const rows = await parseCsv(file, text, 'invalid-topics');
  const [first, ...rest] = rows;
  if (!first) return [];
  const head = first.line;
  const columns = first.cells.map((cell) => cell.toLowerCase().replace(/^title$/, 'topic'));
  if (!columns.includes('topic')) {
    // Without column names the file is a list with a topic in each line. Several columns without "topic" are a mistake.
    if (columns.length > 1 && !columns.some((column) => column.includes(' ')))
      throw new UserError(invalid({ file, line: head }, 'the first line has no column "topic"', hint));
    return rows.map(({ line, cells, raw }) => ({
      line,
      head: line,
      value: { topic: cells.length === 1 ? cells[0] : raw },
    }));
  }
  return rest.map(({ line, cells }) => {
    if (cells.length > columns.length) {
      const message = `the line has ${formatCount(cells.length, 'cell')}, the first line ${columns.length}`;
      throw new UserError(invalid({ file, line }, message, 'quote cells that contain the separator'));
    }
    const pairs = columns.map((column, index): [string, string] => [column, cells[index] ?? '']);
    const value = Object.fromEntries(pairs.filter(([column, cell]) => column !== '' || cell !== ''));
    return { line, head, value };
  });
}

async function readYaml(file: string, text: string): Promise<Row[]> {
  const read = await readYamlFile(withoutByteOrderMark(text));
  if (!read.ok) {
    const message = `is not valid YAML: ${read.message}`;
    throw new UserError(invalid({ file, ...read.place }, message, 'correct the YAML in this line'));
  }
  const { value: values, placeOf } = read;
  if (values === null || values === undefined) return [];
  if (!Array.isArray(values))
    throw new UserError(invalid({ file }, 'is not a list', 'write "- topic: …" for each topic, or "- …"'));
  return values.map((value: unknown, index) => {
    const { line = 1 } = placeOf([index]);
    return { line, head: line, value: typeof value === 'string' ? { topic: value } : value };
  });
}
