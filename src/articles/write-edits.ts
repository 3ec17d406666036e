/** Shows changes of files as a diff, asks, and writes each in one step. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { confirm } from '../foundation/confirm.ts';
import { type Problem, UserError } from '../foundation/errors.ts';
import { replaceFile } from '../foundation/replace-file.ts';
import type { Reporter } from '../foundation/report.ts';
import type { EditCounts } from '../results/tool-results.ts';

export interface FileEdit {
  /** Relative to the root. */
  file: string;
  before: Uint8Array;
  after: Uint8Array;
  /** Lines that differ, after "- " and "+ ". */
  diff: string[];
}

type ChangedFile = Pick<FileEdit, 'file' | 'diff'>;

interface EditOffer {
  /** The edits, in the order of writing. */
  edits: readonly FileEdit[];
  /** Names the edits in questions and messages, such as "3 of 7 chosen articles". */
  what: string;
  dryRun: boolean;
  /** Write without a question. */
  yes: boolean;
  /** Counts to print with --json, beside the changed files. */
  counts: EditCounts;
}

/** The number of files whose changes are shown before the question. */
const SHOWN = 20;

/**
 * Shows the edits, asks, writes them and prints the result.
 * @throws UserError where a file could not be written; its result lists the files that were
 */
export async function offerEdits(
  root: string,
  reporter: Reporter,
  { edits, what, dryRun, yes, counts }: EditOffer,
): Promise<void> {
  const shown = dryRun ? edits : edits.slice(0, SHOWN);
  for (const { file, diff } of shown) reporter.output([file, ...diff.map((line) => `  ${line}`)].join('\n'));
  const hidden = edits.length - shown.length;
  if (hidden > 0) reporter.output(`… and ${hidden} more; --dry-run shows all`);
  const changed: ChangedFile[] = edits.map(({ file, diff }) => ({ file, diff }));
  const resultOf = (files: readonly ChangedFile[]) => ({ ...counts, dryRun, changed: files });
  if (dryRun) return reporter.result(resultOf(changed), `would change ${what}; nothing was written`);
  const otherwise: Problem = {
    code: 'not-confirmed',
    message: `${what} would change, and there is no terminal to ask on`,
    hint: 'review the changes with --dry-run, then add --yes',
  };
  if (!yes && !(await confirm(`Change ${what}?`, reporter, otherwise)))
    return reporter.result(resultOf([]), 'nothing was written');
  const { written, problems } = await writeEdits(root, edits);
  if (problems.length > 0)
    throw new UserError(problems, resultOf(changed.filter(({ file }) => written.has(file))));
  reporter.result(resultOf(changed), `changed ${what}`);
}

async function writeEdits(
  root: string,
  edits: readonly FileEdit[],
): Promise<{ written: Set<string>; problems: Problem[] }> {
  const written = new Set<string>();
  const problems: Problem[] = [];
  for (const { file, before, after } of edits) {
    const path = join(root, file);
    const isSame = async () => Buffer.from(before).equals(await readFile(path));
    if (await replaceFile(path, after, { confirm: isSame })) written.add(file);
    else
      problems.push({
        file,
        code: 'changed-file',
        message: 'the file has changed in the meantime, so it was not written',
        hint: 'run the command again',
      });
  }
  return { written, problems };
}
