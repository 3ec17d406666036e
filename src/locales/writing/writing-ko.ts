/** Korean: prompt rules, notes and fillers. A word is what spaces enclose, with its particles. */
import { figuresKo } from './figures-ko.ts';
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
