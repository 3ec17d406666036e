/** `articles offers`: the ledger of paid links. */
import { defineCommand } from './command.ts';

export const offersCommand = defineCommand({
  name: 'offers',
  summary: 'List the offers of content/offers.yaml: what is shown, where, and for how many days.',
  options: {},
  examples: ['articles offers', 'articles offers --json'],
  async run({ root, reporter }) {
    const { listOffers } = await import('../articles/list-offers.ts');
    await listOffers(root, reporter);
  },
});
