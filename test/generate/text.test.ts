/** The validators and the slugs by themselves. */
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseArticle } from '../../src/content/article/parse-article.ts';
import { createSlug } from '../../src/foundation/slug.ts';
import {
  checkGrammar,
  checkScript,
  checkSuffixes,
  createLanguageJudge,
  type LanguageJudge,
} from '../../src/generate/checks/check-language.ts';
import {
  checkFrame,
  checkInvisible,
  checkMarkdown,
  findScriptMarkup,
} from '../../src/generate/checks/check-markdown.ts';
import { createTitleIndex } from '../../src/generate/checks/similarity.ts';
import { renderArticle } from '../../src/generate/files/article-file.ts';
import type { Origin } from '../../src/generate/files/origin.ts';
import { writingOf } from '../../src/locales/writing/writing-registry.ts';
import { show } from './findings.ts';

const RULES = {
  hosts: ['example.org'],
  allowed: new Set<string>(),
  known: new Set(['https://example.org/x?a=1&b=2']),
  isEdited: false,
};

describe('language', () => {
  let judge: LanguageJudge;
  beforeAll(async () => {
    judge = await createLanguageJudge();
  });

  test.each([
    [
      'ru',
      'Ukrainian',
      'Кожного вечора обережний гравець записує свої витрати у зошит, щоб побачити справжню ціну звички.',
    ],
    [
      'ru',
      'Bulgarian',
      'Всяка вечер внимателният играч записва разходите си в тетрадка, за да види истинската цена на навика.',
    ],
    [
      'ru',
      'Serbian',
      'Сваке вечери пажљив играч записује своје трошкове у свеску да би видео праву цену навике.',
    ],
    [
      'tr',
      'Azerbaijani',
      'Hər axşam diqqətli oyunçu xərclərini dəftərə yazır ki, ayın sonunda vərdişin əsl qiymətini görsün.',
    ],
    [
      'en',
      'German',
      'Jeden Abend schreibt der vorsichtige Spieler seine Ausgaben in ein Heft, um den wahren Preis zu sehen.',
    ],
    [
      'en',
      'Spanish',
      'Cada noche el jugador prudente anota sus gastos en un cuaderno para ver el precio real del hábito.',
    ],
    [
      'tr',
      'English',
      'Every evening the careful player writes down what was spent in order to see the real price.',
    ],
  ] as const)('%s is not %s', (language, _name, text) => {
    expect(judge.check(text, language)).toHaveLength(1);
  });

  test('a paragraph of terms or of two languages is not certainly foreign', () => {
    expect(
      judge.check('Temel değerler: string, number, bigint, boolean, undefined, null, symbol', 'tr'),
    ).toEqual([]);
    expect(
      judge.check('GitHub üzerinde (continuous integration) ve (continuous deployment) vardır.', 'tr'),
    ).toEqual([]);
  });

  test('a short paragraph is not foreign for a related language with almost the same score', () => {
    expect(judge.check('Да, она отражена в названиях свойств, но не очевидна.', 'ru')).toEqual([]);
    expect(judge.check('Aşağıda dizinin toplamı bir satırda alınmaktadır:', 'tr')).toEqual([]);
    expect(
      judge.check('Це довге речення написане українською мовою, а зовсім не російською.', 'ru'),
    ).toHaveLength(1);
    expect(
      judge.check('Това дълго изречение е написано на български език и съвсем не е на руски.', 'ru'),
    ).toHaveLength(1);
  });

  test('code in a list and in longer fences, and tags, are not read', () => {
    const code = '<script>document.write("some long words of a program")</script>';
    const text = `1. Первый шаг:\n\n    \`\`\`html run\n    ${code}\n    \`\`\`\n\n\`\`\`\`\n${code}\n\`\`\`\nstill code\n\`\`\`\`\n\n\`\`${code}\`\`\n`;
    expect([judge.check(text, 'ru'), findScriptMarkup(text)]).toEqual([[], []]);
    expect(findScriptMarkup(`${text}\n${code}`).map(({ code }) => code)).toContain('script');
  });

  test('code, links, tables of numbers and names are no foreign paragraphs', () => {
    const text =
      'Формула проста, и её стоит записать на отдельном листе бумаги.\n\n```js\nconst margin = odds.reduce((sum, value) => sum + 1 / value, 0);\n```\n\n[The measured bet of every evening](https://example.org/a-long-english-path-with-words)\n\n| 1.20 | 3.40 | 5.60 |';
    expect(judge.check(text, 'ru')).toEqual([]);
  });

  test('indented code, formulas, paths, anchors and entities are no foreign paragraphs', () => {
    const output = 'Refused to execute this script: it violates the policy of the present document';
    const path = 'docs/every_evening/the-careful/player_writes/down_what_was/spent.py';
    for (const text of [
      `Вывод программы:\n\n    ${output}\n    ${output}\n\nИ всё.`,
      `См. { ${path} } или ../../${path}`,
      '## Запуск { #every-evening-the-careful-player-writes-down-what-was-spent }',
      `Адрес: ${'&nbsp; '.repeat(20)}`,
      '$$\\mathrm{start\\ probabilities}[\\mathrm{start\\ index}] \\times \\mathrm{end\\ probabilities}$$',
      `**Тип:** <code>Promise<[${output}](/x)></code>`,
    ])
      expect(judge.check(text, 'ru')).toEqual([]);
    expect(judge.check(`1. Вывод программы:\n\n    ${output}\n`, 'ru')).toHaveLength(1);
  });

  test('a title may be code, but not words of another language', () => {
    for (const title of [
      'useMemo',
      '@astrojs/mdx',
      '`<form>`',
      '<Fragment> (<>...</>)',
      'lazy',
      'TypeScript',
    ])
      expect(checkScript(title, 'ko')).toEqual([]);
    for (const title of ['How to read the odds', 'Read odds', 'How Bookmakers Set Odds'])
      expect(checkScript(title, 'ru')).toHaveLength(1);
    for (const title of ['Best Crypto Casinos', 'Variables'])
      expect(checkScript(title, 'ru', 'Лучшие казино.')).toHaveLength(1);
    expect(checkScript('Firebase & Astro', 'ko', 'Firebase를 Astro와 함께 씁니다.')).toEqual([]);
    expect(checkScript('Їжа', 'ru')).toHaveLength(1);
  });

  const ENGLISH = 'every evening the careful player writes down what was spent';
  const RUSSIAN = 'каждый вечер осторожный игрок записывает свои расходы в тетрадь';
  test.each([
    ['a paragraph', `${RUSSIAN}\n \n${ENGLISH}`],
    ['an item', `- ${RUSSIAN}\n- ${ENGLISH}`],
    ['a numbered item', `1. ${RUSSIAN}\n 2) ${ENGLISH}`],
    ['a row', `| ${RUSSIAN} | 1 |\n| ${ENGLISH} | 2 |`],
    ['a quotation', `${RUSSIAN}\n\n> ${ENGLISH}`],
    ['a heading', `${RUSSIAN}\n\n### ${ENGLISH}`],
    ['the text of a link', `${RUSSIAN}\n\n[${ENGLISH}](/x)`],
    ['the alternative of an image', `${RUSSIAN}\n\n![${ENGLISH}](x.png)`],
    ['a text with marks', `${RUSSIAN}\n\n**${ENGLISH.replaceAll(' ', '** _')}_`],
  ])('%s in another language is found by itself', (_what, text) => {
    expect(show(judge.check(text, 'ru'))).toEqual([
      expect.stringMatching(/^language: a paragraph is not in Russian: "[^а-я]*"$/i),
    ]);
  });

  test.each([
    ['short', 'Only a few words of English.'],
    ['fenced', `~~~ text\n${ENGLISH}\n~~~`],
    ['in code', `\`${ENGLISH}\``],
    [
      'a target',
      `[тетрадь](/${ENGLISH.replaceAll(' ', '-')}) ![тетрадь](${ENGLISH.replaceAll(' ', '-')}.png)`,
    ],
    [
      'an address',
      `HTTPS://a.example/${ENGLISH.replaceAll(' ', '-')} www.a.example/${ENGLISH.replaceAll(' ', '-')}`,
    ],
    ['a quotation', `${RUSSIAN}, как сказано в «${ENGLISH}»`],
    ['a definition', `${RUSSIAN}\n\n[${ENGLISH}]: https://a.example/`],
    ['a name', `${RUSSIAN}, говорит Professor Careful Player Evening Spent-Everything O’Writes Down`],
  ])('a foreign text is fine where it is %s', (_what, text) => {
    expect(judge.check(text, 'ru')).toEqual([]);
    expect(judge.check(`${RUSSIAN}\n\n${text}\n\n${RUSSIAN}`, 'ru')).toEqual([]);
  });

  test.each([
    [
      'Her akşam dikkatli oyuncu harcamalarını yazar ve okur, diyor The Careful Player Writes Down Every Evening What Was Spent',
      0,
    ],
    [
      'Her akşam dikkatli oyuncu harcamalarını yazar ve okur, diyor **The Careful** *Player Writes* Down_Every',
      0,
    ],
    [
      'Her akşam dikkatli oyuncu harcamalarını yazar ve okur, diyor the careful player who writes down every evening what was spent, in order to see the real price of the habit',
      1,
    ],
    [
      '3 Mart 2026, Andrew Clark, Brian Vaughn, Christine Abernathy, Dan Abramov, Rachel Nabors, Rick Hanlon',
      0,
    ],
    ['@careful-player @every-evening @writes-down @what-was-spent @in-order-to-see @the-real-price', 0],
  ])('names are no words of a text that has others: %s', (text, count) => {
    expect(judge.check(text, 'tr')).toHaveLength(count);
  });
});

