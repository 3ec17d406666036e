/** Finds the answers that other runs of the site have paid for, by the hash of their request. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../journal/journal.ts';
import type { JournalRecord, ResultRecord } from '../journal/journal-records.ts';
import { journalPath, listRuns } from './run-plan.ts';

export type RecordedAnswers = ReadonlyMap<string, ResultRecord>;

/**
 * Answers of articles that were never finished, or whose files are gone. Those of rejected ones are left out: whoever asks
 * for such a text again wants another one.
 * @param own the run that asks
 */
export async function loadRecordedAnswers(root: string, own: string): Promise<RecordedAnswers> {
  const found = new Map<string, ResultRecord>();
  for (const run of listRuns(root)) {
    if (run === own) continue;
    const requests = new Map<string, { article: string; request: string }>();
    const answers = new Map<string, ResultRecord>();
    const done = new Set<string>();
    const each = (record: JournalRecord) => {
      if (record.type === 'intent') requests.set(record.key, record);
      if (record.type === 'result') answers.set(record.key, record);
      if (record.type !== 'article') return;
      if (record.file === null || existsSync(join(root, record.file))) done.add(record.article);
    };
    // Damage is reported where the journal is opened.
    await readJournal(journalPath(root, run), each, () => undefined);
    for (const [key, answer] of answers) {
      const asked = requests.get(key);
      if (asked && !done.has(asked.article)) found.set(asked.request, answer);
    }
  }
  return found;
}
