/** Each step refuses wrong answers: outline, sections, title and description, categories, translation. */
import { beforeAll, describe, expect, test } from 'vitest';
import { createLanguageJudge, type LanguageJudge } from '../../src/generate/checks/check-language.ts';
import {
  checkAnswerText,
  checkCategories,
  checkHeadings,
  checkLine,
  checkNote,
  checkOutline,
  checkSections,
  checkSeoAnswer,
} from '../../src/generate/checks/check-steps.ts';
import { checkTranslation } from '../../src/generate/checks/check-translation.ts';
import type { AnswerFinding } from '../../src/generate/checks/finding.ts';
import type { TextRules } from '../../src/generate/checks/text-rules.ts';
import type { GenerationLanguage } from '../../src/locales/generation.ts';
import { show } from './findings.ts';
import { rulesFor } from './rules.ts';

let judge: LanguageJudge;
beforeAll(async () => {
  judge = await createLanguageJudge();
});

const ANY = { minimum: 0, maximum: 10_000 };
const section = (number: number, text: string, heading = '') => ({ number, heading, text });
const codes = (findings: readonly AnswerFinding[]) => findings.map(({ code }) => code);

describe('a title, a heading, a description', () => {
  test.each([
    ['… — !', 'empty: the title has no words'],
    ['Pot\nodds', 'structure: the title has line breaks'],
    ['Pot odds\r', 'structure: the title has line breaks'],
    ['Pot <b>odds', 'html: the title contains HTML: "Pot <b>odds"'],
    ['Pot odds</b', 'html: the title contains HTML: "Pot odds</b"'],
    ['Pot odds<!--', 'html: the title contains HTML: "Pot odds<!--"'],
    ['Pot &LT;odds', 'html: the title contains HTML: "Pot &LT;odds"'],
    ['Pot odds &gt;', 'html: the title contains HTML: "Pot odds &gt;"'],
    ['Pot &#60;odds', 'html: the title contains HTML: "Pot &#60;odds"'],
    ['# Pot odds', 'structure: the title is not plain text: "# Pot odds"'],
    ['Pot **odds**', 'structure: the title is not plain text: "Pot **odds**"'],
    ['Pot `odds`', 'structure: the title is not plain text: "Pot `odds`"'],
    ['Pot [odds](x)', 'structure: the title is not plain text: "Pot [odds](x)"'],
    ['---Pot odds', 'structure: the title is not plain text: "---Pot odds"'],
    ['../../pot/odds', 'structure: the title is not plain text: "../../pot/odds"'],
    ['//pot odds', 'structure: the title is not plain text: "//pot odds"'],
    ['DATA:odds', 'structure: the title is not plain text: "DATA:odds"'],
    ['odd one '.repeat(38).trim(), 'length: the title is 303 characters long'],
    ['Pot\u200b odds', 'invisible: an invisible character, U+200B'],
    ['Why 2 + 2 = 5', 'calculation: "2 + 2 = 5" does not compute'],
    ['Ask @potodds', 'messenger: a handle that no source has: "@potodds"'],
  ])('%j: %s', (text, message) => {
    expect(show(checkLine('the title', text, rulesFor('en')))).toEqual([expect.stringContaining(message)]);
  });

  test('is no URL that runs a script', () => {
    expect(show(checkLine('the title', 'javascript:odds', rulesFor('en')))).toEqual([
      expect.stringContaining('script: '),
      expect.stringContaining('structure: '),
    ]);
  });

  test.each([
    '7',
    'Хеджирование',
    'Profit & loss, in 3 < 4 steps',
    'Either/or: ../ or --- in a text, and C#',
    'JavaScript: and data: two words',
    '/r/poker explained',
    'Live // in-play',
    'x'.repeat(300),
  ])('%j is fine', (text) => {
    expect(show(checkLine('the title', text, rulesFor('en')))).toEqual([]);
  });

  test('a URL in a title is no plain text', () => {
    const found = checkLine('the title', 'See http://a.example/', rulesFor('en'));
    expect(show(found)).toEqual(['structure: the title is not plain text: "See http://a.example/"']);
    expect(found[0]?.hint).toContain('plain text');
  });

  test('a title has letters of the language; names may be in another script', () => {
    const lines = [
      ['en', 'Шансы банка', 1],
      ['ru', 'Шансы банка', 0],
      ['ru', 'Pot odds', 1],
      ['ru', 'Покер на PokerStars', 0],
      ['ru', 'Правила покера на PokerStars', 0],
      ['ru', 'Шанси і ставки', 1],
      ['ru', '1 + 1 = 2', 0],
      ['ru', 'Ставка bank', 0],
    ] as const;
    const bounds = { minimum: 0, maximum: 9 };
    const check = (title: string, language: GenerationLanguage) =>
      checkOutline({ title, sections: [] }, bounds, rulesFor(language, { judge }));
    for (const [language, text, count] of lines)
      expect(codes(check(text, language)), text).toEqual(count > 0 ? ['language'] : []);
    expect(show(check('Pot odds', 'ru'))).toEqual(['language: a title is not in Russian: "Pot odds"']);
    expect(checkLine('the title', 'Pot odds', rulesFor('ru'))).toEqual([]);
  });

  test('headings are judged together, because some of them are names', () => {
    const check = (...headings: string[]) =>
      codes(
        checkHeadings(
          headings.map((heading) => ({ heading })),
          { minimum: 0, maximum: 9 },
          rulesFor('ru', { judge }),
        ),
      );
    expect(check('Tor Browser', 'Как работает браузер', 'Symbol.toPrimitive')).toEqual([]);
    const english = [
      'How a pool divides its money',
      'What the rules of a pool say',
      'Where the odds are shown',
    ];
    expect(check(...english)).toEqual(['language']);
  });

  test('the ban of suffixes applies where it is on', () => {
    const text = 'Oranlar gelmektedir';
    expect(codes(checkLine('the title', text, rulesFor('tr', { banSuffixes: true })))).toEqual(['suffix']);
    expect(checkLine('the title', text, rulesFor('tr'))).toEqual([]);
  });
});

