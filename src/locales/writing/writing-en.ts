/** English: notes and number format. */
import type { Writing } from './writing.ts';

export const writingEn: Writing = {
  lang: 'English',
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
  sources: 'Sources',
  numbers: { thousands: ',', decimal: '.' },
};
