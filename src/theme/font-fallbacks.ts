/** Creates fallback faces from system fonts, scaled so that text keeps its size when the site's font arrives. */
import { cssFamily, type FontFile } from './font-files.ts';

/** System fonts with equal metrics. `widths` is as in `FontFacts`: mean width of English text in em, by weight. */
interface SystemFont {
  names: readonly string[];
  widths: Readonly<Record<400 | 700, number>>;
}

/** Fonts of Windows, macOS and Linux come before fonts of Android. */
const SYSTEM_FONTS: Readonly<Record<'serif' | 'sans' | 'mono', readonly SystemFont[]>> = {
  serif: [
    { names: ['Times New Roman', 'Liberation Serif'], widths: { 400: 0.4039, 700: 0.4301 } },
    { names: ['Noto Serif'], widths: { 400: 0.4845, 700: 0.5142 } },
  ],
  sans: [
    { names: ['Arial', 'Liberation Sans'], widths: { 400: 0.4456, 700: 0.4824 } },
    { names: ['Roboto'], widths: { 400: 0.4477, 700: 0.4538 } },
  ],
  mono: [{ names: ['Courier New', 'Liberation Mono'], widths: { 400: 0.6001, 700: 0.6001 } }],
};

/** @returns the faces, and the names of their families in order */
export function createFallbacks(
  family: string,
  files: readonly FontFile[],
): { css: string; names: string[] } {
  const systems = SYSTEM_FONTS[family === 'serif' || family === 'mono' ? family : 'sans'];
  const css: string[] = [];
  const names: string[] = [];
  for (const [index, system] of systems.entries()) {
    const name = `${cssFamily(family)}-fallback${index === 0 ? '' : `-${index + 1}`}`;
    const faces = [false, true].flatMap((italic) =>
      ([400, 700] as const).flatMap((weight) => writeFallback(name, system, files, italic, weight)),
    );
    if (faces.length > 0) names.push(name);
    css.push(...faces);
  }
  return { css: css.join(''), names };
}

function writeFallback(
  name: string,
  system: SystemFont,
  files: readonly FontFile[],
  italic: boolean,
  weight: 400 | 700,
): string[] {
  const file = files.find(
    ({ facts }) =>
      facts.widths !== null &&
      facts.italic === italic &&
      // Browsers use weight 400 for text and 700 for headings.
      (weight === 400 ? facts.weight[0] <= 500 : facts.weight[1] >= 600),
  );
  if (!file?.facts.widths) return [];
  const { ascent, descent, lineGap, widths } = file.facts;
  const scale = widths[weight] / system.widths[weight];
  const style = [...(weight === 700 ? ['Bold'] : []), ...(italic ? ['Italic'] : [])].join(' ');
  const percent = (value: number) => `${Number((value * 100).toFixed(2))}%`;
  const descriptors = [
    `font-family:"${name}"`,
    `font-style:${italic ? 'italic' : 'normal'}`,
    `font-weight:${weight}`,
    `src:${system.names.map((font) => `local("${`${font} ${style}`.trim()}")`).join(',')}`,
    `size-adjust:${percent(scale)}`,
    `ascent-override:${percent(ascent / scale)}`,
    `descent-override:${percent(descent / scale)}`,
    `line-gap-override:${percent(lineGap / scale)}`,
  ];
  return [`@font-face{${descriptors.join(';')}}`];
}
