/** What belongs to an entry of the history stays together, and what a browser does at a fragment is done (B22, B23). */
import { randomInt } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium, started } from '../support/chromium.ts';
import { createDraw } from '../support/random.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { makeSmallSite, type SmallPage } from '../support/small-site.ts';

const LINES = '<p>line</p>'.repeat(90);
const HASHES = [
  'second-part',
  'inside-details',
  'until-found',
  'fn-1',
  'a%20b',
  'second-part:~:text=zebrafish',
  ':~:text=zebrafish',
  'nowhere',
];
const NAMES = ['one', 'two', 'three'];
const links = NAMES.map((name) => `<a id="to-${name}" href="/${name}">${name}</a>`).join(' ');
const page = (path: string, title: string, html: string): SmallPage => ({ path, title, html });
const PAGES = [
  page(
    '/',
    'Home',
    HASHES.map((hash, at) => `<a id="h${at}" href="/place#${hash}">${hash}</a>`).join('<br>'),
  ),
  page(
    '/place',
    'Places',
    `<p><a href="#top-link">first link</a></p>${LINES}<h2 id="second-part">Second <a href="#l1">part</a></h2>${LINES}
     <details><summary>More</summary>${LINES}<h3 id="inside-details">Inside</h3><p><a href="#l2">in it</a> zebrafish</p></details>
     <div hidden="until-found"><p id="until-found">Found <a href="#l3">x</a></p></div>${LINES}
     <ol><li id="fn-1">A note <a href="#l4">back</a></li></ol><h2 id="a b">Spaces <a href="#l5">y</a></h2>${LINES}`,
  ),
  ...NAMES.map((name) => page(`/${name}`, `Page ${name}`, `${links}${LINES}`)),
];

let browser: Browser;
let server: SiteServer;

