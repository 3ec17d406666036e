/** Lists the terms of articles for the index of texts. */
import { chunksOf } from '../../foundation/group-by.ts';
import type { Article } from '../../site/site.ts';
import type { ArticleTerms } from '../outputs/text-lists.ts';
import type { TermsTask } from '../threads/task-messages.ts';
import type { Pool } from '../threads/thread-pool.ts';

const CHUNK = 32;

export async function listTerms(pool: Pool, articles: readonly Article[]): Promise<ArticleTerms[]> {
  const found: ArticleTerms[][] = [];
  await pool.run('terms', chunksOf(articles.map(taskOf), CHUNK), (results, chunk) => {
    found[chunk] = results;
  });
  return found.flat();
}

function taskOf({ meta, edition, terms }: Article): TermsTask {
  const { file, hash, title, description } = meta;
  return {
    file,
    hash,
    language: edition.language,
    title,
    description,
    tags: terms.map((term) => term.title).join('\n'),
  };
}
