/** Helpers that the client modules share: document, events, idle time. */

export const root = document.documentElement;

/** Finds the nearest element around an event's target that matches the selector. */
export function closest<E extends Element = HTMLElement>(
  { target }: Pick<Event, 'target'>,
  selector: string,
): E | null {
  return target instanceof Element ? target.closest<E>(selector) : null;
}

/** True for a click of the main button without a modifier key: with one, the browser opens a link elsewhere. */
export function isPlainClick({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return !(button || metaKey || altKey || ctrlKey || shiftKey);
}

/** Security policy of this document, if it differs from the policy of most pages. */
export function ownPolicy(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[data-own]')?.content;
}

/** Calls the listener when a reader starts to interact: pointer, touch, key, focus. */
export function onInterest(listener: (event: Event) => void): void {
  for (const sign of ['pointerover', 'touchstart', 'keydown', 'focusin'])
    addEventListener(sign, listener, true);
}

/** Runs the task when the page has loaded and the browser is idle, or ten seconds later. */
export function whenIdle(task: () => unknown): void {
  const wait: (task: () => void, options: { timeout: number }) => unknown =
    window.requestIdleCallback ?? ((run) => setTimeout(run));
  const run = () => wait(() => task(), { timeout: 10_000 });
  if (document.readyState === 'complete') run();
  else addEventListener('load', run);
}
