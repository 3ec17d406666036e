/** Turkish. Refusals as models word them when they are asked in Turkish. */
import type { LeftoverWords } from './leftover-words.ts';

const TEXT = '(?:makale|bölüm|metin|çeviri|taslak|yazı|versiyon|sürüm|içerik)';

export const leftoversTr: LeftoverWords = {
  refusals: [
    '(?:Üzgünüm|Özür dilerim|Maalesef|Kusura bakmayın),?(?: ama| ancak| fakat)?,? (?:[^.\\n]{0,60} )?(?:yardımcı olamam|yardımcı olamıyorum|yerine getiremem|yerine getiremiyorum|yazamam|oluşturamam|sağlayamam|sağlayamıyorum|üretemem)',
    '(?:Bu|Böyle bir) (?:istek|talep|konu|içerik|isteğ\\p{L}+|taleb\\p{L}+|içeriğ\\p{L}+|konu\\p{L}*) [^.\\n]{0,40}(?:yardımcı olamam|yerine getiremem|yazamam|oluşturamam|üretemem)',
    'Bir (?:yapay z[eê]ka|dil model)\\p{L}*(?: \\p{L}+){0,2} olarak,? ',
  ],
  openings: [
    '(?:Tabii(?: ki)?|Elbette|Tamam|Kesinlikle)[!,.:]+ (?:[iİ]şte|aşağıda)(?!\\p{L})',
    `(?:İşte|Aşağıda) (?:istediğiniz|talep ettiğiniz|hazırladığım) (?:\\p{L}+ )?${TEXT}`,
  ],
  talk: {
    openings: [
      '(?:tabii(?: ki)?|elbette)[,!.] [iİ]şte(?!\\p{L})',
      '(?:devam etmemi|yazmamı|eklememi) ister misiniz',
      '[iİ]şte (?:metnin|makalenin|bölümün|yazının) [^.\\n]{0,20}(?:çevirisi|özeti)',
      '[iİ]şte (?:makale|bölüm|metin|çeviri|istediğiniz)',
    ],
    anywhere: [
      '(?<!\\p{L})(?:son (?:bilgi )?güncellememe göre|bilgi (?:kesim|sınır) tarihim)',
      '(?<!\\p{L})bir (?:yapay z[eê]ka|dil modeli)(?:yim| olarak)',
      '(?<!\\p{L})(?:umarım (?:bu|bu makale|bu yazı) (?:yardımcı|faydalı) olur|başka bir sorunuz (?:olursa|varsa))',
    ],
  },
  counts: 'kelime sayısı|sözcük sayısı|toplam kelime',
  labels: 'meta (?:açıklama|başlık)\\p{L}*|SEO (?:başlığı|açıklaması)|anahtar kelimeler|hedef kitle',
  ends: '(?:makalenin|bölümün|metnin|yazının|çevirinin) sonu|devamı (?:bir )?sonraki (?:mesajda|yanıtta)',
  roles: { asks: 'Kullanıcı|İnsan', answers: 'Asistan|Yapay Zek[aâ]|Model', program: 'Asistan' },
  cut: '(?<!\\p{L})(?:ve|veya|ya da|ama|fakat|ancak|çünkü|bir|bu|şu|hem|eğer|ki)',
};
