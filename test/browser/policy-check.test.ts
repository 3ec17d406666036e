/** `articles check` reports as blocked exactly what Chromium blocks, with and without the settings that it proposes. */
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check } from '../../src/check/run-check.ts';
import { createSilentReporter } from '../../src/foundation/report.ts';
import { buildSite } from '../support/build.ts';
import { launchChromium } from '../support/chromium.ts';
import { article, json, makeSite, readTree, smallSite } from '../support/site.ts';
import { startSiteServer } from '../support/site-server.ts';

const SNIPPETS = [
  '<iframe src="https://maps.example/embed" title="map"></iframe>',
  '<iframe src="/terms" title="own"></iframe>',
  '<script src="https://cdn.example/w.js"></script>',
  '<script>document.body.dataset.ran = "1"</script>',
  '<script type="application/json">{}</script>',
  '<style>p { color: red }</style>',
  '<p style="color:red">x</p>',
  '<p><img src="https://i.example/a.png" alt="a"></p>',
  '<p><img src="blob:https://small.example/1" alt="a"></p>',
  '<video src="https://film.example/a.mp4"></video>',
  '<link rel="stylesheet" href="https://css.example/a.css">',
  '<object data="https://a.example/x.pdf"></object>',
  '<video src="//film.example:8443/a.mp4" poster="data:image/gif;base64,R0lGODlhAQABAAAAACw="></video>',
];

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

const ALLOWED = {
  contentSecurityPolicy: {
    'frame-src': ['https://maps.example'],
    'img-src': ['blob:'],
    'media-src': ['https://film.example'],
  },
  ads: {
    'script-src': ['https://cdn.example/w.js'],
    'style-src': ["'unsafe-inline'"],
    'frame-src': ['https://maps.example'],
  },
};

test.each([
  ['the policy of every site', {}],
  ['a policy with additions', ALLOWED],
])(
  '%s',
  async (_name, security) => {
    // One page for each in a text, one for each in a paid link.
    const root = makeSite({
      ...smallSite({ locales: ['en_US'], markdown: { rawHtml: true }, security }),
      ...Object.fromEntries(
        SNIPPETS.flatMap((html, index) => [
          [
            `content/en_US/articles/t${index}.md`,
            article({ title: `T ${index}`, slug: `t${index}`, body: html }),
          ],
          [`content/en_US/articles/a${index}.md`, article({ title: `A ${index}`, slug: `a${index}` })],
        ]),
      ),
      'content/ads.json': json({
        sapeLinks: Object.fromEntries(SNIPPETS.map((html, index) => [`/articles/a${index}`, [html]])),
      }),
    });
    await buildSite(root);
    const { errors } = await check({ root, drafts: false, future: false, reporter: createSilentReporter() });
    const reported = new Set(
      errors.flatMap(({ file, line = 0, hint, message }) => {
        if (!message.includes('the security policy')) return [];
        const directive = /"([a-z]+-src)"/.exec(hint ?? '')?.[1] ?? 'no setting';
        // Each block of ads.json takes three lines.
        const page =
          file === 'content/ads.json' ? `a${(line - 4) / 3}` : (file ?? '').replace(/.*\/|\.md/g, '');
        return `${page} ${directive}`;
      }),
    );

    const files = readTree(join(root, 'dist'));
    const server = await startSiteServer(new Map([...files].map(([path, bytes]) => [`/${path}`, bytes])));
    const page = await browser.newPage();
    const blocked = new Set<string>();
    try {
      await page.exposeFunction('tell', (name: string, directive: string) => {
        const setting = directive.replace(/-(elem|attr)$/, '');
        blocked.add(`${name} ${setting === 'object-src' ? 'no setting' : setting}`);
      });
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, disposition }) => {
          const { tell } = window as unknown as { tell(name: string, directive: string): void };
          if (disposition === 'enforce') tell(location.pathname.split('/').at(-1) ?? '', effectiveDirective);
        });
      });
      // The hosts do not exist: what is allowed fails at once, and is no violation.
      await page.route(/^https?:\/\/(?!127\.0\.0\.1)/, (route) => route.abort());
      for (const [index] of SNIPPETS.entries())
        for (const kind of ['t', 'a']) {
          await page.goto(`${server.url}/articles/${kind}${index}`, { waitUntil: 'load' });
          await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
        }
    } finally {
      await page.close();
      await server.close();
    }
    expect([...reported].sort()).toEqual([...blocked].sort());
    expect(reported.size).toBeGreaterThan(6);
  },
  60_000,
);
