/** Owns the list of topics: CSV or YAML that people write → what each article is about. */
import * as z from 'zod';
import { describeIssue } from '../../config/schema-issues.ts';
import { type Place, type Problem, UserError } from '../../foundation/errors.ts';
import { GENERATION_LOCALES } from '../../locales/generation.ts';
import { parseCsv } from './csv.ts';

const line = z
  .string()
  .trim()
  .transform((value) => value.replace(/\s+/g, ' ') || undefined)
  .optional();

const topicSchema = z.strictObject({
  topic: z
    .string('a topic must be text')
    .trim()
    .min(1, 'the topic is empty')
    .max(500, 'the topic is longer than 500 characters')
    .transform((value) => value.replace(/\s+/g, ' ')),
  category: line,
  subcategory: line,
  keywords: line,
  notes: line,
  author: line,
  locale: line.pipe(
    z.enum(GENERATION_LOCALES, `locale must be one of ${GENERATION_LOCALES.join(', ')}`).optional(),
  ),
});

/** What one article is to be about. Without a locale it is written in every locale of the run. */
export type Topic = z.output<typeof topicSchema>;

const COLUMNS = Object.keys(topicSchema.shape);
const HINT = `name the columns ${COLUMNS.join(', ')}; only topic is needed`;

/**
 * @param file for messages; its ending tells the format: .csv, .tsv, .yaml or .yml
 * @returns each topic with its place, in their order
 * @throws UserError with every problem and its line
 */
export async function parseTopics(file: string, text: string): Promise<Map<Topic, Place>> {
  const rows = /\.ya?ml$/i.test(file) ? await readYaml(file, text) : readCsv(file, text);
  const problems: Problem[] = [];
  const topics = new Map<Topic, Place>();
  for (const row of rows) {
    const result = topicSchema.safeParse(row.value);
    if (result.success) topics.set(result.data, { file, line: row.line });
    else {
      for (const issue of result.error.issues) {
        const isColumn = issue.code === 'unrecognized_keys';
        const line = isColumn ? row.head : row.line;
        const message = isColumn ? `unknown column "${issue.keys.join('", "')}"` : sayWhatIsWrong(issue);
        // Every row has the columns of the head.
        if (problems.some((known) => known.line === line && known.message === message)) continue;
        problems.push({ file, line, message, hint: isColumn ? HINT : 'correct the line' });
      }
    }
  }
  if (problems.length > 0) throw new UserError(problems);
  if (topics.size === 0) throw new UserError({ file, message: 'there is no topic in the file', hint: HINT });
  return topics;
}

function sayWhatIsWrong(issue: z.core.$ZodIssue): string {
  const words = describeIssue(issue);
  if (words === issue.message) return words;
  return issue.path.length > 0 ? `${issue.path.join('.')} ${words}` : `a topic ${words}`;
}

interface Row {
  line: number;
  /** The line that names the columns. */
  head: number;
  value: unknown;
}

function readCsv(file: string, text: string): Row[] {
  const rows = parseCsv(text);
  if ('message' in rows) {
    throw new UserError({
      file,
      line: rows.line,
      message: rows.message,
      hint: 'write a quote within quotes twice',
    });
  }
  const [head, ...rest] = rows;
  if (!head) return [];
  const columns = head.cells.map((cell) => (cell.toLowerCase() === 'title' ? 'topic' : cell.toLowerCase()));
  if (!columns.includes('topic')) {
    // A plain list, one topic a line, needs no head; a head with other columns is a mistake.
    if (columns.length === 1 || columns.some((column) => column.includes(' '))) {
      const lines = text.split(/\r\n|\r|\n/);
      return rows.map(({ line, cells }) => {
        const topic = cells.length === 1 ? cells[0] : lines[line - 1];
        return { line, head: line, value: { topic } };
      });
    }
    throw new UserError({
      file,
      line: head.line,
      message: 'the first line has no column "topic"',
      hint: HINT,
    });
  }
  return rest.map((row) => {
    if (row.cells.length > columns.length) {
      const message = `the line has ${row.cells.length} cells, the first line ${columns.length}`;
      throw new UserError({
        file,
        line: row.line,
        message,
        hint: 'put a cell that holds the separator in quotes',
      });
    }
    const pairs = columns.map((column, index): [string, string] => [column, row.cells[index] ?? '']);
    return {
      line: row.line,
      head: head.line,
      value: Object.fromEntries(pairs.filter(([column, cell]) => column !== '' || cell !== '')),
    };
  });
}

async function readYaml(file: string, text: string): Promise<Row[]> {
  const { isNode, isSeq, LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ''), { lineCounter: lines, prettyErrors: false });
  const [fault] = document.errors;
  if (fault) {
    const { line, col } = lines.linePos(fault.pos[0]);
    throw new UserError({
      file,
      line,
      column: col,
      message: `is not YAML: ${fault.message}`,
      hint: 'mend the YAML there',
    });
  }
  const root = document.contents;
  if (root === null) return [];
  if (!isSeq(root)) {
    throw new UserError({
      file,
      message: 'is not a list',
      hint: 'write "- topic: …" for each topic, or "- …"',
    });
  }
  return root.items.map((item) => {
    const value: unknown = isNode(item) ? item.toJS(document) : item;
    const line = isNode(item) && item.range ? lines.linePos(item.range[0]).line : 1;
    return { line, head: line, value: typeof value === 'string' ? { topic: value } : value };
  });
}
