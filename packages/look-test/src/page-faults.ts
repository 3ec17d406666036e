/** Measures an open page: what is wider than the window, headings that skip a level, and text larger than the title. */
import type { Page } from 'playwright-core';

/** A sentence about the element that reaches furthest beyond the window; '' for a page that does not scroll sideways. */
export function findOverflow(page: Page): Promise<string> {
  return page.evaluate(() => {
    const excess = document.documentElement.scrollWidth - innerWidth;
    if (excess <= 0) return '';
    const isClipped = ({ parentElement: parent }: Element): boolean =>
      parent !== null && (getComputedStyle(parent).overflowX !== 'visible' || isClipped(parent));
    const reach = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width === 0 || isClipped(element) ? 0 : Math.max(right - innerWidth, -left);
    };
    const widest = [...document.body.querySelectorAll('*')].reduce((a, b) => (reach(b) > reach(a) ? b : a));
    const classes = [...widest.classList].map((name) => `.${name}`).join('');
    return `${excess} px wider than the window: ${widest.localName}${classes}`;
  });
}

/** Sentences about the headings of a page, which readers of screens walk through. */
export function findHeadingFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((heading) =>
      heading.checkVisibility(),
    );
    const titles = headings.filter((heading) => heading.matches('main h1'));
    if (titles.length !== 1) faults.push(`${titles.length} headings of level 1 in <main>, and not one`);
    let before = 0;
    for (const heading of headings.filter((one) => one.closest('main'))) {
      const level = Number(heading.tagName.slice(1));
      if (level > before + 1)
        faults.push(`"${heading.textContent?.trim()}" is of level ${level} after level ${before}`);
      before = level;
    }
    return faults;
  });
}

/** A sentence about the text in <main> that is larger than the title; '' where the title is the largest. */
export function findRankFault(page: Page): Promise<string> {
  return page.evaluate(() => {
    const main = document.querySelector('main');
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return element.checkVisibility({ visibilityProperty: true }) && width > 1 && height > 1;
    };
    const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
    const texts = [...(main?.querySelectorAll('*') ?? [])].filter(
      (element) =>
        isSeen(element) &&
        [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.nodeValue ?? ''),
        ),
    );
    const [first] = texts;
    if (first === undefined) return '';
    const largest = texts.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a), first);
    const title = texts.find((element) => element.closest('h1'));
    // A home page may leave its title to the masthead: the largest text is then the title of a story.
    const isRight = title ? sizeOf(title) >= sizeOf(largest) : largest.closest('h2, h3') !== null;
    if (isRight) return '';
    const name = (element: Element) =>
      `"${element.textContent?.trim().slice(0, 60)}" (${sizeOf(element)} px)`;
    return title
      ? `${name(largest)} is larger than the title, ${name(title)}`
      : `${name(largest)} is the largest text, and no heading`;
  });
}
