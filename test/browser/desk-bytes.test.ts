/** Documents of others, with line ends of three kinds: what is typed into them in Chromium and undone leaves every byte as it was. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { startDesk } from '../support/desk.ts';
import { inSource, openDesk } from '../support/desk-page.ts';
import { createDraw } from '../support/random.ts';
import { makeSite, smallSite, writeFiles } from '../support/site.ts';

const COUNT = 40;
const ENDS = ['\n', '\r\n', '\r'];
const KEYS = ['x', 'Enter', 'Backspace', 'Delete', 'Control+b'];
const MOVES = ['Control+Home', 'Control+End', 'ArrowDown', 'PageDown', 'End', 'ArrowRight'];

/** Read-me files of many hands: the packages that this project uses have them. */
function listDocuments(): string[] {
  return readdirSync('node_modules', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => join('node_modules', path))
    .filter((path) => {
      const text = readFileSync(path, 'utf8');
      return text.length > 200 && text.length < 60_000 && !text.startsWith('---');
    });
}

test('what is typed and undone leaves every byte of a document as it was', async () => {
  const draw = createDraw('bytes');
  const sources = listDocuments();
  expect(sources.length).toBeGreaterThan(COUNT);
  const documents = Array.from({ length: COUNT }, (_, at) => {
    const text = readFileSync(sources[draw(sources.length)] ?? '', 'utf8').replace(/^\uFEFF/, '');
    const head =
      at % 2 === 0 ? ['---', `title: Document ${at}`, 'date: 2026-01-10', '---', ''].join(ENDS[draw(2)]) : '';
    const kinds = 1 + draw(3);
    const mixed = head + text.replace(/\r\n?|\n/g, () => ENDS[draw(kinds)] ?? '\n');
    const file = `content/en_US/articles/foreign-${at}.md`;
    return {
      file,
      title: head ? `Document ${at}` : file,
      bytes: Buffer.from((at % 5 === 0 ? '\uFEFF' : '') + mixed),
    };
  });
  const root = makeSite();
  writeFiles(root, smallSite());
  for (const { file, bytes } of documents) writeFileSync(join(root, file), bytes);
  const [browser, desk] = await Promise.all([launchChromium(), startDesk(root)]);
  onTestFinished(async () => {
    await Promise.all([browser.close(), desk.close()]);
  });
  const page = await openDesk(browser, desk.home);
  const saved = page.getByRole('status').filter({ hasText: /^Saved$/ });
  for (const { file, title, bytes } of documents) {
    await page.evaluate((name) => {
      location.hash = encodeURIComponent(name);
    }, file);
    await page.getByRole('region', { name: title, exact: true }).waitFor();
    await inSource(page);
    const path = join(root, file);
    for (let step = 0; step < 4; step++) {
      await page.keyboard.press(MOVES[draw(MOVES.length)] ?? 'End');
      await page.keyboard.press(KEYS[draw(KEYS.length)] ?? 'x');
    }
    await page.keyboard.press('Control+End');
    await page.keyboard.type('y');
    await expect.poll(() => readFileSync(path).equals(bytes), { message: file }).toBe(false);
    for (let step = 0; step < 8; step++) await page.keyboard.press('Control+z');
    await expect.poll(() => readFileSync(path).equals(bytes), { message: file, timeout: 20_000 }).toBe(true);
    await saved.waitFor();
  }
}, 600_000);
