/** Prose for the test server: sentences of English, Russian and Turkish, never the same article twice. */

export type ProseLanguage = 'English' | 'Russian' | 'Turkish';

interface Bank {
  openers: string[];
  subjects: string[];
  predicates: string[];
  endings: string[];
  nouns: string[];
}

const BANKS: Record<ProseLanguage, Bank> = {
  English: {
    openers: [
      'On most evenings',
      'In a quiet week',
      'Before the match starts',
      'After a long season',
      'At a small table',
      'For a new reader',
      'With a little patience',
      'When the price moves',
      'During the first half',
      'If nobody is looking',
      'Over a whole year',
      'In the simplest case',
      'Without any hurry',
      'On a rainy afternoon',
    ],
    subjects: [
      'a careful player',
      'the older dealer',
      'our next example',
      'every honest record',
      'the smaller stake',
      'a patient friend',
      'the second column',
      'this plain rule',
      'the usual margin',
      'a written limit',
      'the final card',
      'one tired guest',
      'the printed table',
      'a steady habit',
    ],
    predicates: [
      'shows the real cost',
      'keeps some money aside',
      'asks for one more check',
      'changes very little',
      'explains the whole sum',
      'makes the answer clear',
      'leaves room for doubt',
      'saves a good deal',
      'hides behind large words',
      'needs a second look',
      'works better on paper',
      'teaches more than luck',
      'costs less than people think',
      'turns into a routine',
    ],
    endings: [
      'before anyone decides.',
      'and that is enough.',
      'although few people notice.',
      'because numbers are patient.',
      'once the noise is gone.',
      'as the notes will tell.',
      'even on a bad day.',
      'while others keep guessing.',
      'unless the rules change.',
      'so the evening stays calm.',
      'until the last round.',
      'when nothing else helps.',
      'and nobody gets hurt.',
      'if you write it down.',
    ],
    nouns: [
      'Ledger',
      'River',
      'Margin',
      'Harbour',
      'Ticket',
      'Garden',
      'Signal',
      'Captain',
      'Window',
      'Bridge',
      'Lantern',
      'Kitchen',
      'Marble',
      'Orchard',
      'Pencil',
      'Shadow',
      'Timber',
      'Velvet',
      'Whistle',
      'Canyon',
      'Feather',
      'Hammer',
      'Island',
      'Jacket',
      'Monsoon',
      'Needle',
      'Oyster',
      'Pepper',
      'Quarry',
      'Rocket',
      'Saddle',
      'Tunnel',
      'Umbrella',
      'Valley',
      'Walnut',
      'Anchor',
      'Basket',
      'Copper',
      'Dragon',
      'Engine',
    ],
  },
  Russian: {
    openers: [
      'Почти каждый вечер',
      'В спокойную неделю',
      'Перед началом матча',
      'После долгого сезона',
      'За небольшим столом',
      'Для нового читателя',
      'При должном терпении',
      'Когда цена меняется',
      'В первом тайме',
      'Если никто не смотрит',
      'За целый год',
      'В самом простом случае',
      'Без всякой спешки',
      'В дождливый день',
    ],
    subjects: [
      'осторожный игрок',
      'опытный дилер',
      'наш следующий пример',
      'каждая честная запись',
      'меньшая ставка',
      'терпеливый друг',
      'второй столбец',
      'это простое правило',
      'обычная маржа',
      'записанный предел',
      'последняя карта',
      'уставший гость',
      'напечатанная таблица',
      'ровная привычка',
    ],
    predicates: [
      'показывает настоящую цену',
      'откладывает немного денег',
      'требует ещё одной проверки',
      'меняет очень мало',
      'объясняет весь расчёт',
      'делает ответ понятным',
      'оставляет место сомнению',
      'сберегает немалую сумму',
      'прячется за громкими словами',
      'заслуживает второго взгляда',
      'лучше работает на бумаге',
      'учит больше, чем удача',
      'стоит дешевле ожиданий',
      'становится привычным делом',
    ],
    endings: [
      'прежде чем кто-то решит.',
      'и этого достаточно.',
      'хотя это мало кто замечает.',
      'потому что числа терпеливы.',
      'как только стихает шум.',
      'о чём скажут записи.',
      'даже в плохой день.',
      'пока другие гадают.',
      'если правила не изменятся.',
      'и вечер остаётся спокойным.',
      'до самого последнего круга.',
      'когда больше ничто не помогает.',
      'и никто не пострадает.',
      'если всё записывать.',
    ],
    nouns: [
      'Журнал',
      'Берег',
      'Расчёт',
      'Гавань',
      'Билет',
      'Садовник',
      'Сигнал',
      'Капитан',
      'Окно',
      'Мост',
      'Фонарь',
      'Кухня',
      'Мрамор',
      'Яблоня',
      'Карандаш',
      'Тень',
      'Брусок',
      'Бархат',
      'Свисток',
      'Ущелье',
      'Перо',
      'Молоток',
      'Остров',
      'Куртка',
      'Ливень',
      'Иголка',
      'Устрица',
      'Перец',
      'Рудник',
      'Ракета',
      'Седло',
      'Тоннель',
      'Зонтик',
      'Долина',
      'Орешник',
      'Якорь',
      'Корзина',
      'Медь',
      'Дракон',
      'Двигатель',
    ],
  },
  Turkish: {
    openers: [
      'Çoğu akşam',
      'Sakin bir haftada',
      'Maç başlamadan önce',
      'Uzun bir sezondan sonra',
      'Küçük bir masada',
      'Yeni bir okur için',
      'Biraz sabırla',
      'Fiyat değişince',
      'İlk yarı boyunca',
      'Kimse bakmıyorsa',
      'Bütün bir yıl',
      'En basit durumda',
      'Hiç acele etmeden',
      'Yağmurlu bir günde',
    ],
    subjects: [
      'dikkatli bir oyuncu',
      'deneyimli krupiye',
      'sıradaki örneğimiz',
      'her dürüst kayıt',
      'daha küçük bahis',
      'sabırlı bir arkadaş',
      'ikinci sütun',
      'bu sade kural',
      'alışılmış pay',
      'yazılı bir sınır',
      'son açılan kart',
      'yorgun bir misafir',
      'basılı tablo',
      'düzenli bir alışkanlık',
    ],
    predicates: [
      'gerçek bedeli gösterir',
      'biraz parayı kenara koyar',
      'bir kez daha kontrol ister',
      'çok az şey değiştirir',
      'bütün hesabı anlatır',
      'cevabı açık hale getirir',
      'şüpheye yer bırakır',
      'epeyce para kazandırır',
      'büyük sözlerin arkasına saklanır',
      'ikinci bir bakışı hak eder',
      'kâğıt üzerinde daha iyi çalışır',
      'şanstan fazlasını öğretir',
      'sanılandan ucuza gelir',
      'zamanla düzene dönüşür',
    ],
    endings: [
      've kimse karar vermeden önce olur.',
      've bu kadarı yeter.',
      'ama bunu çok az kişi görür.',
      'çünkü sayılar sabırlı olur.',
      'gürültü bitince anlaşılır.',
      'notlar da bunu söyler.',
      'kötü bir günde bile.',
      'başkaları tahmin ederken.',
      'kurallar değişmedikçe.',
      've akşam sakin kalır.',
      'son tura kadar sürer.',
      'başka çare kalmayınca.',
      've kimse zarar görmez.',
      'her şeyi yazarsanız.',
    ],
    nouns: [
      'Defter',
      'Nehir',
      'Hesap',
      'Liman',
      'Bilet',
      'Bahçe',
      'Sinyal',
      'Kaptan',
      'Pencere',
      'Köprü',
      'Fener',
      'Mutfak',
      'Mermer',
      'Elma',
      'Kalem',
      'Gölge',
      'Kereste',
      'Kadife',
      'Düdük',
      'Vadi',
      'Tüy',
      'Çekiç',
      'Ada',
      'Ceket',
      'Yağmur',
      'İğne',
      'Midye',
      'Biber',
      'Ocak',
      'Roket',
      'Eyer',
      'Tünel',
      'Şemsiye',
      'Ova',
      'Ceviz',
      'Çapa',
      'Sepet',
      'Bakır',
      'Ejder',
      'Motor',
    ],
  },
};

