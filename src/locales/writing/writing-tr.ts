/** Turkish: notes and number format. */
import type { Writing } from './writing.ts';

export const writingTr: Writing = {
  lang: 'Turkish',
  script: /\p{Script=Latin}/gu,
  tokensPerWord: 2.3,
  length: { unit: 'words' },
  seo: { title: [10, 75], description: [50, 170] },
  notes: {
    gambling: [
      'sorumlu <1> oyun*|oyna*|bahis*',
      'sorumluluk* <2> oyna*',
      'yardım|destek|danışma hat*',
      'bağımlı* <8> yardım*|destek*',
      'sınır*|limit* <3> koy*|belirle*|çiz*|aşma*',
      'kaybetmeyi <2> göze',
      'kaybet* <4> karşıla*|göze|para*',
      'kendini dışlama',
      'mola ver*',
      '18 yaş*',
      'kumar bağımlı*',
    ],
    risk: [
      'kaybed*|kaybet* <1> bilir*|olası*|mümkün|risk*|göze',
      'kaybedebilir*|düşebilir*',
      'risk* <4> içer*|taşı*|kayıp*|sermaye*',
      'yatırım tavsiye* <3> değil*',
      'geçmiş <2> performans*|getiri*',
    ],
  },
  sources: 'Kaynaklar',
  numbers: { thousands: '.', decimal: ',' },
};
