/** Creates the brief of an article, with the passages of the sources that its topic names. */
import { factsOf } from '../prompts/answer-schemas.ts';
import type { Brief } from '../prompts/prompts.ts';
import { choosePassages } from '../sources/passages-of.ts';
import { findSource, readDocument } from '../sources/read-document.ts';
import { createBrief, type LocaleContext } from '../write/locale-context.ts';
import type { WritingContext } from './open-run.ts';
import type { ArticleJob } from './run-plan.ts';

/** @throws UserError for a source that is missing or cannot be read */
export async function createSourcedBrief(
  { config, run }: WritingContext,
  context: LocaleContext,
  { topic }: ArticleJob,
): Promise<Brief> {
  const files = (topic.sources ?? []).map((name) => findSource(config.root, name));
  const documents = await Promise.all(files.map((file) => readDocument(config.root, file)));
  const passages = choosePassages(documents, [topic.topic, factsOf(topic)].join(' '));
  return { ...createBrief(context, topic, config, run.plan.created), passages };
}
