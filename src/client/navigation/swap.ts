/** Puts a loaded page into the document (B23, B24). */
import { root } from '../dom.ts';
import type { Loaded } from './loader.ts';

/** Replaces main and head, and also header and footer if the language changes. Focuses the new main element. */
export function swapPage({ page, slices }: Loaded): void {
  const { head, main, language, direction = '' } = page.result.data;
  replaceHead('data-page-head', head);
  if (language !== root.lang) {
    root.lang = language;
    root.dir = direction;
    for (const [slot, { result }] of Object.entries(slices)) {
      document.querySelector(`body > ${slot}`)?.replaceWith(parse(result.data.html));
      if (result.data.head !== undefined) replaceHead('data-edition-head', result.data.head);
      Object.assign(document.body.dataset, result.data.body);
    }
  }
  document.querySelector('main')?.replaceWith(parse(main));
  // Not every browser knows popovers.
  document.querySelector<HTMLElement>('[popover]')?.hidePopover?.();
  document.querySelector('main')?.focus({ preventScroll: true });
}

/** Announces the page to screen readers. The live region is written only if the text changes. */
export function announcePage(): void {
  const title = document.querySelector('main h1, h1')?.textContent?.trim() || document.title;
  announce(document.body.dataset.navigated?.replace('{title}', () => title) ?? title);
}

export function announce(text: string): void {
  const region = document.getElementById('route-announcer');
  if (region && region.textContent !== text) region.textContent = text;
}

function replaceHead(mark: string, html: string): void {
  for (const stale of document.head.querySelectorAll(`[${mark}]`)) stale.remove();
  document.head.append(parse(html));
}

function parse(html: string): DocumentFragment {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content;
}
