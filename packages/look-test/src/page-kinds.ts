/** Chooses the pages of a built site that stand for all others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './core.ts';

export interface ChosenPage {
  /** Such as "/articles/a.html". */
  path: string;
  /** Such as "article". */
  kind: string;
  /** As `lang` has it, such as "en". */
  language: string;
}

/** The longest page of each kind and language, ordered by path. */
export async function choosePages(out: string): Promise<ChosenPage[]> {
  const longest = new Map<string, ChosenPage & { size: number }>();
  for (const file of await listFiles(out)) {
    if (!file.endsWith('.html')) continue;
    const html = readFileSync(join(out, file), 'utf8');
    const [, language] = /<html lang="([\w-]+)"/.exec(html) ?? [];
    const [, kind] = /<main[^>]*class="page page-([\w-]+)/.exec(html) ?? [];
    if (kind === undefined || language === undefined) continue;
    const key = `${kind} ${language}`;
    if (html.length > (longest.get(key)?.size ?? 0))
      longest.set(key, { path: `/${file}`, kind, language, size: html.length });
  }
  return [...longest.values()].map(({ size: _size, ...page }) => page);
}
