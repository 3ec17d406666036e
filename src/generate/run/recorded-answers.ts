/** Finds the answers that other runs of the site have paid for, by the hash of their request. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../journal/journal.ts';
import type { JournalRecord, ResultRecord } from '../journal/journal-records.ts';
import { journalPath, loadPlans } from './run-plan.ts';

export interface RecordedAnswers {
  /** By the hash of the request. */
  answers: ReadonlyMap<string, ResultRecord>;
  /** When each text was written that this copy of the site lacks, by `{run}/{article}`. */
  written: ReadonlyMap<string, number>;
}

/**
 * Answers of articles that were never finished, or whose texts another machine has not committed. Those of rejected ones are
 * left out: whoever asks for such a text again wants another one.
 * @param own the run that asks
 */
export async function loadRecordedAnswers(root: string, own: string): Promise<RecordedAnswers> {
  const found = new Map<string, ResultRecord>();
  const written = new Map<string, number>();
  for (const { id: run, jobs } of loadPlans(root)) {
    if (run === own) continue;
    const rewritten = new Set(jobs.flatMap(({ id, rewrite }) => (rewrite ? id : [])));
    const requests = new Map<string, { article: string; request: string }>();
    const answers = new Map<string, ResultRecord>();
    const done = new Set<string>();
    const each = (record: JournalRecord) => {
      if (record.type === 'intent') requests.set(record.key, record);
      if (record.type === 'result') answers.set(record.key, record);
      if (record.type !== 'article') return;
      // The file of an article that is written again was there before.
      const isLacked =
        record.file !== null && (rewritten.has(record.article) || !existsSync(join(root, record.file)));
      if (isLacked) written.set(`${run}/${record.article}`, record.at);
      else done.add(record.article);
    };
    // Damage is reported where the journal is opened.
    await readJournal(journalPath(root, run), each, () => undefined);
    for (const [key, answer] of answers) {
      const asked = requests.get(key);
      if (asked && !done.has(asked.article)) found.set(asked.request, answer);
    }
  }
  return { answers: found, written };
}
