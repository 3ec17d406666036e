import { describe, expect, test } from 'vitest';
import { serializeForScript } from '../../src/foundation/escape.ts';
import { stripEmoji } from '../../src/site/emoji.ts';
import { documentTitle } from '../../src/site/page-seo.ts';

describe('the title of a document', () => {
  test.each([
    ['A price', 'Small Paper', 'A price · Small Paper'],
    ['About Small Paper', 'Small Paper', 'About Small Paper'],
    ['x'.repeat(46), 'Small Paper', `${'x'.repeat(46)} · Small Paper`],
    ['x'.repeat(47), 'Small Paper', 'x'.repeat(47)],
    ['🎲 Betting', 'Paper', 'Betting · Paper'],
    ['♠️', 'Paper', '♠️ · Paper'],
    // Hangul takes twice the room of Latin letters.
    [
      '온라인 베팅 거래소 수수료가 실제로 배당에 미치는 영향',
      'The Measured Bet',
      '온라인 베팅 거래소 수수료가 실제로 배당에 미치는 영향',
    ],
  ])('of %j on %j is %j', (title, site, expected) => {
    expect(documentTitle(title, site)).toBe(expected);
  });
});

test.each([
  ['🎲 Betting', 'Betting'],
  ['Cards ♠️ and 👩‍👩‍👧 flags 🇮🇳!', 'Cards and flags !'],
  ['1️⃣ First', '1 First'],
  ['👍🏽 ok', 'ok'],
  ['Plain * # 1 © text', 'Plain * # 1 text'],
  ['한국어 Ёлка', '한국어 Ёлка'],
])('%s without emojis is %s', (text, expected) => {
  expect(stripEmoji(text)).toBe(expected);
});

test('JSON in a script cannot end it', () => {
  const value = { a: '</script><script>alert(1)</script><!--', b: '\u2028\u2029' };
  const text = serializeForScript(value);
  expect(text).not.toMatch(/[<\u2028\u2029]/);
  expect(JSON.parse(text)).toEqual(value);
});
