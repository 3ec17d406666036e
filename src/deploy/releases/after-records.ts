/** Records beside a release what was done after it. */
import { createObjectBody, STATE_PREFIX, type StoredObject } from '../targets/target.ts';
import type { TargetClient } from '../targets/target-client.ts';

const AFTER_PREFIX = `${STATE_PREFIX}after/`;

const nameOf = (id: string) => `${AFTER_PREFIX}${id}.json`;

export async function writeAfterRecord(target: TargetClient, id: string, record: object): Promise<void> {
  const name = nameOf(id);
  const former = await target.stat(name);
  const spec = {
    name,
    contentType: 'application/json',
    cacheControl: 'no-store',
    contentEncoding: '',
    metadata: { release: id },
  } as const;
  const body = createObjectBody(Buffer.from(JSON.stringify(record)));
  await target.write(spec, body, former?.object.generation ?? '0');
}

/** The records of releases that expire. */
export function findAfterRecords(
  stored: readonly StoredObject[],
  expired: readonly { id: string }[],
): StoredObject[] {
  const names = new Set(expired.map(({ id }) => nameOf(id)));
  return stored.filter(({ name }) => names.has(name));
}
