/** Starts the controls of a page: the theme switch, the sidebar, copy buttons, videos and tables. */
import { attempt } from '../foundation/attempt.ts';
import { copyFrom } from './copy.ts';
import { closest, isPlainClick, root } from './dom.ts';
import { announce } from './navigation/swap.ts';

/** @returns a function that shows the buttons of a new page */
export function startCopyButtons(): () => void {
  addEventListener('click', (event) => {
    const button = closest(event, '[data-copy]');
    if (!button) return;
    event.preventDefault();
    // At once: Safari allows the clipboard only while the click is handled.
    void copyFrom(button, announce);
  });
  const show = () => {
    for (const button of document.querySelectorAll<HTMLElement>('[data-copy]')) button.hidden = false;
  };
  show();
  return show;
}

/** @returns a function that prepares the videos, tables and contents of a new page */
export function startTextControls(): () => void {
  let controls: typeof import('./text-controls.ts') | undefined;
  addEventListener('click', (event) => {
    const link = closest<HTMLAnchorElement>(event, '[data-video]');
    // Browsers play a video only while the click is handled, so the code is there before it. Else they follow the link.
    if (!link || !controls || !isPlainClick(event)) return;
    event.preventDefault();
    controls.playVideo(link);
  });
  const prepare = async () => {
    if (!document.querySelector('[data-video], [data-sortable], .sidebar')) return;
    controls ??= await import('./text-controls.ts');
    controls.prepareTexts();
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

const STORE = 'theme';

/**
 * Starts the switch between light, dark and the system's own. The head of the document applies the remembered theme before
 * the first paint; other tabs and pages that Back restores follow here.
 * @returns a function that shows the choice on the switch of a new header
 */
export function startThemeSwitch(): () => void {
  // Shows the switch.
  root.dataset.js = '';
  const system = matchMedia('(prefers-color-scheme: dark)');
  const show = () => {
    const { theme } = root.dataset;
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
      meta.dataset.media ??= meta.media;
      const own = meta.dataset.media;
      meta.media = theme === undefined ? own : own.includes(theme) ? 'all' : 'not all';
    }
    const button = document.querySelector('[data-theme-switch]');
    button?.setAttribute('aria-pressed', theme === undefined ? 'mixed' : String(theme === 'dark'));
  };
  const read = () => {
    const theme = attempt(() => localStorage.getItem(STORE));
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    else delete root.dataset.theme;
    show();
  };
  addEventListener('click', (event) => {
    if (!closest(event, '[data-theme-switch]')) return;
    const { theme } = root.dataset;
    const own = system.matches ? 'dark' : 'light';
    // Each press but the last of three changes what the reader sees.
    if (theme === own) delete root.dataset.theme;
    else root.dataset.theme = theme ? own : own === 'dark' ? 'light' : 'dark';
    attempt(() => localStorage.setItem(STORE, root.dataset.theme ?? ''));
    show();
  });
  addEventListener('storage', ({ key }) => key === STORE && read());
  addEventListener('pageshow', ({ persisted }) => persisted && read());
  show();
  return show;
}
