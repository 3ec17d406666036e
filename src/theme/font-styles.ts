/** Creates the web fonts of a site: subsets, their style sheet, fallbacks of the same size, and the files to preload. */
import { createHash, hash as digest } from 'node:crypto';
import { finding, type Problem } from '../foundation/errors.ts';
import { installedKey } from '../foundation/installed-packages.ts';
import { codeOf, findRanges } from './font-facts.ts';
import { createFallbacks } from './font-fallbacks.ts';
import { cssFamily, type FontFile, fontCache, holds, ROLES } from './font-files.ts';
import { THEME_FOLDER } from './theme-files.ts';

export interface FontStyles {
  /** The @font-face rules. */
  css: string;
  /** The families to put first in each role's token. */
  families: Readonly<Record<string, string>>;
  /** Files in the same folder as the style sheet. */
  files: { name: string; contents: Uint8Array }[];
  /** The files to preload for a page with these characters: at most one for each of two roles. */
  preload(sample: string): string[];
}

interface Face {
  file: FontFile;
  name: string;
  bytes: Uint8Array;
  characters: string;
}

/** Bytes. Preloading a larger file would delay more important ones. */
const MAX_PRELOAD = 100_000;

/**
 * @param css the site's style sheets
 * @param characters all that the site uses
 */
export async function createFontStyles(
  { cacheFolder, fonts, css }: { cacheFolder: string; fonts: readonly FontFile[]; css: string },
  characters: string,
): Promise<FontStyles & { warnings: Problem[] }> {
  const faces: Face[] = [];
  const warnings: Problem[] = [];
  const taken = new Map<string, Set<string>>();
  for (const file of orderFonts(fonts, characters)) {
    const slot = slotOf(file);
    const known = taken.get(slot) ?? new Set<string>();
    taken.set(slot, known);
    const own = [...characters].filter((character) => !known.has(character) && holds(file, character));
    for (const character of own) known.add(character);
    if (own.length === 0 && file.isShared) continue;
    if (own.length === 0) {
      const message = 'other files have all characters of this font that the site uses';
      const place = { file: `${THEME_FOLDER}/${file.path}` };
      warnings.push(finding('unused-font', message, 'remove the file', place));
      continue;
    }
    const bytes = await subsetFile(cacheFolder, file, own.join(''));
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8).toUpperCase();
    faces.push({ file, name: `font-${file.family}-${hash}.woff2`, bytes, characters: own.join('') });
  }
  const isAlone = (face: Face) => faces.filter(({ file }) => slotOf(file) === slotOf(face.file)).length === 1;
  const used = ROLES.filter(
    (role) => faces.some(({ file }) => file.family === role) && !css.includes(`--${role}:`),
  );
  const families = [...new Set(faces.map(({ file }) => file.family))];
  const fallbacks = families.map((family) => {
    const files = faces.flatMap(({ file }) => (file.family === family ? [file] : []));
    return { family, ...createFallbacks(family, files) };
  });
  return {
    css: [
      ...faces.map((face) => writeFace(face, isAlone(face))),
      ...fallbacks.map(({ css: text }) => text),
    ].join(''),
    families: Object.fromEntries(
      fallbacks.flatMap(({ family, names }) =>
        used.some((role) => role === family)
          ? [[family, [cssFamily(family), ...names].map((name) => `"${name}"`).join(',')]]
          : [],
      ),
    ),
    files: faces.map(({ name, bytes }) => ({ name, contents: bytes })),
    preload: (sample) =>
      ['serif', 'sans'].flatMap((role) => {
        const isShown = used.some((name) => name === role) || css.includes(cssFamily(role));
        return isShown ? choosePreload(role, faces, sample) : [];
      }),
    warnings,
  };
}

/** Sorts the file with the most Latin letters first, since files of other scripts contain some of them too. */
function orderFonts(fonts: readonly FontFile[], characters: string): FontFile[] {
  const latin = [...characters].filter((character) => character < '\u0250');
  const counts = new Map(
    fonts.map((file) => [file, latin.filter((character) => holds(file, character)).length]),
  );
  return [...fonts].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a.path < b.path ? -1 : 1));
}

/** Files with equal family, weight and style divide the characters among them. */
function slotOf({ family, facts }: FontFile): string {
  return `${family} ${facts.weight.join(' ')} ${facts.italic}`;
}

async function subsetFile(cacheFolder: string, { bytes }: FontFile, text: string): Promise<Uint8Array> {
  const key = digest('sha1', `${digest('sha1', bytes, 'hex')} ${installedKey('subset-font')} ${text}`, 'hex');
  return fontCache(cacheFolder).once(`${key}.woff2`, async () => {
    const { default: subset } = await import('subset-font');
    return subset(Buffer.from(bytes), text, { targetFormat: 'woff2' });
  });
}

function writeFace({ file, name, characters }: Face, isAlone: boolean): string {
  const { family, facts } = file;
  const [from, to] = facts.weight;
  const descriptors = [
    `font-family:"${cssFamily(family)}"`,
    `font-style:${facts.italic ? 'italic' : 'normal'}`,
    `font-weight:${from === to ? from : `${from} ${to}`}`,
    'font-display:swap',
    `src:url(${name})format("woff2")`,
    ...(isAlone ? [] : [`unicode-range:${writeRanges(characters)}`]),
  ];
  return `@font-face{${descriptors.join(';')}}`;
}

function writeRanges(characters: string): string {
  const hex = (code: number) => code.toString(16).toUpperCase();
  return findRanges([...characters].map(codeOf))
    .map(([from, to]) => `U+${hex(from)}${from === to ? '' : `-${hex(to)}`}`)
    .join(',');
}

/** Chooses the upright file nearest to weight 400; among equals the one with most characters of the sample. */
function choosePreload(role: string, faces: readonly Face[], sample: string): string[] {
  const distance = ({ file }: Face) => {
    const [from, to] = file.facts.weight;
    return Math.max(from - 400, 400 - to, 0);
  };
  const share = ({ characters }: Face) =>
    [...sample].filter((character) => characters.includes(character)).length;
  const [best] = faces
    .filter(({ file }) => file.family === role && !file.facts.italic)
    .sort((a, b) => distance(a) - distance(b) || share(b) - share(a));
  return best && share(best) > 0 && best.bytes.length <= MAX_PRELOAD ? [best.name] : [];
}
