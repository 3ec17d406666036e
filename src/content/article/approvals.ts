/** Binds the approval of a generated text to its bytes: reads and writes content/approvals.jsonl, one decision in each line. */

import { hash as digest } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { describeConflict, MERGE_MARK } from '../../config/conflict-marks.ts';
import type { Finding } from '../../foundation/errors.ts';
import { parseJson } from '../../foundation/json.ts';
import { readSiteFile } from '../../foundation/site-files.ts';
import { createUnreadable } from '../../foundation/stored-version.ts';

export const APPROVALS_FILE = 'content/approvals.jsonl';

const decisionSchema = z.strictObject({
  /** Path relative to the root, with "/". */
  file: z.string(),
  /** adopted: was published before decisions were recorded. published: `generate --publish` skipped the review. */
  decision: z.enum(['approved', 'rejected', 'adopted', 'published']),
  /** Hash of title, description and text (`hashArticle`). */
  sha256: z.string(),
  /** null if nobody reviewed the text. */
  reviewer: z.string().nullable(),
  /** RFC 3339. */
  time: z.string(),
  /** The findings that the reviewer was shown. */
  findings: z.array(z.strictObject({ code: z.string(), message: z.string() })),
  /** The findings that --force overruled. */
  overruled: z.array(z.strictObject({ code: z.string(), reason: z.string() })),
  /** The verdict of a model on the text with the hash `sha256`; null if no model judged it. */
  judge: z
    .strictObject({
      model: z.string(),
      rubric: z.string(),
      sha256: z.string(),
      objections: z.array(
        z.strictObject({
          criterion: z.string(),
          severity: z.string(),
          quote: z.string(),
          reason: z.string(),
        }),
      ),
    })
    .nullable(),
  /** The files that the text cites, with the hashes of their bytes. */
  sources: z.array(z.strictObject({ file: z.string(), sha256: z.string() })).optional(),
  /** Run and number of the article, which stay when its file is renamed. */
  article: z.string().optional(),
  /** Who decided. Absent in older records, which were made by people. */
  by: z.enum(['person', 'program']).optional(),
  /** The setting that allowed a program to decide. */
  policy: z.string().optional(),
  /** Why a text was rejected. */
  reason: z.string().optional(),
});
export type Decision = z.output<typeof decisionSchema>;

/**
 * SHA-256, in hexadecimal, of the JSON array [title, description, text] in UTF-8. Title and description are the values of
 * the front matter, '' where it has none. The text is everything below the front matter, with LF line breaks.
 */
export function hashArticle({ title, description }: Readonly<Record<string, unknown>>, text: string): string {
  const parts = [title, description].map((value) => (typeof value === 'string' ? value : ''));
  return digest('sha256', JSON.stringify([...parts, text.replaceAll('\r\n', '\n')]), 'hex');
}

/** The line of a decision. Its last field is a checksum over the others. */
function renderDecision(decision: Decision): string {
  const parsed = decisionSchema.parse(decision);
  return JSON.stringify({ ...parsed, check: checksum(parsed) });
}

/** The sources that decisions name, relative to the root. */
export function listApprovedSources(root: string): string[] {
  const path = join(root, APPROVALS_FILE);
  const text = existsSync(path) ? readSiteFile(root, APPROVALS_FILE).toString() : '';
  const found = text.matchAll(/\{"file":("(?:[^"\\]|\\.)*"),"sha256":"\w{64}"\}/g);
  return [...new Set(Array.from(found, ([, file]) => String(parseJson(file ?? ''))))].sort();
}

/** Appends decisions. */
export async function recordDecisions(root: string, decisions: readonly Decision[]): Promise<void> {
  if (decisions.length === 0) return;
  const lines = decisions.map((decision) => `${renderDecision(decision)}\n`).join('');
  await appendFile(join(root, APPROVALS_FILE), lines, { flush: true });
}

export interface Approvals {
  /** In the order of the file. */
  decisions: Decision[];
  problems: Finding[];
}

export function readApprovals(root: string): Approvals {
  const path = join(root, APPROVALS_FILE);
  const approvals: Approvals = { decisions: [], problems: [] };
  if (!existsSync(path)) return approvals;
  const lines = readSiteFile(root, APPROVALS_FILE).toString().split('\n');
  const rest = lines.pop() ?? '';
  const unreadable = (index: number, line: string) => {
    const place = { file: APPROVALS_FILE, line: index + 1, column: 1 };
    if (MERGE_MARK.test(line)) approvals.problems.push(describeConflict(place));
    else
      approvals.problems.push(
        isChecked(line)
          ? createUnreadable(true, 'this decision', '', place)
          : {
              ...place,
              code: 'damaged-approval',
              message: 'this line is not as articles review wrote it',
              hint: 'restore it from version control, or delete it and approve its article again',
            },
      );
  };
  for (const [index, text] of lines.entries()) {
    const line = text.replace(/\r$/, '');
    const decision = parseDecision(line);
    if (decision) approvals.decisions.push(decision);
    else unreadable(index, line);
  }
  if (rest !== '') unreadable(lines.length, rest);
  return approvals;
}

/** True for a line with the right checksum: where it is not a decision, a newer version has written it. */
function isChecked(line: string): boolean {
  const value = parseJson(line);
  if (typeof value !== 'object' || value === null || !('check' in value)) return false;
  const { check, ...fields } = value;
  return check === checksum(fields) && !decisionSchema.safeParse(fields).success;
}

function checksum(fields: object): string {
  return digest('sha256', JSON.stringify(fields), 'hex').slice(0, 16);
}

function parseDecision(line: string): Decision | null {
  const value = parseJson(line);
  if (typeof value !== 'object' || value === null || !('check' in value)) return null;
  const { check: _check, ...fields } = value;
  const parsed = decisionSchema.safeParse(fields);
  return parsed.success && renderDecision(parsed.data) === line ? parsed.data : null;
}

/** The decisions by file; later lines replace earlier ones. */
export function latestDecisions({ decisions }: Approvals): Map<string, Decision> {
  return new Map(decisions.map((decision) => [decision.file, decision]));
}

/** Why each file was rejected, one reason for each rejection since its last approval. */
export function listRejections({ decisions }: Approvals): Map<string, string[]> {
  const reasons = new Map<string, string[]>();
  for (const { file, decision, reason } of decisions) {
    if (decision !== 'rejected') reasons.delete(file);
    else if (reason !== undefined) reasons.set(file, [...(reasons.get(file) ?? []), reason]);
  }
  return reasons;
}