describe('the Turkish ban of suffixes', () => {
  test.each([
    'gelmektedir',
    'yapılmaktadır',
    'GELMEKTEDİR',
    'YAPILMAKTADIR',
    'bekletedir',
    'odadaktadır',
    'GELMEKTEDİR'.normalize('NFD'),
  ])('%s', (word) => {
    expect(checkSuffixes(`Bu ${word}.`)).toHaveLength(1);
  });
  test.each(['gelir', 'tedirgin', 'kitaptadırlar', 'güzeldir', 'sıradan', 'gelmektedirler'])(
    '%s is allowed',
    (word) => {
      expect(checkSuffixes(`Bu ${word}.`)).toEqual([]);
    },
  );
});

test('each word with a forbidden ending is named once', () => {
  const found = checkSuffixes('gelmektedir, Gelmektedir; yapmaktadır');
  expect(show(found)).toEqual([
    'suffix: a forbidden suffix: "gelmektedir"',
    'suffix: a forbidden suffix: "yapmaktadır"',
  ]);
});

test('mistakes of grammar are found at their places, and not in code', () => {
  const { grammar = [] } = writingOf('ko');
  const text = '```\n확률를\n```\n\n`확률를` 그리고 확률를 계산';
  const found = checkGrammar(text, { ...writingOf('ko'), grammar });
  const place = text.lastIndexOf('확률를');
  expect(found).toMatchObject([{ code: 'grammar', span: { start: place, end: place + 3 } }]);
  expect(found[0]?.message).toContain(': "확률를"');
  expect(checkGrammar('~~~\n확률를\n~~~\n', writingOf('ko'))).toEqual([]);
  expect(checkGrammar(text, writingOf('en'))).toEqual([]);
});

