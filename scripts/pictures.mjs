// Takes the pictures of README and of the documentation from the running product: `npm run pictures [-- NAME...]`.
// Needs Chromium (CHROMIUM_PATH, or the system's) and `script`, which gives the terminal its colours.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { terminalPage } from './terminal-page.mjs';

const root = resolve(import.meta.dirname, '..');
const articles = join(root, 'bin/articles.js');
const images = join(root, 'docs/images');
const work = mkdtempSync(join(tmpdir(), 'pictures-'));

const EXAMPLES = {
  crypto: { folder: 'examples/house/sites/crypto', article: '/articles/merkle-proof-step-by-step' },
  docs: { folder: 'examples/docs', article: '/articles/first-ledger' },
  journal: { folder: 'examples/journal', article: '/articles/along-the-terminator' },
  own: { folder: 'examples/own', article: '/2026/06/two-rain-barrels' },
  betting: { folder: '.', article: '/articles/betting-exchange-commission' },
};
const WIDE = { width: 1280, height: 820, colorScheme: 'light' };
const PHONE = { width: 390, height: 820, colorScheme: 'dark' };

const PICTURES = {
  badges: drawBadges,
  home: () => takeOne('home', EXAMPLES.journal.folder, '/'),
  article: () => takeOne('article', EXAMPLES.journal.folder, EXAMPLES.journal.article),
  review: takeReview,
  terminal: takeTerminal,
  desk: takeDesk,
  ...Object.fromEntries(
    Object.entries(EXAMPLES).map(([name, site]) => [
      `example-${name}`,
      () => takeExample(`example-${name}`, site),
    ]),
  ),
};

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
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(PICTURES);
try {
  for (const name of chosen) await PICTURES[name]();
} finally {
  await browser.close();
  rmSync(work, { recursive: true, force: true });
}

