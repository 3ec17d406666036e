import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { bundleStyles, renderFixtures } from './site.ts';

const folder = mkdtempSync(join(tmpdir(), 'articles-markup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasJava = spawnSync('java', ['-version']).status === 0;
// The reason stands in the test's name, so that a run without Java does not look like one with it.
const name = hasJava
  ? 'every page kind, home and article in every language'
  : 'SKIPPED: install Java (apt-get install default-jre-headless)';

/** Errors of the W3C checker in files below the folder. */
function check(files: string[]): string[] {
  const jar = createRequire(import.meta.url).resolve('vnu-jar/build/dist/vnu.jar');
  const { stdout, status } = spawnSync(
    'java',
    ['-jar', jar, '--errors-only', '--format', 'json', '--stdout', ...files],
    {
      encoding: 'utf8',
    },
  );
  const { messages } = JSON.parse(stdout) as {
    messages: { url: string; message: string; extract?: string }[];
  };
  if (status !== 0 && messages.length === 0) throw new Error('the checker failed');
  return messages.map(
    ({ url, message, extract }) => `${url.slice(url.lastIndexOf(folder))}: ${message} ${extract}`,
  );
}

describe('the W3C checker finds no error', () => {
  it.skipIf(!hasJava)(
    name,
    () => {
      const files: string[] = [];
      for (const [path, html] of renderFixtures()) {
        // Languages differ in text alone.
        if (!/^\/en\/|home|article$/.test(path)) continue;
        const file = join(folder, `${path}.html`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, html);
        files.push(file);
      }
      expect(check(files)).toEqual([]);
      const broken = join(folder, 'broken.html');
      writeFileSync(broken, '<!doctype html><html lang="en"><title>x</title><p><div role="nonsense"></p>');
      expect(check([broken])).not.toEqual([]);
    },
    90_000,
  );
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
