/** `::pot-odds{pot="100" bets="50 100 50%"}`: what a call costs and how often it must win, computed when the site is built. */
import * as z from 'zod';
import { tagOf } from '../locales/codes.ts';
import { fillText } from '../locales/locale-format.ts';
import { listOf, text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';
import { FigureTable, figureOf } from './figure-table.tsx';

/** A number, or a share of the pot such as "50%". */
const readBet = (written: string): string | null =>
  /^(?!0+(?:\.0+)?%?$)\d{1,9}(?:\.\d{1,6})?%?$/.test(written) ? written : null;

export const potOdds = defineDirective({
  form: 'leaf',
  guide: {
    summary: 'A table of what it costs to call a bet and how often the call must win.',
    example: '::pot-odds{pot="900" bets="300 450 100%"}',
  },
  attributes: z.strictObject({
    pot: z
      .string()
      .regex(/^(?!0+(?:\.0+)?$)\d{1,9}(?:\.\d{1,6})?$/, 'must be a number above 0, such as 100')
      .transform(Number)
      .describe('Size of the pot before the bet.'),
    bets: listOf(readBet, '"50 100 33%": amounts, or shares of the pot').describe(
      'Bets to call: amounts, or shares of the pot with %.',
    ),
    caption: text().optional().describe('Caption of the table. Default: in the language of the page.'),
  }),
  view({ attributes: { pot, bets, caption }, locale, strings }) {
    const { potOdds: words } = strings.directives;
    const tag = tagOf(locale);
    const amount = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 });
    const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
    const rows = bets.map((written) => {
      const bet = figureOf(written.endsWith('%') ? `${written} * ${pot}` : written);
      return [
        amount.format(bet),
        `${amount.format(figureOf(`(${pot} + ${bet}) / ${bet}`))} : 1`,
        percent.format(figureOf(`potOdds(${bet}, ${pot} + ${bet})`)),
      ];
    });
    const title = caption ?? fillText(words.caption, { pot: amount.format(pot) });
    return <FigureTable caption={title} head={[words.bet, words.ratio, words.equity]} rows={rows} />;
  },
});
