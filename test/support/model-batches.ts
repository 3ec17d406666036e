/** The batch API of the test server: files, batches with real lines, and failures of batches. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ChatRequest, json } from './model-server.ts';

export interface BatchBehaviour {
  /** How often a batch is asked for before it is done; default 0. */
  polls?: number;
  /** Which line is not answered, and how. */
  fail?: (customId: string, round: number) => 'error' | 'billed-error' | 'expired' | 'garbage' | undefined;
  /** True if the answers of a round come under each other's names. */
  exchanges?: (round: number) => boolean;
  /** True if the answer to "create" is lost after the batch was made. */
  dropCreate?: (number: number) => boolean;
  /** False if the batch does not say how many requests it has completed; true by default. */
  counts?: boolean;
  /** False if batches cannot be listed; true by default. */
  list?: boolean;
  /** So many of the next requests that read end in a connection that the server closes. */
  closes?: number;
}

interface StoredBatch {
  id: string;
  status: string;
  input_file_id: string;
  output_file_id: string | null;
  error_file_id: string | null;
  metadata: Record<string, string>;
  request_counts: { total: number; completed: number; failed: number } | null;
  polls: number;
  round: number;
}

/** @param complete answers and bills a request */
export function createBatchStore(complete: (body: ChatRequest) => unknown, behaviour: BatchBehaviour) {
  const files = new Map<string, string>();
  const batches = new Map<string, StoredBatch>();
  const billed: string[] = [];
  let names = 0;

  const run = (batch: StoredBatch) => {
    const output: string[] = [];
    const errors: string[] = [];
    let billedErrors = 0;
    for (const line of (files.get(batch.input_file_id) ?? '').trim().split('\n')) {
      const { custom_id, body } = JSON.parse(line);
      const fate = behaviour.fail?.(custom_id, batch.round);
      if (fate === 'billed-error') {
        billed.push(custom_id);
        complete(body);
        billedErrors++;
      }
      if (fate === 'expired' || fate === 'error' || fate === 'billed-error') {
        errors.push(
          JSON.stringify({
            id: `r-${++names}`,
            custom_id,
            response:
              fate !== 'expired' ? { status_code: 500, body: { error: { message: 'server error' } } } : null,
            error: { code: fate === 'expired' ? 'batch_expired' : 'server_error', message: fate },
          }),
        );
        if (fate === 'expired') batch.status = 'expired';
        continue;
      }
      billed.push(custom_id);
      if (fate === 'garbage') output.push('{"custom_id": "nobody", "response"');
      output.push(
        JSON.stringify({
          id: `r-${++names}`,
          custom_id,
          response: { status_code: 200, request_id: 'x', body: complete(body) },
          error: null,
        }),
      );
    }
    if (behaviour.exchanges?.(batch.round)) exchangeNames(output);
    if (batch.status !== 'expired') batch.status = 'completed';
    // The order of answers is free.
    const save = (lines: string[]) => {
      const id = `file-${++names}`;
      files.set(id, `${lines.reverse().join('\n')}\n`);
      return id;
    };
    batch.output_file_id = output.length ? save(output) : null;
    batch.error_file_id = errors.length ? save(errors) : null;
    batch.request_counts =
      behaviour.counts === false
        ? null
        : {
            total: output.length + errors.length,
            completed: output.length + billedErrors,
            failed: errors.length - billedErrors,
          };
  };

  return {
    files,
    batches,
    billed,
    behaviour,
    upload(content: string): string {
      const id = `file-${++names}`;
      files.set(id, content);
      return id;
    },
    create(input: string, metadata: Record<string, string>): StoredBatch {
      const batch: StoredBatch = {
        id: `batch-${++names}`,
        status: 'in_progress',
        input_file_id: input,
        output_file_id: null,
        error_file_id: null,
        metadata,
        request_counts: { total: 0, completed: 0, failed: 0 },
        polls: 0,
        round: batches.size,
      };
      batches.set(batch.id, batch);
      return batch;
    },
    retrieve(id: string): StoredBatch | undefined {
      const batch = batches.get(id);
      if (batch?.status === 'in_progress' && batch.polls++ >= (behaviour.polls ?? 0)) run(batch);
      return batch;
    },
  };
}

/** Gives each answer the name of the next one. */
function exchangeNames(lines: string[]): void {
  const answers = lines.map((line) => JSON.parse(line));
  for (const [index, answer] of answers.entries()) {
    const { custom_id } = answers[(index + 1) % answers.length];
    lines[index] = JSON.stringify({ ...answer, custom_id });
  }
}

/** @returns whether the route was one of these */
export function answerBatchRoute(
  store: ReturnType<typeof createBatchStore>,
  request: IncomingMessage,
  url: URL,
  bytes: Buffer,
  response: ServerResponse,
): boolean {
  const route = `${request.method} ${url.pathname}`;
  const { closes = 0 } = store.behaviour;
  if (/^GET \/v1\/(?:files|batches)\b/.test(route) && closes > 0) {
    store.behaviour.closes = closes - 1;
    response.destroy();
    return true;
  }
  if (route === 'POST /v1/files') {
    const content = multipartFile(bytes, request.headers['content-type'] ?? '');
    json(response, 200, {
      id: store.upload(content),
      object: 'file',
      bytes: content.length,
      purpose: 'batch',
    });
    return true;
  }
  const file = /^GET \/v1\/files\/([^/]+)\/content$/.exec(route)?.[1];
  if (file !== undefined) {
    const content = store.files.get(file);
    if (content === undefined) json(response, 404, { error: { message: 'no such file' } });
    else response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(content);
    return true;
  }
  if (route === 'POST /v1/batches') {
    const { input_file_id, metadata } = JSON.parse(bytes.toString('utf8'));
    const batch = store.create(input_file_id, metadata ?? {});
    if (store.behaviour.dropCreate?.(store.batches.size - 1)) response.destroy();
    else json(response, 200, batch);
    return true;
  }
  if (route === 'GET /v1/batches' && store.behaviour.list !== false) {
    const all = [...store.batches.values()];
    const begin = all.findIndex(({ id }) => id === url.searchParams.get('after')) + 1;
    const end = begin + Number(url.searchParams.get('limit') ?? 20);
    json(response, 200, { object: 'list', data: all.slice(begin, end), has_more: end < all.length });
    return true;
  }
  const id = /^GET \/v1\/batches\/([^/]+)$/.exec(route)?.[1];
  if (id === undefined) return false;
  const batch = store.retrieve(id);
  if (batch) json(response, 200, batch);
  else json(response, 404, { error: { message: 'no such batch' } });
  return true;
}

function multipartFile(bytes: Buffer, contentType: string): string {
  const boundary = /boundary=(?:"([^"]+)"|([^;]+))/.exec(contentType);
  const mark = boundary?.[1] ?? boundary?.[2] ?? '';
  const part = bytes
    .toString('utf8')
    .split(`--${mark}`)
    .find((candidate) => /name="file"/.test(candidate));
  return part?.slice(part.indexOf('\r\n\r\n') + 4, -2) ?? '';
}
