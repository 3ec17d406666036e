/** The pictures of README and documentation: light, described, all shown, and badges that are true. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readPages } from '../support/code-blocks.ts';

const FOLDER = 'docs/images';
const files = readdirSync(FOLDER);
const shown = readPages().flatMap(({ file, text }) =>
  [...text.matchAll(/!\[([^\]]*)\]\(([^)\s]+)\)/g)]
    .map(([, alt = '', path = '']) => ({ file, alt, path }))
    .filter(({ path }) => path.includes('images/') && !path.startsWith('/')),
);

test('all pictures together weigh less than 400 kB, and each is shown', () => {
  const bytes = files.reduce((sum, name) => sum + statSync(`${FOLDER}/${name}`).size, 0);
  expect(bytes).toBeLessThan(400_000);
  expect(files.filter((name) => !shown.some(({ path }) => basename(path) === name))).toEqual([]);
  expect(shown.filter(({ path }) => !files.includes(basename(path)))).toEqual([]);
});

test('every picture is described', () => {
  const pictures = shown.filter(({ path }) => !basename(path).startsWith('badge-'));
  expect(pictures.length).toBeGreaterThanOrEqual(8);
  expect(pictures.filter(({ alt }) => alt.length < 25)).toEqual([]);
});

test('README shows home, article, terminal and review, each 1,000 px wide', async () => {
  const names = shown.filter(({ file }) => file === 'README.md').map(({ path }) => basename(path));
  for (const name of ['home', 'article', 'terminal', 'review']) {
    expect(names).toContain(`${name}.webp`);
    const { width = 0 } = await sharp(`${FOLDER}/${name}.webp`).metadata();
    expect(width, name).toBe(1000);
  }
});

test('the badges say what package.json says', () => {
  const { engines, license } = JSON.parse(readFileSync('package.json', 'utf8'));
  const facts = { node: `Node: ${engines.node.replace('>=', '≥ ')}`, licence: `licence: ${license}` };
  const badges = files.filter((name) => name.startsWith('badge-'));
  expect(badges).toEqual(
    Object.keys(facts)
      .map((name) => `badge-${name}.svg`)
      .sort(),
  );
  const readme = readFileSync('README.md', 'utf8');
  for (const [name, fact] of Object.entries(facts)) {
    expect(readFileSync(`${FOLDER}/badge-${name}.svg`, 'utf8')).toContain(`aria-label="${fact}"`);
    expect(readme).toContain(`![${fact}](docs/images/badge-${name}.svg)`);
  }
});
