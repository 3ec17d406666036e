/** The events of the server, for all tabs over one connection: a browser has six to one server, and an event stream holds its own. */

const NAME = 'articles-desk-events';

/** @param onEvent called after each build @returns a function that stops listening */
export function listenToEvents(onEvent: () => void): () => void {
  const channel = new BroadcastChannel(NAME);
  const stop = new AbortController();
  channel.onmessage = onEvent;
  /** Lasts until this tab stops; then another tab gets the lock and listens. */
  const lead = () =>
    new Promise<void>((done) => {
      const events = new EventSource('/__events');
      events.onmessage = () => {
        onEvent();
        channel.postMessage('');
      };
      stop.signal.addEventListener('abort', () => {
        events.close();
        done();
      });
    });
  navigator.locks.request(NAME, { signal: stop.signal }, lead).catch(() => {
    // It stopped before it got the lock.
  });
  return () => {
    stop.abort();
    channel.close();
  };
}
