/** Readers' pages in Firefox, WebKitGTK and WPE: everything that Chromium alone would hide. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postcss from 'postcss';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { planServiceWorker } from '../../src/build/outputs/plan-service-worker.ts';
import { ENGINE_NAMES, type Engine, hasEngine, openEngine } from '../support/engines.ts';
import { type SiteServer, startSiteServer } from '../support/site-server.ts';
import { loadBundle, makeSmallSite } from '../support/small-site.ts';

/** Without these a page only has other line breaks, or on a phone in landscape the size of text that its browser chooses. */
const ONLY_NICER = ['text-wrap', '-webkit-text-size-adjust'];

const LINES = '<p>line</p>'.repeat(90);
let server: SiteServer;
let folder: string;
let styles: string;
let pristine: Map<string, string | Uint8Array>;

beforeAll(async () => {
  pristine = await makeSmallSite({
    serviceWorker: true,
    groups: [{ label: 'Alpha → One', articles: [{ title: 'Margins of a bookmaker', url: '/b' }] }],
    pages: [
      {
        path: '/',
        title: 'Home',
        html: `<p class="meta"><time>May 1</time><span>3-minute read</span></p><button type="button" data-copy="the text" hidden>Copy</button>
          ${LINES}<a id="b" href="/b">b</a>${LINES}`,
      },
      { path: '/b', title: 'Second', html: `<a id="home" href="/">home</a>${LINES}` },
      { path: '/404', title: 'Not here', html: '' },
      { path: '/offline', title: 'You are offline', html: '' },
    ],
  });
  const { files, entries } = await loadBundle();
  folder = mkdtempSync(join(tmpdir(), 'articles-engines-'));
  const contents = (path: string) => files.find((file) => file.path === path)?.contents ?? '';
  writeFileSync(join(folder, 'service-worker.js'), contents('service-worker.js'));
  styles = String(Buffer.from(contents(entries.stylesheet)));
  writeFileSync(join(folder, 'offline.html'), 'offline');
  const listed = entries.files.filter((path) => /(main|styles)-/.test(path));
  mkdirSync(join(folder, 'assets'));
  for (const path of listed) writeFileSync(join(folder, path), '');
  pristine.set(
    '/sw.js',
    await planServiceWorker({
      source: join(folder, 'service-worker.js'),
      basePath: '',
      folder,
      files: [...entries.files, 'offline.html'],
    }),
  );
  server = await startSiteServer(new Map(pristine));
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const STATE = `return {
  path: location.pathname, shown: document.documentElement.dataset.path, heading: document.querySelector('h1').textContent,
  y: Math.round(scrollY), focus: document.activeElement.tagName, said: document.getElementById('route-announcer').textContent }`;

interface State {
  path: string;
  shown: string;
  heading: string;
  y: number;
  focus: string;
  said: string;
}

for (const name of ENGINE_NAMES)
  describe.runIf(hasEngine(name))(`in ${name}`, () => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await openEngine(name);
    });
    afterEach(() => server.up());
    afterAll(async () => {
      await engine?.close();
    });

    const open = async (path = '/') => {
      await engine.goto(server.url + path);
      await expect.poll(() => engine.run<string>('return history.scrollRestoration')).toBe('manual');
    };
    const state = () => engine.run<State>(STATE);

    test('a link opens its page at the top, with focus and announcement, and Back returns to the place', async () => {
      await open();
      // A click of the driver may scroll first, and so may fonts that come late.
      const y = await engine.run<number>(`
        await document.fonts.ready;
        document.getElementById('b').scrollIntoView();
        const y = Math.round(scrollY);
        document.getElementById('b').click();
        return y`);
      expect(y).toBeGreaterThan(500);
      await expect
        .poll(state)
        .toMatchObject({ path: '/b', shown: '/b', heading: 'Second', y: 0, focus: 'MAIN' });
      expect((await state()).said).toBe('Navigated to Second');
      await engine.run('history.back()');
      await expect.poll(state).toMatchObject({ path: '/', shown: '/', heading: 'Home', y });
    });

    test('the menu stays when a reader points at it, and its links can be reached', async () => {
      await open();
      await engine.run("document.querySelector('.menu-button')?.focus()");
      await engine.run('await new Promise((resolve) => setTimeout(resolve, 500))');
      await engine.click('.menu-button');
      const links = () =>
        engine.run<number>(
          "return [...document.querySelectorAll('.menu a, .menu summary')].filter((link) => link.getClientRects().length > 0).length",
        );
      await expect.poll(links).toBeGreaterThan(0);
    });

    test('the first press of a copy button copies', async () => {
      await open('/');
      await engine.click('[data-copy]');
      await expect
        .poll(() => engine.run<string>("return document.querySelector('[data-copy]').textContent"))
        .toBe('Copied');
      expect(await engine.dialog()).toBeNull();
    });

    test('the date and what follows it stand apart', async () => {
      await open('/');
      const content = "return getComputedStyle(document.querySelector('.meta > span'), '::before').content";
      expect(await engine.run<string>(content)).toContain('·');
    });

    test('the theme is switched and remembered', async () => {
      await open('/');
      const theme = () => engine.run<string | null>('return document.documentElement.dataset.theme ?? null');
      await engine.click('[data-theme-switch]');
      const chosen = await theme();
      expect(['light', 'dark']).toContain(chosen);
      await open('/b');
      expect(await theme()).toBe(chosen);
      await engine.run("localStorage.removeItem('theme')");
    });

    test('search finds an article, and after one visit without a network too', async () => {
      await open('/');
      const kept = `const urls = [];
      for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) urls.push(url);
      return urls.join(' ')`;
      const needed = [/lunr[^ ]*json/, /search-worker-/, /chunk-/];
      const isKept = async () => {
        const urls = await engine.run<string>(kept);
        return needed.every((part) => part.test(urls));
      };
      await expect.poll(isKept).toBe(true);
      server.down();
      await engine.type('#site-search', 'margins');
      const found = () => engine.run<string>("return document.querySelector('.search')?.textContent ?? ''");
      await expect.poll(found).toContain('Margins of a bookmaker');
    });

    test('every value of the styles is known, or follows one that is', async () => {
      await open('/');
      const rules: { rule: string; declarations: [string, string][] }[] = [];
      postcss.parse(styles).walkRules((rule) => {
        const isGuarded = (node: typeof rule.parent): boolean =>
          node !== undefined &&
          node.type !== 'root' &&
          ((node.type === 'atrule' && (node as { name?: string }).name === 'supports') ||
            isGuarded(node.parent as never));
        if (isGuarded(rule.parent)) return;
        const declarations = rule.nodes.flatMap((node): [string, string][] =>
          node.type === 'decl' && !node.prop.startsWith('--') ? [[node.prop, node.value]] : [],
        );
        rules.push({ rule: rule.selector, declarations });
      });
      const lost = await engine.run<string[]>(`
      const bare = (name) => name.replace(/^-(webkit|moz)-/, '');
      const known = (name, value) => CSS.supports(name, value);
      return ${JSON.stringify(rules)}.flatMap(({ rule, declarations }) => declarations
        .filter(([name]) => known(name, 'inherit') && !${JSON.stringify(ONLY_NICER)}.includes(name))
        .filter(([name, value]) => !known(name, value) && !declarations.some(([other, value]) => bare(name).startsWith(bare(other)) && known(other, value)))
        .map(([name, value]) => rule + ' { ' + name + ': ' + value + ' }'))`);
      expect(lost).toEqual([]);
    });
  });
