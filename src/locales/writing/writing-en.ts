/** English: prompt rules, notes and fillers. */
import { figuresEn } from './figures-en.ts';
import type { Writing } from './writing.ts';

export const writingEn: Writing = {
  lang: 'English',
  responseLang: 'Keep every response strictly in English.',
  additional: {
    articleSection: {
      typos:
        'Rarely, leave a minor typo, as a person does who types quickly. Never in a name, a number or a link.',
      sentenceLength: 'Vary the length of sentences between short and medium.',
      quirks:
        'Now and then, allow a small quirk of grammar such as people make when they write as they speak.',
      nonNative: 'Sometimes choose a phrasing that a fluent, but not native, writer would choose.',
    },
  },
  script: /\p{Script=Latin}/gu,
  tokensPerWord: 1.4,
  length: { unit: 'words' },
  seo: { title: [10, 75], description: [50, 170] },
  notes: {
    gambling: [
      'gambl*|bet*|play* <2> responsibl*|safe*',
      'responsible|safer gambling|play|betting',
      'help line|helpline|hotline',
      'help*|support <6> gambl*',
      'set|sets|setting|fix|keep|decide <4> limit*',
      'afford|content|ready to lose|leave',
      'problem gambl*',
      'self exclu*',
      'stop <3> when|if|playing|gambling',
      'take|taking a? break*',
      'over|18|eighteen years|or|and over|older|only',
    ],
    risk: [
      'can|could|may|might <2> lose',
      'afford to lose',
      'risk* <4> los*|capital|money',
      'not <3> financial|investment advice',
      'past performance',
      'loss|losses <3> possible|likely|total|complete|occur',
      'value|price* <3> fall|drop|can|may',
      'at|own risk',
    ],
  },
  fillers:
    'a an the of for to in on at by with and or from is are was be being been do does did how what why when where who which that this these those it its your you we our my their his her can could should would will may might about into than then them they there here not no as if so vs versus up out over under guide guides basics basic introduction intro explained explaining explain explains understanding understand understood learn learning simple simply easy easily quick complete ultimate full short really truly mean means meaning work works working matter matters thing things need needs know knows everything every all any some more most best better way ways tip tips look looking closer really tells tell say says using use used get gets let lets make makes one two three four five six ten new practical plain words overview primer beginner beginners',
  numbers: figuresEn,
};
