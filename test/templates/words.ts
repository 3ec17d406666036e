/** The words of the fixtures in four languages. */
import type { BuiltInLocale } from '../../src/locales/codes.ts';

interface Words {
  categories: string[];
  subcategories: string[];
  titles: string[];
  descriptions: string[];
  authors: string[];
  bio: string;
}

export const WORDS: Record<BuiltInLocale, Words> = {
  en_US: {
    categories: [
      '🎲 Betting Strategies',
      '♠️ Poker Guides',
      '🧠 Gambling Psychology',
      '📱 Online Gaming Trends',
      '📊 Industry Insights',
    ],
    subcategories: [
      '💰 Bankroll Management',
      '🔁 Betting Systems',
      '🏏 Sports Betting Tips',
      '🧮 Odds Calculation',
      '🔍 Pre-Match Analysis',
      '🃏 Other Betting Strategies',
    ],
    titles: [
      'What a Betting Exchange Really Charges',
      'Why the Martingale Fails, Step by Step',
      'Pot Odds & Equity: The <One> Sum Worth Learning',
      'Reading a Cricket Pitch Report',
      'The Near Miss and What It Does to a Player',
      "Tilt: A Cooling-Off Plan That You'll Keep",
      'How Long Is the Long Run?',
      'Deposit Limits, Explained by Someone Who Uses Them',
      'Implied Probability and the Overround',
    ],
    descriptions: [
      'Commission looks small until it meets turnover. A worked example shows where the money goes, and when an exchange is the cheaper place to stand.',
      'Doubling after every loss feels safe because most evenings end well. The sums say what the other evenings cost.',
      'Staking, odds and preparation explained with sums you can check, for adults who prefer to think before they bet. 🎲',
    ],
    authors: [
      'Anaya Deshmukh',
      'Wei Ling Tan',
      'Editorial Team',
      'Luca Ferrante',
      'Olga Sorokina',
      'Kavya Reddy',
    ],
    bio: 'Writes about prices and the people who set them. Kept the books of a racecourse tote for eleven seasons before turning to print.',
  },
  ru_RU: {
    categories: [
      '🎲 Стратегии ставок',
      '♠️ Покер: руководства',
      '🧠 Психология азарта',
      '📱 Тенденции онлайн-игр',
      '📊 Индустрия',
    ],
    subcategories: [
      '💰 Управление банкроллом',
      '🔁 Системы ставок',
      '🏏 Советы по спортивным ставкам',
      '🧮 Расчёт коэффициентов',
      '🔍 Предматчевый анализ',
      '🃏 Прочие стратегии',
    ],
    titles: [
      'Сколько на самом деле стоит биржа ставок',
      'Почему мартингейл проигрывает: шаг за шагом',
      'Шансы банка и эквити: одна сумма, которую стоит выучить',
      'Живой дилер: что меняет студия, а что нет',
      'Ошибка игрока и «горячая рука»',
    ],
    descriptions: [
      'Комиссия кажется незаметной, пока не встретится с оборотом. Разбираем на примере, куда уходят деньги и когда биржа обходится дешевле.',
      'Удваивать после каждого проигрыша спокойно: почти все вечера заканчиваются хорошо. Подсчёт показывает, чего стоят остальные.',
      'Ставки, коэффициенты и подготовка с расчётами, которые можно проверить, — для взрослых, которые сначала думают. 🎲',
    ],
    authors: ['Ольга Сорокина', 'Павел Антонов', 'Редакция', 'Лука Ферранте'],
    bio: 'Пишет о ценах и о людях, которые их назначают. Одиннадцать сезонов вела книги тотализатора на ипподроме.',
  },
  tr_TR: {
    categories: [
      '🎲 Bahis Stratejileri',
      '♠️ Poker Rehberleri',
      '🧠 Kumar Psikolojisi',
      '📱 Çevrimiçi Oyun Eğilimleri',
      '📊 Sektörden Notlar',
    ],
    subcategories: [
      '💰 Kasa Yönetimi',
      '🔁 Bahis Sistemleri',
      '🏏 Spor Bahsi Üzerine',
      '🧮 Oran Hesaplama',
      '🔍 Maç Öncesi Analiz',
      '🃏 Diğer Stratejiler',
    ],
    titles: [
      'Bahis Borsası Gerçekte Ne Kadar Alıyor?',
      'Martingale Neden İşe Yaramaz: Adım Adım',
      'İstanbul’dan Iğdır’a: Canlı Bahiste Gecikme',
      'Evde Kumar Konuşmak: Şefkat, Ölçü, Güven',
      'Pot Oranı ve Eşitlik: Öğrenmeye Değer Tek Hesap',
    ],
    descriptions: [
      'Komisyon, cirosuyla karşılaşana kadar küçük görünür. Paranın nereye gittiğini ve borsanın ne zaman ucuz olduğunu bir örnekle gösteriyoruz.',
      'Her kayıptan sonra ikiye katlamak güvenli gelir; çünkü akşamların çoğu iyi biter. Hesap, kalan akşamların bedelini söylüyor.',
      'Bahse girmeden önce düşünmeyi seven yetişkinler için, denetlenebilir hesaplarla oranlar ve hazırlık. 🎲',
    ],
    authors: ['İpek Işık', 'Emre Kaya', 'Yayın Kurulu', 'Aylin Demir'],
    bio: 'Fiyatları ve fiyatı koyanları yazıyor. Yazıya geçmeden önce on bir sezon boyunca bir hipodromun defterlerini tuttu.',
  },
  ko_KR: {
    categories: ['🎲 베팅 전략', '♠️ 포커 안내서', '🧠 도박 심리', '📱 온라인 게임 동향', '📊 업계 이야기'],
    subcategories: [
      '💰 자금 관리',
      '🔁 베팅 시스템',
      '🏏 스포츠 베팅 조언',
      '🧮 배당 계산',
      '🔍 경기 전 분석',
      '🃏 그 밖의 전략',
    ],
    titles: [
      '내재 확률과 오버라운드, 한 걸음씩',
      '마틴게일은 왜 실패하는가',
      '팟 오즈와 에퀴티: 배워 둘 만한 단 하나의 계산',
      '운인가 실력인가, 표본의 크기가 말해 주는 것',
      '환급률을 읽는 법',
    ],
    descriptions: [
      '배당을 퍼센트로 바꾸고 그 안에 숨은 마진을 찾아내는 법. 몇 줄의 나눗셈으로 이 베팅이 평균적으로 얼마짜리인지 직접 계산해 볼 수 있습니다.',
      '질 때마다 두 배로 거는 방법은 안전해 보입니다. 대부분의 저녁은 무사히 끝나기 때문입니다. 나머지 저녁의 값을 계산해 봅니다.',
      '걸기 전에 생각하는 어른을 위해, 확인할 수 있는 계산으로 배당과 준비를 설명합니다. 🎲',
    ],
    authors: ['박민지', '서준', '편집부', '미라 수브라마니암'],
    bio: '가격과 가격을 매기는 사람들에 대해 씁니다. 글을 쓰기 전에는 열한 시즌 동안 경마장의 장부를 맡았습니다.',
  },
};