/** A small generator of numbers, the same for the same seed. */
export function createRandom(seed: string): () => number {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}

function pick<T>(list: readonly T[], random: () => number): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new Error('an empty list');
  return item;
}

function createSentence(language: ProseLanguage, random: () => number): string {
  const { openers, subjects, predicates, endings } = BANKS[language];
  return `${pick(openers, random)} ${pick(subjects, random)} ${pick(predicates, random)} ${pick(endings, random)}`;
}

/** Paragraphs of four sentences with about this many words. */
export function createProse(language: ProseLanguage, words: number, seed: string): string {
  const random = createRandom(seed);
  const paragraphs: string[] = [];
  for (let count = 0; count < words; ) {
    const paragraph = Array.from({ length: 4 }, () => createSentence(language, random)).join(' ');
    paragraphs.push(paragraph);
    count += paragraph.split(' ').length;
  }
  return paragraphs.join('\n\n');
}

/** Five nouns: thousands of titles, no two alike. */
export function createTitle(language: ProseLanguage, seed: string): string {
  const random = createRandom(`title ${seed}`);
  const { nouns } = BANKS[language];
  return Array.from({ length: 5 }, () => pick(nouns, random)).join(' ');
}

/** 90 to 150 characters. */
export function createDescription(language: ProseLanguage, seed: string): string {
  const random = createRandom(`description ${seed}`);
  let text = createSentence(language, random);
  while (text.length < 70) text = `${text} ${createSentence(language, random)}`;
  return text;
}
