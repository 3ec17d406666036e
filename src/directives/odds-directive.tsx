/** `::odds{values="1.5 5/2 -200 40%"}`: a table of odds in all notations, computed when the site is built. */
import * as z from 'zod';
import { evaluate } from '../figures/expression.ts';
import { toFraction } from '../figures/fraction.ts';
import { tagOf } from '../locales/codes.ts';
import { listOf, text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';
import { FigureTable, figureOf } from './figure-table.tsx';

interface Odds {
  decimal: number;
  /** The fraction as the author wrote it, if it is one. */
  fraction: string | null;
}

const NOTATIONS: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^(\d+(?:\.\d+)?)$/, (decimal = '') => decimal],
  [/^(\d+)\/(\d+)$/, (above = '', below = '') => `fractional(${above}, ${below})`],
  [/^([+-]\d{3,})$/, (american = '') => `american(${american})`],
  [/^(\d+(?:\.\d+)?)%$/, (percent = '') => `fairOdds(${percent}%)`],
];

function readOdds(written: string): Odds | null {
  const plain = written.replace('−', '-');
  for (const [pattern, expressionOf] of NOTATIONS) {
    const [whole, ...parts] = pattern.exec(plain) ?? [];
    if (whole === undefined) continue;
    const odds = evaluate(expressionOf(...parts));
    if ('error' in odds || odds.value <= 1 || odds.value > MAX_ODDS) return null;
    return { decimal: odds.value, fraction: plain.includes('/') ? plain : null };
  }
  return null;
}

const MAX_ODDS = 100_000;

export const odds = defineDirective({
  form: 'leaf',
  guide: {
    summary: 'A table of odds in four notations, computed when the site is built.',
    example: '::odds{values="1.91 6/4 -110 52.4%" caption="Four prices"}',
  },
  attributes: z.strictObject({
    values: listOf(
      readOdds,
      '"1.5 5/2 +150 40%": decimal, fractional and American odds, or a probability',
    ).describe('Decimal odds, fractions, American odds with a sign, or probabilities with %.'),
    caption: text().optional().describe('Caption of the table. Default: in the language of the page.'),
  }),
  view({ attributes: { values, caption }, locale, strings }) {
    const { odds: words } = strings.directives;
    const tag = tagOf(locale);
    const decimals = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 1 });
    const whole = new Intl.NumberFormat(tag, { signDisplay: 'always', maximumFractionDigits: 0 });
    const rows = values.map(({ decimal, fraction }) => [
      decimals.format(decimal),
      fraction ?? toFraction(figureOf(`toFractional(${decimal})`)).join('/'),
      whole.format(figureOf(`round(toAmerican(${decimal}))`)),
      percent.format(figureOf(`impliedProbability(${decimal})`)),
    ]);
    const head = [words.decimal, words.fractional, words.american, words.probability];
    return <FigureTable caption={caption ?? words.caption} head={head} rows={rows} />;
  },
});
