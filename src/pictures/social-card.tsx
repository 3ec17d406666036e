/** The layout of a social image: kicker, title and the site's name on paper, left of a strip for the cover. */
import type { ReactElement } from 'react';

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;
/** Width of the strip for the cover at the right edge. */
export const STRIP_WIDTH = 400;

const PAPER = '#f7f2e6';
const INK = '#1c262e';
const BRICK = '#a03c26';
const GREEN = '#1f5241';

const PADDING = 64;
const TEXT_WIDTH = CARD_WIDTH - STRIP_WIDTH - 2 * PADDING;
const TITLE_HEIGHT = 376;
const LEADING = 1.16;
const SIZES = [104, 92, 82, 74, 66, 58, 52, 46];
const MIN_SIZE = 40;

export interface Card {
  title: string;
  /** '' for none. */
  kicker: string;
  siteTitle: string;
  /** BCP 47. */
  language: string;
  /** CSS font-family list. */
  fontFamily: string;
}

export function SocialCard({ title, kicker, siteTitle, language, fontFamily }: Card): ReactElement {
  const fontSize = fitTitle(title);
  const keepWords = language === 'ko' && widestWord(title) * fontSize < TEXT_WIDTH;
  const oneLine = { display: 'block', lineClamp: 1 } as const;
  return (
    <div
      lang={language}
      style={{
        display: 'flex',
        boxSizing: 'border-box',
        flexDirection: 'column',
        justifyContent: 'space-between',
        width: CARD_WIDTH - STRIP_WIDTH,
        height: CARD_HEIGHT,
        padding: `${PADDING - 8}px ${PADDING}px`,
        background: PAPER,
        color: INK,
        fontFamily,
      }}
    >
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        <div
          style={{ ...oneLine, width: TEXT_WIDTH, height: 40, fontSize: 25, color: BRICK, letterSpacing: 2 }}
        >
          {kicker}
        </div>
        <div
          style={{
            display: 'block',
            width: TEXT_WIDTH,
            marginTop: 14,
            fontSize,
            lineHeight: LEADING,
            letterSpacing: fontSize > 60 ? -1 : 0,
            wordBreak: keepWords ? 'keep-all' : 'break-word',
            lineClamp: Math.floor(TITLE_HEIGHT / (fontSize * LEADING)),
          }}
        >
          {title}
        </div>
      </div>
      <div style={{ display: 'flex', alignItems: 'center' }}>
        <div style={{ width: 44, height: 5, marginRight: 20, background: GREEN }} />
        <div style={{ ...oneLine, width: TEXT_WIDTH - 64, fontSize: 28 }}>{siteTitle}</div>
      </div>
    </div>
  );
}

/** The largest size in pixels at which the title probably fits its box. */
function fitTitle(title: string): number {
  const width = widthOf(title);
  const widest = widestWord(title);
  const fits = (size: number) => {
    const lines = Math.ceil((width * size * 1.1) / TEXT_WIDTH);
    return lines * size * LEADING <= TITLE_HEIGHT && widest * size <= TEXT_WIDTH;
  };
  return SIZES.find(fits) ?? MIN_SIZE;
}

function widestWord(text: string): number {
  return Math.max(0, ...text.split(/\s+/).map(widthOf));
}

/** Estimated width in ems. */
function widthOf(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/[\p{Script=Hangul}\p{Script=Han}]/u.test(character)) width += 0.95;
    else if (/\p{Script=Cyrillic}/u.test(character)) width += /\p{Lu}/u.test(character) ? 0.7 : 0.58;
    else width += /\p{Lu}/u.test(character) ? 0.66 : /[\s.,:;!'’|il]/.test(character) ? 0.27 : 0.53;
  }
  return width;
}
