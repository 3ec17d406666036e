/** Korean: how figures are written, and the words that say what they are. */
import type { NumberWords } from './figure-words.ts';

export const figuresKo: NumberWords = {
  thousands: ',',
  decimal: '.',
  roles: {
    odds: '에 (?:\\S+ )?(?:걸|베팅|넣)|배당|배에|오즈|소수|분수|라인|제시|가격',
    probability: '확률|가능성|승률|손익분기|본전|퍼센트|뜻|해당|기대 승률',
    stake: '베팅|배팅|걸|거는|넣|판돈|단위|원금|콜',
    payout: '환급|돌려|지급|받|돌아|가치|총|당첨금',
    profit: '이익|순이익|수익|법니다|벌|남습|외에',
    margin: '마진|오버라운드|환수|수수료율',
    pot: '팟',
    call: '콜',
    expectation: '기댓값|기대값|기대치|평균|기대 수익',
    fee: '수수료|떼|세금|레이크|가져|공제|내면',
    remaining: '남|떼면|뒤|후',
    growth: '복리|이자|연(?= )|굴리|늘어|불어|됩니다|지나',
    share: '의(?= )|에서|한 번에|위험|비율',
  },
  american: '미국',
  percent: '퍼센트|프로',
  currencies: '원|달러|유로|파운드|엔',
  magnitudes: '백만|천만|십만|만|억|조|천(?!만)',
  years: '년',
  durations: '초|분|시간|일(?! 때)|주|달|개월|박',
  months: '월',
  ordinals: '장|단계|항|조|절|쪽|페이지|번째|호|회|라운드|시즌|버전|표|그림|등|위|차|단원|경기|번|부|그룹',
  ages: '세|살',
  examples: '예를 들|예컨대|가령|가정|생각해 봅|라고 합시다|라고 하면|예시|가상|예로|이를테면|치면',
  claims:
    '약|대략|거의|평균|보통|대부분|겨우|불과|넘|이상|이하|미만|최대|최소|정도|가량|쯤|성장|늘었|늘어났|줄었|하루|매주|매달|한 달|하룻밤|만(?= )|가운데',
};