describe('Markdown', () => {
  test.each([
    ['<b>bold</b>', 'html'],
    ['text <!-- comment -->', 'html'],
    ['<https://evil.example/>', 'host'],
    ['[a](https://example.org/invented)', 'url'],
    ['www.evil.example', 'host'],
    ['[a](//evil.example/x)', 'link'],
    ['[a](/articles/other)', 'link'],
    ['[a](JaVaScRiPt:alert(1))', 'link'],
    ['[a](java&Tab;script:alert(1))', 'link'],
    ['[a](vbscript:x)', 'link'],
    ['[a](data:text/html;base64,x)', 'link'],
    ['[a](https://example.org&#64;evil.example)', 'link'],
    ['[a](https://example.org%40evil.example/)', 'link'],
    ['[a](https://user:pw@example.org/)', 'link'],
    ['[a](http://exаmple.org/)', 'link'],
    ['[a][r]\n\n[r]: https://evil.example', 'host'],
    ['![](https://example.org/x.png)', 'link'],
    ['&lt;script&gt; and <script', 'script'],
  ])('%s', (text, code) => {
    expect(checkMarkdown(text, RULES).map((finding) => finding.code)).toContain(code);
  });

  test.each([
    'plain **text**, 1 < 2 and a & b',
    '`<script>` in code',
    '```\n<b onclick=x>\n```',
    '[a](https://example.org/x?a=1&b=2#c)',
    '[a](https://sub.example.org/)',
    'JavaScript: a language. The data: twelve rows.',
  ])('%s is fine', (text) => {
    expect(checkMarkdown(text, RULES)).toEqual([]);
  });

  test.each([
    'a\u200bb',
    'a\u202eb',
    'a\u2066b',
    'a\ufeffb',
    'a\u00adb',
    'a\u0000b',
    'a\u001b[31mb',
    'a\u200db',
    'a\u{e0041}b',
    'a\ud800b',
  ])('invisible: %j', (text) => {
    expect(show(checkInvisible(text))).toHaveLength(1);
  });
  test.each(['👩‍👩‍👧 family', '♠️ spade', '👍🏽 thumb', 'ordinary\ttext\n', 'ёлка и й', '한국어'])(
    'visible: %s',
    (text) => {
      expect(checkInvisible(text)).toEqual([]);
    },
  );

  test.each(['A text.\n\n```js\ncode\n```\n\nMore.', 'A rule:\n\n---\n\nMore: text.'])(
    'no frame: %j',
    (text) => {
      expect(checkFrame(text)).toEqual([]);
    },
  );

  test.each([
    ['```markdown\ntext\n```', 'fence: a code fence around the text'],
    ['\n~~~\ntext\n~~~\n', 'fence: a code fence around the text'],
    ['```js\ncode\n```\n\n```js\nopen', 'fence: a code fence that is not closed'],
    ['Text.\n\n  ~~~\nopen', 'fence: a code fence that is not closed'],
    ['---\ntitle: x\n---\nText.', 'fence: front matter within the text'],
    ['Text.\n\n---\n\nslug: x\ndate: y\n\n---\n', 'fence: front matter within the text'],
    ['Ask [the name of your bookmaker] first.', 'model-talk: a placeholder: "[the name of your bookmaker]"'],
    ['[insert a fitting example here]', 'model-talk: a placeholder: "[insert a fitting example here]"'],
  ])('a frame is named: %j', (text, message) => {
    expect(show(checkFrame(text))).toEqual([message]);
  });

  test('two rules with prose between them are no front matter', () => {
    for (const text of [
      'Text.\n\n---\n\nOne thing:\n\nThe rest.\n\n---\n',
      '```\n---\ntitle: x\n---\n```\n\nText.',
    ])
      expect(checkFrame(text)).toEqual([]);
  });

  test('a placeholder has its place', () => {
    const text = 'A `code` word.\n\n```\ncode\n```\n\nAsk [the name of your bookmaker] first.';
    const parts = checkFrame(text).map(({ span }) => text.slice(span?.start, span?.end));
    expect(parts).toEqual(['[the name of your bookmaker]']);
  });

  test.each([
    '```js\ncode\n```',
    '```html\n<p>An example.</p>\n```',
    '```\na\n```\n\nText.\n\n```\nb\n```',
    'Text.\n\n```\na\n```',
    'Text.\n\n````\n```js\na\n````',
    '- ```js\n  code\n  ```\n\nText.',
    'Text.\n\n~~~\n```\n~~~\n\n```a``` is code.',
    'See [the name of your bookmaker](https://example.org/x?a=1&b=2).',
    'See [the name of your bookmaker][1], or `[the name of your bookmaker]`.',
    '```\n[the name of your bookmaker]\n```\n\nText.',
    'A [name of three] or `code` and [a, b].',
    'Text.\n\n---\n\nMore text.\n\n---\n',
  ])('no placeholder, and no frame: %j', (text) => {
    expect(show(checkFrame(text))).toEqual([]);
  });

  test('an invisible character is named with its place', () => {
    expect(show(checkInvisible('one\u00adtwo'))).toEqual(['invisible: an invisible character, U+00AD']);
    expect(checkInvisible('one\u{e0041}')[0]).toMatchObject({
      message: 'an invisible character, U+E0041',
      span: { start: 3, end: 5 },
    });
  });
});

