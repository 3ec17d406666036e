/** Lists the terms of texts for the index of texts. */
import { chunksOf } from '../../foundation/group-by.ts';
import type { ArticleTerms } from '../outputs/text-lists.ts';
import type { TermsTask } from '../threads/task-messages.ts';
import type { Pool } from '../threads/thread-pool.ts';

const CHUNK = 32;

export async function listTerms(pool: Pool, texts: readonly TermsTask[]): Promise<ArticleTerms[]> {
  const found: ArticleTerms[][] = [];
  await pool.run('terms', chunksOf(texts, CHUNK), (results, chunk) => {
    found[chunk] = results;
  });
  return found.flat();
}
