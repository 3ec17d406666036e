/** Says which font draws each character of built pages, by asking Chromium itself. */
import type { Browser, Page } from 'playwright-core';
import { listFiles } from './core.ts';
import { serveFolder } from './serve-folder.ts';

/** A character, drawn by a font that its style does not ask for first. */
export interface Stranger {
  character: string;
  /** The family that the style names first, emoji apart. */
  asked: string;
  drawnBy: string;
  style: string;
  /** A page that shows it. */
  page: string;
}

interface Shown {
  families: string[];
  /** The first one, emoji apart. */
  asked: string;
  style: string;
  weight: string;
  /** Character → a page that shows it. */
  characters: Map<string, string>;
}

/** Reads the texts of a page with the styles that they have there. */
async function readShown(page: Page, path: string) {
  return page.evaluate(async (address) => {
    const html = await (await fetch(address)).text();
    const parsed = new DOMParser().parseFromString(html, 'text/html');
    const { documentElement: root } = document;
    for (const { name, value } of parsed.documentElement.attributes) root.setAttribute(name, value);
    // Pictures have no characters.
    for (const picture of parsed.querySelectorAll('img, picture, video, iframe')) picture.remove();
    document.body.replaceWith(parsed.body);
    // What is folded or hidden is shown later.
    for (const details of document.querySelectorAll('details')) details.open = true;
    const found: { family: string; style: string; weight: string; text: string }[] = [];
    const note = (
      text: string,
      { fontFamily, fontStyle, fontWeight, textTransform }: CSSStyleDeclaration,
    ) => {
      const cased = textTransform === 'uppercase' ? text.toLocaleUpperCase(root.lang) : text;
      if (text.trim() !== '')
        found.push({ family: fontFamily, style: fontStyle, weight: fontWeight, text: cased });
    };
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('script, style, noscript, template, math, svg') !== null) continue;
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
      if (own.length > 0) note(own.map((node) => node.nodeValue).join(' '), getComputedStyle(element));
      for (const pseudo of ['::before', '::after']) {
        const style = getComputedStyle(element, pseudo);
        const [, text] = /^"(.*)"$/.exec(style.content) ?? [];
        if (text !== undefined) note(text, style);
      }
    }
    return found;
  }, path);
}

const EMOJI_FAMILY = 'color-emoji';
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Mn}]/u;

/**
 * The characters of pages of a build that another font draws than the first one that their styles name.
 * @param matters says which characters are looked at, by the family that is asked for. Each costs a question
 */
async function findStrangers(
  browser: Browser,
  out: string,
  pages: readonly string[],
  matters: (character: string, asked: string) => boolean,
): Promise<Stranger[]> {
  const context = await browser.newContext({ bypassCSP: true, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const origin = await serveFolder(context, out);
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`${origin}/index.html`);
    const all = new Map<string, Shown>();
    for (const path of pages) {
      for (const { family, style, weight, text } of await readShown(page, path)) {
        const families = family.split(',').map((name) => name.trim().replace(/^"|"$/g, ''));
        const asked = families.find((name) => name !== EMOJI_FAMILY) ?? '';
        const key = `${family} ${style} ${weight}`;
        const known = all.get(key) ?? { families, asked, style, weight, characters: new Map() };
        all.set(key, known);
        for (const character of text)
          if (!known.characters.has(character) && !INVISIBLE.test(character) && matters(character, asked))
            known.characters.set(character, path);
      }
    }
    return await drawAll(page, [...all.values()]);
  } finally {
    await context.close();
  }
}

async function drawAll(page: Page, all: readonly Shown[]): Promise<Stranger[]> {
  const cells = all.flatMap(({ characters, ...look }) =>
    [...characters].map(([character, path]) => ({ ...look, character, path })),
  );
  await page.evaluate(async (shown) => {
    document.body.replaceChildren(
      ...shown.map(({ families, style, weight, character }) => {
        const cell = document.createElement('b');
        Object.assign(cell.style, {
          display: 'inline-block',
          fontFamily: families.map((name) => (/^[a-z-]+$/.test(name) ? name : `"${name}"`)).join(','),
          fontStyle: style,
          fontWeight: weight,
        });
        cell.textContent = character;
        return cell;
      }),
    );
    await document.fonts.ready;
  }, cells);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'body > b',
  });
  const strangers: Stranger[] = [];
  for (const [index, nodeId] of nodeIds.entries()) {
    const cell = cells[index];
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    const drawn = fonts.find(({ isCustomFont }) => !isCustomFont) ?? fonts[0];
    if (!cell || !drawn || drawn.isCustomFont) continue;
    const { character, asked, path } = cell;
    const style = `${cell.style} ${cell.weight}`;
    strangers.push({ character, asked, drawnBy: drawn.familyName, style, page: path });
  }
  return strangers;
}

/** The scripts of the fonts. Others with their punctuation, and emoji, are the system's. */
const COVERED = /(?![\u3000-\u303f\uff00-\uffef])[\p{scx=Latin}\p{scx=Cyrillic}\p{scx=Common}]/u;
const EMOJI = /\p{Emoji_Presentation}|[\u2600-\u27bf\u{1f000}-\u{1faff}]/u;
const OF_SITE = /^(Source Serif|site-)/;

/**
 * Characters that the fonts of the site have, on pages of a built site, which another font draws.
 * @param pages such as "/index.html". Default: all
 */
export async function findWrongGlyphs(
  browser: Browser,
  out: string,
  pages?: readonly string[],
): Promise<Stranger[]> {
  const files = (await listFiles(out)).filter((name) => name.endsWith('.html'));
  return findStrangers(
    browser,
    out,
    pages ?? files.map((name) => `/${name}`),
    (character, asked) => OF_SITE.test(asked) && COVERED.test(character) && !EMOJI.test(character),
  );
}
