/** Made-up titles in the four languages, the same for the same seed. */

import { createRandom } from './random.ts';

export const WORDS = {
  en: 'how to bet the odds of a market with poker cricket exchange margin bankroll strategy live dealer value kelly staking hand range bluff table tournament record limit risk variance line closing price early late team news pitch report app crypto wallet'.split(
    ' ',
  ),
  ru: 'как делать ставки на футбол и покер банкролл маржа линия рынок ценность стратегия раздача блеф турнир ёлка чай лимит риск'.split(
    ' ',
  ),
  tr: 'nasıl bahis yapılır oran İstanbul ısrar çağrı poker masası kart değer strateji canlı sınır güç ölçü'.split(
    ' ',
  ),
  ko: '베팅 확률 포커 초보자를 위한 가이드 한국어를 배우는 독자 자금 관리 라이브 딜러 전략'.split(' '),
};

export function makeTitles(
  count: number,
  seed: number,
  languages = Object.keys(WORDS) as (keyof typeof WORDS)[],
): string[] {
  const random = createRandom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, () => {
    const words = WORDS[pick(languages)];
    const length = 3 + Math.floor(random() * 6);
    const title = Array.from({ length }, () => pick(words)).join(' ');
    return `${title.charAt(0).toUpperCase()}${title.slice(1)}${random() < 0.3 ? ` ${Math.floor(random() * 5000)}` : ''}`;
  });
}
