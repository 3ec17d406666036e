/** Shows changes of files as a diff, asks, and writes each in one step. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Problem, UserError } from '../../foundation/errors.ts';
import { replaceFile } from '../../foundation/replace-file.ts';
import type { Reporter } from '../../foundation/report.ts';
import type { CommandResult } from '../../results/command-results.ts';
import { confirm } from '../confirm.ts';

export interface FileEdit {
  /** Relative to the root. */
  file: string;
  before: Uint8Array;
  after: Uint8Array;
  /** Lines that differ, after "- " and "+ ". */
  diff: string[];
}

/** What was written, or would be in a dry run. */
type Changed = Pick<FileEdit, 'file' | 'diff'>[];

interface Asking {
  dryRun: boolean;
  yes: boolean;
  /** What changes, such as "3 of 7 chosen articles". */
  what: string;
  /** The result with --json. */
  resultOf(changed: Changed): CommandResult;
}

/** Files whose changes are shown before the question. */
const SHOWN = 20;

/** Writes in the order of the list. @throws UserError where a file could not be written; the result says which ones were */
export async function offerEdits(
  root: string,
  reporter: Reporter,
  edits: readonly FileEdit[],
  { dryRun, yes, what, resultOf }: Asking,
): Promise<{ changed: Changed; text: string }> {
  const shown = dryRun ? edits : edits.slice(0, SHOWN);
  for (const { file, diff } of shown) reporter.output([file, ...diff.map((line) => `  ${line}`)].join('\n'));
  const hidden = edits.length - shown.length;
  if (hidden > 0) reporter.output(`… and ${hidden} more; --dry-run shows all`);
  const changed = edits.map(({ file, diff }) => ({ file, diff }));
  if (dryRun) return { changed, text: `would change ${what}; nothing was written` };
  const otherwise: Problem = {
    code: 'not-confirmed',
    message: `${what} would change, and there is no terminal to ask on`,
    hint: 'review the changes with --dry-run, then add --yes',
  };
  if (!yes && !(await confirm(`Change ${what}?`, reporter, otherwise)))
    return { changed: [], text: 'nothing was written' };
  const { written, problems } = await writeEdits(root, edits);
  if (problems.length > 0)
    throw new UserError(problems, resultOf(changed.filter(({ file }) => written.has(file))));
  return { changed, text: `changed ${what}` };
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
    const { mode } = await stat(path);
    if (await replaceFile(path, after, { mode, confirm: isSame })) written.add(file);
    else
      problems.push({
        file,
        code: 'changed-file',
        message: 'changed in the meantime, and left alone',
        hint: 'run the command again',
      });
  }
  return { written, problems };
}
