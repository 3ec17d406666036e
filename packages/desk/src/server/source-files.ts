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
  attempt,
  createFile,
  createTurns,
  decodeUtf8,
  EDITION_FILES,
  findBody,
  isError,
  isOutsideContent,
  isWithin,
  makeFolder,
  NOT_UTF8,
  OUTSIDE_CONTENT,
  parseFrontMatter,
  parseLocale,
  RefusedRequest,
  replaceFile,
  toSlashes,
  UserError,
} from './core.ts';
import { applySplices, type Merge, mergeTexts, type Splice } from './merge-text.ts';

/** A text, without a byte order mark, and the name of this version. */
export interface Version {
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

/** `mine` is the version with only the splices; after a merge it differs from the saved version. */
export type Saved = Version & { mine: string };

/** Versions that are kept for merges. An editor whose version is older sends its text. */
const KEPT = 200;

export function createSourceFiles(root: string) {
  const known = new Map<string, string>();
  /** When each file was there last, in milliseconds since the epoch. */
  const seen = new Map<string, number>();
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
      const path = findText(root, file);
      seen.set(file, Date.now());
      return path;
    } catch (error) {
      const moved = error instanceof RefusedRequest && findMoved(root, text, seen.get(file) ?? 0);
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
    /** Runs what writes texts by other ways, so that no save happens meanwhile. */
    inTurn,
    /** Knows a version that was written by another way. */
    remember,
    /** Writes a text into a new file. */
    create: (file: string, text: string) =>
      inTurn(async () => {
        const path = placeText(root, file);
        makeFolder(dirname(path));
        if (isOutsideContent(root, dirname(file))) throw new UserError({ file, ...OUTSIDE_CONTENT });
        if (!(await createFile(path, text, { durable: true })))
          throw new RefusedRequest(409, `${file} exists already. Choose another name.`, { reason: 'exists' });
        return remember(text);
      }),
  };
}

export type SourceFiles = ReturnType<typeof createSourceFiles>;

/**
 * The path of a text of the content.
 * @throws RefusedRequest if the site has no such text in its content, or the path leads out of the site
 */
export function findText(root: string, file: string): string {
  const path = placeText(root, file);
  const real = attempt(() => realpathSync(path));
  if (!real || !isWithin(real, realpathSync(join(root, 'content'))) || !statSync(real).isFile())
    throw createGone(file);
  return path;
}

const FOLDERS = ['articles', 'info', 'pages'];

/** The files of an edition that hold words, and the files of the ledger of paid links. */
const DATA = new RegExp(
  `^content/(?:[\\w-]+/(?:(?:${EDITION_FILES.join('|')})\\.json|categories\\.yaml)|(?:offers|notices|offers/[\\w-][\\w.-]*)\\.(?:json|yaml))$`,
);

/** @throws RefusedRequest if no text of the content can have this name */
export function placeText(root: string, file: string): string {
  if (DATA.test(file)) return join(root, file);
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

/** Milliseconds by which the clock of a file system may be late. */
const LATE = 100;

/**
 * The one text with the same body; null where there is none, or several. One that stood beside it is a copy and another text.
 * @param seen when the file was there last, in milliseconds since the epoch
 */
function findMoved(root: string, before: string, seen: number): string | null {
  const body = before.slice(findBody(before));
  if (body.trim() === '') return null;
  const bytes = Buffer.byteLength(before);
  const names = readdirSync(join(root, 'content'), { recursive: true, encoding: 'utf8' });
  const moved = names
    .map((name) => `content/${toSlashes(name)}`)
    .filter((file) => {
      const path = attempt(() => findText(root, file));
      if (!path) return false;
      const { size, ctimeMs } = statSync(path);
      if (Math.abs(size - bytes) > GROWTH || ctimeMs < seen - LATE) return false;
      const text = attempt(() => decode(file, readFileSync(path)).text) ?? '';
      return text.slice(findBody(text)) === body;
    });
  const [only = null] = moved;
  return moved.length === 1 ? only : null;
}

export function decode(file: string, bytes: Buffer): { mark: Buffer; text: string } {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) throw new UserError({ ...NOT_UTF8, file, line: decoded.line, column: decoded.column });
  const hasMark = bytes.length > Buffer.byteLength(decoded.text);
  return { mark: bytes.subarray(0, hasMark ? 3 : 0), text: decoded.text };
}

/** null for a text that is no article. */
export function sourceOf(file: string): ArticleSource | null {
  const [, name = '', key = ''] = /^content\/([\w-]+)\/articles\/(.*)\.md$/.exec(file) ?? [];
  const locale = parseLocale(name);
  return locale ? { file, locale, key } : null;
}

/** The title of the front matter; null without one. */
export function titleIn(text: string): string | null {
  const title = readFields(text.replace(/^\uFEFF/, ''))?.title;
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : null;
}

/** The fields of the front matter; null where it cannot be read. */
export function readFields(text: string): Readonly<Record<string, unknown>> | null {
  const parsed = parseFrontMatter(text);
  return isError(parsed) ? null : parsed.data;
}

/** @throws RefusedRequest where the file has changed since `before` was read */
export async function write(path: string, before: Buffer, after: Uint8Array): Promise<void> {
  if (before.equals(after)) return;
  const confirm = async () => (await readFile(path)).equals(before);
  if (!(await replaceFile(realpathSync(path), after, { durable: true, confirm })))
    throw new RefusedRequest(409, 'The file is changing. Try again.', { reason: 'changing' });
}
