/**
 * Owns the search box from the first sign of interest: its events, its worker, its first answer.
 *
 * The first answer is written by this small script. React, which is much larger, is loaded behind it and takes the
 * view over; events stay here, so nothing that a reader does falls between the two.
 */
import type { IslandProps, SearchProps } from '../../templates/islands/island-props.ts';
import { describeState, renderResults } from '../../templates/islands/search-results.ts';
import { createSearchSession, type SearchSession } from './search-session.ts';
import type { SearchReply, SearchRequest } from './search-worker.ts';

/** Name of the worker's script beside this one; set when the client is bundled. */
declare const SEARCH_WORKER: string;

export function wake(island: HTMLElement, { search: props }: IslandProps): void {
  const input = island.querySelector('input');
  const region = island.querySelector('section');
  const status = island.querySelector('[role=status]');
  if (input && !region) passOn(island, input);
  if (!props || !input || !region || !status) return;
  let worker: Worker | null = null;
  const start = () => {
    worker ??= startWorker(props.manifestUrl, session, () => (worker = null));
    return worker;
  };
  const session = createSearchSession({
    minimumCharacters: props.minimumCharacters,
    post: (request) => start().postMessage(request),
  });

  const draw = () => {
    const state = session.state();
    region.innerHTML = renderResults(state, props);
    region.hidden = state.phase === 'closed';
    status.textContent = describeState(state, props);
  };
  const endDrawing = session.subscribe(draw);
  const endWaiting = session.subscribe(() => {
    if (session.state().phase !== 'answered') return;
    endWaiting();
    // After the answer has been painted.
    setTimeout(() => handOver(island, props, session, endDrawing), 50);
  });

  listen(island, input, region, session, start);
  if (document.activeElement === input) start();
  if (input.value) session.type(input.value);
}

/** A form without results of its own, as on the page that was not found: what is typed there is searched for in the header. */
function passOn(island: HTMLElement, input: HTMLInputElement): void {
  island.addEventListener('submit', (event) => {
    const box = document.querySelector<HTMLInputElement>('#site-search');
    if (!box) return;
    event.preventDefault();
    box.value = input.value;
    // Wakes the box, which answers what stands in it.
    box.focus();
    box.dispatchEvent(new Event('input'));
  });
}

async function handOver(
  island: HTMLElement,
  props: SearchProps,
  session: SearchSession,
  endDrawing: () => void,
) {
  const view = await import('./search-view.tsx').catch(() => null);
  // This script's own view goes on without it.
  view?.hydrateSearch(island, props, session, endDrawing);
}

function listen(
  island: HTMLElement,
  input: HTMLInputElement,
  region: HTMLElement,
  session: SearchSession,
  start: () => unknown,
): void {
  const links = () => [...region.querySelectorAll('a')];
  input.addEventListener('input', () => session.type(input.value));
  input.addEventListener('focus', () => {
    start();
    session.reopen();
  });
  island.addEventListener('submit', (event) => {
    event.preventDefault();
    if (session.state().phase === 'failed') session.type(input.value);
    else if (region.hidden) session.reopen();
    else links()[0]?.focus();
  });
  region.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('button')) {
      const before = links().length;
      const focusNext = session.subscribe(() => {
        focusNext();
        // After the view, whichever it is, has drawn.
        setTimeout(() => links()[before]?.focus());
      });
      session.more();
    }
  });
  island.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'Escape' && !region.hidden) {
      event.preventDefault();
      input.focus();
      session.close();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    if (region.hidden) return session.reopen();
    const stops: (Element | null)[] = [input, ...links()];
    const at = stops.indexOf(document.activeElement);
    const next = stops[at + step];
    if (at < 0 || !(next instanceof HTMLElement)) return;
    event.preventDefault();
    next.focus();
  });
  const closeOutside = ({ target }: Event) => {
    if (target instanceof Node && !island.contains(target)) session.close();
  };
  addEventListener('pointerdown', closeOutside);
  addEventListener('focusin', closeOutside);
}

/** @param onLoss called where the script cannot be had; the next question starts another one */
function startWorker(manifestUrl: string, session: SearchSession, onLoss: () => void): Worker {
  const worker = new Worker(new URL(SEARCH_WORKER, import.meta.url));
  worker.addEventListener('error', () => {
    onLoss();
    session.fail();
  });
  worker.addEventListener('message', ({ data }: MessageEvent<SearchReply>) => session.hear(data));
  worker.postMessage({
    id: 0,
    manifestUrl: new URL(manifestUrl, location.href).href,
  } satisfies SearchRequest);
  return worker;
}
