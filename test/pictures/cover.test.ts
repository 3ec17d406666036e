/** Drawn covers: same input, same bytes; small, self-contained and in bounds of what a page can take. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { coverName, drawCover } from '../../src/pictures/draw-cover.ts';

const anyInput = fc.record({
  title: fc.string({ unit: 'binary', maxLength: 200 }),
  category: fc.string({ unit: 'binary', maxLength: 60 }),
  subcategory: fc.option(fc.string({ unit: 'binary', maxLength: 60 })),
});
const article = (title: string, category = 'pokerGuides') => ({ title, category, subcategory: 'potOdds' });

/** Elements, attributes and path commands (straight steps aside) of the art: each composition has its own set. */
function signature(svg: string): string {
  const art = svg.slice(svg.indexOf('/>') + 2);
  const words = art.match(/(?<=<)[a-z]+|[a-z-]+(?==")/g) ?? [];
  const commands = [...art.matchAll(/ d="([^"]+)"/g)].flatMap(
    (match) => match[1]?.match(/[a-gi-uw-zA-Z]/g) ?? [],
  );
  return [...new Set([...words, ...commands])]
    .filter((word) => word !== 'transform')
    .sort()
    .join(' ');
}

describe('drawCover', { timeout: 60_000 }, () => {
  it('draws the same bytes for the same input, whatever was drawn between', () => {
    const first = drawCover(article('Pot Odds'));
    drawCover(article('Something else', 'other'));
    expect(drawCover(article('Pot Odds'))).toBe(first);
    // The drawing is published under an immutable name: a change must come with a new version in coverName.
    expect({ name: coverName(article('Pot Odds')), svg: first }).toMatchSnapshot();
  });

  it('stays below 1.5 kB, has whole geometry and holds nothing of the input, for any text', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const svg = drawCover(input);
        expect(Buffer.byteLength(svg)).toBeLessThanOrEqual(1500);
        expect(svg).toMatch(
          /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 960 540"[ -~]*<\/svg>$/,
        );
        expect(svg).not.toMatch(/NaN|undefined|Infinity|e-\d|\sid=|<text|href|url\(|style|script/);
        for (const [, name] of svg.matchAll(/<([a-z]+)/g)) expect(name).toMatch(/^(svg|path|circle|rect|g)$/);
      }),
      { numRuns: 3000, seed: 20260301 },
    );
  });

  it('tells articles apart: hardly any two titles of one category share a drawing', () => {
    const drawings = new Set<string>();
    for (let index = 0; index < 2000; index++) drawings.add(drawCover(article(`Title ${index}`)));
    expect(drawings.size).toBeGreaterThan(1990);
  });

  it('keeps a category to one composition and a subcategory to three grounds', () => {
    const drawings = Array.from({ length: 60 }, (_, index) => drawCover(article(`Title ${index}`)));
    expect(new Set(drawings.map(signature)).size).toBe(1);
    expect(new Set(drawings.map((svg) => /fill="(#\w+)"/.exec(svg)?.[1])).size).toBe(3);
  });

  it.each(['content', 'examples/house/sites/crypto/content'])(
    'gives each category of %s a composition of its own',
    (folder) => {
      const tree: object = JSON.parse(readFileSync(`${folder}/en_US/categories.json`, 'utf8'));
      const signatures = Object.keys(tree).map((category) => signature(drawCover(article('One', category))));
      expect(signatures.length).toBeGreaterThan(3);
      expect(new Set(signatures).size).toBe(signatures.length);
    },
  );

  it('really draws: each composition covers a fair part of its ground when a renderer reads it', async () => {
    for (let index = 0; index < 24; index++) {
      const svg = drawCover({ title: `T${index}`, category: `c${index}`, subcategory: null });
      const { data, info } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true });
      expect([info.width, info.height]).toEqual([960, 540]);
      const ground = /fill="#([0-9a-f]{6})"/.exec(svg)?.[1] ?? '';
      let covered = 0;
      for (let at = 0; at < data.length; at += info.channels) {
        if (data.toString('hex', at, at + 3) !== ground) covered++;
      }
      const share = covered / (info.width * info.height);
      expect(share, svg).toBeGreaterThan(0.05);
    }
  });
});

describe('coverName', () => {
  it('is a stable file name that changes with each part of the input', () => {
    expect(coverName(article('A'))).toMatch(/^[0-9a-f]{16}\.svg$/);
    expect(coverName(article('A'))).toBe(coverName(article('A')));
    const names = [
      { title: 'A', category: 'b', subcategory: 'c' },
      { title: 'A', category: 'b', subcategory: null },
      { title: 'A', category: 'b', subcategory: '' },
      { title: 'Ab', category: '', subcategory: 'c' },
      { title: 'A', category: 'bc', subcategory: '' },
    ].map(coverName);
    expect(new Set(names).size).toBe(names.length);
  });
});