describe('slugs', () => {
  const free = () => false;
  test.each([
    ['Объект и ёлка: что ещё?', 'ru', 'obekt-i-yolka-chto-eshchyo'],
    ['İSTANBUL Işık Çağrı ÖĞÜN', 'tr', 'istanbul-isik-cagri-ogun'],
    ['황금률 읽기', 'ko', 'hwanggeumryul-ilggi'],
    ["What’s Up, Doc? It's 100%", 'en', 'whats-up-doc-its-100'],
    ['../../etc/passwd', 'en', 'etc-passwd'],
    ['CON\u0000\u202e.md', 'en', 'con-md'],
  ] as const)('%s', async (title, language, slug) => {
    expect(await createSlug(title, language, free)).toBe(slug);
  });
  test('a title without letters gets a hash, the same each time', async () => {
    expect(await createSlug('🎲🎲', 'en', free)).toMatch(/^article-[0-9a-f]{8}$/);
    expect(await createSlug('🎲🎲', 'en', free)).toBe(await createSlug('🎲🎲', 'en', free));
  });
  test('whatever the title: a safe path, free, and short', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom('en' as const, 'ru' as const, 'tr' as const),
        async (title, language) => {
          const first = await createSlug(title, language, free);
          const letters = title.normalize('NFKC').match(/\p{L}/gu) ?? [];
          const isSpelt = letters.every((letter) =>
            /\p{sc=Latn}|\p{sc=Cyrl}|\p{sc=Grek}|\p{sc=Hang}/u.test(letter),
          );
          expect(first).toMatch(
            isSpelt
              ? /^[a-z0-9]+(?:-[a-z0-9]+)*$/
              : /^[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:-[\p{L}\p{M}\p{N}]+)*$/u,
          );
          expect(first).not.toMatch(/\p{Lu}/u);
          expect(Buffer.byteLength(first)).toBeLessThanOrEqual(200);
          expect(await createSlug(title, language, (slug) => slug === first)).not.toBe(first);
        },
      ),
    );
  });
});

