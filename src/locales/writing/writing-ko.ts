/** Korean: prompt rules, denials, notes and fillers. A word is what spaces enclose, with its particles. */
import { figuresKo } from './figures-ko.ts';
import { refusedKo } from './refused-ko.ts';
import type { Writing } from './writing.ts';

// A Hangul syllable without a final consonant is every 28th, from 가.
const OPEN = Array.from({ length: 399 }, (_none, index) => String.fromCharCode(0xac00 + index * 28)).join('');
const CLOSED = `(?:(?![${OPEN}])[가-힣])`;
/** `를` after a consonant. `을` after a vowel is left out: words such as 마을 and 가을 end so. */
const WRONG_OBJECT = new RegExp(`[가-힣]${CLOSED}를(?![가-힣])`, 'u');

export const writingKo: Writing = {
  lang: 'Korean',
  responseLang: 'Keep every response strictly in Korean.',
  additional: {
    articleSection: {
      typos:
        'Rarely, leave a minor typo, as a person does who types quickly. Never in a name, a number or a link.',
      sentenceLength: 'Vary the length of sentences between short and medium.',
    },
    languageFeatures: {
      politeness:
        'Write in one polite style throughout: sentences end in -습니다 or -ㅂ니다, never in plain -다.',
      particles:
        'Choose particles by the sound before them: 은/는, 이/가, 을/를, 과/와, (으)로. Never write both, such as 은(는).',
      quotes: 'Quote with curly marks “ ” and ‘ ’, and use no Chinese characters.',
    },
  },
  script: /\p{Script=Hangul}/gu,
  grammar: [
    {
      pattern:
        /[가-힣](?:은\(는\)|는\(은\)|이\(가\)|가\(이\)|을\(를\)|를\(을\)|과\(와\)|와\(과\)|\(으\)로|\(이\)라)/u,
      message: 'two particles at once',
      hint: 'choose the particle that fits the sound before it',
    },
    {
      pattern: WRONG_OBJECT,
      message: 'a particle that does not fit the sound before it',
      hint: 'write 을 after a consonant and 를 after a vowel',
    },
    {
      pattern: /[「」『』«»„‚]/u,
      message: 'quotation marks of another language',
      hint: 'use “ and ”',
    },
    {
      pattern: /\p{Script=Han}{2,}/u,
      message: 'Chinese characters',
      hint: 'write the word in Hangul',
    },
  ],
  tokensPerWord: 2.5,
  length: { unit: 'characters', perWord: 2.6 },
  seo: { title: [6, 45], description: [30, 110] },
  refused: refusedKo,
  denials: {
    clause: [
      '않*|없*|못*|아니*|아닙*|마세요|말고|말아*|마십시오|금지*|피하세요|피해야*|삼가*|안|없다|없습니다',
      '*지는|*지 않*|마세요|말*|못*',
      '*하지|*받지|*빌리지|*쓰지|*걸지|*되찾으려|*만회하려*',
    ],
    sentence: [
      '*사기*|*거짓*|*속임*|*함정*|*미신*|*착각*|*위험합니다|*의심*|*주의*|*경고*|*불법*|*수법*|*피하세요|*멀리*|*오해*|*환상*',
      '아무도|누구도|어떤 <1>',
      '존재하지|불가능*|없습니다|않습니다|아닙니다',
      '*내세우는|*내세운|*벌금*|*적발*|*약속하는|*주장하는|*광고* <3>',
      '§ <8> *행동입니다|*뜻합니다|*의미합니다',
      '현금과|*돈과 <1> *다릅*|*다르*',
    ],
    quoted: ['*광고*|*문구*|*제목*|*배너*|*메시지*|*문장*|*표현*|*약속*|*주장*|*이라는*|*라고*|*라는*'],
    except: [
      '절대|결코 <1> 잃지|지지|실패하지 않*',
      '잃을|질|실패할 수|일이|리가 없*',
      '위험 없이|없는',
      '남지 않*',
      '*놓치지 마*|말*',
      '수 없으니',
      '*않았으니|않으니|*않으면|*없으니|*없으면|*없이|*않고',
      '*기다리지|*망설이지|*미루지|*말하지|*알리지 마*|말*',
      '*모델이라 <1> *없*',
      '할 수 없습니다',
      '앉아 본 적이 없습니다',
      '안에',
      '*운이|*운도 없*',
      '*등록되지|*허가되지|*허가받지 않은',
    ],
  },
  notes: {
    gambling: [
      '책임감 있*|있는',
      '*책임 *도박*|*게임*|*베팅*',
      '*상담* <2> *전화*|*센터*|*기관*|*받*',
      '*도박* <2> *중독*|*문제* <4>',
      '*한도*|*상한* <3> *정*|*두*|*지키*|*설정*',
      '잃어도 <2>',
      '*자가|*자기 *제한*|*배제*',
      '*쉬어|*쉬는|*멈추* <2>',
      '만? 19*|18* 세|이상*',
    ],
    risk: [
      '*잃을|*손실*|*하락* <3> 수|있*|위험*',
      '*원금* <2> *손실*|*잃*',
      '*투자 *조언*|*권유* <2> 아니*|아닙*',
      '*위험* <3> *손실*|*감수*|*따릅*|*있*',
      '과거 <2> *수익*|*성과*',
    ],
  },
  fillers:
    '그 이 저 것 수 등 및 와 과 또는 위한 위해 대한 대해 무엇 무엇인가 무엇일까 어떻게 왜 언제 어디 누가 어떤 모든 것들 방법 하는 하는법 법 알아보기 알아야 할 이해하기 이해 안내 가이드 기초 기본 입문 소개 쉽게 간단히 정리 완벽 총정리 설명 초보 초보자 위의 한 두 세 네 다섯 가지 팁 실제 정말 진짜 말하는 보여주는 읽기 읽는 의미',
  numbers: figuresKo,
};
