/**
 * Reads and changes the Markdown files of a site. A change is a list of splices against the text that its editor has seen.
 * Where the file has changed since then, both changes are merged by paragraph.
 */
import { hash as digest } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applyChanges, type Changes } from '../articles/apply-changes.ts';
import { decodeUtf8, NOT_UTF8 } from '../config/utf8.ts';
import { parseArticle } from '../content/article/parse-article.ts';
import { isError, parseFrontMatter } from '../content/front-matter/front-matter.ts';
import { attempt } from '../foundation/attempt.ts';
import { UserError } from '../foundation/errors.ts';
import { isWithin } from '../foundation/paths.ts';
import { replaceFile } from '../foundation/replace-file.ts';
import { createTurns } from '../foundation/run-concurrently.ts';
import { parseLocale } from '../locales/codes.ts';
import { RefusedRequest } from '../serve/local-request.ts';
import { followEdit } from './comments.ts';
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

export function createSourceFiles(root: string) {
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
  const save = async ({ file, base, splices, baseText }: Save): Promise<Saved> => {
    const path = findText(root, file);
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
    read: (file: string): Version => remember(decode(file, readFileSync(findText(root, file))).text),
    save: (request: Save) => inTurn(() => save(request)),
    /** Changes fields of the front matter and no other byte. */
    change: (file: string, changes: Changes) =>
      inTurn(async () => {
        const path = findText(root, file);
        const bytes = await readFile(path);
        const changed = await applyChanges(bytes, readRow(file, decode(file, bytes).text), changes);
        await write(path, bytes, changed);
        return remember(decode(file, Buffer.from(changed)).text);
      }),
  };
}

export type SourceFiles = ReturnType<typeof createSourceFiles>;

/**
 * The path of a Markdown file of the content.
 * @throws RefusedRequest if the site has no such Markdown file in its content, or the path leads out of the site
 */
export function findText(root: string, file: string): string {
  const isText = /^content\/[\w-]+\/(?:articles|info|pages)\/.+\.md$/.test(file);
  const isPlain = file.split('/').every((name) => !/^\.|[\\\0:]/.test(name) && name !== '');
  const path = join(root, file);
  const real = isText && isPlain && attempt(() => realpathSync(path));
  if (!real || !isWithin(real, realpathSync(join(root, 'content'))) || !statSync(real).isFile())
    throw new RefusedRequest(404, `There is no text ${JSON.stringify(file)}.`);
  return path;
}

function decode(file: string, bytes: Buffer): { mark: Buffer; text: string } {
  const decoded = decodeUtf8(bytes);
  if (!decoded.ok) throw new UserError({ ...NOT_UTF8, file, line: decoded.line, column: decoded.column });
  const hasMark = bytes.length > Buffer.byteLength(decoded.text);
  return { mark: bytes.subarray(0, hasMark ? 3 : 0), text: decoded.text };
}

/** The facts about an article that changes of fields need. */
function readRow(file: string, text: string) {
  const [, name = '', key = ''] = /^content\/([\w-]+)\/articles\/(.*)\.md$/.exec(file) ?? [];
  const locale = parseLocale(name);
  const meta = locale ? parseArticle({ file, locale, key }, text, '').meta : null;
  return { entities: meta?.entities ?? [], fields: () => readFields(text) ?? {} };
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
