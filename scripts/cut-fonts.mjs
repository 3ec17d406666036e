/**
 * Cuts the text family again: `node scripts/cut-fonts.mjs FOLDER`, where FOLDER is the unpacked npm package
 * @expo-google-fonts/source-serif-4, which has each face whole. It needs pyftsubset (Debian: fonttools, python3-brotli),
 * writes src/templates/fonts/ and the rules of these files in src/templates/styles/fonts.css.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder of the whole fonts');

/** A page loads the files whose characters it shows. The first one has all letters of Western Europe and of Turkish. */
const SUBSETS = {
  latin:
    'U+20-7E, U+A0-FF, U+11E-11F, U+130-131, U+152-153, U+15E-15F, U+2009, U+2010, U+2013-2014, U+2018-201A, ' +
    'U+201C-201E, U+2022, U+2026, U+202F, U+2039-203A, U+20AC, U+20BA, U+2122, U+2212',
  'latin-ext': 'U+100-11D, U+120-12B, U+12E-12F, U+134-151, U+154-15D, U+160-165, U+168-17F, U+218-21B',
  vietnamese: 'U+1A0-1A1, U+1AF-1B0, U+1EA0-1EF9',
  cyrillic:
    'U+401, U+404, U+406-407, U+40E, U+410-44F, U+451, U+454, U+456-457, U+45E, U+490-491, U+20BD, U+2116',
  'cyrillic-ext': 'U+400, U+402-403, U+405, U+408-40D, U+40F, U+450, U+452-453, U+455, U+458-45D, U+45F',
  symbols:
    'U+2020-2021, U+2025, U+2030, U+2032-2033, U+203C, U+2044, U+2070-2071, U+2074-2079, U+207D-2089, ' +
    'U+208D-208E, U+20A9, U+20AB, U+20AE, U+20B1, U+20B4-20B5, U+20B8-20B9, U+20BF, U+2113, U+2117, U+2120, U+2126, ' +
    'U+212E, U+2153-2154, U+215B-215E, U+2190-2193, U+2196-2199, U+2202, U+2206, U+220F, U+2211, U+2215, U+2219-221A, ' +
    'U+221E, U+222B, U+2248, U+2260, U+2264-2265, U+25A0, U+25B2-25B3, U+25B6-25B7, U+25BC-25BD, U+25C0-25C1, ' +
    'U+25C6, U+25CA, U+2610-2611, U+2713',
};

const FACES = [
  { suffix: '', source: '400Regular', weight: '400', style: 'normal' },
  { suffix: '-semibold', source: '600SemiBold', weight: '600 700', style: 'normal' },
  { suffix: '-italic', source: '400Regular_Italic', weight: '400', style: 'italic' },
];

const rules = FACES.flatMap(({ suffix, source, weight, style }) =>
  Object.entries(SUBSETS).map(([subset, range]) => {
    const file = `serif-${subset}${suffix}.woff2`;
    execFileSync('pyftsubset', [
      join(folder, source, `SourceSerif4_${source}.ttf`),
      `--unicodes=${range.replaceAll(' ', '')}`,
      '--layout-features=kern',
      '--no-hinting',
      '--flavor=woff2',
      '--name-IDs=',
      '--drop-tables+=STAT,gasp',
      `--output-file=src/templates/fonts/${file}`,
    ]);
    return `@font-face {
  font-family: "Source Serif";
  font-style: ${style};
  font-weight: ${weight};
  font-display: swap;
  src: url("../fonts/${file}") format("woff2");
  unicode-range: ${range};
}
`;
  }),
);

const sheet = 'src/templates/styles/fonts.css';
const css = readFileSync(sheet, 'utf8');
const first = css.indexOf('@font-face');
const fallback = css.lastIndexOf('@font-face', css.indexOf('"Source Serif Fallback"'));
writeFileSync(sheet, `${css.slice(0, first)}${rules.join('\n')}\n${css.slice(fallback)}`);
execFileSync('npx', ['biome', 'check', '--write', sheet]);
