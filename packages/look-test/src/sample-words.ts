/** The words of the sample site, in languages of four scripts: Latin, Cyrillic, Hangul, and Arabic from right to left. */

export interface Words {
  /** The folder of the edition. */
  locale: string;
  categories: readonly [Entry, Entry];
  other: string;
  author: Entry;
  tags: readonly string[];
  /** Of the articles, some longer than a line of a phone. */
  titles: readonly string[];
  headings: readonly string[];
  sentences: readonly string[];
}

interface Entry {
  title: string;
  description: string;
}

export const WORDS: readonly Words[] = [
  {
    locale: 'en_US',
    categories: [
      { title: 'Letters', description: 'What people wrote to each other when a reply took a month.' },
      { title: 'Harbours', description: 'Places where a journey ends or begins, and who works there.' },
    ],
    other: 'Everything Else',
    author: { title: 'Nora Whitfield', description: 'Nora Whitfield reads old letters and writes new ones.' },
    tags: ['Post offices', 'Winter'],
    titles: [
      'The Slow Post: How a Letter Crossed the North Sea in Winter',
      'A Harbour without a Sea',
      'Ink',
      'What the Lighthouse Keeper Wrote Down Every Evening for Thirty-One Years',
      'The Last Ferry',
      'Reading by a Small Lamp',
      'On Folding Paper',
      'An Inventory of One Drawer',
    ],
    headings: ['The crossing', 'What it cost', 'An answer'],
    sentences: [
      'The mail left the quay at four in the afternoon, when the light was already going.',
      'Nobody on the pier knew whether the boat would reach the other side that night or come back with ice on its ropes.',
      'A letter that arrives late is still a letter; only its questions have changed.',
      'She kept the envelopes in a drawer, tied by year, and opened none of them twice.',
      'The clerk weighed each of them by hand and wrote the sum in pencil, so that it could be corrected.',
      'In spring the ledgers were balanced, and the missing bags were struck out with a single line.',
    ],
  },
  {
    locale: 'ru_RU',
    categories: [
      { title: 'Письма', description: 'Что люди писали друг другу, когда ответа ждали месяц.' },
      {
        title: 'Гавани',
        description: 'Места, где кончается или начинается дорога, и те, кто там работает.',
      },
    ],
    other: 'Всё остальное',
    author: { title: 'Нина Воронцова', description: 'Нина Воронцова читает старые письма и пишет новые.' },
    tags: ['Почта', 'Зима'],
    titles: [
      'Медленная почта: как письмо зимой переплывало Северное море',
      'Гавань без моря',
      'Чернила',
      'Что смотритель маяка записывал каждый вечер тридцать один год подряд',
      'Последний паром',
      'Чтение при маленькой лампе',
      'О том, как складывают бумагу',
      'Опись одного ящика',
    ],
    headings: ['Переправа', 'Чего это стоило', 'Ответ'],
    sentences: [
      'Почта уходила с причала в четыре часа дня, когда уже смеркалось.',
      'Никто на пирсе не знал, дойдёт ли судно этой ночью до другого берега или вернётся со льдом на снастях.',
      'Письмо, которое пришло поздно, всё равно письмо; изменились только его вопросы.',
      'Конверты она хранила в ящике, связанные по годам, и ни одного не открывала дважды.',
      'Служащий взвешивал каждое на руке и записывал сумму карандашом, чтобы её можно было исправить.',
      'Весной сводили книги, и пропавшие мешки вычёркивали одной чертой.',
    ],
  },
  {
    locale: 'ko_KR',
    categories: [
      { title: '편지', description: '답장을 한 달씩 기다리던 때에 사람들이 서로에게 쓴 글.' },
      { title: '항구', description: '길이 끝나거나 시작되는 곳, 그리고 그곳에서 일하는 사람들.' },
    ],
    other: '그 밖의 글',
    author: { title: '한서연', description: '한서연은 오래된 편지를 읽고 새 편지를 씁니다.' },
    tags: ['우체국', '겨울'],
    titles: [
      '느린 우편: 겨울 북해를 건너간 편지 한 통',
      '바다가 없는 항구',
      '잉크',
      '등대지기가 서른한 해 동안 저녁마다 적어 둔 것',
      '마지막 나룻배',
      '작은 등불 아래의 독서',
      '종이를 접는 법에 대하여',
      '서랍 하나의 목록',
    ],
    headings: ['건너는 길', '치른 값', '답장'],
    sentences: [
      '우편물은 오후 네 시, 이미 빛이 기울 무렵에 부두를 떠났다.',
      '그날 밤 배가 건너편에 닿을지, 밧줄에 얼음을 달고 돌아올지 부두의 누구도 알지 못했다.',
      '늦게 도착한 편지도 편지다. 달라진 것은 그 안의 물음뿐이다.',
      '그는 봉투를 해마다 묶어 서랍에 넣어 두었고, 어느 것도 두 번 열지 않았다.',
      '직원은 편지를 하나하나 손으로 달아 보고, 고칠 수 있도록 연필로 값을 적었다.',
      '봄이 되면 장부를 맞추었고, 잃어버린 자루는 줄 하나로 지웠다.',
    ],
  },
  {
    locale: 'ar',
    categories: [
      { title: 'رسائل', description: 'ما كتبه الناس بعضهم لبعض حين كان الجواب يستغرق شهرًا.' },
      { title: 'موانئ', description: 'أماكن تنتهي عندها الرحلة أو تبدأ، ومن يعمل فيها.' },
    ],
    other: 'كل ما سوى ذلك',
    author: { title: 'ليلى حداد', description: 'تقرأ ليلى حداد الرسائل القديمة وتكتب رسائل جديدة.' },
    tags: ['البريد', 'الشتاء'],
    titles: [
      'البريد البطيء: كيف عبرت رسالة بحر الشمال في الشتاء',
      'ميناء بلا بحر',
      'حبر',
      'ما دوّنه حارس المنارة كل مساء طوال إحدى وثلاثين سنة',
      'العبّارة الأخيرة',
      'القراءة على ضوء مصباح صغير',
      'في طيّ الورق',
      'جرد درج واحد',
    ],
    headings: ['العبور', 'ما كلّفه ذلك', 'جواب'],
    sentences: [
      'كان البريد يغادر الرصيف في الرابعة بعد الظهر حين يبدأ الضوء بالأفول.',
      'لم يكن أحد على الرصيف يعلم هل يبلغ المركب الضفة الأخرى تلك الليلة أم يعود والجليد على حباله.',
      'الرسالة التي تصل متأخرة تبقى رسالة، ولم يتغير إلا أسئلتها.',
      'كانت تحفظ الظروف في درج مربوطة بحسب السنين، ولم تفتح واحدًا منها مرتين.',
      'كان الموظف يزن كل رسالة بيده ويكتب الثمن بقلم رصاص كي يمكن تصحيحه.',
      'وفي الربيع تُسوّى الدفاتر، وتُشطب الأكياس المفقودة بخط واحد.',
    ],
  },
];