describe('near-duplicates', () => {
  test.each([
    ['How to Read Odds', 'How to read the odds?', false],
    ['What a Betting Exchange Really Charges', 'What a betting exchange really charges!', true],
    ['What a Betting Exchange Really Charges', 'What a Betting Exchange Charges Really', true],
    ['Poker for Beginners', 'Poker for Winners', false],
  ])('%s / %s: %s', (a, b, near) => {
    const index = createTitleIndex<string>();
    index.add(a, 'a');
    expect(index.find(b)).toBe(near ? 'a' : undefined);
  });
});

test('front matter holds any text, one line each, and nothing breaks out of it', async () => {
  const origin: Origin = {
    status: 'draft',
    reviewer: null,
    model: 'm',
    prompt: 'p',
    run: 'r',
    article: 'en_US-0001',
    topic: '',
    date: '2026-03-01T00:00:00Z',
    tokens: { input: 1, cached: 0, output: 2 },
    usd: 0.5,
  };
  await fc.assert(
    fc.asyncProperty(
      fc.string({
        unit: fc.constantFrom(
          'a',
          ' ',
          ':',
          '-',
          '"',
          "'",
          '\n',
          '#',
          '{',
          '[',
          '&',
          '*',
          '!',
          '|',
          '>',
          '%',
          '@',
          '`',
          '\\',
          '0',
          '1',
          '~',
          'yes',
          '---',
          '\u2028---',
          '\u2028',
          'ı',
          '🎲',
          '\t',
          ',',
        ),
        minLength: 1,
        maxLength: 40,
      }),
      async (text) => {
        const title = `x${text}`;
        const file = await renderArticle({
          title,
          slug: 'a-slug',
          description: title,
          author: title,
          date: '2026-03-01',
          draft: true,
          entities: [],
          origin: { ...origin, topic: title, problems: [title] },
          sections: [{ number: 1, heading: 'H', text: 'T' }],
        });
        const { meta, problems } = parseArticle({ file: 'f', locale: 'en_US', key: 'a' }, file, '');
        expect(problems).toEqual([]);
        expect(meta?.title).toBe(title.replace(/\s+/g, ' ').trim());
        expect(meta?.status).toBe('draft');
        expect(file.split('\n').filter((line) => line === '---')).toHaveLength(2);
      },
    ),
  );
});
