/** Finds the messages of every call that wrote an article, in the journal of its run. */
import { existsSync } from 'node:fs';
import type { SiteConfig } from '../config/config-schema.ts';
import { type Problem, UserError } from '../foundation/errors.ts';
import { readJournal } from './journal/journal.ts';
import { findReviewed, loadReviewed } from './review/review-articles.ts';
import { journalPath } from './run/run-plan.ts';

/**
 * @param onDamaged receives a problem for each line of the journal that cannot be read
 * @throws UserError for an unknown article, and for one whose journal is gone or has no prompts
 */
export async function findPrompts(config: SiteConfig, name: string, onDamaged: (problem: Problem) => void) {
  const [article] = findReviewed(config, loadReviewed(config, onDamaged), [name]);
  if (!article) throw new Error(`no article ${name}`);
  const { run, article: id } = article.origin;
  const path = journalPath(config.root, run);
  const contents = new Map<string, string>();
  const calls: { key: string; messages: { role: string; content: string }[] }[] = [];
  if (existsSync(path))
    await readJournal(
      path,
      (record) => {
        if (record.type !== 'prompt') return;
        for (const { hash, content } of record.messages)
          if (content !== undefined) contents.set(hash, content);
        if (!record.key.startsWith(`${run}/${id}/`) && !record.key.startsWith(`${run}/${id}~`)) return;
        const messages = record.messages.map(({ role, hash }) => ({
          role,
          content: contents.get(hash) ?? '',
        }));
        calls.push({ key: record.key, messages });
      },
      onDamaged,
    );
  if (calls.length > 0) return { file: article.file, calls };
  throw new UserError({
    file: article.file,
    code: 'unknown-prompt',
    message: `the journal of run ${run} has no prompt of this article`,
    hint: 'copy .articles/generate/runs from where the article was written; earlier versions kept no prompts',
  });
}

export function renderCalls({ calls }: Awaited<ReturnType<typeof findPrompts>>): string {
  return calls
    .map(({ key, messages }) =>
      [`=== ${key}`, ...messages.map(({ role, content }) => `--- ${role}\n${content}`)].join('\n'),
    )
    .join('\n\n');
}
