/** Turkish: prompt rules, notes and fillers. */
import { figuresTr } from './figures-tr.ts';
import type { Writing } from './writing.ts';

export const writingTr: Writing = {
  lang: 'Turkish',
  responseLang: 'Keep every response strictly in Turkish.',
  additional: {
    articleSection: {
      typos:
        'Rarely, leave a minor typo, as a person does who types quickly. Never in a name, a number or a link.',
      sentenceLength: 'Vary the length of sentences between short and medium.',
    },
    languageFeatures: {
      suffixes: 'Never use a word that ends in -tedir or -tadır, such as "gelmektedir" or "yapılmaktadır".',
      tone: 'Write in a conversational tone: simple and friendly to the reader.',
      makeup: 'Use the terminology of makeup: say "yüz" (face) where you would say "cilt" (skin).',
    },
  },
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
  fillers:
    've veya ile için bir bu şu o da de ki mi mı mu mü ne nasıl neden niçin niye kim nerede hangi kaç nedir nelerdir ama fakat ise gibi kadar göre üzerine hakkında dair sonra önce daha en çok az her tüm bütün bazı şey şeyler olan olarak olur olmak olduğu eder etmek yapmak yapılır çalışır işler demek demektir anlama anlamak anlamına gelir rehber rehberi kılavuz kılavuzu temel temelleri giriş basit basitçe kolay kısa kısaca tam detaylı ipuçları ipucu yol yolu yolları bilmek bilmeniz gereken gerekenler önemli yeni başlayanlar pratik gerçekten iki üç dört beş açıklama açıklaması anlatım sade sözlerle söyler gösterir okumak',
  numbers: figuresTr,
};
