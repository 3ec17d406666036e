/** Duplicates and deletes whole texts. A deleted one is kept beside the site until a release without it, so that it can be put back. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  attempt,
  createFile,
  loadEdition,
  makeFolder,
  RefusedRequest,
  readRegularFile,
  rewriteFrontMatter,
  rewriteFrontMatterScalar,
  toSlashes,
} from './core.ts';
import { decode, findText, placeText, readFields, type SourceFiles, sourceOf } from './source-files.ts';

const FOLDER = '.articles/deleted';

export interface DeletedText {
  /** Where it was, relative to the root. */
  file: string;
  text: string;
}

export function createWholeTexts(root: string, { inTurn }: Pick<SourceFiles, 'inTurn'>) {
  return {
    /** Writes a draft with the same text beside an article. */
    duplicate: (file: string) => inTurn(() => duplicate(root, file)),
    /** Writes a draft with the same text in another language, which somebody translates. */
    translate: (file: string, locale: string) => inTurn(() => translate(root, file, locale)),
    remove: (file: string) => inTurn(() => remove(root, findText(root, file), file)),
    restore: (file: string) => inTurn(() => restore(root, placeText(root, file), file)),
  };
}

/** Fields that belong to one article: its addresses, its identity, and the record of the model that wrote it. */
const OWN_FIELDS = ['aliases', 'permalink', 'id', 'origin'];

async function duplicate(root: string, file: string): Promise<{ file: string }> {
  const { fields, ...copied } = await copyDraft(root, file);
  let { draft } = copied;
  for (let count = 2; ; count++) {
    const copy = file.replace(/\.md$/, `-${count}.md`);
    if (typeof fields.slug === 'string')
      draft = await rewriteFrontMatter(draft, 'slug', `${fields.slug}-${count}`);
    if (await createFile(placeText(root, copy), draft, { durable: true })) return { file: copy };
  }
}

/** Two files at one path below their languages are translations of each other. Authors are those of a language. */
async function translate(root: string, file: string, locale: string): Promise<{ file: string }> {
  const copy = file.replace(/^content\/[^/]+\//, `content/${locale}/`);
  const path = placeText(root, copy);
  const { edition } = await loadEdition(root, locale);
  const { draft, fields } = await copyDraft(root, file);
  const names = edition.authors.flatMap(({ name, slug }) => [name, slug]);
  const [first = ''] = names;
  const isKnown = typeof fields.author !== 'string' || names.includes(fields.author);
  const written = isKnown ? draft : await rewriteFrontMatter(draft, 'author', first);
  makeFolder(dirname(path));
  if (await createFile(path, written, { durable: true })) return { file: copy };
  throw new RefusedRequest(409, `${copy} exists already.`, { reason: 'exists' });
}

/** The text of an article as a draft, without those fields. */
async function copyDraft(root: string, file: string) {
  if (!sourceOf(file)) throw new RefusedRequest(400, 'Only articles can be duplicated.');
  const bytes = readRegularFile(findText(root, file));
  const fields = readFields(decode(file, bytes).text) ?? {};
  let draft = await rewriteFrontMatterScalar(bytes, 'draft', 'true');
  for (const name of OWN_FIELDS) if (name in fields) draft = await rewriteFrontMatter(draft, name, undefined);
  return { draft, fields };
}

async function remove(root: string, path: string, file: string): Promise<{ file: string }> {
  const kept = join(root, FOLDER, file);
  rmSync(kept, { force: true });
  await copy(path, kept);
  rmSync(path);
  return { file };
}

/** @throws RefusedRequest where there is no such text, or its place is taken */
async function restore(root: string, path: string, file: string): Promise<{ file: string }> {
  const kept = join(root, FOLDER, file);
  if (!statSync(kept, { throwIfNoEntry: false })?.isFile())
    throw new RefusedRequest(404, `No deleted text was at ${file}.`, { reason: 'gone' });
  if (!(await copy(kept, path)))
    throw new RefusedRequest(409, `There is another text at ${file}. Rename it first.`, { reason: 'exists' });
  rmSync(kept);
  return { file };
}

/** The folder of the site's caches may be on another disk, so nothing is renamed. */
async function copy(from: string, to: string): Promise<boolean> {
  makeFolder(dirname(to));
  return createFile(to, readRegularFile(from), { durable: true, mode: statSync(from).mode });
}

/** Those whose place is free. */
export function listDeleted(root: string): DeletedText[] {
  return listFiles(root).flatMap((file) => {
    if (existsSync(join(root, file))) return [];
    return { file, text: attempt(() => readRegularFile(join(root, FOLDER, file)).toString()) ?? '' };
  });
}

function listFiles(root: string): string[] {
  const folder = join(root, FOLDER);
  const names = attempt(() => readdirSync(folder, { recursive: true, encoding: 'utf8' })) ?? [];
  return names.map(toSlashes).filter((file) => /^content\/.*\.md$/.test(file));
}

/** Names the present ones and their times. */
export const stampOfDeleted = (root: string): string =>
  listFiles(root)
    .map((file) => `${file} ${statSync(join(root, FOLDER, file), { throwIfNoEntry: false })?.mtimeMs}`)
    .join();

/** Forgets what was deleted before a release was built. @param built milliseconds since the epoch */
export function forgetDeleted(root: string, built: number): void {
  for (const file of listFiles(root)) {
    const path = join(root, FOLDER, file);
    if ((statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? built) < built) rmSync(path, { force: true });
  }
}