/** @param act gets the page before the picture. @returns PNG at twice the size, so that a reduced picture is sharp */
async function shoot(url, { width, height, colorScheme, waitUntil = 'networkidle' }, act = () => {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme,
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.goto(url, { waitUntil });
  await act(page);
  await page.evaluate(() => document.fonts.ready);
  const shot = await page.screenshot();
  await context.close();
  return shot;
}

async function save(name, picture) {
  const bytes = await picture.webp({ quality: 55, effort: 6, smartSubsample: true }).toBuffer();
  writeFileSync(join(images, `${name}.webp`), bytes);
  process.stdout.write(`docs/images/${name}.webp ${Math.round(bytes.length / 1024)} kB\n`);
}

async function takeOne(name, folder, path) {
  await withSite(folder, async (url) => {
    await save(name, sharp(await shoot(url + path, WIDE)).resize(1000));
  });
}

/** Home and article, and the article on a phone in the dark look, side by side. */
async function takeExample(name, { folder, article }) {
  const gap = 18;
  // Five of them share the weight that all pictures may have.
  const height = 424;
  await withSite(folder, async (url) => {
    const shots = [
      await shoot(`${url}/`, WIDE),
      await shoot(url + article, WIDE),
      await shoot(url + article, PHONE),
    ];
    const parts = [];
    let left = 0;
    for (const shot of shots) {
      const { data, info } = await sharp(shot).resize({ height }).toBuffer({ resolveWithObject: true });
      parts.push({ input: data, left, top: 0 });
      left += info.width + gap;
    }
    const size = { width: left - gap, height, channels: 4, background: '#0000' };
    const joined = await sharp({ create: size }).composite(parts).png().toBuffer();
    await save(name, sharp(joined));
  });
}

/** The output of `deploy --diff` after an editor corrected two articles. */
async function takeReview() {
  const site = join(work, 'review');
  run(['init', site, '--title', 'Field Notes']);
  // No site is published with the placeholders of a new one.
  const files = ['about-us', 'privacy-policy', 'terms'].map((page) => `content/en_US/info/${page}.md`);
  for (const name of ['site-config.json', 'content/en_US/seo.json', ...files]) {
    const file = join(site, name);
    const text = readFileSync(file, 'utf8').replaceAll('https://example.com', 'https://field-notes.example');
    writeFileSync(file, text.replace(/TODO: [^\n"]*/g, 'What one sees in a field.'));
  }
  run(['build', '--root', site]);
  const target = ['--root', site, '--env', 'production', '--target', `file://${work}/www`];
  run(['deploy', ...target, '--yes']);
  const correct = (name, before, after) => {
    const file = join(site, `content/en_US/articles/${name}.md`);
    const text = readFileSync(file, 'utf8');
    if (!text.includes(before)) throw new Error(`${file} has no "${before}"`);
    writeFileSync(file, text.replace(before, after));
  };
  correct(
    'publish-your-site',
    'Three commands are enough for most days:',
    'Three commands are enough for every day of the week:',
  );
  correct(
    'organise-your-site',
    'There is no database.',
    'There is no database, and nothing to back up but the folder.',
  );
  run(['build', '--root', site]);
  run(['deploy', ...target, '--diff', join(work, 'review.html')]);
  const shot = await shoot(pathToFileURL(join(work, 'review.html')).href, {
    ...WIDE,
    width: 1000,
    height: 640,
  });
  await save('review', sharp(shot).resize(1000));
}

/** A check that finds a mistake, the build after its correction, and a preview. */
async function takeTerminal() {
  const site = join(work, 'field-notes');
  run(['init', site, '--title', 'Field Notes']);
  const tools = join(work, 'tools');
  mkdirSync(tools);
  symlinkSync(articles, join(tools, 'articles'));
  const article = 'content/en_US/articles/write-an-article.md';
  const spoil = `sed -i.bak 's/category: guides/category: guidse/' ${article}; rm ${article}.bak`;
  const correct = spoil.replace(/guides(.*)guidse/, 'guidse$1guides');
  const shown = ['articles check --quiet', '# line 8 is corrected', 'articles build', 'articles list'];
  const lines = ['stty cols 92 rows 40', spoil];
  for (const command of shown) {
    lines.push(
      `printf '\\033[1m${command.startsWith('#') ? '' : '$ '}${command}\\033[0m\\n'`,
      command.startsWith('#') ? correct : command,
      'echo',
    );
  }
  writeFileSync(join(work, 'session.sh'), `${lines.join('\n')}\n`);
  const { stdout } = spawnSync('script', ['-qec', `bash ${join(work, 'session.sh')}`, '/dev/null'], {
    cwd: site,
    encoding: 'utf8',
    env: {
      ...process.env,
      NO_COLOR: undefined,
      TERM: 'xterm-256color',
      PATH: `${tools}:${process.env.PATH}`,
    },
  });
  const page = join(work, 'terminal.html');
  writeFileSync(page, terminalPage(stdout.replaceAll(site, '~/field-notes')));
  const context = await browser.newContext({ viewport: { width: 860, height: 600 }, deviceScaleFactor: 2 });
  const tab = await context.newPage();
  await tab.goto(pathToFileURL(page).href);
  const shot = await tab.locator('pre').screenshot();
  await context.close();
  await save('terminal', sharp(shot).resize(1000));
}

/** An article of the sample in the desk, with a comment, and its fields. */
async function takeDesk() {
  const site = join(work, 'desk');
  for (const name of ['content', 'site-config.json'])
    cpSync(join(root, name), join(site, name), { recursive: true });
  // Comments name their author by the settings of git.
  for (const args of [
    ['init', '-q'],
    ['config', 'user.name', 'Ann Reed'],
  ])
    spawnSync('git', args, { cwd: site });
  await withServer(['desk', '--root', site], async (url) => {
    // The desk keeps a request open for events.
    const wide = { ...WIDE, waitUntil: 'load' };
    const open = async (page, panel) => {
      await page.getByRole('searchbox', { name: 'Find an article' }).fill('exchange');
      await page.keyboard.press('Enter');
      await page.locator('.cm-content').waitFor();
      await page.frameLocator('iframe').locator('main p').nth(3).click();
      // The click moves the caret through a message of the frame.
      await page.waitForFunction(() => document.activeElement?.classList.contains('cm-content'));
      await page.getByRole('button', { name: panel, exact: true }).click();
      await page.frameLocator('iframe').locator('main h1').waitFor();
    };
    const comments = await shoot(url, wide, async (page) => {
      await open(page, 'Comments');
      await page.keyboard.press('Alt+2');
      await page.keyboard.press('Home');
      await page.keyboard.press('Shift+End');
      await page.getByLabel('Comment on').fill('Is this still the rate of this year?');
      await page.getByRole('button', { name: 'Comment', exact: true }).click();
      await page.getByRole('button', { name: 'Done:' }).waitFor();
    });
    await save('desk', sharp(comments).resize(760));
    const fields = await shoot(url, { ...wide, colorScheme: 'dark' }, (page) => open(page, 'Fields'));
    await save('desk-fields', sharp(fields).resize(760));
  });
}

/** Small pictures with words, each of them a fact that a test compares. */
function drawBadges() {
  const { engines, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const badges = { node: ['Node', engines.node.replace('>=', '≥ ')], licence: ['licence', license] };
  for (const [name, [label, value]] of Object.entries(badges)) {
    const [left, right] = [label, value].map((text) => text.length * 7 + 14);
    const word = (text, x, width) =>
      `<text x="${x + width / 2}" y="14" fill="#fff" font-family="system-ui,sans-serif" font-size="11" text-anchor="middle">${text}</text>`;
    writeFileSync(
      join(images, `badge-${name}.svg`),
      `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${label}: ${value}"><rect width="${left + right}" height="20" rx="3" fill="#14532d"/><path d="M3 0h${left - 3}v20H3a3 3 0 0 1-3-3V3a3 3 0 0 1 3-3" fill="#374151"/>${word(label, 0, left)}${word(value, left, right)}</svg>\n`,
    );
  }
}

function run(args) {
  const { status, stderr } = spawnSync(process.execPath, [articles, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** Builds a site into a folder of its own and serves it while `use` runs. */
async function withSite(folder, use) {
  const out = mkdtempSync(join(work, 'site-'));
  const site = ['--root', join(root, folder), '--out', out];
  run(['build', ...site]);
  await withServer(['serve', ...site], (address) => use(new URL(address).origin));
}

async function withServer(args, use) {
  const server = spawn(process.execPath, [articles, ...args, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const url = await new Promise((found, fail) => {
      let text = '';
      server.stderr.setEncoding('utf8').on('data', (part) => {
        text += part;
        const [address] = /http:\/\/127\.0\.0\.1:\d+(?:\/\S*)?(?=\s)/.exec(text) ?? [];
        if (address) found(address);
      });
      server.on('exit', () => fail(new Error(text)));
    });
    await use(url);
  } finally {
    server.kill();
  }
}
