/** Calls a server's batch API: uploads and downloads files, creates, finds and retrieves batches. */
import * as z from 'zod';
import { messageOf, UserError } from '../../foundation/errors.ts';
import type { Provider } from '../calls/provider.ts';

const batchSchema = z.object({
  id: z.string(),
  status: z.string(),
  input_file_id: z.string().nullish(),
  output_file_id: z.string().nullish(),
  error_file_id: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
  request_counts: z
    .object({ total: z.number(), completed: z.number(), failed: z.number() })
    .nullish()
    .catch(null),
  errors: z
    .object({ data: z.array(z.object({ message: z.string().nullish() })).nullish() })
    .nullish()
    .catch(null),
});
export type ServerBatch = z.output<typeof batchSchema>;

/** A request that only reads costs nothing, so the SDK repeats it where the server closes the connection. */
const READ = { maxRetries: 2 };

/** Such a batch has no answers. */
const ENDED = new Set(['failed', 'cancelled', 'cancelling']);

/** An account with more pages counts as one that cannot be listed. */
const MAX_PAGES = 100;

export type BatchServer = ReturnType<typeof createBatchServer>;

/** @param site names the site in the batches, so that another machine knows them */
export function createBatchServer({ client, redact, clean, path }: Provider, site: string) {
  const failure = async (what: string, error: unknown) =>
    new UserError({
      code: (await isAway(error)) ? 'silent-model-server' : 'failed-batch',
      message: `${what} failed: ${clean(messageOf(error))}`,
      hint: 'run the same command again; it finds what was created and pays nothing twice',
    });
  const attempt = <T>(what: string, work: () => Promise<T>): Promise<T> =>
    work().catch(async (error: unknown) => {
      throw await failure(what, error);
    });
  /** Lists the batches page by page. @returns null where the server cannot list them */
  const listAll = async (isWanted: (batch: ServerBatch) => boolean, atMost = Number.POSITIVE_INFINITY) => {
    const found: ServerBatch[] = [];
    let after: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const listed = await attempt('listing the batches', () => listBatches(client, after));
      if (listed === 'unsupported') return null;
      found.push(...listed.data.filter(isWanted));
      after = listed.data.at(-1)?.id;
      if (found.length >= atMost || !listed.has_more || after === undefined) return found;
    }
    return null;
  };
  return {
    /** @returns the id that the server gives to the file */
    upload: (name: string, content: string) =>
      attempt('uploading a batch', async () => {
        const { toFile } = await import('openai');
        const file = await toFile(Buffer.from(content), name);
        const { id } = await client.files.create({ file, purpose: 'batch' });
        return z.string().min(1).parse(id);
      }),
    create: (file: string, job: string) =>
      attempt('creating a batch', async () =>
        batchSchema.parse(
          await client.batches.create({
            input_file_id: file,
            endpoint: `/v1${path}` as const,
            completion_window: '24h',
            metadata: { job, site },
          }),
        ),
      ),
    retrieve: (id: string) =>
      attempt('retrieving a batch', async () => batchSchema.parse(await client.batches.retrieve(id, READ))),
    /** Finds the batch of a job. Returns null if there is none, and 'unsupported' if the server cannot list its batches. */
    async find(job: string, file: string): Promise<ServerBatch | null | 'unsupported'> {
      const found = await listAll(
        ({ metadata, input_file_id }) => metadata?.job === job || input_file_id === file,
        1,
      );
      return found ? (found[0] ?? null) : 'unsupported';
    },
    /** Names the running or finished batches of the site that are not known. None where the server cannot list its batches. */
    async findUnknown(known: ReadonlySet<string>): Promise<string[]> {
      const found = await listAll(
        ({ id, metadata, status }) => metadata?.site === site && !known.has(id) && !ENDED.has(status),
      );
      return (found ?? []).map(({ id }) => id);
    },
    /** Downloads a file line by line. */
    async *lines(file: string) {
      const response = await attempt('downloading the answers of a batch', async () =>
        client.files.content(file, READ),
      );
      // readline would also split at U+2028, which JSON strings may contain.
      const decoder = new TextDecoder();
      let rest = '';
      for await (const chunk of response.body ?? []) {
        const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = parts.pop() ?? '';
        yield* parts.filter((line) => line.trim() !== '').map(redact);
      }
      if (rest.trim() !== '') yield redact(rest);
    },
  };
}

/** True if the server did not answer, or fails: the same command may succeed later. */
async function isAway(error: unknown): Promise<boolean> {
  const { APIConnectionError, APIError } = await import('openai');
  return error instanceof APIConnectionError || (error instanceof APIError && (error.status ?? 0) >= 500);
}

/** @param after id of the last batch of the page before */
async function listBatches(client: Provider['client'], after: string | undefined) {
  const schema = z.object({ data: z.array(batchSchema), has_more: z.boolean().nullish() });
  try {
    const response = await client.batches
      .list({ limit: 100, ...(after === undefined ? {} : { after }) }, READ)
      .asResponse();
    const parsed = schema.safeParse(await response.json());
    return parsed.success ? parsed.data : ('unsupported' as const);
  } catch (error) {
    const { APIError } = await import('openai');
    if (error instanceof APIError && [400, 404, 405, 501].includes(error.status ?? 0))
      return 'unsupported' as const;
    throw error;
  }
}
