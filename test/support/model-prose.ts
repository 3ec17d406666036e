/** Prose for the test server: sentences of four languages, never the same article twice. */

export type ProseLanguage = 'English' | 'Russian' | 'Turkish' | 'Korean';

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
  Korean: {
    openers: [
      '저녁마다',
      '조용한 주간에는',
      '경기가 시작되기 전에',
      '긴 시즌이 끝난 뒤',
      '작은 테이블에서',
      '처음 읽는 사람에게',
      '조금만 참으면',
      '가격이 움직일 때',
      '전반전 동안',
      '아무도 보지 않으면',
      '한 해 내내',
      '가장 단순한 경우에',
    ],
    subjects: [
      '꼼꼼한 이용자는',
      '나이 든 딜러는',
      '다음 예시는',
      '정직한 기록은',
      '더 작은 판돈은',
      '느긋한 친구는',
      '두 번째 열은',
      '이 평범한 규칙은',
      '흔한 마진은',
      '적어 둔 상한은',
      '마지막 카드는',
      '지친 손님은',
    ],
    predicates: [
      '실제 비용을 보여 주고',
      '돈을 조금 남겨 두며',
      '한 번 더 확인을 부탁하고',
      '거의 아무것도 바꾸지 않으며',
      '계산 전체를 설명하고',
      '답을 분명하게 만들며',
      '의심할 여지를 남기고',
      '두 번째 시선을 요구하며',
      '종이 위에서 더 잘 통하고',
      '운보다 많은 것을 가르치며',
      '생각보다 적게 들고',
      '습관으로 굳어지며',
    ],
    endings: [
      '그것으로 충분합니다.',
      '알아채는 사람은 적습니다.',
      '숫자는 참을성이 있습니다.',
      '소음이 지나가면 드러납니다.',
      '기록이 말해 줄 것입니다.',
      '나쁜 날에도 그렇습니다.',
      '다른 사람은 계속 추측합니다.',
      '규칙이 바뀌면 달라집니다.',
      '저녁은 차분하게 흘러갑니다.',
      '마지막 판까지 이어집니다.',
      '적어 두면 오래 남습니다.',
      '다치는 사람은 없습니다.',
    ],
    nouns: [
      '장부',
      '강변',
      '마진',
      '항구',
      '승차권',
      '정원',
      '신호',
      '선장',
      '창문',
      '다리',
      '등불',
      '부엌',
      '대리석',
      '과수원',
      '연필',
      '그림자',
      '목재',
      '벨벳',
      '호루라기',
      '협곡',
      '깃털',
      '망치',
      '섬마을',
      '외투',
      '장마',
      '바늘',
      '굴밭',
      '후추',
      '채석장',
      '로켓',
      '안장',
      '터널',
      '우산',
      '골짜기',
      '호두',
      '닻줄',
      '바구니',
      '구리',
      '청룡',
      '기관차',
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

/** Three nouns and two names: thousands of titles, no two alike. */
export function createTitle(language: ProseLanguage, seed: string): string {
  const random = createRandom(`title ${seed}`);
  const { nouns } = BANKS[language];
  const name = () => Array.from({ length: 3 }, () => pick(SYLLABLES[language], random)).join('');
  const words = Array.from({ length: 3 }, () => pick(nouns, random));
  return [...words, capitalize(name()), capitalize(name())].join(' ');
}

const combine = (consonants: string, vowels: string) =>
  [...consonants].flatMap((consonant) => [...vowels].map((vowel) => consonant + vowel));
const LATIN = combine('bdfgklmnprstvz', 'aeiou');
const SYLLABLES: Record<ProseLanguage, readonly string[]> = {
  English: LATIN,
  Turkish: LATIN,
  Russian: combine('бвгдзклмнпрстф', 'аеиоу'),
  Korean: Array.from({ length: 300 }, (_none, index) => String.fromCharCode(0xac00 + index * 28)),
};

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** 90 to 150 characters. */
export function createDescription(language: ProseLanguage, seed: string): string {
  const random = createRandom(`description ${seed}`);
  let text = createSentence(language, random);
  while (text.length < 70) text = `${text} ${createSentence(language, random)}`;
  return text;
}
