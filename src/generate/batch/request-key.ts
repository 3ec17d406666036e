/** Ties answers of a batch to their requests by a key that the model repeats: servers have put answers under other names. */
import { hashJson } from '../../foundation/json.ts';
import type { CallSpec } from '../calls/call-records.ts';

/** First in the answer, in the order of its schema. */
const FIELD = 'requestKey';
const WRITTEN = new RegExp(
  `"${FIELD}"\\s*:\\s*"([0-9a-f]{8})"\\s*,?|,\\s*"${FIELD}"\\s*:\\s*"([0-9a-f]{8})"`,
);

const keyOf = (call: string) => hashJson(call).slice(0, 8);

/** Asks for the key of a call in its answer. All calls of a step keep one schema. */
export function addRequestKey(spec: CallSpec): CallSpec {
  const { messages, response_format: format, ...body } = spec.body;
  const last = messages.length - 1;
  const asked = messages.map((message, index) =>
    index === last
      ? { ...message, content: `${message.content}\n\nSet "${FIELD}" of the answer to "${keyOf(spec.key)}".` }
      : message,
  );
  return {
    ...spec,
    request: hashJson(spec.body),
    body: { ...body, messages: asked, ...(format && { response_format: addField(format) }) },
  };
}

function addField(format: NonNullable<CallSpec['body']['response_format']>): typeof format {
  if (format.type !== 'json_schema') return format;
  const { schema } = format.json_schema;
  const { properties, required } = schema;
  const fields = {
    properties: { [FIELD]: { type: 'string' }, ...(typeof properties === 'object' ? properties : {}) },
    required: [FIELD, ...(Array.isArray(required) ? required : [])],
  };
  return { ...format, json_schema: { ...format.json_schema, schema: { ...schema, ...fields } } };
}

/**
 * Takes the key out of an answer.
 * @param calls the keys of the calls of the batch
 * @returns the call that it answers; undefined where its key is of none; null where it has no key, as small models write
 */
export function takeRequestKey(
  answer: string,
  calls: readonly string[],
): { text: string; call: string | undefined | null } {
  const found = WRITTEN.exec(answer);
  if (!found) return { text: answer, call: null };
  const key = found[1] ?? found[2];
  return { text: answer.replace(WRITTEN, ''), call: calls.find((call) => keyOf(call) === key) };
}
