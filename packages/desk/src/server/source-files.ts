/**
 * Reads and changes the Markdown files of a site. A change is a list of splices against the text that its editor has seen.
 * Where the file has changed since then, both changes are merged by paragraph.
 */
import { hash as digest } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { followEdit } from './comments.ts';
import {
  type ArticleSource,
  applyChanges,
  attempt,
  type Changes,
  createFile,
  createTurns,
  decodeUtf8,
  findBody,
  isError,
  isWithin,
  LIES_ELSEWHERE,
  liesElsewhere,
  makeFolder,
  NOT_UTF8,
  type ParsedArticle,
  type Problem,
  parseArticle,
  parseFrontMatter,
  parseLocale,
  type Reading,
  RefusedRequest,
  replaceFile,
  toSlashes,
  UserError,
} from './core.ts';
import { applySplices, type Merge, mergeTexts, type Splice } from './merge-text.ts';

/** A text, without a byte order mark, and the name of this version. */
interface Version {
  text: string;
  hash: string;
}

export interface Save {
  file: string;
  /** Name of the version that the splices change. */
  base: string;
  splices: readonly Splice[];
  /** The text of that version, for a server that no longer knows it. */
  baseText?: string | undefined;
}

/** `mine` is the version with the splices alone; it differs from the saved one after a merge. */
export type Saved = Version & { mine: string };

/** Versions that are kept for merges. An editor whose version is older sends its text. */
const KEPT = 200;

interface FieldChange extends Pick<Changes, 'set' | 'unset'> {
  files: readonly string[];
  move: readonly { field: string; days: number }[];
}

/** @param settings what parsing takes from the settings of the site */
export function createSourceFiles(root: string, settings: () => Promise<Reading | undefined>) {
  const known = new Map<string, string>();
  const inTurn = createTurns();

  const remember = (text: string): Version => {
    const hash = digest('sha256', text, 'hex').slice(0, 32);
    known.delete(hash);
    known.set(hash, text);
    const [oldest] = known.keys();
    if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
    return { text, hash };
  };
  /** @param text what the file held when its editor saw it, by which a renamed one is found */
  const find = (file: string, text = ''): string => {
    try {
      return findText(root, file);
    } catch (error) {
      const moved = error instanceof RefusedRequest && findMoved(root, text);
      if (!moved) throw error;
      throw new RefusedRequest(404, error.message, { reason: 'gone', file: moved });
    }
  };
  const save = async ({ file, base, splices, baseText }: Save): Promise<Saved> => {
    const path = find(file, baseText ?? known.get(base));
    const bytes = await readFile(path);
    const { mark, text } = decode(file, bytes);
    const disk = remember(text);
    const before =
      known.get(base) ?? (baseText !== undefined && remember(baseText).hash === base ? baseText : null);
    if (before === null)
      throw new RefusedRequest(409, 'Send the text of the version too.', { reason: 'unknown-base' });
    const mine = applySplices(before, splices);
    if (mine === null) throw new RefusedRequest(400, 'The splices do not fit the text.');
    const merge: Merge = disk.hash === base ? [mine] : mergeTexts(before, mine, disk.text);
    const [merged = ''] = merge;
    if (merge.length > 1 || typeof merged !== 'string')
      throw new RefusedRequest(409, `${file} has changed in the same place.`, {
        reason: 'overlap',
        merge,
        hash: disk.hash,
        text: disk.text,
      });
    await write(path, bytes, Buffer.concat([mark, Buffer.from(merged)]));
    // The text is saved, even where a comment cannot be.
    attempt(() => followEdit(root, file, before, mine));
    return { ...remember(merged), mine: remember(mine).hash };
  };

  return {
    /** @param hash of the version that the editor has */
    read: (file: string, hash = ''): Version =>
      remember(decode(file, readFileSync(find(file, known.get(hash)))).text),
    save: (request: Save) => inTurn(() => save(request)),
    /** Writes a text into a new file. */
    create: (file: string, text: string) =>
      inTurn(async () => {
        const path = placeText(root, file);
        makeFolder(dirname(path));
        if (liesElsewhere(root, dirname(file))) throw new UserError({ file, ...LIES_ELSEWHERE });
        if (!(await createFile(path, text, { durable: true })))
          throw new RefusedRequest(409, `${file} exists already. Choose another name.`, { reason: 'exists' });
        return remember(text);
      }),
    /**
     * Changes fields of the front matter and no other byte: of all files, or of none.
     * @throws UserError where an article would have an error that it has not today
     */
    change: (change: FieldChange) =>
      inTurn(async () => {
        const edits = await editFields(root, change, await settings());
        const versions: (Version & { file: string })[] = [];
        for (const { file, path, before, after } of edits) {
          await write(path, before, after);
          versions.push({ file, ...remember(decode(file, Buffer.from(after)).text) });
        }
        return versions;
      }),
  };
}

interface Edit {
  file: string;
  path: string;
  before: Buffer;
  after: Uint8Array;
}

