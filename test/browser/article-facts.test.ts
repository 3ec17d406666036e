/** The lines of facts of an article: dates beside the button, and tags. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { buildSite } from '../support/build.ts';
import { launchChromium } from '../support/chromium.ts';
import { servePublished, webFolder } from '../support/published-site.ts';
import { article, makeSite, smallSite } from '../support/site.ts';

test('the button is beside the author, and tags on several lines can be hit', async () => {
  const more = 'updated: 2026-04-02\ntags: [odds, prices, Donaudampfschifffahrtselektrizitätenwerk]';
  const root = makeSite({
    ...smallSite(),
    'content/en_US/articles/facts.md': article({ title: 'Facts', slug: 'facts', category: 'betting', more }),
  });
  await buildSite(root);
  const site = await servePublished(webFolder(join(root, 'dist')));
  const browser = await launchChromium();
  onTestFinished(async () => {
    await browser.close();
    await site.close();
  });
  for (const width of [360, 1280]) {
    const page = await browser.newPage({ viewport: { width, height: 800 }, bypassCSP: true });
    await page.goto(`${site.url}/articles/facts`);
    await page.getByRole('button', { name: 'Copy link' }).waitFor();
    const middleOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return box ? Math.round(box.y + box.height / 2) : null;
    };
    expect(await middleOf('.copy-link')).toBe(await middleOf('.byline-author'));
    expect(await findViolations(page)).toEqual([]);
    await page.close();
  }
}, 60_000);