describe('an outline', () => {
  const bounds = { minimum: 2, maximum: 3 };
  const outline = (...headings: string[]) =>
    show(
      checkHeadings(
        headings.map((heading) => ({ heading })),
        bounds,
        rulesFor('en'),
      ),
    );

  test('has as many sections as the settings say', () => {
    expect(outline('One')).toEqual(['structure: the outline has 1 section']);
    expect(outline('One', 'Two')).toEqual([]);
    expect(outline('One', 'Two', 'Three')).toEqual([]);
    expect(outline('One', 'Two', 'Three', 'Four')).toEqual(['structure: the outline has 4 sections']);
    expect(checkHeadings([], bounds, rulesFor('en'))[0]?.hint).toBe('plan 2 to 3');
  });

  test('has unique headings; only the first section may have none', () => {
    expect(outline('', 'Two')).toEqual([]);
    expect(outline('One', '')).toEqual(['empty: the heading "" has no words']);
    expect(outline('Pot odds', 'Pot: odds!')).toEqual(['repeated: the heading "Pot: odds!" occurs twice']);
    expect(outline('One', '# Two')).toEqual(['structure: the heading "# Two" is not plain text: "# Two"']);
  });

  test('has a title', () => {
    const sections = [
      { heading: '', points: [] },
      { heading: 'Two', points: [] },
    ];
    const titled = (title: string) => show(checkOutline({ title, sections }, bounds, rulesFor('en')));
    expect(titled('Odds')).toEqual([]);
    expect(titled('')).toEqual(['empty: the title has no words']);
  });
});

