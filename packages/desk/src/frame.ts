/**
 * Runs in the page that the desk shows: tells the desk which words were clicked and which keys call it, shows the words at
 * its caret, and takes over the body of a newer page without a reload. The page has no origin, so it can only send messages.
 * Blocks name their lines in the source.
 */
import { contextAt, lettersOf, locate, type Place } from './locate.ts';

type Message = { type: 'page'; html: string } | ({ type: 'show' } & Place);

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
    const blocks = listBlocks();
    const at = blocks.findLastIndex((block) => block.contains(node));
    const block = blocks[at];
    if (!block) return;
    const { text, starts } = readTexts(block);
    const offset = (starts.get(node) ?? 0) + (place?.offset ?? range?.startOffset ?? 0);
    const next = blocks.slice(at + 1).find((other) => !block.contains(other));
    const lines = { line: lineOf(block), end: next ? lineOf(next) : null };
    parent.postMessage({ type: 'click', ...lines, ...contextAt(lettersOf(text), offset) }, '*');
  },
  true,
);

// The keys that go to a column, which would end in this frame.
addEventListener('keydown', ({ altKey, code }) => {
  if (altKey || code === 'F6') parent.postMessage({ type: 'key', code }, '*');
});

const listBlocks = () => [...document.querySelectorAll<HTMLElement>('[data-line]')];
const lineOf = ({ dataset }: HTMLElement) => Number(dataset.line);

/** The text of a block, and the offset in it of each text node. */
function readTexts(block: HTMLElement) {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const starts = new Map<Text, number>();
  let text = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue;
    starts.set(node, text.length);
    text += node.data;
  }
  return { text, starts };
}

function show({ line, ...context }: Place): void {
  const block = listBlocks().findLast((one) => lineOf(one) <= line);
  if (!block) return;
  const { text, starts } = readTexts(block);
  const offset = locate(lettersOf(text), context);
  const [node] = [...starts].findLast(([, start]) => offset !== null && start <= offset) ?? [];
  const element = node?.parentElement ?? block;
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
