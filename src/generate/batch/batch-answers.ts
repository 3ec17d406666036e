/** Owns what a batch brings: each line is the answer of the call that it names, or tells that the call was not made. */
import * as z from 'zod';
import { UserError } from '../../foundation/errors.ts';
import { costOf, NO_USAGE } from '../calls/money.ts';
import { completionSchema } from '../calls/outcome.ts';
import type { BatchRecord } from '../run/journal-records.ts';
import type { ServerBatch } from './batch-server.ts';
import type { BatchOptions } from './run-batch.ts';

const lineSchema = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.object({ message: z.string().nullish(), code: z.string().nullish() }).nullish(),
});

/** Milliseconds after a batch was made in which answers that the server has counted may still come. */
const PATIENCE = 3 * 86_400_000;

/**
 * Lines come in any order and some not at all: they are told apart by their name, never by their place.
 * @returns false where the server has more answers than it gave
 */
export async function collectBatch(
  options: Pick<BatchOptions, 'run' | 'server' | 'clock' | 'price' | 'reporter'>,
  record: BatchRecord,
  batch: ServerBatch,
): Promise<boolean> {
  const { run, server, clock, price, reporter } = options;
  let answered = 0;
  const asked = new Set(record.keys);
  const isOpen = (key: string) => asked.has(key) && run.state.calls.get(key)?.state === 'open';
  for (const file of [batch.output_file_id, batch.error_file_id]) {
    if (!file) continue;
    for await (const text of server.lines(file)) {
      const line = parseLine(text);
      if (line?.response?.status_code === 200 && asked.has(line.custom_id)) answered++;
      if (!line || !isOpen(line.custom_id)) continue;
      const { custom_id: key, response, error } = line;
      const completion = response?.status_code === 200 ? completionSchema.safeParse(response.body) : null;
      if (!completion?.success) {
        // A line with status 200 is billed whatever it holds.
        if (response?.status_code !== 200) {
          await run.record({
            type: 'failed',
            at: clock.now(),
            key,
            message: error?.message ?? error?.code ?? `status ${response?.status_code ?? 'none'}`,
          });
          continue;
        }
      }
      const {
        id,
        text: answer,
        finish,
        refusal,
        usage,
      } = completion?.success
        ? completion.data
        : { id: '', text: '', finish: 'empty', refusal: null, usage: null };
      const reserve = run.state.calls.get(key)?.intent.reserve ?? 0;
      await run.record({
        type: 'result',
        at: clock.now(),
        key,
        id,
        text: answer,
        finish,
        refusal,
        usage: usage ?? NO_USAGE,
        usd: usage ? costOf(usage, price, true) : reserve,
        source: 'batch',
        estimated: usage === null,
      });
    }
  }
  const missing = record.keys.filter(isOpen);
  // What the server has counted as answered is paid, though it does not stand in the file.
  const isPaid = batch.status === 'completed' || answered < (batch.request_counts?.completed ?? 0);
  if (missing.length > 0 && isPaid && clock.now() < record.at + PATIENCE) {
    reporter.warn({
      message: `${missing.length} answers of batch ${record.name} have not come, though the server says that it is ${batch.status}`,
      hint: 'run `articles generate --batch collect` again later; they may have been paid and are not asked for anew',
    });
    return false;
  }
  const message = `the batch is ${batch.status}`;
  await Promise.all(
    missing.map((key) => {
      const usd = run.state.calls.get(key)?.intent.reserve ?? 0;
      const at = clock.now();
      return run.record(
        isPaid ? { type: 'unknown', at, key, usd, message } : { type: 'failed', at, key, message },
      );
    }),
  );
  await run.record({ ...record, at: clock.now(), state: 'collected' });
  if (batch.status !== 'failed') return true;
  const why = batch.errors?.data?.map(({ message }) => message).find(Boolean);
  throw new UserError({
    message: `the server did not accept batch ${record.name}${why ? `: ${why}` : ''}`,
    hint: 'mend it and run `articles generate --batch submit` again; nothing was paid',
  });
}

function parseLine(text: string): z.output<typeof lineSchema> | null {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