describe('sections', () => {
  const check = (texts: string[], bounds = ANY, rules = rulesFor('en')) =>
    checkSections(
      texts.map((text, index) => section(index + 1, text)),
      rules,
      bounds,
    );
  const shown = (...texts: string[]) => show(check(texts));

  test('have text', () => {
    expect(shown('Some text.', ' \n')).toEqual(['2 empty: section 2 is empty']);
  });

  test.each([
    '# One',
    'Text.\n\n  ## Two',
    'Text.\n\n#\tOne',
    'One\n===',
    'Text.\n\nTwo\n---',
    'Text.\n\nTwo\n  --  ',
    '```\ncode\n```\n\n# One',
    'Type ``` once.\n# One\nType ``` again.',
  ])('have no headings of the first two levels: %j', (text) => {
    expect(shown('Text.', text)).toEqual([
      '2 structure: a heading of the first or second level within a section',
    ]);
  });

  test.each([
    '### Three',
    '#hashtag',
    'A\n\n---\n\nB',
    'Code:\n\n```\n# a comment\n```',
    'Code:\n\n~~~\n# a\n~~~',
    'a\n-',
    'a\n== b',
    'Code:\n\n```\na ``` b\n# c\n\nTotal\n-----\n```',
  ])('may have %j', (text) => {
    expect(shown('Text.', text)).toEqual([]);
  });

  test('keep the rules of texts, numbers and directives, each finding with its section', () => {
    expect(shown('Text.', 'See <b>this</b>.')).toEqual([
      '2 html: raw HTML: "<b>"',
      '2 html: raw HTML: "</b>"',
    ]);
    expect(shown('Text.', 'It is 2 + 2 = 5.')).toEqual(['2 calculation: "2 + 2 = 5" does not compute']);
    expect(shown('Text.', '::odds{values=2}')).toEqual(['2 structure: a directive: "::odds{values="2"}"']);
    const links = { ...rulesFor('en').links, isEdited: true };
    expect(check(['::odds{values=2}'], ANY, rulesFor('en', { links }))).toEqual([]);
  });

  test('do not repeat a long paragraph, whatever its case and marks', () => {
    const paragraph = 'A flush beats a straight in every variant.';
    const again = 'A FLUSH beats a straight; in every variant!';
    expect(shown(`First.\n\n${paragraph}`, `Second.\n \n${again}`)).toEqual([
      '2 repeated: a paragraph occurs twice: "A FLUSH beats a straight; in every variant!"',
    ]);
    expect(shown(`${paragraph}\n\n${again}`)).toHaveLength(1);
    expect(shown(`${paragraph} And more.`, again)).toEqual([]);
    expect(shown('A flush beats a straight, always now.', 'A flush beats a straight, always now.')).toEqual(
      [],
    );
    expect(shown(`${'a'.repeat(40)}.`, `${'a'.repeat(40)}.`)).toHaveLength(1);
    expect(shown(`${'a'.repeat(39)}.`, `${'a'.repeat(39)}.`)).toEqual([]);
  });

  test('are as long together as the settings say; those that deviate most are to blame', () => {
    const words = (count: number, word = 'poker') =>
      Array.from({ length: count }, (_, index) => (index % 4 === 3 ? 'table' : word)).join(' ');
    const bounds = { minimum: 10, maximum: 20 };
    expect(check([words(5), words(5)], bounds)).toEqual([]);
    expect(check([words(10), words(10, 'bridge')], bounds)).toEqual([]);
    expect(check([words(15), words(5, 'bridge')], bounds)).toEqual([]);
    expect(check([words(8), words(1, 'bridge'), words(1, 'chess')], bounds)).toEqual([]);
    const short = check([words(4), words(5)], bounds);
    expect(show(short)).toEqual([
      '1 length: section 1 has 4 words and the article 9, but 10 to 20 are required',
    ]);
    expect(short[0]?.hint).toBe('write at least 6 words');
    const long = check([words(11), words(10)], bounds);
    expect(show(long)).toEqual([
      '1 length: section 1 has 11 words and the article 21, but 10 to 20 are required',
    ]);
    expect(long[0]?.hint).toBe('write at most 9 words');
  });

  test('in Korean are measured in characters without spaces', () => {
    const bounds = { minimum: 10, maximum: 20 };
    const korean = (count: number) => show(check(['가나\n '.repeat(count / 2)], bounds, rulesFor('ko')));
    expect(korean(26)).toEqual([]);
    expect(korean(24)).toEqual([
      '1 length: section 1 has 24 characters and the article 24, but 26 to 52 are required',
    ]);
    expect(korean(52)).toEqual([]);
    expect(korean(54)).toHaveLength(1);
  });
});

