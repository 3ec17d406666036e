import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { escapeHtml } from '../../src/foundation/escape.ts';
import { viewOf } from '../../src/pages/page-registry.ts';
import { type Body, type Page, SHAPE_FIELDS } from '../../src/site/page.ts';
import { renderHeadElements } from '../../src/templates/head.ts';
import { renderChrome, renderMain } from '../../src/templates/render.tsx';
import { builtInStrings } from '../support/strings.ts';
import { EDITIONS, editionOf, type Fixture, fixtureOf, PLAIN } from './fixtures.ts';
import { renderPage } from './site.ts';

const casesOf = (editions: typeof EDITIONS, site: string) =>
  editions.flatMap(({ locale, fixtures, chrome }) => {
    const rendered = renderChrome(chrome);
    return fixtures.map((fixture) => ({
      title: `${site}${locale} ${fixture.name}`,
      fixture,
      chrome: rendered,
    }));
  });
const cases = [...casesOf(EDITIONS, ''), ...casesOf(PLAIN, 'plain ')];

const whole = ({ page, body }: Pick<Fixture, 'page' | 'body'>, chrome: (typeof cases)[number]['chrome']) =>
  renderPage(page, body, chrome);

describe('strings are opaque to the views', () => {
  it.each(cases)('$title', ({ fixture, chrome }) => {
    const values: string[] = [];
    // "<" tells text, which is escaped, from HTML, which is not.
    const hide = (value: unknown, key: string): unknown => {
      if (typeof value === 'string')
        return value === '' || SHAPE_FIELDS.has(key) ? value : `<\uE000${values.push(value) - 1}\uE001`;
      if (Array.isArray(value)) return value.map((item) => hide(item, ''));
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, hide(child, name)]));
    };
    const shape = { page: hide(fixture.page, '') as Page, body: hide(fixture.body, '') as Body | null };
    const used = new Set<number>();
    const filled = whole(shape, chrome).replace(
      /(&lt;|<)\uE000(\d+)\uE001/g,
      (_, sign: string, index: string) => {
        used.add(Number(index));
        const value = values[Number(index)] ?? '';
        return sign === '<' ? value : escapeHtml(value);
      },
    );
    expect(filled).toBe(whole(fixture, chrome));
    expect(used.size).toBeGreaterThan(10);
  });
});

describe('a page', () => {
  it.each(cases)('$title has one h1, one main, no holes and no repeated id', ({ fixture, chrome }) => {
    const html = whole(fixture, chrome);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html.match(/<main[ >]/g)).toHaveLength(1);
    expect(html).not.toMatch(
      /\bundefined\b|\[object |\bNaN\b|>null<|\{\w+\}(?![^<]*<\/code>)(?<!\{title\}|\{keys\})/,
    );
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, target] of html.matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(target);
    for (const [, targets = ''] of html.matchAll(
      / (?:popoverTarget|popovertarget|for|aria-labelledby)="([^"]+)"/g,
    )) {
      for (const target of targets.split(' ')) expect(ids).toContain(target);
    }
  });

  it('carries its language, path and build, and its security policy before anything that it governs', () => {
    const { chrome, assets } = editionOf('ko_KR');
    const html = whole(fixtureOf('ko_KR', 'home'), renderChrome(chrome));
    const start = `<!doctype html>\n<html lang="ko" data-path="/ko" data-build="${assets.buildHash}" data-main="`;
    expect(html.startsWith(start)).toBe(true);
    expect(html.indexOf('charset="utf-8"')).toBeLessThan(200);
    const policy = html.indexOf('Content-Security-Policy');
    for (const governed of ['<script', '<link', '<img'])
      expect(html.indexOf(governed)).toBeGreaterThan(policy);
    const inline = [...html.matchAll(/<script>(.*?)<\/script>/g)].map(([, script = '']) => script);
    expect(inline).toHaveLength(2);
    for (const script of inline) {
      expect(html).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    }
    expect(html).not.toMatch(/ style="| on\w+="/);
  });

  it('escapes hostile text in every place', () => {
    const evil = '"><script>alert(1)</script>';
    // The program makes their markup.
    const isHtml = (key: string) => key === 'jsonLd' || key === 'svg';
    for (const { page, body } of editionOf('en_US').fixtures) {
      const poison = (value: unknown, key: string): unknown => {
        if (typeof value === 'string') return SHAPE_FIELDS.has(key) || isHtml(key) ? value : evil;
        if (Array.isArray(value)) return key === 'blocks' ? [] : value.map((item) => poison(item, ''));
        if (typeof value !== 'object' || value === null) return value;
        return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, poison(child, name)]));
      };
      const bad = poison(page, '') as Page;
      const html =
        renderHeadElements(bad) +
        renderMain(bad, body && { ...body, html: '' }, viewOf(bad), builtInStrings(page.locale));
      expect(html).not.toContain('<script>');
    }
  });

  it('labels paid links as paid, above their heading', () => {
    for (const { locale } of EDITIONS) {
      const article = fixtureOf(locale, 'article');
      const html = renderMain(
        article.page,
        article.body,
        viewOf(article.page),
        builtInStrings(article.page.locale),
      );
      expect(html).toMatch(
        /<aside class="paid" aria-labelledby="paid-label paid-heading"><p class="paid-label" id="paid-label">[^<]+<\/p>/,
      );
      expect(html).toMatch(/<a href="https:\/\/example\.com\/[^"]*" rel="sponsored">/);
    }
  });
});

