// Builds the sample sites and takes the pictures of docs/examples.md: home and article, wide and light, narrow and dark.
// `node scripts/example-pictures.mjs [NAME...]`; needs Chromium (CHROMIUM_PATH, or the system's).
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const root = resolve(import.meta.dirname, '..');
const articles = join(root, 'bin/articles.js');
const SITES = {
  betting: { folder: '.', article: '/articles/betting-exchange-commission' },
  crypto: { folder: 'examples/crypto', article: '/articles/merkle-proof-step-by-step' },
  docs: { folder: 'examples/docs', article: '/articles/first-ledger' },
  own: { folder: 'examples/own', article: '/articles/two-rain-barrels' },
};
const HEIGHT = 820;
const SHOTS = [
  { path: 'home', width: 1280, colorScheme: 'light', shown: 560 },
  { path: 'article', width: 1280, colorScheme: 'light', shown: 560 },
  { path: 'article', width: 390, colorScheme: 'dark', shown: 171 },
];
const GAP = 12;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(SITES);
for (const name of chosen) await takePicture(name, SITES[name]);
await browser.close();

async function takePicture(name, { folder, article }) {
  const out = mkdtempSync(join(tmpdir(), 'articles-pictures-'));
  const site = ['--root', join(root, folder), '--out', out];
  const { status, stderr } = spawnSync(process.execPath, [articles, 'build', ...site], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const server = spawn(process.execPath, [articles, 'serve', ...site, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const url = await new Promise((found, fail) => {
      let text = '';
      server.stderr.setEncoding('utf8').on('data', (part) => {
        text += part;
        const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
        if (address) found(address);
      });
      server.on('exit', () => fail(new Error(text)));
    });
    const height = Math.round((HEIGHT * 560) / 1280);
    const parts = [];
    let left = 0;
    for (const { path, width, colorScheme, shown } of SHOTS) {
      const viewport = { width, height: Math.round((height * width) / shown) };
      const context = await browser.newContext({
        viewport,
        colorScheme,
        deviceScaleFactor: 2,
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      await page.goto(url + (path === 'home' ? '/' : article), { waitUntil: 'networkidle' });
      await page.evaluate(() => document.fonts.ready);
      const shot = await page.screenshot();
      await context.close();
      parts.push({
        input: await sharp(shot)
          .resize(shown * 2, height * 2)
          .toBuffer(),
        left: left * 2,
        top: 0,
      });
      left += shown + GAP;
    }
    const size = { width: (left - GAP) * 2, height: height * 2, channels: 4, background: '#0000' };
    const picture = await sharp({ create: size })
      .composite(parts)
      .webp({ quality: 70, effort: 6 })
      .toBuffer();
    writeFileSync(join(root, `docs/images/example-${name}.webp`), picture);
    process.stdout.write(`docs/images/example-${name}.webp ${Math.round(picture.length / 1024)} kB\n`);
  } finally {
    server.kill();
    rmSync(out, { recursive: true, force: true });
  }
}
