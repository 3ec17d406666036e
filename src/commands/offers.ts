/** `articles offers`: the ledger of paid links, and what production has shown of it. */
import { UserError } from '../foundation/errors.ts';
import { defineCommand, flag, text } from './command.ts';
import { environment, TARGET } from './deploy.ts';

export const offersCommand = defineCommand({
  name: 'offers',
  summary: 'List the offers of content/offers.yaml: what is shown, where, and for how many days.',
  options: {
    shown: text(
      '--shown <offer>',
      'list what readers were shown of it and when, from the record at the target',
    ),
    from: text('--from <day>', 'with --shown: from this day on'),
    to: text('--to <day>', 'with --shown: up to this day, itself included'),
    csv: flag('--csv', 'with --shown: print CSV for a spreadsheet'),
    env: environment('with --shown: target to ask', 'production'),
    target: TARGET,
  },
  note: '`--shown acme-welcome --from 2027-01-01 --to 2027-01-31 --csv` asks for a month of one offer.',
  examples: ['articles offers', 'articles offers --json'],
  async run({ root, reporter }, { shown: offer, ...options }) {
    if (options.csv && reporter.json) refuse('--csv and --json exclude each other', 'give one of them');
    if (offer !== undefined) {
      const { listShown } = await import('../deploy/list-shown.ts');
      return listShown(root, reporter, { ...options, offer });
    }
    const { from, to, csv, target } = options;
    if (from !== undefined || to !== undefined || csv || target !== undefined)
      refuse('--from, --to, --csv and --target need --shown', 'add --shown and the name of an offer');
    const { listOffers } = await import('../articles/list-offers.ts');
    await listOffers(root, reporter);
  },
});

function refuse(message: string, hint: string): never {
  throw new UserError({ code: 'conflicting-options', message, hint });
}
