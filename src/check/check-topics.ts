/** Finds generated articles of one topic: two runs that knew nothing of each other have written it twice. */
import { join } from 'node:path';
import * as z from 'zod';
import type { SiteConfig } from '../config/config-schema.ts';
import { scanSources } from '../content/article/scan-sources.ts';
import { isError, parseFrontMatter } from '../content/front-matter/front-matter.ts';
import { attempt } from '../foundation/attempt.ts';
import { type Finding, finding } from '../foundation/errors.ts';
import { fold } from '../foundation/fold.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import { joinWords } from '../foundation/slug.ts';

const originSchema = z.object({
  topic: z.string(),
  status: z.string(),
  translatedFrom: z.string().optional(),
});

/** A file of another origin is left to the check of front matter. @returns what is wrong, at the later file of each pair */
export function findTwins({ root, locales }: Pick<SiteConfig, 'root' | 'locales'>): Finding[] {
  return locales.flatMap((locale) => {
    const first = new Map<string, string>();
    return [...scanSources(root, [locale])].flatMap(({ file }) => {
      const text = attempt(() => readRegularFile(join(root, file)).toString()) ?? '';
      if (!text.includes('\norigin:')) return [];
      const front = parseFrontMatter(text.replace(/^\uFEFF/, ''));
      const origin = isError(front) ? undefined : originSchema.safeParse(front.data.origin).data;
      if (!origin || origin.translatedFrom !== undefined || origin.status === 'rejected') return [];
      const topic = joinWords(fold(origin.topic), ' ');
      const before = first.get(topic);
      if (before === undefined) first.set(topic, file);
      if (before === undefined || topic === '') return [];
      return [
        finding(
          'twin-topic',
          `the topic "${origin.topic.slice(0, 80)}" has two articles: ${before} and this one`,
          'keep the better one, and delete the other or reject it with `articles review reject`',
          { file },
        ),
      ];
    });
  });
}