test('a text keeps the rules that are on', () => {
  const of = (text: string, language: GenerationLanguage, rules: Partial<TextRules> = {}) =>
    codes(checkAnswerText(text, rulesFor(language, rules)));
  const spanish = 'Cada noche el jugador prudente anota sus gastos en un cuaderno.';
  expect(of(spanish, 'en', { judge })).toEqual(['language']);
  expect(of(spanish, 'en')).toEqual([]);
  expect(of('Oranlar gelmektedir.', 'tr', { banSuffixes: true })).toEqual(['suffix']);
  expect(of('Oranlar gelmektedir.', 'tr')).toEqual([]);
  expect(of('확률를 계산합니다.', 'ko')).toEqual(['grammar']);
  expect(of('Here is the article you asked for.', 'en')).toEqual(['leftover']);
  expect(of('A\u200bB', 'en')).toEqual(['invisible']);
});

test('title and description for search engines have the lengths that the language asks for', () => {
  const check = (title: string, description: string, rules: Partial<TextRules> = {}) =>
    show(checkSeoAnswer({ title, description }, rulesFor('en', rules)));
  const fine = 'x'.repeat(50);
  for (const [length, isFine] of [
    [9, false],
    [10, true],
    [75, true],
    [76, false],
  ] as const)
    expect(check(` ${'x'.repeat(length)} `, fine)).toEqual(
      isFine ? [] : [`length: the title has ${length} characters`],
    );
  expect(check('🂡'.repeat(9), fine)).toContain('length: the title has 9 characters');
  expect(check('x'.repeat(10), 'x'.repeat(171))).toEqual(['length: the description has 171 characters']);
  expect(checkSeoAnswer({ title: fine, description: '1' }, rulesFor('en'))[0]?.hint).toBe(
    'write 50 to 170 characters',
  );
  expect(check('# A long title', `# ${fine}`)).toEqual([
    expect.stringContaining('structure: the title is not plain text'),
    expect.stringContaining('structure: the description is not plain text'),
  ]);
  const spanish = 'Cada noche el jugador prudente anota sus gastos en un cuaderno.';
  expect(check('A long title', spanish)).toEqual([]);
  expect(check('A long title', spanish, { judge })).toEqual([
    expect.stringContaining('a paragraph is not in English'),
  ]);
});

describe('a note', () => {
  const safe = 'Set a limit before you bet, and stop when it is reached.';
  const risky = 'You may lose the whole stake.';
  test('on what the category asks for is in the text, in a sentence', () => {
    const rules = rulesFor('en');
    expect(checkNote('Odds.', undefined, rules)).toEqual([]);
    expect(checkNote(safe, 'gambling', rules)).toEqual([]);
    expect(checkNote(`Odds differ. ${safe} Prices move.`, 'gambling', rules)).toEqual([]);
    expect(checkNote(risky, 'risk', rules)).toEqual([]);
    const [gambling] = checkNote('Odds.', 'gambling', rules);
    expect(gambling).toMatchObject({ code: 'note', message: 'a note on safer gambling is missing' });
    expect(gambling?.hint).toContain('gamble safely');
    const [risk] = checkNote('Odds.', 'risk', rules);
    expect(risk).toMatchObject({ code: 'note', message: 'a note on the risk of losing money is missing' });
    expect(risk?.hint).toContain('lose money');
  });

  test.each([
    ['en', 'Keep a firm and written limit.', true],
    ['en', 'Keep a firm and a written limit.', false],
    ['en', 'Keep it. The limit is known.', false],
    ['en', 'KEEP THE LIMIT', true],
    ['en', 'Take a break.', true],
    ['en', 'Taking break.', true],
    ['en', 'Take another break.', false],
    ['en', 'Help for people who gamble too much.', true],
    ['en', 'Problem\n\ngambling', false],
    ['en', 'A limit is set.', false],
    ['ru', 'Играйте ответственно.', true],
    ['ru', 'Игра — ответственная.', false],
    ['tr', 'SINIR BELİRLE.', true],
    ['ko', '잃어도 괜찮은 돈.', true],
    ['ko', '이 게임은 책임감으로 합니다.', false],
    ['ko', '도박을 중독으로 봅니다.', true],
    ['ko', '책임감이 있게 즐기세요.', true],
    ['ko', '책임감들 있게 즐기세요.', false],
  ] as const)('%s: %s %s', (language, text, has) => {
    expect(checkNote(text, 'gambling', rulesFor(language))).toHaveLength(has ? 0 : 1);
  });
});

