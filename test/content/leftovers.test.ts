/** What machines leave behind is found in all four languages, and in no text that people wrote: the documentation and the sample are read whole. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findConflict } from '../../src/config/conflict-marks.ts';
import { blankCode } from '../../src/content/markdown/blank-code.ts';
import { findLeftovers } from '../../src/content/markdown/leftovers.ts';
import { runArticles } from '../support/program.ts';
import { type Files, makeSite, smallSite } from '../support/site.ts';

const find = (text: string, language: string, areCertain: boolean) =>
  findLeftovers(text, language).flatMap(({ what, isCertain }) => (isCertain === areCertain ? [what] : []));
const whats = (text: string, language = 'en') => find(text, language, true);
const doubts = (text: string, language = 'en') => find(text, language, false);
const PROSE = 'The pool pays what is left after the house has taken its share.';

const CITATION = 'a citation mark of a chat program';
const TOKEN = 'a token of a chat template';
const CALL = 'a call of a tool';
const REFUSAL = 'a refusal of the task';
const OPENING = 'an answer about the task';
const COUNT = 'a number of words';
const DIALOGUE = 'a line of a dialogue with a model';
const CUT = 'an end within a sentence';
const LETTERS = 'a word in the letters of another language';
const BREAK = 'a line break that is written as two characters';
const FORMULA = 'a formula in marks that nothing renders';

describe('in every language', () => {
  test.each([
    [`${PROSE} :contentReference[oaicite:0]{index=0}`, CITATION],
    [`${PROSE} contentReference[oaicite:12]`, CITATION],
    [`${PROSE}【4:0†source】`, CITATION],
    [`${PROSE}【12†L10-L14】`, CITATION],
    [`${PROSE} turn0search3`, CITATION],
    [`${PROSE} citeturn0search1turn2news4`, CITATION],
    [`${PROSE} \ue200cite\ue202turn0search1\ue201`, CITATION],
    [`${PROSE} [oai_citation:0‡example.org](https://example.org)`, CITATION],
    [`[cite_start]${PROSE} [cite: 1, 2]`, CITATION],
    [`${PROSE} [web:3]`, CITATION],
    [`${PROSE} ({"attribution":{"attributableIndex":"1009-1"}})`, CITATION],
    [
      'See [a page](https://a.example/x?utm_source=chatgpt.com).',
      'an address with the mark of a chat program',
    ],
    [`${PROSE}<|im_end|>`, TOKEN],
    [`<|start_header_id|>assistant<|end_header_id|>\n\n${PROSE}`, TOKEN],
    [`${PROSE} [/INST]`, TOKEN],
    [`<<SYS>> ${PROSE} <</SYS>>`, TOKEN],
    [`${PROSE}<end_of_turn>`, TOKEN],
    [`${PROSE}<｜end▁of▁sentence｜>`, TOKEN],
    [`<think>\nA plan.\n</think>\n\n${PROSE}`, TOKEN],
    [`<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>${PROSE}`, TOKEN],
    [`${PROSE}<|begin▁of▁sentence|>`, TOKEN],
    [`${PROSE}<end_of_image>`, TOKEN],
    [`${PROSE}<unused62>`, TOKEN],
    [`<extra_id_0> ${PROSE}`, TOKEN],
    [`[SYSTEM_PROMPT]${PROSE}[/SYSTEM_PROMPT]`, TOKEN],
    [`${PROSE} [end of text]`, TOKEN],
    ['The house pays [object Object] to the winners.', 'a value of a program'],
    [`<answer>\n${PROSE}\n</answer>`, TOKEN],
    [`{"name": "search", "arguments": {"query": "pool"}}\n\n${PROSE}`, CALL],
    [`Action: search\nAction Input: pool share\n\n${PROSE}`, CALL],
    [`### Instruction:\nWrite about pools.\n\n### Response:\n${PROSE}`, DIALOGUE],
    ['First paragraph.\\n\\nSecond paragraph.', BREAK],
    ['Eine Liste:\\n\\n- eins', BREAK],
    ['One sentence.\\nAnother sentence.', BREAK],
    ['The share is \\( \\frac{1}{2} \\) of all.', FORMULA],
    ['The share:\n\n\\[ x = \\frac{a}{b} \\]\n\nand so on.', FORMULA],
    [`${PROSE}\n\nThe odds 这个 are paid in full.`, LETTERS],
    ['The team said 赔率 and left the pitch.', LETTERS],
    ['The odds are коэффициент and nothing else.', LETTERS],
    ["I'm sorry, but I can't help with that request.", REFUSAL],
    ['I cannot create content that promotes gambling. If you like, ask something else.', REFUSAL],
    ['As an AI language model, I cannot place bets.', REFUSAL],
    ['Sure! Below is the section you requested.', OPENING],
    [`Certainly! Here is ${PROSE}`, OPENING],
    ['Here is the revised article you asked for:', OPENING],
    [`${PROSE}\n\n(Word count: 120)`, COUNT],
    [`${PROSE}\n\n**Word count:** ~1,250 words`, COUNT],
    ['User: now write the next section\n\nAssistant: Of course.', DIALOGUE],
    ['**Human:** more\n**AI:** yes', DIALOGUE],
    ['The house takes its share of the pool first, and then it pays the winners and the', CUT],
    ['The house takes its share of the pool first, then it pays the winners,', CUT],
  ])('%j is found', (text, what) => {
    expect(whats(text)).toContain(what);
    // Models fall back to it in every language, and marks of machines are the same in all.
    if (![LETTERS, CUT].includes(what)) expect(whats(text, 'de')).toContain(what);
  });

  test.each([
    'In a terminal, `\\n\\n` is two line breaks, and `<|im_end|>` ends a turn.',
    '```\n<<<<<<< HEAD\n[INST] :contentReference[oaicite:0]\nUser: a\nAssistant: b\n```\n\nA prompt in code.',
    '1. A prompt in code of a list:\n\n    ```\n    [INST] Answer. <|im_end|>\n    ```\n\n2. The next step.',
    '> ~~~\n> <|im_start|>user\n> ~~~\n\nA prompt in a quotation.',
    'Save it in C:\\new\\table.txt, or in \\\\server\\names.',
    'Write \\n for a line break.',
    'The list \\[1\\] and the note \\(see below\\) are plain text.',
    'See [Python](https://en.wikipedia.org/wiki/Python_\\(programming_language\\)).',
    'The formula $`x^2`$ is rendered.',
    'She greets with “你好” and writes 你好 (nǐ hǎo) on the wall.',
    'The word *коэффициент* means odds.',
    'The constant π and the angle θ are Greek to most readers.',
    'Tokyo, 東京, is large.',
    "I'm sorry, but I can't help thinking that the odds were wrong.",
    'I cannot write about this game without a smile.',
    'Sure, you can win once. The house waits.',
    'Of course, here the rake matters more than the cards do.',
    "OK, here's some concrete advice about limits.",
    'Here is how a pool divides its money among the winners.',
    'The model is called Assistant: a person asks, it answers.',
    'The console shows «[object Object]», and a map has the key "[object Object]".',
    'User: the name of the account.',
    '### Response:\n\nThe house answers within a day.',
    'Instruction: read the rules of the table first. Action: bet or fold.',
    'The element <answer> holds the answer, and <final> ends the list.',
    '{"name": "Ann", "stake": 5} is what the form sends.',
    '> User: what is rake?\n> Assistant: a share of the pot.',
    'The word count of a contract says nothing about it.',
    'All that, and the',
    'Cheers and good luck to everybody who plays,\n\n— Ann',
    'The pool pays what is left, and you read more at [the rules of the house](/rules)',
    'The list below has all that you need for a quiet evening at the table:\n\n- cards and\n- chips',
    'This probability is lower than that of the other draw, so `1` comes less often than `0`',
  ])('%j is not', (text) => {
    expect(whats(text)).toEqual([]);
  });
});

test.each([
  ['ru', 'Извините, но я не могу помочь с этим запросом.', REFUSAL],
  ['ru', 'К сожалению, я не могу написать статью об азартных играх.', REFUSAL],
  ['ru', 'Как языковая модель, я не могу давать советы.', REFUSAL],
  ['ru', 'Конечно! Вот раздел, который вы просили.', OPENING],
  ['ru', 'Ниже представлен готовый текст раздела.', OPENING],
  ['ru', '(Количество слов: 120)', COUNT],
  ['ru', 'Пользователь: дальше\n\nАссистент: Хорошо.', DIALOGUE],
  ['ru', 'Букмекер сначала берёт свою долю из общего банка, а потом платит тем, которые', CUT],
  ['ru', 'Игрок выбирает 赔率 и ждёт начала матча.', LETTERS],
  ['tr', 'Üzgünüm, ancak bu isteğe yardımcı olamam.', REFUSAL],
  ['tr', 'Bir yapay zeka dil modeli olarak, bahis öneremem.', REFUSAL],
  ['tr', 'Tabii! İşte istediğiniz bölüm.', OPENING],
  ['tr', 'İşte istediğiniz makale:', OPENING],
  ['tr', 'Kelime sayısı: 120', COUNT],
  ['tr', 'Kullanıcı: devam et\n\nAsistan: Tamam.', DIALOGUE],
  ['tr', 'Havuz önce kendi payını alır, sonra kalan parayı kazananlara dağıtır ve', CUT],
  ['ko', '죄송하지만 해당 요청은 도와드릴 수 없습니다.', REFUSAL],
  ['ko', '저는 AI 언어 모델로서 도박을 권할 수 없습니다.', REFUSAL],
  ['ko', '물론입니다! 다음은 요청하신 섹션입니다.', OPENING],
  ['ko', '다음은 요청하신 글의 초안입니다.', OPENING],
  ['ko', '(글자 수: 1,200자)', COUNT],
  ['ko', '사용자: 계속\n\n어시스턴트: 네.', DIALOGUE],
  ['ko', '하우스는 먼저 전체 판돈에서 자기 몫을 떼고 나머지를', CUT],
  ['ko', '선수는 коэффициент 를 보고 정한다.', LETTERS],
])('%s: %j is found', (language, text, what) => {
  expect(whats(text, language)).toContain(what);
});

test.each([
  ['ru', 'Извините, мы закрыты до утра.'],
  ['ru', 'Конечно, игрок может выиграть.'],
  ['ru', 'Вот исправленный вариант таблицы.'],
  ['ru', 'Хорошо, вот мы взвесили все преимущества и недостатки.'],
  ['ru', 'Я не могу помочь себе выиграть, никто не может.'],
  ['tr', 'Maalesef bu oyunda sınır yoktur.'],
  ['tr', 'İşte bu yüzden havuz küçülür.'],
  ['tr', 'Görüşmek üzere,'],
  ['ko', '다음은 규칙입니다.'],
  ['ko', '네, 그렇습니다.'],
  ['ko', '죄송합니다라는 말로는 부족하다.'],
  ['ko', '漢字로는 金剛이라고 쓴다.'],
  ['ja', 'オッズは払い戻しの割合を表す。勝者は少ない。'],
  ['zh', '赔率表示回报的比例。'],
])('%s: %j is not', (language, text) => {
  expect(whats(text, language)).toEqual([]);
});

describe('words about the task, which people write too', () => {
  const TALK = 'words about the task';
  test.each([
    ['en', 'Here is the article.'],
    ['en', `${PROSE}\n\n  Here is the revised text.`],
    ['en', 'Sure, I walked there once more.'],
    ['en', `${PROSE} I hope this helps. Let me know if you need more.`],
    ['en', 'It was written as an AI language model would write it.'],
    ['de', 'Here is the translation.'],
    ['ru', 'Конечно, я пришёл.'],
    ['ru', 'Вот исправленный текст:'],
    ['ru', 'Надеюсь, эта статья поможет вам во всём разобраться.'],
    ['tr', 'İşte makale:'],
    ['tr', 'Umarım bu yazı faydalı olur.'],
    ['ko', '다음은 초안입니다.'],
    ['ko', `하우스는 몫을 뗀다. 도움이 되었기를 바랍니다.`],
    ['ko', '추가 질문이 있으시면 말씀해 주세요.'],
    ['en', 'As of my last knowledge update in 2023, the limit was $2.'],
    ['en', 'My training data only goes up to last year.'],
    ['ru', 'На момент последнего обновления моих знаний ставка была иной.'],
    ['tr', 'Son bilgi güncellememe göre oran farklıydı.'],
    ['ko', '제 지식은 2023년까지입니다.'],
  ])('%s: %j is in doubt', (language, text) => {
    expect([whats(text, language), doubts(text, language)]).toEqual([[], [TALK]]);
  });

  test.each([
    ['en', 'Here is the first step of the sum.'],
    ['en', 'Sure bets do not exist.'],
    ['en', 'Feel free: ask whoever you like.'],
    ['en', '```\nHere is the article.\n```\n\nA quotation in code.'],
    ['ru', 'Вот простой пример из жизни.'],
    ['tr', 'İşte bu yüzden havuz küçülür.'],
    ['ko', '다음은 규칙입니다.'],
    ['ko', '이 책이 도움이 되었다.'],
    ['en', 'As of the last update of the rules, the limit is $2. My knowledge of it is small.'],
    ['ru', 'Мои знания об игре невелики.'],
    ['ko', '제 지식은 짧다.'],
  ])('%s: %j is not', (language, text) => {
    expect(doubts(text, language)).toEqual([]);
  });

  test('what is certain is said once', () => {
    expect(findLeftovers('Sure! Here is the article you asked for.', 'en')).toHaveLength(1);
  });
});

test('the documentation and the sample have none', () => {
  const root = join(import.meta.dirname, '../..');
  const files = ['docs', 'content', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !/node_modules|dist/.test(name))
      .map((name) => join(folder, name)),
  );
  expect(files.length).toBeGreaterThan(150);
  for (const file of files) {
    const language = /content\/(\w\w)_/.exec(file)?.[1] ?? 'en';
    const text = readFileSync(join(root, file), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
    expect([file, whats(text, language)]).toEqual([file, []]);
    expect([file, findConflict(text)]).toEqual([file, null]);
  }
});

const CONFLICT = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> branch\n';

test('a mark of code that repeats to the end of a text is searched once', () => {
  // Once for each of its signs takes minutes.
  for (const sign of ['`', '~']) expect(blankCode(`a\n${sign.repeat(400_000)}`)).toHaveLength(400_002);
});

test('marks of a merge are found at the beginning of lines, with all three of them, outside code', () => {
  expect(findConflict(`a\n${CONFLICT}`)).toBe(2);
  expect(findConflict(`a\r\n${CONFLICT.replaceAll('\n', '\r\n')}`)).toBe(3);
  expect(findConflict(`<<<<<<< ours\na\n||||||| base\nb\n=======\nc\n>>>>>>> theirs\n`)).toBe(0);
  expect(findConflict(`<<<<<<<\na\n=======\nb\n>>>>>>>\n`)).toBe(0);
  expect(findConflict(`\`\`\`\n${CONFLICT}\`\`\`\n`)).toBe(null);
  expect(findConflict(`~~~ text\n${CONFLICT}~~~\n\n${CONFLICT}`)).toBe(CONFLICT.length + 14);
  for (const text of [
    'Title\n=======\n',
    '<<<<<<< a\n',
    ` ${CONFLICT}`,
    '>>>>>>> a\n',
    '<<<<<<<< a\n=======\n>>>>>>>>\n',
  ])
    expect([text, findConflict(text)]).toEqual([text, null]);
});

test('every kind of file says so, with its line, in check and in a build', async () => {
  const files: Files = {
    'content/en_US/articles/merged.md': `---\ntitle: Merged\nauthor: Ann\ndate: 2026-01-01\n---\nText.\n\n${CONFLICT}`,
    'content/en_US/articles/front.md': `---\ntitle: Front\n${CONFLICT}author: Ann\ndate: 2026-01-01\n---\nText.\n`,
    'content/en_US/info/terms.md': `---\ntitle: Terms\n---\n${CONFLICT}`,
    'content/paid-links.json': `{\n${CONFLICT}}`,
    'content/data/prices.csv': `name,price\n${CONFLICT}`,
    'content/data/odds.yaml': `a: 1\n${CONFLICT}`,
    'content/approvals.jsonl': CONFLICT,
  };
  const root = makeSite({ ...smallSite(), ...files });
  for (const command of ['check', 'build']) {
    const { code, stdout } = await runArticles([command, '--json', '--all', '--root', root]);
    const { errors = [], error } = JSON.parse(stdout);
    const problems: { code: string; file: string; line: number }[] = error?.problems ?? errors;
    const found = problems
      .filter((problem) => problem.code === 'conflict-marks')
      .map(({ file, line }) => `${file}:${line}`);
    const lines: Readonly<Record<string, string>> = {
      'content/en_US/articles/merged.md': ':8',
      'content/en_US/articles/front.md': ':3',
      'content/en_US/info/terms.md': ':4',
      'content/paid-links.json': ':2',
      'content/data/prices.csv': ':2',
      'content/data/odds.yaml': ':2',
      'content/approvals.jsonl': ':1',
    };
    expect([code, [...new Set(found)].filter((place) => !/approvals/.test(place)).sort()]).toEqual([
      1,
      Object.entries(lines)
        .map(([file, line]) => file + line)
        .filter((place) => !/approvals/.test(place))
        .sort(),
    ]);
  }
});
