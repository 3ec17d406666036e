/** A build whose pictures are all cached starts none of the heavy packages: seen by the libraries a process has open. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from './folder.ts';

const root = temporaryFolder();
// Within the project, so that the packages are found from there.
const programFolder = mkdtempSync(resolve('lib', '.pictures-test-'));
afterAll(() => rmSync(programFolder, { recursive: true, force: true }));
const program = join(programFolder, 'program.mjs');

beforeAll(async () => {
  await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c03020' } }).toFile(
    join(root, 'photo.jpg'),
  );
  writeFileSync(join(root, 'drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>');
  const source = `
    import { createIcons } from './site-icons.ts';
    import { processImage } from './responsive.ts';
    import { createSocialDrawing } from './draw-social.ts';
    import { iconDrawing } from './raster.ts';
    import { createSocialImages } from './social.ts';
    const [root] = process.argv.slice(2);
    const cacheFolder = root + '/cache';
    await createIcons({ logoFile: null, themeColor: '#14532d', cacheFolder, shippedFolder: null, drawing: iconDrawing });
    await processImage(root + '/photo.jpg', { cacheFolder, formats: ['webp'] });
    await processImage(root + '/drawing.svg', { cacheFolder, formats: ['webp'] });
    const draw = createSocialDrawing();
    await createSocialImages({ cacheFolder, draw }).render({ title: 'Tilt 가', kicker: '', siteTitle: 'S', language: 'ko' });
    const libraries = process.report.getReport().sharedObjects.filter((file) => /sharp/.test(file));
    console.log(JSON.stringify({ libraries }));`;
  await build({
    stdin: { contents: source, resolveDir: resolve('src/pictures'), loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: ['sharp', 'harfbuzzjs'],
    jsx: 'automatic',
    banner: { js: "import { createRequire as r } from 'node:module'; const require = r(import.meta.url);" },
    outfile: program,
    logLevel: 'error',
  });
}, 30_000);

function run(): { libraries: string[] } {
  return JSON.parse(execFileSync(process.execPath, [program, root], { encoding: 'utf8' }));
}

it('opens sharp for new pictures only', () => {
  const cold = run().libraries.join('\n');
  expect(cold).toContain('sharp');
  expect(run().libraries).toEqual([]);
}, 60_000);
