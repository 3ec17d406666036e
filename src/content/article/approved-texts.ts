/**
 * Keeps the approved text of a generated article until another one is approved: a rewrite or an edit waits in the article's
 * own file, and readers get the kept text.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withoutByteOrderMark } from '../../config/utf8.ts';
import { makeFolder } from '../../foundation/make-folder.ts';
import { replaceFileSync } from '../../foundation/replace-file.ts';
import { readRegularFile } from '../../foundation/site-files.ts';
import { type FrontMatter, isError, parseFrontMatter } from '../front-matter/front-matter.ts';
import { type Decision, hashArticle, readApprovals } from './approvals.ts';

/** One file for each approved text, named by its hash. Git stores a copy of an unchanged article once. */
export const APPROVED_FOLDER = 'content/approved';

/** What readers may see of the generated articles. Plain data, so that threads can receive it. */
export interface ApprovedTexts {
  /** The hash of the text that a person approved last and nobody rejected since, by file. null if there is none. */
  files: ReadonlyMap<string, string | null>;
  /** The same for articles whose file is gone, by identity and by hash: the file was renamed. */
  moved: ReadonlyMap<string, string>;
  /** Hashes of the texts in the folder. */
  kept: ReadonlySet<string>;
  /** False in a build for editors, which shows the text that waits. */
  isPublic: boolean;
}

/** How the text of a file relates to the approved one. */
export interface ArticleReview {
  /** Run and number of the article, which stay when its file is renamed; null for one whose origin is gone. */
  identity: string | null;
  /** Hash of the approved text; null if there is none. */
  approved: string | null;
  /** Why the text of the file waits; null if it is the approved one. */
  waits: 'draft' | 'needs-review' | 'rejected' | 'changed' | null;
  /** True if readers get the kept text in place of it. */
  isReplaced: boolean;
}

export interface ShownText {
  /** The front matter of the present file above the text that readers get. */
  text: string;
  /** The front matter, if it was read. Title, description and origin belong to the text. */
  front: FrontMatter | null;
  review: ArticleReview | null;
}

/** @returns null for a site without decisions */
export function loadApprovedTexts(root: string, isPublic: boolean): ApprovedTexts | null {
  const { decisions } = readApprovals(root);
  if (decisions.length === 0) return null;
  const files = approvedByFile(decisions);
  const moved = new Map<string, string>();
  for (const { file, article } of decisions) {
    const sha256 = files.get(file);
    if (!sha256 || existsSync(join(root, file))) continue;
    moved.set(sha256, sha256);
    if (article !== undefined) moved.set(article, sha256);
  }
  const folder = join(root, APPROVED_FOLDER);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const kept = new Set(
    names.filter((name) => name.endsWith('.md')).map((name) => name.slice(0, -'.md'.length)),
  );
  return { files, moved, kept, isPublic };
}

/** A rejection ends the approval of the text that it names, and of no other. */
function approvedByFile(decisions: readonly Decision[]): Map<string, string | null> {
  const files = new Map<string, string | null>();
  for (const { file, decision, sha256 } of decisions) {
    const before = files.get(file) ?? null;
    files.set(file, decision !== 'rejected' ? sha256 : before === sha256 ? null : before);
  }
  return files;
}

/** The hash of the text that readers may see. @param sha256 of the present text, by which a renamed file is found */
export function approvedOf(
  { files, moved }: ApprovedTexts,
  file: string,
  identity: string | null,
  sha256?: string,
): string | null {
  return files.get(file) ?? moved.get(identity ?? '') ?? moved.get(sha256 ?? '') ?? null;
}

/** True if a file that has not changed would be read as it was. */
export function isReviewCurrent(
  texts: ApprovedTexts | null,
  file: string,
  review: ArticleReview | null,
  generated: string | null,
): boolean {
  if (!review) return !texts?.files.has(file);
  if (!texts) return review.approved === null;
  const { identity, approved, waits, isReplaced } = review;
  if (approvedOf(texts, file, identity, generated ?? undefined) !== approved) return false;
  return waits === null || approved === null || isReplaced === (texts.isPublic && texts.kept.has(approved));
}

/** Decides which text of a generated article readers get: the text of its file, or the approved text. */
export function chooseText(
  root: string,
  texts: ApprovedTexts | null,
  file: string,
  content: string,
): ShownText {
  const same: ShownText = { text: content, front: null, review: null };
  // Only a generated article has the field, and only a decision names an article without it.
  if (!texts?.files.has(file) && !content.includes('\norigin:')) return same;
  const whole = withoutByteOrderMark(content);
  const front = parseFrontMatter(whole);
  if (isError(front)) return same;
  const { data, bodyStart } = front;
  const origin = asRecord(data.origin);
  if (!origin && !texts?.files.has(file)) return same;
  const sha256 = hashArticle(data, whole.slice(bodyStart));
  const identity = origin ? identityOf(origin) : null;
  const approved = texts && approvedOf(texts, file, identity, sha256);
  const waits = findWaiting(data, origin, sha256 === approved);
  const review: ArticleReview = { identity, approved, waits, isReplaced: false };
  const isWaiting = texts?.isPublic && approved && waits !== null;
  const kept = isWaiting && texts.kept.has(approved) ? readKept(root, approved) : null;
  if (!kept) return { ...same, front, review };
  const { title, description, origin: written } = kept.data;
  return {
    text: whole.slice(0, bodyStart) + kept.body,
    front: { data: { ...data, title, description, draft: 'false', origin: written }, bodyStart },
    review: { ...review, isReplaced: true },
  };
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null ? { ...value } : null;

export const identityOf = ({ run, article }: Readonly<Record<string, unknown>>): string =>
  `${run}/${article}`;

function findWaiting(
  { draft }: Readonly<Record<string, unknown>>,
  origin: Readonly<Record<string, unknown>> | null,
  isApproved: boolean,
): ArticleReview['waits'] {
  const status = origin?.status;
  if (status === 'needs-review' || status === 'rejected') return status;
  if (draft === 'true') return 'draft';
  return isApproved && origin ? null : 'changed';
}

const keptFile = (sha256: string) => `${APPROVED_FOLDER}/${sha256}.md`;

/** The text that was approved with this hash. @returns null if the folder has no such text, or an altered one */
function readKept(root: string, sha256: string) {
  const path = join(root, keptFile(sha256));
  if (!existsSync(path)) return null;
  const content = readRegularFile(path).toString();
  const whole = withoutByteOrderMark(content);
  const front = parseFrontMatter(whole);
  if (isError(front)) return null;
  const body = whole.slice(front.bodyStart);
  return hashArticle(front.data, body) === sha256 ? { data: front.data, body, content } : null;
}

/** Keeps a text that is about to be approved. */
export function keepText(root: string, sha256: string, content: string): void {
  const path = join(root, keptFile(sha256));
  if (existsSync(path) && readRegularFile(path).toString() === content) return;
  makeFolder(join(root, APPROVED_FOLDER));
  replaceFileSync(path, content, { durable: true });
}

/** Removes the texts that readers can no longer get. */
export function dropObsoleteTexts(root: string): void {
  const texts = loadApprovedTexts(root, true);
  const used = new Set(texts?.files.values());
  for (const sha256 of texts?.kept ?? [])
    if (!used.has(sha256)) rmSync(join(root, keptFile(sha256)), { force: true });
}
