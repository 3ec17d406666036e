/** Starts the controls of a page: the theme switch, the sidebar, and the copy buttons, whose code is loaded on the first click. */
import { attempt } from '../foundation/attempt.ts';
import { closest, isPlainClick, root } from './dom.ts';
import { announce } from './navigation/swap.ts';

export const loadCopying = () => import('./copy.ts');

/** @returns a function that shows the buttons of a new page */
export function startCopyButtons(): () => void {
  addEventListener('click', async (event) => {
    const button = closest(event, '[data-copy]');
    if (!button) return;
    event.preventDefault();
    (await loadCopying()).copyFrom(button, announce);
  });
  const show = () => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = false;
  };
  show();
  return show;
}

const loadTextControls = () => import('./text-controls.ts');

/** @returns a function that prepares the tables of a new page */
export function startTextControls(): () => void {
  addEventListener('click', async (event) => {
    const link = closest<HTMLAnchorElement>(event, '[data-video]');
    if (!link || !isPlainClick(event)) return;
    event.preventDefault();
    try {
      (await loadTextControls()).playVideo(link);
    } catch {
      location.assign(link.href);
    }
  });
  const prepare = async () => {
    if (document.querySelector('[data-sortable]')) (await loadTextControls()).prepareTables();
  };
  void prepare();
  return prepare;
}

/**
 * Keeps the tree of pages where the reader scrolled it, and the current page in sight.
 * @returns a function that does so on a new page
 */
export function startSidebar(): () => void {
  let scrolled = 0;
  const keep = ({ target }: Event) => {
    if (target instanceof Element && target.matches('.sidebar')) scrolled = target.scrollTop;
  };
  addEventListener('scroll', keep, { capture: true, passive: true });
  const show = () => {
    const sidebar = document.querySelector('.sidebar');
    const current = sidebar?.querySelector('[aria-current]');
    if (!sidebar || !current) return;
    sidebar.scrollTop = scrolled;
    const { top, bottom, height } = sidebar.getBoundingClientRect();
    const link = current.getBoundingClientRect();
    if (link.top < top || link.bottom > Math.min(bottom, innerHeight))
      sidebar.scrollTop += link.top - top - height / 2;
  };
  show();
  return show;
}

/** Makes the links to other languages lead to the page in that language, where there is one. Without scripts they lead home. */
export function linkTranslations(): void {
  const head = document.head.querySelectorAll<HTMLLinkElement>('link[hreflang]');
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.editions a')) {
    link.dataset.home ??= link.href;
    const same = [...head].find(({ hreflang }) => hreflang === link.hreflang);
    link.href = same ? new URL(same.href).pathname : link.dataset.home;
  }
}

/** The head of the document applies the remembered theme before the first paint. */
export function startThemeSwitch(): void {
  // Shows the switch.
  root.dataset.js = '';
  addEventListener('click', (event) => {
    if (!closest(event, '[data-theme-switch]')) return;
    const current =
      root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    root.dataset.theme = current === 'dark' ? 'light' : 'dark';
    attempt(() => localStorage.setItem('theme', root.dataset.theme ?? ''));
  });
}