/** @throws UserError where an article would have an error that it has not today */
async function editFields(
  root: string,
  { files, set, unset, move }: FieldChange,
  reading: Reading | undefined,
): Promise<Edit[]> {
  const edits: Edit[] = [];
  const problems: Problem[] = [];
  for (const file of files) {
    const path = findText(root, file);
    const before = await readFile(path);
    const { text } = decode(file, before);
    const source = sourceOf(file);
    const found = source && parseArticle(source, text, '', { reading });
    const fields = readFields(text) ?? {};
    const moved = move.map(({ field, days }) => ({ field, value: moveDay(fields[field], days) }));
    const row = { entities: found?.meta?.entities ?? [], fields: () => fields };
    const after = await applyChanges(before, row, { set: [...set, ...moved], unset, category: null });
    edits.push({ file, path, before, after });
    if (!source || !found) continue;
    const known = new Set(errorsOf(found).map(({ message }) => message));
    const now = parseArticle(source, decode(file, Buffer.from(after)).text, '', { reading });
    problems.push(...errorsOf(now).filter(({ message }) => !known.has(message)));
  }
  if (problems.length > 0) throw new UserError(problems);
  return edits;
}

export type SourceFiles = ReturnType<typeof createSourceFiles>;

/**
 * The path of a Markdown file of the content.
 * @throws RefusedRequest if the site has no such Markdown file in its content, or the path leads out of the site
 */
export function findText(root: string, file: string): string {
  const path = placeText(root, file);
  const real = attempt(() => realpathSync(path));
  if (!real || !isWithin(real, realpathSync(join(root, 'content'))) || !statSync(real).isFile())
    throw createGone(file);
  return path;
}

const FOLDERS = ['articles', 'info', 'pages'];

/** @throws RefusedRequest if no text of the content can have this name */
function placeText(root: string, file: string): string {
  const [content, locale = '', folder = '', ...names] = file.split('/');
  const isText = content === 'content' && /^[\w-]+$/.test(locale) && FOLDERS.includes(folder);
  const isPlain = names.every((name) => !/^\.|[\\\0:]/.test(name) && name !== '');
  if (!isText || !isPlain || names.length === 0 || !/.\.md$/.test(file)) throw createGone(file);
  return join(root, file);
}

const createGone = (file: string) =>
  new RefusedRequest(404, `There is no text ${JSON.stringify(file)}.`, { reason: 'gone' });

/** Bytes that a move may add to the front matter. */
const GROWTH = 5000;

/** The one text with the same body; null where there is none, or several. */
function findMoved(root: string, before: string): string | null {
  const body = before.slice(findBody(before));
  if (body.trim() === '') return null;
  const bytes = Buffer.byteLength(before);
  const names = readdirSync(join(root, 'content'), { recursive: true, encoding: 'utf8' });
  const moved = names
    .map((name) => `content/${toSlashes(name)}`)
    .filter((file) => {
      const path = attempt(() => findText(root, file));
      if (!path || Math.abs(statSync(path).size - bytes) > GROWTH) return false;
      const text = attempt(() => decode(file, readFileSync(path)).text) ?? '';
      return text.slice(findBody(text)) === body;
    });
  const [only = null] = moved;
  return moved.length === 1 ? only : null;
}

function decode(file: string, bytes: Buffer): { mark: Buffer; text: string } {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) throw new UserError({ ...NOT_UTF8, file, line: decoded.line, column: decoded.column });
  const hasMark = bytes.length > Buffer.byteLength(decoded.text);
  return { mark: bytes.subarray(0, hasMark ? 3 : 0), text: decoded.text };
}

/** null for a text that is no article. */
function sourceOf(file: string): ArticleSource | null {
  const [, name = '', key = ''] = /^content\/([\w-]+)\/articles\/(.*)\.md$/.exec(file) ?? [];
  const locale = parseLocale(name);
  return locale ? { file, locale, key } : null;
}

const errorsOf = ({ problems }: ParsedArticle) => problems.filter(({ severity }) => severity !== 'warning');

/** @param value a day, or a time, whose clock and zone stay */
function moveDay(value: unknown, days: number): string {
  const [, day = '', time = ''] = /^(\d{4}-\d\d-\d\d)(.*)$/s.exec(String(value)) ?? [];
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) throw new RefusedRequest(400, `"${value}" is no date that can be moved.`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10) + time;
}

/** The fields of the front matter; null where it cannot be read. */
export function readFields(text: string): Readonly<Record<string, unknown>> | null {
  const parsed = parseFrontMatter(text);
  return isError(parsed) ? null : parsed.data;
}

/** @throws RefusedRequest where the file has changed since `before` was read */
async function write(path: string, before: Buffer, after: Uint8Array): Promise<void> {
  if (before.equals(after)) return;
  const confirm = async () => (await readFile(path)).equals(before);
  if (!(await replaceFile(realpathSync(path), after, { durable: true, confirm })))
    throw new RefusedRequest(409, 'The file is changing. Try again.', { reason: 'changing' });
}
