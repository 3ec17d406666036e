/** Owns topics that the model proposes where nobody gave any. */
import type * as z from 'zod';
import type { Asker } from '../calls/ask-model.ts';
import { checkLine } from '../checks/check-answers.ts';
import type { Finding } from '../checks/finding.ts';
import { fold } from '../checks/similarity.ts';
import { topicsSchema } from '../prompts/answer-schemas.ts';
import { createTopicsPrompt, describeCategory } from '../prompts/prompts.ts';
import { checkTitle } from './compose-article.ts';
import type { LocaleShop } from './locale-context.ts';

const PER_CALL = 20;
/** Titles of the site that are shown to the model, the newest last. */
const MOST_TITLES = 150;

/** @returns at most `count` topics that are good, none near another or near an article of the site */
export async function proposeTopics(
  shop: LocaleShop,
  category: string | null,
  count: number,
  asker: Asker,
): Promise<string[]> {
  const { rules } = shop.workshop(undefined);
  const topics: string[] = [];
  for (let part = 1; topics.length < count && part <= Math.ceil(count / PER_CALL) + 2; part++) {
    const wanted = Math.min(PER_CALL, count - topics.length);
    const isGood = (topic: string) =>
      checkLine('the topic', topic, rules).length === 0 && checkTitle(topic, shop.corpus).length === 0;
    const reply = await asker.ask<z.output<typeof topicsSchema>>({
      step: 'topics',
      part,
      prompt: createTopicsPrompt(
        category && describeCategory(shop.tree, category),
        wanted,
        [...shop.corpus.titles(), ...topics].slice(-MOST_TITLES),
      ),
      schema: topicsSchema,
      check: ({ topics: proposed }): Finding[] =>
        proposed.some(isGood)
          ? []
          : [
              {
                code: 'structure',
                message: 'no topic can be used',
                hint: `propose ${wanted} topics of one line each`,
              },
            ],
    });
    for (const topic of reply.value?.topics ?? []) {
      if (topics.length < count && isGood(topic) && !topics.some((other) => fold(other) === fold(topic)))
        topics.push(topic.trim());
    }
    if (reply.findings.length > 0) break;
  }
  return topics;
}
