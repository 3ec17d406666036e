import { join } from 'node:path';
import { expect, test } from 'vitest';
import { summarizeBody } from '../../src/content/article/body-summary.ts';
import { DIRECTIVES } from '../../src/directives/directive-registry.ts';
import { launchChromium } from '../support/chromium.ts';
import { runArticles } from '../support/program.ts';
import { startServe } from '../support/serve.ts';
import { article, type Files, json, makeSite, readTree, smallSite, TREE } from '../support/site.ts';
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

/** A site's own code, which shows texts of content, puts them into attributes and links to them. */
const THEME = {
  'content/schema.ts': `import { z } from 'zod';
export const article = z.object({ note: z.string(), source: z.string() });`,
  'theme/views/article.tsx': `import { ArticleView } from 'articles/theme';
export default (props) => (
  <>
    <p title={props.page.title} data-note={props.page.fields.note}>{props.page.fields.note}</p>
    <a href={props.page.fields.source}>{props.page.description}</a>
    <ArticleView {...props} />
  </>
);`,
  'theme/components/CardTitle.tsx': `export default ({ article }) => (
  <h3 className={article.title} style={{ fontFamily: article.title }}>
    <a href={article.url} aria-label={article.description}>{article.title}</a>
  </h3>
);`,
  'theme/directives/remark.tsx': `import * as z from 'zod';
export const attributes = z.strictObject({ text: z.string(), link: z.string() });
export default ({ attributes: { text, link }, children }) => (
  <aside title={text}><a href={link}>{text}</a>{children}</aside>
);`,
  'theme/pages/all.tsx': `import { CardGrid, PageHeading } from 'articles/theme';
export const title = 'All';
export const description = 'Every article.';
export const load = (site) => ({ articles: site.articles(500), plain: site.articles(500) });
export default ({ page }) => (
  <>
    <PageHeading page={page} />
    {page.data.plain.map(({ title }, index) => <a key={index} href={title} title={title}>{title}</a>)}
    <CardGrid articles={page.data.articles} />
  </>
);`,
};

/** A site with code of its own. Its first articles are harmless, so that the views are compiled before the others come. */
function makeThemedSite(): string {
  const files: Files = { ...smallSite({ locales: ['en_US'] }), ...THEME };
  const quote = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;
  const lines = ['harmless', 'harmless', 'harmless', ...lineVectors(), ...SCRIPT_ADDRESSES];
  for (const name of Object.keys(files)) if (/\/articles\/|ru_RU/.test(name)) delete files[name];
  for (const [number, line] of lines.entries())
    files[`content/en_US/articles/own-${String(number).padStart(3, '0')}.md`] = article({
      title: line.slice(0, 100),
      slug: `hostile-own-${number}`,
      category: 'betting',
      subcategory: 'odds',
      more: ['description', 'note', 'source'].map((name) => `${name}: ${JSON.stringify(line)}`).join('\n'),
      body: `::remark{text=${quote(line)} link=${quote(line)}}`,
    });
  return makeSite(files);
}

/** Browsers skip control characters before and line ends within the scheme, and its case. */
const SCRIPT_ADDRESSES = [
  'javascript:top.ran=1',
  'JavaScript:top.ran=1',
  ' java\tscript:top.ran=1',
  '\u0001javascript:top.ran=1',
];

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

test.each([
  ['built-in views', makeHostileSite, { hostile: 20, 'hostile-directive': 50 }],
  ['code of the site', makeThemedSite, { 'hostile-own': 50, all: 0 }],
])(
  'no text of content runs a script in a page, by %s, even without the security policy',
  async (_, make, least) => {
    const root = make();
    const built = await runArticles(['build', '--root', root, '--quiet']);
    expect(built.stderr).toBe('');
    expect(built.code).toBe(0);
    // Pages at old addresses leave at once, for pages that are looked at.
    const pages = [...readTree(join(root, 'dist'))].flatMap(([path, bytes]) =>
      path.endsWith('.html') && !bytes.includes('http-equiv="refresh"') ? [path] : [],
    );
    for (const [name, count] of Object.entries(least))
      expect(pages.filter((path) => path.includes(name)).length, name).toBeGreaterThan(count);
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
        // Elements that wait for the pointer get it. Links are not followed: the protocol tells where they lead.
        const schemes = await page.evaluate(() => {
          for (const element of document.querySelectorAll('main *'))
            element.dispatchEvent(new Event('pointerover', { bubbles: true }));
          const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')];
          // React writes this in the place of a script.
          return links.flatMap(({ protocol, href }) =>
            /^javascript:throw new Error/.test(href) ? [] : protocol,
          );
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
  },
  300_000,
);
