/** Helpers that the client modules share: document, events, idle time. */

export const root = document.documentElement;

/** The nearest element around an event's target that fits. */
export function closest<E extends Element = HTMLElement>(
  { target }: Pick<Event, 'target'>,
  selector: string,
): E | null {
  return target instanceof Element ? target.closest<E>(selector) : null;
}

/** Whether a click is one of the main button alone: with a key it opens links elsewhere. */
export function isPlainClick({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return !(button || metaKey || altKey || ctrlKey || shiftKey);
}

/** The policy of this document where it is not the one of most pages. */
export function ownPolicy(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[data-own]')?.content;
}

/** Calls the listener at signs of a reader who does more than read: pointer, touch, key, focus. */
export function onInterest(listener: (event: Event) => void): void {
  for (const sign of ['pointerover', 'touchstart', 'keydown', 'focusin'])
    addEventListener(sign, listener, true);
}

/** Runs the task after the page has loaded, when the browser is idle. */
export function whenIdle(task: () => unknown): void {
  const wait: (task: () => void) => unknown = window.requestIdleCallback ?? setTimeout;
  const run = () => wait(() => task());
  if (document.readyState === 'complete') run();
  else addEventListener('load', run);
}
