/**
 * Runs in the page that the desk shows: tells the desk which words were clicked and which keys call it, shows the words at
 * its caret, and takes over the body of a newer page without a reload. The page has no origin, so it can only send messages.
 */
import { type Context, contextAt, lettersOf, locate } from './locate.ts';

type Message = { type: 'page'; html: string } | ({ type: 'show' } & Context);

addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
  if (source !== parent) return;
  if (data.type === 'page') showPage(data.html);
  else show(data);
});

addEventListener(
  'click',
  (event) => {
    event.preventDefault();
    event.stopPropagation();
    const place = document.caretPositionFromPoint?.(event.clientX, event.clientY);
    const range = place ? null : document.caretRangeFromPoint?.(event.clientX, event.clientY);
    const node = place?.offsetNode ?? range?.startContainer;
    if (!(node instanceof Text)) return;
    const { text, starts } = readTexts();
    const start = starts.get(node);
    if (start === undefined) return;
    const offset = start + (place?.offset ?? range?.startOffset ?? 0);
    parent.postMessage({ type: 'click', ...contextAt(lettersOf(text), offset) }, '*');
  },
  true,
);

// The keys that go to a column, which would end in this frame.
addEventListener('keydown', ({ altKey, code }) => {
  if (altKey || code === 'F6') parent.postMessage({ type: 'key', code }, '*');
});

/** The text of the main part, and the offset in it of each text node. */
function readTexts() {
  const walker = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  const starts = new Map<Text, number>();
  let text = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    starts.set(node, text.length);
    text += node.data;
  }
  return { text, starts };
}

function show(context: Context): void {
  const { text, starts } = readTexts();
  const offset = locate(lettersOf(text), context);
  if (offset === null) return;
  const [node] = [...starts].findLast(([, start]) => start <= offset) ?? [];
  const element = node?.parentElement;
  if (!element) return;
  const { top, bottom } = element.getBoundingClientRect();
  if (bottom < 0 || top > innerHeight) element.scrollIntoView({ block: 'center' });
}

const stylesOf = (page: Document) =>
  Array.from(page.querySelectorAll('link[rel=stylesheet]'), (link) => link.getAttribute('href')).join(' ');

function showPage(html: string): void {
  const next = new DOMParser().parseFromString(html, 'text/html');
  if (stylesOf(next) !== stylesOf(document)) {
    // A request of this page has no cookie, which the server asks for.
    parent.postMessage({ type: 'reload' }, '*');
    return;
  }
  document.title = next.title;
  document.body.className = next.body.className;
  document.body.replaceChildren(...next.body.childNodes);
}

parent.postMessage({ type: 'ready' }, '*');
