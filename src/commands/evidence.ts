/** `articles evidence`. */
import { defineCommand, text } from './command.ts';

export const evidenceCommand = defineCommand({
  name: 'evidence',
  summary: 'Print who examined which generated article, when, and what changed since.',
  options: { article: text('--article <article>', 'only this article: slug, path or file name') },
  examples: ['articles evidence --article price-basics', 'articles evidence --json > evidence.json'],
  async run({ root, reporter }, options) {
    const { runEvidence } = await import('../generate/review/evidence.ts');
    await runEvidence(root, reporter, options);
  },
});