describe('head elements of a page', () => {
  it.each(cases)('$title: each is marked for replacement', ({ fixture }) => {
    const html = renderHeadElements(fixture.page);
    const elements = html.match(/<(title|meta|link|script)\b/g) ?? [];
    expect(elements.length).toBeGreaterThan(8);
    expect(html.match(/ data-page-head=""/g)).toHaveLength(elements.length);
  });

  it('has no canonical URL and no JSON-LD where the page is not indexed', () => {
    const html = renderHeadElements(fixtureOf('en_US', 'not-found').page);
    expect(html).toContain('name="robots" content="noindex, follow"');
    expect(html).not.toMatch(/canonical|ld\+json|og:url/);
  });
});

describe('chrome', () => {
  it.each(EDITIONS)('$locale: header and footer hold every link of the specification', ({ chrome: data }) => {
    const chrome = renderChrome(data);
    for (const { url, children } of data.menu) {
      expect(chrome.header).toContain(`href="${url}"`);
      for (const child of children) expect(chrome.header).toContain(`href="${child.url}"`);
      expect(chrome.footer).toContain(`href="${url}"`);
    }
    for (const group of data.footer) {
      expect(chrome.footer.includes(`<h2>${group.title}</h2>`)).toBe(
        group.kind === 'contact' || group.links.length > 0,
      );
      for (const { title, url } of group.kind === 'links' ? group.links : [])
        expect(chrome.footer).toContain(`<a href="${url}">${title}</a>`);
    }
    expect(chrome.footer).toContain('mailto:desk@measured-bet.example');
    for (const url of [data.contact.video, data.contact.social, data.contact.photo]) {
      expect(chrome.footer).toContain(`href="${url}"`);
    }
    expect(chrome.footer).toContain('© 2026 The Measured Bet');
    expect(chrome.header).toContain('width="72" height="72"');
    // React adds preload links for images outside <picture>; they would stand in front of the header.
    expect(chrome.header.startsWith('<header')).toBe(true);
  });

  it('leaves out what the site does not have', () => {
    const [plain] = PLAIN;
    if (!plain) throw new Error('no plain site');
    const { header, footer } = renderChrome(plain.chrome);
    expect(header).not.toMatch(/data-island="search"|class="editions"|data-props/);
    expect(footer).not.toMatch(/mailto:|Contact|Feeds/);
  });

  it('works without scripts: the menu button opens its panel, the form goes to the sitemap', () => {
    const { header } = renderChrome(editionOf('tr_TR').chrome);
    expect(header).toMatch(/popovertarget="menu-panel"/i);
    expect(header).toMatch(/id="menu-panel" popover="auto"/);
    const form = /<form[^>]*>/.exec(header)?.[0];
    expect(form).toContain('method="get"');
    expect(form).toContain('action="/tr/sitemap"');
    const input = /<input[^>]*>/.exec(header)?.[0];
    expect(input).toContain('name="q"');
    expect(input).toContain('placeholder="Ara"');
  });
});
