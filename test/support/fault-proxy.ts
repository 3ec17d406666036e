/** A proxy on loopback in front of a real server. It passes requests on, and spoils chosen ones as networks do. */
import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './listen.ts';

/** With `reset after`, the server does the work, and its answer is lost. */
export type ProxyFault =
  | 'status 503'
  | 'status 429'
  | 'reset'
  | 'reset after'
  | 'hang'
  | 'empty'
  | 'page'
  | 'shorten'
  | 'cut';

export interface FaultProxy {
  url: string;
  /** Method and path of each request. */
  requests: string[];
  /** Spoils the requests with these numbers, counted from 0 from now on. */
  spoil(fault: ProxyFault, numbers: readonly number[]): void;
  /** Number of requests that were spoilt since then. */
  spoilt(): number;
  stop(): Promise<void>;
}

const PAGE = '<!doctype html><title>Sign in to the network</title>';

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const faults = new Map<number, ProxyFault>();
  const requests: string[] = [];
  let spoilt = 0;
  const server = createServer((message, response) => void handle(message, response));
  const { url, close } = await listen(server);

  async function handle(message: IncomingMessage, response: ServerResponse) {
    const fault = faults.get(requests.length);
    if (fault) spoilt++;
    requests.push(`${message.method} ${message.url}`);
    if (fault === 'hang') return;
    if (fault === 'reset') return void message.socket.destroy();
    const sent = await buffer(message);
    if (fault === 'status 503' || fault === 'status 429') {
      response.writeHead(Number(fault.slice(-3)), { 'retry-after': '0' });
      return void response.end();
    }
    const { status, headers, body } = await pass(target, message, sent);
    if (fault === 'reset after') return void message.socket.destroy();
    if (fault === 'empty' || fault === 'page') {
      response.writeHead(200, { 'content-type': 'text/html' });
      return void response.end(fault === 'page' ? PAGE : '');
    }
    const half = body.subarray(0, body.length / 2);
    // Without these headers, a text that ends early looks whole.
    const { 'content-length': size, 'transfer-encoding': _, ...others } = headers;
    if (fault === 'shorten') {
      response.writeHead(status, others);
      return void response.end(half);
    }
    response.writeHead(status, size === undefined ? others : { ...others, 'content-length': size });
    if (fault !== 'cut' || body.length === 0) return void response.end(body);
    response.write(half, () => message.socket.destroy());
  }

  return {
    url,
    requests,
    spoil(fault, numbers) {
      requests.length = 0;
      faults.clear();
      spoilt = 0;
      for (const number of numbers) faults.set(number, fault);
    },
    spoilt: () => spoilt,
    stop: close,
  };
}

function pass(target: string, message: IncomingMessage, sent: Buffer) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>(
    (resolve, reject) => {
      const { method, url, headers } = message;
      const request = requestHttp(`${target}${url}`, { method, headers }, (answer) => {
        buffer(answer).then(
          (body) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }),
          reject,
        );
      });
      request.once('error', reject);
      request.end(sent);
    },
  );
}
