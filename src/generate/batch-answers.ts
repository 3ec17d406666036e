/** Owns what a batch brings: each line is the answer of the call that it names, or tells that the call was not made. */
import * as z from 'zod';
import { UserError } from '../errors.ts';
import type { BatchOptions } from './batch.ts';
import type { ServerBatch } from './batch-server.ts';
import { costOf, NO_USAGE } from './money.ts';
import { completionSchema } from './outcome.ts';
import type { BatchRecord } from './records.ts';

const lineSchema = z.object({
  custom_id: z.string(),
  response: z.object({ status_code: z.number(), body: z.unknown() }).nullish(),
  error: z.object({ message: z.string().nullish(), code: z.string().nullish() }).nullish(),
});

/** Lines come in any order and some not at all: they are told apart by their name, never by their place. */
export async function collectBatch(
  options: Pick<BatchOptions, 'run' | 'server' | 'clock' | 'price'>,
  record: BatchRecord,
  batch: ServerBatch,
): Promise<void> {
  const { run, server, clock, price } = options;
  const asked = new Set(record.keys);
  const isOpen = (key: string) => asked.has(key) && run.state.calls.get(key)?.state === 'open';
  for (const file of [batch.output_file_id, batch.error_file_id]) {
    if (!file) continue;
    for await (const text of server.lines(file)) {
      const line = parseLine(text);
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
  await Promise.all(
    missing.map((key) =>
      run.record({ type: 'failed', at: clock.now(), key, message: `the batch is ${batch.status}` }),
    ),
  );
  await run.record({ ...record, at: clock.now(), state: 'collected' });
  if (batch.status !== 'failed') return;
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