beforeAll(async () => {
  const files = await makeSmallSite({ pages: PAGES });
  [browser, server] = await Promise.all([launchChromium(), startSiteServer(files)]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

/** Everything that a browser does at a fragment. The links of the place tell where the Tab key goes on. */
async function readPlace(at: Page) {
  await at.locator('h1', { hasText: 'Places' }).waitFor();
  // Scrolling, and the search for a text, come with a later frame.
  await at.waitForTimeout(300);
  const state = await at.evaluate(() => ({
    y: Math.round(scrollY),
    target: document.querySelector(':target')?.id ?? null,
    isOpen: document.querySelector<HTMLDetailsElement>('main details')?.open,
    isHidden: document.querySelector('main div[hidden]') !== null,
    focus: document.activeElement?.tagName === 'MAIN' ? 'BODY' : document.activeElement?.tagName,
  }));
  await at.keyboard.press('Tab');
  const tab = await at.evaluate(() => document.activeElement?.textContent ?? null);
  return { ...state, tab };
}

describe('a link with a fragment does what it does in a browser without scripts', () => {
  test.each(HASHES.map((hash, at) => [hash, at] as const))('#%s', async (hash, at) => {
    const plain = await browser.newContext({
      javaScriptEnabled: true,
      viewport: { width: 900, height: 600 },
    });
    await plain.route('**/assets/main-*.js', (route) => route.abort());
    const ours = await browser.newContext({ viewport: { width: 900, height: 600 } });
    const [expected, actual] = await Promise.all(
      [plain, ours].map(async (context) => {
        const tab = await context.newPage();
        await tab.goto(server.url);
        if (context === ours) await started(tab);
        await tab.click(`#h${at}`);
        const place = await readPlace(tab);
        await context.close();
        return place;
      }),
    );
    // A page starts at its main element, so without a place in it the Tab key goes on there, and not in the header.
    if (hash === 'nowhere' || hash.startsWith(':~:')) delete (expected as Partial<typeof expected>)?.tab;
    const { y = 0, ...rest } = expected ?? {};
    expect(actual).toMatchObject(rest);
    // Within a line: fonts may come before or after the scrolling.
    expect(Math.abs((actual?.y ?? -99) - y)).toBeLessThan(12);
  });

  test('Back and Forward keep the place, its mark and what it opened', async () => {
    const context = await browser.newContext({ viewport: { width: 900, height: 600 } });
    const tab = await context.newPage();
    await tab.goto(server.url);
    await started(tab);
    await tab.click('#h1');
    const first = await readPlace(tab);
    await tab.goBack();
    await tab.locator('h1', { hasText: 'Home' }).waitFor();
    await tab.goForward();
    const again = await readPlace(tab);
    expect(again).toMatchObject({ y: first.y, target: 'inside-details', isOpen: true });
    await context.close();
  });
});

test('a page that is left while another is on its way gets no position of the other', async () => {
  const context = await browser.newContext({ viewport: { width: 900, height: 600 } });
  const tab = await context.newPage();
  const go = async (steps: number, path: string) => {
    await tab.evaluate((by) => void setTimeout(() => history.go(by)), steps);
    await tab.waitForURL(`**${path}`);
    await started(tab);
  };
  await tab.goto(`${server.url}/one`);
  await started(tab);
  await tab.click('#to-two');
  await tab.waitForURL('**/two');
  await tab.goto(`${server.url}/three`);
  // The browser keeps the position of /one from now on, as a reader left the document there.
  await go(-2, '/one');
  await go(2, '/three');
  await go(-1, '/two');
  await tab.locator('h1', { hasText: 'Page two' }).waitFor();
  await tab.evaluate(() => scrollTo(0, 1254));
  await tab.route('**/page-data/one/**', () => {});
  await tab.evaluate(() => history.back());
  await tab.waitForURL('**/one');
  await go(2, '/three');
  await tab.unroute('**/page-data/one/**');
  await go(-2, '/one');
  expect(await settle(tab)).toMatchObject({ path: '/one', shown: '/one', y: 0 });
  await go(1, '/two');
  expect(await settle(tab)).toMatchObject({ path: '/two', shown: '/two', y: 1254 });
  await context.close();
});

/** Address and content of the page that is shown, and what the history entry and the scroll position are. */
const readState = (tab: Page) =>
  tab.evaluate(() => ({
    path: location.pathname,
    shown: document.documentElement.dataset.path,
    heading: document.querySelector('h1')?.textContent,
    title: document.title,
    key: (history.state as { key?: string } | null)?.key ?? '',
    y: Math.round(scrollY),
  }));

/** HISTORY_SEQUENCES=170 for a long run. A failure names its seed: HISTORY_SEED=… begins with it. */
const SEQUENCES = Number(process.env.HISTORY_SEQUENCES ?? 1);
const FIRST_SEED = Number(process.env.HISTORY_SEED ?? randomInt(1e9));

/** They wait more than they compute, so the three run beside each other. */
test.concurrent.each([1, 4, 6])(
  'address, title, content and position belong together, %i times slowed, after any sequence of clicks, Back, Forward and reloads',
  async (rate) => {
    const context = await browser.newContext({ viewport: { width: 900, height: 600 } });
    const tab = await context.newPage();
    const devtools = await context.newCDPSession(tab);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate });
    /** Page and positions where each entry may have been left, by its key. The entries of earlier sequences stay in the history. */
    const entries = new Map<string, { path: string; left: number[] }>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEQUENCES; seed++) {
      const draw = createDraw(`${rate} ${seed}`);
      await tab.goto(`${server.url}/one`);
      await started(tab);
      const log: string[] = [];
      for (let round = 0; round < 6; round++) {
        const before = await readState(tab);
        const y = 50 + draw(1500);
        await tab.evaluate((top) => scrollTo(0, top), y);
        entries.set(before.key, { path: before.path, left: [y] });
        const count = 1 + draw(4);
        const actions = Array.from({ length: count }, () => [draw(5), draw(3), draw(100)] as const);
        log.push(JSON.stringify({ y, actions }));
        await tab
          .evaluate(
            async ([names, steps]) => {
              for (const [kind, which, pause] of steps) {
                if (kind === 0 || kind === 1) document.getElementById(`to-${names[which]}`)?.click();
                else if (kind === 2) history.back();
                else if (kind === 3) history.forward();
                else history.go(which === 0 ? -2 : which === 1 ? 2 : -1);
                await new Promise((resolve) => setTimeout(resolve, pause));
              }
            },
            [NAMES, actions] as const,
          )
          .catch(() => undefined);
        if (draw(6) === 0) await tab.reload().catch(() => undefined);
        let state = await settle(tab);
        if (state.path === '/' || !state.path.startsWith('/')) {
          await tab.goto(`${server.url}/one`);
          await started(tab);
          state = await settle(tab);
        }
        const where = `${rate}, ${seed}: ${log.join('\n')}`;
        expect(state.shown, where).toBe(state.path);
        expect(state.heading, where).toBe(`Page ${state.path.slice(1)}`);
        expect(state.title, where).toBe(`Page ${state.path.slice(1)} · Small`);
        // A click on a link to the page that is shown begins it again at the top.
        const clicked = new Set(actions.flatMap(([kind, which]) => (kind < 2 ? `/${NAMES[which]}` : [])));
        for (const { path, left } of entries.values()) if (clicked.has(path)) left.push(0);
        // Within a line: fonts may come before or after the scrolling.
        const left = entries.get(state.key)?.left ?? [0];
        expect(
          left.filter((y) => Math.abs(y - state.y) < 12),
          `${where}: ${state.y} of ${left}`,
        ).not.toEqual([]);
      }
    }
    await context.close();
  },
);

/** Waits until nothing changes for a while: the last navigation has ended. */
async function settle(tab: Page) {
  let last = '';
  for (let same = 0; same < 3; ) {
    // The main script marks the document before it restores the position.
    const hasScript = await tab
      .evaluate(() => location.protocol === 'about:' || 'js' in document.documentElement.dataset)
      .catch(() => false);
    const state = JSON.stringify(hasScript ? await readState(tab).catch(() => null) : null);
    same = state === last && state !== 'null' ? same + 1 : 0;
    last = state;
    await tab.waitForTimeout(100);
  }
  return readState(tab);
}
