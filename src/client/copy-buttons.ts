/** Owns the copy buttons of a page until one is used: shows them, and loads what they do at the first click. */
import { closest } from './dom.ts';
import { announce } from './navigation/swap.ts';

export const loadCopying = () => import('./copy.ts');

/** @returns what shows the buttons of a page that has been put in */
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
