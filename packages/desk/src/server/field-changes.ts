/** Changes articles and pages through one door: all files or none, without a new error, and with a way back. */
import { readFile } from 'node:fs/promises';
import {
  applyChanges,
  type FieldChanges,
  groupBy,
  type Problem,
  parseArticle,
  parseInfo,
  type Reading,
  RefusedRequest,
  UserError,
} from './core.ts';
import {
  decode,
  findText,
  readFields,
  type SourceFiles,
  sourceOf,
  type Version,
  write,
} from './source-files.ts';

interface FieldChange extends Pick<FieldChanges, 'set' | 'unset'> {
  files: readonly string[];
  move: readonly { field: string; days: number }[];
}

export interface Edit {
  file: string;
  path: string;
  before: Buffer;
  after: Buffer;
}

/** Changes that can be undone. */
const UNDONE = 20;

/** @param settings what parsing takes from the settings of the site */
export function createFieldChanges(
  root: string,
  { inTurn, remember }: Pick<SourceFiles, 'inTurn' | 'remember'>,
  settings: () => Promise<Reading | undefined>,
) {
  const done = new Map<string, readonly Edit[]>();
  const writeAll = async (edits: readonly Edit[]) => {
    const versions: (Version & { file: string })[] = [];
    for (const { file, path, before, after } of edits) {
      await write(path, before, after);
      versions.push({ file, ...remember(decode(file, after).text) });
    }
    return versions;
  };
  /** @throws UserError where an article would have an error that it has not today */
  const apply = (edit: (reading: Reading | undefined) => Promise<readonly Edit[]>) =>
    inTurn(async () => {
      const reading = await settings();
      const edits = await edit(reading);
      const problems = edits.flatMap((one) => findNewErrors(one, reading));
      if (problems.length > 0) throw new UserError(edits.length > 1 ? nameFiles(problems) : problems);
      const undo = crypto.randomUUID();
      done.set(undo, edits);
      const [oldest] = done.keys();
      if (done.size > UNDONE && oldest !== undefined) done.delete(oldest);
      return { undo, versions: await writeAll(edits) };
    });
  return {
    /** Writes edits of texts, all of them or none. */
    apply,
    /** Changes fields of the front matter and no other byte. */
    change: (change: FieldChange) => apply((reading) => editFields(root, change, reading)),
    /**
     * Gives the files of a change the bytes that they had before it.
     * @throws RefusedRequest where one has changed since
     */
    undo: (id: string) =>
      inTurn(async () => {
        const edits = done.get(id);
        if (!edits) throw new RefusedRequest(404, 'This change can no longer be undone.', { reason: 'gone' });
        const back = edits.map(({ before, after, ...edit }) => ({ ...edit, before: after, after: before }));
        const changed: string[] = [];
        for (const { file, path, before } of back)
          if (!(await readFile(path).catch(() => null))?.equals(before)) changed.push(file);
        if (changed.length > 0) {
          const message = `Nothing was undone, since others have changed ${changed.join(', ')} meanwhile.`;
          throw new RefusedRequest(409, message, { reason: 'changing' });
        }
        done.delete(id);
        return { versions: await writeAll(back) };
      }),
  };
}

async function editFields(
  root: string,
  { files, set, unset, move }: FieldChange,
  reading: Reading | undefined,
): Promise<Edit[]> {
  const edits: Edit[] = [];
  for (const file of files) {
    const path = findText(root, file);
    const before = await readFile(path);
    const { text } = decode(file, before);
    const source = sourceOf(file);
    const entities = source ? (parseArticle(source, text, '', { reading }).meta?.entities ?? []) : [];
    const fields = readFields(text) ?? {};
    const moved = move.map(({ field, days }) => ({ field, value: moveDay(fields[field], days) }));
    const row = { entities, fields: () => fields };
    const changes = { set: [...set, ...moved], unset, category: null };
    const after = Buffer.from(await applyChanges(before, row, changes));
    edits.push({ file, path, before, after });
  }
  return edits;
}

function findNewErrors({ file, before, after }: Edit, reading: Reading | undefined): readonly Problem[] {
  const known = new Set(errorsIn(file, decode(file, before).text, reading).map(({ message }) => message));
  return errorsIn(file, decode(file, after).text, reading).filter(({ message }) => !known.has(message));
}

/** Each problem once, with the first file that has it. */
function nameFiles(problems: readonly Problem[]): Problem[] {
  const same = groupBy(problems, ({ message }) => message);
  return [...same.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const files = others.length === 0 ? first.file : `${first.file} and ${others.length} more`;
    return { ...first, message: `${files}: ${first.message}` };
  });
}

/** Of an article, or of a page that is none. */
function errorsIn(file: string, text: string, reading: Reading | undefined): readonly Problem[] {
  const source = sourceOf(file);
  const page = source ? null : parseInfo(file, text, '', null, null);
  const problems = source ? parseArticle(source, text, '', { reading }).problems : page;
  return Array.isArray(problems) ? problems.filter(({ severity }) => severity !== 'warning') : [];
}

/** @param value a day, or a time, whose clock and zone stay */
function moveDay(value: unknown, days: number): string {
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)(.*)$/s.exec(String(value)) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) throw new RefusedRequest(400, `"${value}" is no date that can be moved.`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10) + time;
}
