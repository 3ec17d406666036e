import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { checkMarkup } from '../support/markup.ts';
import { bundleStyles, renderFixtures } from './site.ts';

const folder = mkdtempSync(join(tmpdir(), 'articles-markup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the W3C checker finds no error', () => {
  it('every page kind, home and article in every language', () => {
    const files: string[] = [];
    for (const [path, html] of renderFixtures()) {
      // Languages differ in text alone.
      if (!/^\/en\/|home|article$/.test(path)) continue;
      const file = join(folder, `${path}.html`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, html);
      files.push(file);
    }
    expect(checkMarkup(files)).toEqual([]);
    const broken = join(folder, 'broken.html');
    writeFileSync(broken, '<!doctype html><html lang="en"><title>x</title><p><div role="nonsense"></p>');
    expect(checkMarkup([broken])).not.toEqual([]);
  }, 90_000);
});

describe('styles', () => {
  it('are one file under 12 kB gzip, with logical properties only', async () => {
    const css = await bundleStyles();
    expect(gzipSync(css).length).toBeLessThan(12_000);
    const physical =
      /[;{](?:(?:margin|padding|border)-(?:left|right|top|bottom)|left|right|top|bottom|text-align:(?:left|right))/;
    expect(physical.exec(css)?.[0]).toBeUndefined();
  });
});
