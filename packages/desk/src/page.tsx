/** The built page of the open text, in a sandbox that can only send messages. */
import { useEffect, useRef } from 'react';
import type { Click, Place } from './locate.ts';

interface PageProps {
  path: string;
  title: string;
  /** False for a text that the last build did not have. */
  isKnown: boolean;
  /** Changes when the page was built again. */
  build: number;
  /** The place of the caret in the source. */
  caret: Place | null;
  onClick(click: Click): void;
}

/** The sandbox has no origin; what it sends is read as a place in the text or a key of the desk, and nothing else. */
function readClick(data: unknown): Click | null {
  if (typeof data !== 'object' || data === null || !('before' in data) || !('after' in data)) return null;
  if (!('line' in data) || !('end' in data)) return null;
  const { before, after, line, end } = data;
  const isPlace = isLine(line) && (end === null || isLine(end));
  return isPlace && typeof before === 'string' && typeof after === 'string'
    ? { before, after, line, end }
    : null;
}

const isLine = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

function readKey(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('code' in data)) return null;
  return typeof data.code === 'string' && /^(?:Digit[123]|F6)$/.test(data.code) ? data.code : null;
}

const asksToReload = (data: unknown) =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'reload';

/** The frame has no origin that could be named. */
const send = (frame: HTMLIFrameElement | null, message: object) =>
  frame?.contentWindow?.postMessage(message, '*');

export function Page({ path, title, isKnown, build, caret, onClick }: PageProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const click = useRef(onClick);
  click.current = onClick;

  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (source !== frame.current?.contentWindow) return;
      const clicked = readClick(data);
      if (clicked) click.current(clicked);
      const code = readKey(data);
      if (asksToReload(data) && frame.current) frame.current.src = frame.current.getAttribute('src') ?? '';
      if (code) dispatchEvent(new KeyboardEvent('keydown', { altKey: code !== 'F6', code }));
    };
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if (build === 0 || path === '') return;
    const stop = new AbortController();
    fetch(path, { signal: stop.signal })
      .then((response) => response.text())
      .then((html) => send(frame.current, { type: 'page', html }))
      .catch(() => {});
    return () => stop.abort();
  }, [build, path]);
  useEffect(() => {
    if (caret) send(frame.current, { type: 'show', ...caret });
  }, [caret]);

  if (path === '')
    return (
      <p className="empty">
        {isKnown
          ? 'This text has no page. The findings, and the texts that stop the release, say why.'
          : 'The next build makes its page.'}
      </p>
    );
  return <iframe ref={frame} sandbox="allow-scripts" src={path} title={`Page: ${title}`} />;
}
