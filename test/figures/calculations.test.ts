/** Calculations that a model gives as data: code evaluates them, and the text must have the result. */
import { expect, test } from 'vitest';
import { checkCalculations } from '../../src/generate/checks/check-calculations.ts';
import { rulesFor } from '../generate/rules.ts';
import { createSite, readArticles, runGenerate, serveModel } from '../generate/site.ts';

const check = (text: string, expression: string, value: string, unit: string, language: 'en' | 'tr' = 'en') =>
  checkCalculations({ number: 2, text, calculations: [{ expression, value, unit }] }, rulesFor(language)).map(
    ({ code, message, section }) => `${section} ${code}: ${message}`,
  );

test('right values pass, in the way the language writes them', () => {
  expect(check('Odds of 2.50 imply 40%.', 'impliedProbability(2.5)', '40', '%')).toEqual([]);
  expect(check('The pot is 1,500.', '900 + 2 * 300', '1500', 'chips')).toEqual([]);
  expect(check('Kasada 1.102,50 kalır.', 'compound(1000, 5%, 2)', '1102.50', 'TL', 'tr')).toEqual([]);
});

test.each([
  ['Odds of 2.50 imply 42%.', 'impliedProbability(2.5)', '42', '%', 'is 40 %, not 42'],
  ['Odds of 2.50 imply 42%.', 'impliedProbability(2.5)', '40', '%', 'does not contain the computed 40 %'],
  ['It is 5.', 'process.exit()', '5', '', 'cannot be evaluated'],
  ['It is 5.', '2 + 3', 'five', '', 'is not a number'],
])('%s %s = %s', (text, expression, value, unit, message) => {
  expect(check(text, expression, value, unit)).toEqual([expect.stringContaining(`2 calculation: `)]);
  expect(check(text, expression, value, unit)[0]).toContain(message);
});

test.each([
  ['40', 'status: published'],
  ['42', 'status: needs-review'],
])('an article whose calculation says %s: %s', async (value, status) => {
  const root = createSite({ maxRepairs: 0 });
  const server = await serveModel({
    fault: ({ step }) =>
      step === 'sections'
        ? {
            content: (content) => {
              const [first, ...rest] = JSON.parse(content).sections;
              const calculations = [{ expression: 'impliedProbability(2.5)', value, unit: '%' }];
              const text = `${first.text}\n\nSuch odds imply ${value}%.`;
              return JSON.stringify({ sections: [{ ...first, text, calculations }, ...rest] });
            },
          }
        : undefined,
  });
  await runGenerate(root, server.url, { publish: true });
  const text = [...readArticles(root).values()].join('\n');
  expect(text).toContain(status);
  expect(text).toContain('expression: impliedProbability(2.5)');
});
