import { join } from 'node:path';
import { expect, test } from 'vitest';
import { summarizeBody } from '../../src/content/article/body-summary.ts';
import { DIRECTIVES } from '../../src/directives/directive-registry.ts';
import { launchChromium } from '../support/chromium.ts';
import { runArticles } from '../support/cli.ts';
import { startServe } from '../support/serve.ts';
import { article, json, makeSite, readTree, smallSite, TREE } from '../support/site.ts';
import { lineVectors, scriptVectors } from './script-vectors.ts';

const PER_ARTICLE = 60;

/** A site whose every text tries to run a script. */
function makeHostileSite(): string {
  const files = smallSite();
  const vectors = scriptVectors();
  const lines = lineVectors();
  for (let start = 0; start < vectors.length; start += PER_ARTICLE) {
    const number = start / PER_ARTICLE;
    const line = lines[number % lines.length] ?? '';
    files[`content/en_US/articles/hostile-${number}.md`] = article({
      title: line.slice(0, 100),
      slug: `hostile-${number}`,
      category: 'betting',
      subcategory: 'odds',
      more: `description: ${JSON.stringify(lines[(number + 7) % lines.length])}`,
      body: vectors.slice(start, start + PER_ARTICLE).join('\n\n'),
    });
  }
  for (const [number, body] of directiveVectors(lines, vectors).entries())
    files[`content/en_US/articles/hostile-directive-${number}.md`] = article({
      title: 'Directives',
      slug: `hostile-directive-${number}`,
      category: 'betting',
      subcategory: 'odds',
      body,
    });
  const first = lines[0] ?? '';
  files['content/en_US/categories.json'] = json({
    ...TREE,
    betting: { ...TREE.betting, title: first, description: lines[14] },
  });
  files['content/en_US/authors.json'] = json([
    { name: 'Ann Reed', description: first, meta_title: lines[42], meta_description: lines[43] },
    { name: 'Bo Lind', description: lines[44], meta_title: lines[45], meta_description: lines[46] },
  ]);
  return makeSite(files);
}

/** The vectors in every text of a directive, and in the bodies of directives. */
function directiveVectors(lines: readonly string[], vectors: readonly string[]): string[] {
  const texts = lines.map((line) => {
    const text = `"${line.replace(/[\\"]/g, '\\$&')}"`;
    return [
      `:::callout{title=${text}}\nx\n:::`,
      `:::details{summary=${text} open}\nx\n:::`,
      `:::figure{caption=${text} credit=${text} source="/"}\n![x](x.png)\n:::`,
      `:::pullquote{cite=${text}}\nx\n:::`,
      `:::table{caption=${text} sortable}\n| a |\n| - |\n| 1 |\n:::`,
      `::odds{values="2" caption=${text}}`,
      `::pot-odds{pot=1 bets=1 caption=${text}}`,
      `::video{youtube=aaaaaaaaaaa title=${text}}`,
    ].join('\n\n');
  });
  const bodies = vectors
    .flatMap((vector) => [`:::callout\n${vector}\n:::`, `> [!NOTE]\n${vector.replace(/^/gm, '> ')}`])
    .filter((body) => parseDirectives(body).length === 0);
  const chunks: string[] = [];
  for (let start = 0; start < bodies.length; start += PER_ARTICLE)
    chunks.push(bodies.slice(start, start + PER_ARTICLE).join('\n\n'));
  return [...texts, ...chunks].filter((body) => parseDirectives(body).length === 0);
}

/** A vector may begin code or a comment that has no end, and then holds the end of the directive. */
const parseDirectives = (body: string) => summarizeBody(body, 'x', DIRECTIVES).directives.problems;

test('no text of content runs a script in a page, even without the security policy', async () => {
  const root = makeHostileSite();
  const built = await runArticles(['build', '--root', root, '--quiet']);
  expect(built.stderr).toBe('');
  expect(built.code).toBe(0);
  // Pages at old addresses leave at once, for pages that are looked at.
  const pages = [...readTree(join(root, 'dist'))].flatMap(([path, bytes]) =>
    path.endsWith('.html') && !bytes.includes('http-equiv="refresh"') ? [path] : [],
  );
  expect(pages.filter((path) => path.includes('hostile-')).length).toBeGreaterThan(20);
  expect(pages.filter((path) => path.includes('hostile-directive-')).length).toBeGreaterThan(50);
  const served = await startServe(root, ['--port', '0'], () => undefined);
  const browser = await launchChromium();
  try {
    const context = await browser.newContext({ bypassCSP: true, serviceWorkers: 'block' });
    const page = await context.newPage();
    const ran: string[] = [];
    page.on('dialog', (dialog) => {
      ran.push(page.url());
      void dialog.dismiss();
    });
    for (const path of pages) {
      await page.goto(new URL(path.replace(/(?:index)?\.html$/, ''), served.url).href);
      // What waits for the pointer gets it; a link is not followed, its protocol tells where it leads.
      const schemes = await page.evaluate(() => {
        for (const element of document.querySelectorAll('main *'))
          element.dispatchEvent(new Event('pointerover', { bubbles: true }));
        return [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ protocol }) => protocol);
      });
      const isSafe = (scheme: string) => ['http:', 'https:', 'mailto:', 'tel:', ':'].includes(scheme);
      ran.push(...schemes.filter((scheme) => !isSafe(scheme)).map((scheme) => `${path} ${scheme}`));
      if (await page.evaluate(() => 'ran' in window)) ran.push(path);
    }
    expect(ran).toEqual([]);
    // The look itself finds a script that runs.
    await page.setContent('<p>x</p><img src="x:" onerror="top.ran=1">');
    await expect.poll(() => page.evaluate(() => 'ran' in window)).toBe(true);
  } finally {
    await browser.close();
    await served.stop();
  }
}, 300_000);
