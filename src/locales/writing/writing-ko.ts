/** Korean: notes and number format. A word includes its particles. */
import type { Writing } from './writing.ts';

// Every 28th syllable from 가 has no final consonant.
const OPEN = Array.from({ length: 399 }, (_none, index) => String.fromCharCode(0xac00 + index * 28)).join('');
const CLOSED = `(?:(?![${OPEN}])[가-힣])`;
/** `를` after a consonant. `을` after a vowel is not always wrong, because words such as 마을 and 가을 end like that. */
const WRONG_OBJECT = new RegExp(`[가-힣]${CLOSED}를(?![가-힣])`, 'u');

export const writingKo: Writing = {
  lang: 'Korean',
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
  sources: '출처',
  numbers: { thousands: ',', decimal: '.' },
};