test('an article belongs to one or two categories, and to at most three subcategories of each', () => {
  const entity = (category: string, count: number) => ({
    category,
    subcategories: Array.from({ length: count }, (_none, index) => ({
      subcategory: `${index}`,
      subsubcategories: [],
    })),
  });
  expect(show(checkCategories([], true))).toEqual(['category: no category is chosen']);
  expect(checkCategories([], false)).toEqual([]);
  expect(checkCategories([entity('a', 3), entity('b', 1)], true)).toEqual([]);
  expect(show(checkCategories([entity('a', 1), entity('b', 1), entity('c', 4)], true))).toEqual([
    'category: 3 categories are chosen',
    'category: 4 subcategories of c are chosen',
  ]);
});

describe('a translation', () => {
  const ORIGINAL = '### Steps\n\n- One\n- Two\n\n| a | b |\n|---|---|\n| c | d |\n\n```\ncode\n```\n';
  const check = (original: string, text: string, headings: readonly [string, string] = ['', '']) =>
    show(
      checkTranslation(
        [section(1, 'Other.'), section(2, original, headings[0])],
        [section(2, text, headings[1])],
        rulesFor('en'),
      ),
    );

  test('with all parts passes', () => {
    expect(check(ORIGINAL, ORIGINAL.replace('One', 'First'))).toEqual([]);
    expect(checkTranslation([section(1, 'One.')], [section(2, '')], rulesFor('en'))).toEqual([]);
  });

  test.each([
    ['- Two\n', '', '1 list items, the original 2'],
    ['- Two', '- Two\n  1. Three', '3 list items, the original 2'],
    ['| c | d |\n', '', '2 table rows, the original 3'],
    ['### Steps', 'Steps', '0 headings, the original 1'],
    ['```\ncode\n```', 'code', '0 code fences, the original 2'],
  ])('keeps the number of its parts: %j', (before, after, message) => {
    expect(check(ORIGINAL, ORIGINAL.replace(before, after))).toEqual([
      `2 structure: section 2 has ${message}`,
    ]);
  });

  test('keeps headings where they are', () => {
    expect(check('A.', 'B.', ['One', 'Eins'])).toEqual([]);
    expect(check('A.', 'B.', ['One', ''])).toEqual([
      '2 structure: section 2 has no heading, unlike the original',
    ]);
    expect(check('A.', 'B.', ['', 'Eins'])).toEqual([
      '2 structure: section 2 has a heading, unlike the original',
    ]);
    expect(check('A.', 'B.', ['One', '# Eins'])).toEqual([
      '2 structure: the heading is not plain text: "# Eins"',
    ]);
  });

  test('has text, unless the original has none', () => {
    expect(check('A.', ' ')).toEqual(['2 empty: section 2 is empty']);
    expect(check(' ', '')).toEqual([]);
  });

  test('keeps directives, every link, and the rules of texts', () => {
    expect(check('::odds{values=2}', 'Odds.')).toEqual(['2 structure: section 2 lost "::odds{values="2"}"']);
    const link = '[a](https://example.org/x)';
    const known = { ...rulesFor('en').links, known: new Set(['https://example.org/x']) };
    const linked = (text: string) =>
      show(checkTranslation([section(1, link)], [section(1, text)], rulesFor('en', { links: known })));
    expect(linked('[b](https://example.org/x)')).toEqual([]);
    expect(linked('b')).toEqual(['1 structure: section 1 lost the link to "https://example.org/x"']);
    expect(check('A.', 'A\u200b.')).toEqual(['2 invisible: an invisible character, U+200B']);
  });

  test('has no equation that does not compute', () => {
    expect(check('It is 2 + 2 = 4.', 'It is 2 + 2 = 5.')).toEqual([
      '2 calculation: "2 + 2 = 5" does not compute',
    ]);
  });

  test('of a long text is about as long', () => {
    const of = (length: number, original = 'a'.repeat(1000)) => check(original, 'b'.repeat(length));
    expect(of(400)).toEqual([]);
    expect(of(2500)).toEqual([]);
    expect(of(399)).toEqual(["2 length: section 2 has 40 % of the original's length"]);
    expect(of(2600)).toEqual(["2 length: section 2 has 260 % of the original's length"]);
    expect(of(1, 'a'.repeat(200))).toEqual([]);
    expect(of(1, 'a'.repeat(201))).toHaveLength(1);
  });
});
