/** The common part of the storage servers of tests: real HTTP on loopback, a record of requests, faults on order. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listen } from './listen.ts';

export interface StoreRequest {
  method: string;
  /** Path and query of the request line. */
  target: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** Object that it is about, '' for none. */
  name: string;
  kind: 'list' | 'get' | 'media' | 'upload' | 'chunk' | 'patch' | 'delete' | 'copy' | 'bucket';
}

export interface Fault {
  /** Which requests; all by default. */
  match?: (request: StoreRequest) => boolean;
  /** How many matching requests to let pass first. */
  skip?: number;
  /** How many to spoil; 1 by default. */
  times?: number;
  act:
    | {
        kind: 'status';
        status: number;
        headers?: Record<string, string>;
        html?: boolean;
        /** The name of the error, and the headers of the request as its message. */
        reason?: string;
        echo?: boolean;
      }
    /** The connection breaks before the work, or after it. */
    | { kind: 'reset'; after?: boolean }
    | { kind: 'hang' }
    /** The work is done, and the answer is a success without a body, or with a page of a proxy. */
    | { kind: 'empty' | 'page' }
    /** The connection breaks within the answer; or a whole answer ends in the middle of its text. */
    | { kind: 'cut' | 'shorten' }
    /** One byte of the upload is changed on its way. */
    | { kind: 'corrupt' }
    /** Only half of a chunk of a large upload arrives. */
    | { kind: 'rewind' }
    /** The server forgets the session of a large upload. */
    | { kind: 'lose-session' };
}

/** A bucket, whatever the protocol. */
export interface StoreObject {
  name: string;
  bytes: Buffer;
  contentType: string;
  cacheControl?: string | undefined;
  contentEncoding?: string | undefined;
  /** Keys as the program names them: `articles-hash`. */
  metadata: Record<string, string>;
}

export interface StoreBucket {
  live: Map<string, StoreObject>;
}

export interface StoreServer<Bucket extends StoreBucket = StoreBucket> {
  port: number;
  /** http://127.0.0.1:PORT */
  url: string;
  buckets: Map<string, Bucket>;
  requests: StoreRequest[];
  faults: Fault[];
  /** Called when a request is complete in the store, or refused, and before it is answered. */
  observe: (request: StoreRequest) => void | Promise<void>;
  /** Milliseconds that every answer waits. */
  latency: number;
  stop(): Promise<void>;
}

export interface Answer {
  status: number;
  body: Buffer | string | null;
  headers?: Record<string, string>;
}

/** The part that differs between protocols. */
interface Protocol {
  parse(message: IncomingMessage): StoreRequest;
  /** Throws an error of the protocol. */
  answer(request: StoreRequest, body: Buffer, act: Fault['act'] | undefined): Answer;
  /** The answer for a thrown error. */
  refuse(error: unknown): Answer;
  fail(act: Extract<Fault['act'], { kind: 'status' }>, request: StoreRequest): Answer;
  corrupt(body: Buffer): void;
}

export async function startStoreServer<Bucket extends StoreBucket>(
  buckets: Map<string, Bucket>,
  port: number,
  connect: (server: StoreServer<Bucket>) => Protocol,
): Promise<StoreServer<Bucket>> {
  const server = createServer((message, response) => void handle(message, response));
  server.keepAliveTimeout = 30_000;
  const { port: opened, url, close } = await listen(server, port);
  const api: StoreServer<Bucket> = {
    port: opened,
    url,
    buckets,
    requests: [],
    faults: [],
    observe: () => undefined,
    latency: 0,
    stop: close,
  };
  const protocol = connect(api);

  const answerOrRefuse: Protocol['answer'] = (...given) => {
    try {
      return protocol.answer(...given);
    } catch (error) {
      return protocol.refuse(error);
    }
  };

  async function handle(message: IncomingMessage, response: ServerResponse) {
    try {
      const request = protocol.parse(message);
      api.requests.push(request);
      const act = takeFault(api.faults, request)?.act;
      if (act?.kind === 'hang') return;
      if (act?.kind === 'reset' && !act.after) return void message.socket.destroy();
      const body = await buffer(message);
      if (act?.kind === 'status') {
        const failure = act.html ? createHtml(act.status) : protocol.fail(act, request);
        return send(response, request, { ...failure, headers: { ...failure.headers, ...act.headers } });
      }
      if (act?.kind === 'corrupt') protocol.corrupt(body);
      const answer = answerOrRefuse(request, body, act);
      await api.observe(request);
      if (api.latency > 0) await new Promise((resolve) => setTimeout(resolve, api.latency));
      if (act?.kind === 'reset') return void message.socket.destroy();
      if (act?.kind === 'empty') return send(response, request, { status: 200, body: null });
      if (act?.kind === 'page') return send(response, request, createHtml(200));
      const half = Buffer.from(answer.body ?? '').subarray(0, Buffer.byteLength(answer.body ?? '') / 2);
      if (act?.kind === 'shorten') return send(response, request, { ...answer, body: half });
      if (act?.kind === 'cut') {
        response.writeHead(answer.status, { ...answer.headers, 'content-length': half.length + 1 });
        response.flushHeaders();
        response.write(half, () => message.socket.destroy());
        return;
      }
      send(response, request, answer);
    } catch (error) {
      if (message.destroyed && !message.complete) return;
      send(response, null, protocol.refuse(error));
    }
  }
  return api;
}

function createHtml(status: number): Answer {
  const body = '<!DOCTYPE html><html><title>Error</title></html>';
  return { status, body, headers: { 'content-type': 'text/html; charset=UTF-8' } };
}

function send(response: ServerResponse, request: StoreRequest | null, { status, body, headers }: Answer) {
  const bytes = Buffer.from(body ?? '');
  response.writeHead(status, { 'content-length': bytes.length, ...headers });
  response.end(request?.method === 'HEAD' ? undefined : bytes);
}

function takeFault(faults: Fault[], request: StoreRequest): Fault | undefined {
  for (const [index, fault] of faults.entries()) {
    if (fault.match && !fault.match(request)) continue;
    if ((fault.skip ?? 0) > 0) {
      fault.skip = (fault.skip ?? 0) - 1;
      continue;
    }
    fault.times = (fault.times ?? 1) - 1;
    if (fault.times <= 0) faults.splice(index, 1);
    return fault;
  }
  return undefined;
}
