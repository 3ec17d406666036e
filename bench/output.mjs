/** Counts the pages and bytes that a tool wrote, which shows whether the tools did equal work. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** @returns `{files, pages, bytes, articleBytes}`: counts, all bytes, and the mean size of an article's HTML */
export function weighOutput(out) {
  const total = { files: 0, pages: 0, bytes: 0, articles: 0, articleBytes: 0 };
  weigh(out, false, total);
  return { ...total, articleBytes: Math.round(total.articleBytes / Math.max(1, total.articles)) };
}

function weigh(folder, ofArticles, total) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      weigh(path, entry.name === 'articles', total);
      continue;
    }
    const { size } = statSync(path);
    total.files++;
    total.bytes += size;
    if (!entry.name.endsWith('.html')) continue;
    total.pages++;
    if (!ofArticles) continue;
    total.articles++;
    total.articleBytes += size;
  }
}
