/** Sends events to all open pages, and the last event to a page that connects (server-sent events). */
import type { ServerResponse } from 'node:http';
import type { Handler } from './server.ts';

export const EVENTS_PATH = '/__events';

export interface Events {
  handler: Handler;
  send(value: object): void;
  close(): void;
}

export function createEvents(first: object): Events {
  const open = new Set<ServerResponse>();
  let last = JSON.stringify(first);
  // Proxies and browsers close a connection that is silent for a long time.
  const pulse = setInterval(() => {
    for (const response of open) response.write(':\n\n');
  }, 20_000).unref();

  return {
    handler(request, response) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      response.write(`retry: 500\ndata: ${last}\n\n`);
      open.add(response);
      request.on('close', () => open.delete(response));
    },
    send(value) {
      last = JSON.stringify(value);
      for (const response of open) response.write(`data: ${last}\n\n`);
    },
    close() {
      clearInterval(pulse);
      for (const response of open) response.end();
    },
  };
}