const FEATURES = `
| Price | Implied | Fair |
|:------|--------:|:----:|
| 1.91  | 52.4 %  | 2.00 |
| 3.50  | 28.6 %  | 3.67 |

\`\`\`js
// The book adds up to more than one.
const prices = [1.91, 1.91];
const margin = prices.reduce((sum, price) => sum + 1 / price, 0) - 1;
console.log(\`\${(margin * 100).toFixed(1)} %\`);
\`\`\`

- [x] \`stake\` written down
- [ ] result written down

1. One
   1. One and a half
2. Two

> “The price is an opinion with a fee.”
>
> *A bookmaker’s clerk*

![A drawing](4.svg)

---

`;

export const MARKDOWN: Record<BuiltInLocale, string> = {
  en_US: `Every price on a screen is a sentence written in numbers. Somebody has looked at a match, formed a view of how likely each outcome is, added a charge for the trouble, and published the total. Reading the sentence backwards is not difficult, and [it is worth learning](/articles/story-1) before the first stake.[^1]

A betting exchange shows its charge openly, which is why it looks dearer than it is. A bookmaker folds the charge into the price, which is why it looks cheaper than it is. Neither is a kindness.

## Where the commission goes

Suppose that you back a side at 2.00 with 1,000 rupees and it wins. The exchange pays **1,000** and keeps 2 % of it. See [the helpline](https://www.gamblersanonymous.org/) if the sum has begun to matter too much.
${FEATURES}
## What it costs over a season

Turnover is what the commission meets, not profit. A careful player who turns over a modest bankroll forty times has paid the fee forty times.

### A smaller sum

Write the stake, the price and the result in a notebook. After a hundred lines the notebook knows more about you than you do.

## What to remember

Compare the prices *after* the fee. Set a limit first, and keep to it.

[^1]: The sums here use decimal prices throughout.`,
  ru_RU: `Каждый коэффициент на экране — это предложение, записанное числами. Кто-то посмотрел на матч, оценил вероятность каждого исхода, добавил плату за труды и опубликовал итог. Прочитать это предложение задом наперёд нетрудно, и [научиться стоит](/ru/articles/story-1) до первой ставки.[^1]

## Куда уходит комиссия

Допустим, вы поставили 1000 рублей с коэффициентом 2,00 и выиграли. Биржа выплатит **1000** и удержит 2 %.
${FEATURES}
## Сколько это стоит за сезон

Комиссия встречается с оборотом, а не с прибылью. Осторожный игрок, прокрутивший скромный банк сорок раз, сорок раз заплатил сбор.

## Что запомнить

Сравнивайте цены *после* сбора. Сначала назначьте предел, потом держитесь его.

[^1]: Все расчёты — в десятичных коэффициентах.`,
  tr_TR: `Ekrandaki her oran, sayılarla yazılmış bir cümledir. Birisi maça bakmış, her sonucun olasılığını tartmış, emeğinin karşılığını eklemiş ve toplamı yayımlamıştır. Cümleyi tersten okumak zor değildir; ilk bahisten önce [öğrenmeye değer](/tr/articles/story-1).[^1]

## Komisyon nereye gider?

Diyelim ki 2,00 orandan 1.000 lira yatırdınız ve kazandınız. Borsa **1.000** lira öder, bunun yüzde ikisini kendine ayırır.
${FEATURES}
## Bir sezonda kaça gelir?

Komisyon kârla değil, ciroyla karşılaşır. Mütevazı bir kasayı kırk kez çeviren dikkatli oyuncu, ücreti kırk kez ödemiştir.

## Akılda kalsın

Fiyatları ücretten *sonra* karşılaştırın. Önce sınırınızı koyun, sonra ona uyun.

[^1]: Buradaki hesaplarda ondalık oran kullanıldı.`,
  ko_KR: `화면에 뜬 배당은 숫자로 쓴 문장입니다. 누군가 경기를 보고 결과마다 가능성을 가늠한 뒤 수고비를 얹어 내놓은 값입니다. 이 문장을 거꾸로 읽는 일은 어렵지 않고, 처음 돈을 걸기 전에 [배워 둘 만합니다](/ko/articles/story-1).[^1]

## 수수료는 어디로 가는가

2.00에 10만 원을 걸어 맞혔다고 합시다. 거래소는 **10만 원**을 주고 그 가운데 2%를 떼어 갑니다.
${FEATURES}
## 한 시즌이면 얼마인가

수수료는 이익이 아니라 회전액과 만납니다. 적은 자금을 마흔 번 돌린 사람은 수수료도 마흔 번 낸 셈입니다.

## 기억할 것

수수료를 뺀 *다음*의 값을 비교하세요. 먼저 한도를 정하고 그것을 지키세요.

[^1]: 여기서는 소수 배당만 씁니다.`,
};
