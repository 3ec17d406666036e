/** Lets the model propose topics. */
import { checkLine } from '../checks/check-steps.ts';
import { normalizeWords } from '../checks/similarity.ts';
import { topicsSchema } from '../prompts/answer-schemas.ts';
import { createTopicsPrompt, describeCategory } from '../prompts/prompts.ts';
import type { Proposal } from '../run/run-plan.ts';
import type { Asker } from './ask-model.ts';
import type { LocaleContext } from './locale-context.ts';

const MAX_PER_CALL = 20;
/** The prompt lists this many of the latest titles, so that the model does not propose them again. */
const MAX_TITLES = 150;

/** @returns at most `count` usable topics that differ from each other and from the articles of the site */
export async function proposeTopics(context: LocaleContext, proposal: Proposal, asker: Asker) {
  const { rules, corpus, tree, prompts } = context;
  const { category, count } = proposal;
  const isUsable = (topic: string) =>
    checkLine('the topic', topic, rules).length === 0 && corpus.checkTitle(topic).length === 0;
  const topics: string[] = [];
  for (let part = 1; topics.length < count && part <= Math.ceil(count / MAX_PER_CALL) + 2; part++) {
    const wanted = Math.min(MAX_PER_CALL, count - topics.length);
    const taken = [...corpus.titles(), ...topics].slice(-MAX_TITLES);
    const reply = await asker.ask({
      step: 'topics',
      part,
      prompt: createTopicsPrompt(prompts, category && describeCategory(tree, category), wanted, taken),
      schema: topicsSchema,
      check: ({ topics: proposed }) => {
        const hint = `propose ${wanted} topics of one line each`;
        return proposed.some(isUsable) ? [] : [{ code: 'structure', message: 'no topic can be used', hint }];
      },
    });
    for (const topic of reply.value?.topics ?? []) {
      const isNew = !topics.some((other) => normalizeWords(other) === normalizeWords(topic));
      if (topics.length < count && isUsable(topic) && isNew) topics.push(topic.trim());
    }
    if (reply.findings.length > 0) break;
  }
  return topics;
}
