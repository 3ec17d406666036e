/** Turkish: how figures are written, and the words that say what they are. */
import type { NumberWords } from './figure-words.ts';

export const figuresTr: NumberWords = {
  thousands: '.',
  decimal: ',',
  roles: {
    odds: 'oran|fiyat|kesir|ondalık|çizgi',
    probability: 'olasılı|ihtimal|şans|demek|karşılık|denk|başabaş|yüzde',
    stake: 'bahis|bahs|yatır|birim|oyna|koy|lira|risk|basar|bas(?:mak|tı)',
    payout: 'dön|öde|alır|toplam|geri|eder(?!siniz)|getir|kupon',
    profit: 'kâr|kar(?:ı|ınız|lı)?(?!\\p{L})|kazan(?!ır)|net|üstüne|fazla',
    margin: 'marj|overround|pay(?:ı)?(?!\\p{L})',
    pot: 'pot',
    call: 'görmek|gör(?:ür|meniz)|öde(?:mek|meniz)|call|pot oran',
    expectation: 'beklen|ortalama|ev(?!\\p{L})|uzun vade',
    fee: 'komisyon|kesinti|kesil|ücret|vergi|rake|alır|öder',
    remaining: 'kal|sonra|elinizde',
    growth: 'faiz|yıllık|bileşik|büyü|yükselir|çıkar|olur',
    share: 'kadar|kısm|üzerinden|maç başına|oran(?:ında|ı)|kasa',
  },
  american: 'amerikan',
  percent: 'yüzde',
  currencies: 'lira|tl(?!\\p{L})|dolar|avro|euro|sterlin|kuruş|usd|eur|try(?!\\p{L})',
  magnitudes: 'bin(?!\\p{L})|milyon|milyar|trilyon',
  years: 'yıl|sene|yaş',
  durations: 'saniye|dakika|saat|gün|hafta|ay(?:da|lık|ı|dan)?(?!\\p{L})',
  months: 'ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık',
  ordinals:
    'bölüm|adım|madde|kısım|kural|tablo|şekil|sayfa|seviye|tur(?!\\p{L})|sezon|sürüm|seçenek|satır|sütun|ek(?!\\p{L})|cilt|numara|maç|aşama|grup|lig|sınıf|paragraf|fıkra',
  ages: 'yaş|ve üzeri',
  examples:
    'örne[kğ]|mesela|diyelim|varsay|düşün(?:ün|elim)|farz|söz gelimi|sözgelimi|hayal|hayali|uydurma|kurgusal',
  claims:
    'yaklaşık|aşağı yukarı|neredeyse|ortalama|tipik|genel(?:de|likle)|yalnız|sadece|fazla|az(?= )|en az|en çok|kabaca|civar|büyüdü|arttı|azaldı|düştü|günde|haftada|ayda|yılda|gecede|her yüz',
};
