/** Owns the switch between light and dark; the head of the document applies what was remembered before the first paint. */
import { attempt } from './attempt.ts';
import { closest, root } from './dom.ts';

export function startThemeSwitch(): void {
  // The switch shows itself when it works.
  root.dataset.js = '';
  addEventListener('click', (event) => {
    if (!closest(event, '[data-theme-switch]')) return;
    const current =
      root.dataset.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    root.dataset.theme = current === 'dark' ? 'light' : 'dark';
    attempt(() => localStorage.setItem('theme', root.dataset.theme ?? ''));
  });
}
