// Lists the fonts of social images and reads each as an uncompressed font file, packed with gzip.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fontverter from 'fontverter';

const require = createRequire(import.meta.url);

/** In order of preference: a serif for Latin and Cyrillic, and one for Korean. */
const FAMILIES = [
  { family: 'source-serif-4', weight: 600 },
  { family: 'gowun-batang', weight: 700 },
];

/**
 * The content of fonts.json.
 * @returns `{source, fonts}`: the versions of the packages, and for each file `{file, family, ranges}`, where `ranges`
 *   are the first and last code point of each range of characters
 */
export function listFonts() {
  const source = FAMILIES.map(({ family, weight }) => {
    const { version } = require(`@fontsource/${family}/package.json`);
    return `${family} ${weight} ${version}`;
  }).join(', ');
  return { source, fonts: FAMILIES.flatMap(listFamily) };
}

/** The packages list the characters of each file in unicode.json: `{"latin": "U+0000-00FF,U+0131", "[12]": …}`. */
function listFamily({ family, weight }) {
  const subsets = Object.entries(require(`@fontsource/${family}/unicode.json`)).map(([key, list]) => {
    const name = key.replace(/[[\]]/g, '');
    const ranges = list.split(',').map((range) => {
      const [first, last = first] = range.replace('U+', '').split('-');
      return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
    });
    return { name, file: `${family}-${name}-${weight}.ttf.gz`, family, ranges };
  });
  // Subsets share some characters: the plainest one draws them.
  const rank = ({ name }) => ['latin', 'latin-ext'].indexOf(name) >>> 0;
  return subsets
    .sort((a, b) => Math.min(rank(a), 2) - Math.min(rank(b), 2))
    .map(({ name: _, ...font }) => font);
}

/** @param font one of `listFonts` */
export async function readFont({ file, family }) {
  const folder = join(dirname(require.resolve(`@fontsource/${family}/package.json`)), 'files');
  const name = file.replace('.ttf.gz', '-normal.woff');
  return gzipSync(await fontverter.convert(readFileSync(join(folder, name)), 'sfnt'), { level: 9 });
}

/** The licences of the families, which allow that they are shipped. */
export function readFontLicences() {
  return FAMILIES.map(({ family }) =>
    readFileSync(require.resolve(`@fontsource/${family}/LICENSE`), 'utf8'),
  ).join('\n\n');
}
