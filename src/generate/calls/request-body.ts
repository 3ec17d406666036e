/** Creates the body of a request in the form that a server accepts. */
import type { SiteConfig } from '../../config/config-schema.ts';

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** The structured output that the request asks for. */
export interface ResponseFormat {
  type: 'json_schema';
  json_schema: { name: string; strict: true; schema: Record<string, unknown> };
}

/** The fields that our code reads. The setting `extraBody` may add others. */
export interface ChatBody {
  model: string;
  messages: Message[];
  response_format?: ResponseFormat | { type: 'json_object' };
  max_completion_tokens?: number;
  max_tokens?: number;
  temperature?: number;
  reasoning_effort?: string;
  store?: boolean;
  metadata?: Record<string, string>;
}

type Settings = SiteConfig['generate'];

type BodySettings = Pick<
  Settings,
  'responseFormat' | 'tokenLimitField' | 'maxOutputTokens' | 'temperature' | 'reasoningEffort' | 'extraBody'
>;

export type FormatName = NonNullable<Settings['responseFormat']>;

/** Forms of structured output. A server that refuses one may take the next one. */
const FORMATS: readonly FormatName[] = ['json_schema', 'json_object', 'prompt'];

export function createBody(
  model: string,
  messages: readonly Message[],
  format: ResponseFormat,
  settings: BodySettings,
): ChatBody {
  const { responseFormat = 'json_schema', tokenLimitField = 'max_completion_tokens' } = settings;
  const { maxOutputTokens, temperature, reasoningEffort, extraBody } = settings;
  const body: ChatBody = {
    ...extraBody,
    model,
    messages: [...messages],
    response_format: format,
    [tokenLimitField]: maxOutputTokens,
    ...(temperature !== undefined && { temperature }),
    ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort }),
  };
  return weakenFormat(body, responseFormat);
}

/** The format after the given one; undefined after the last. */
export function nextFormat(format: FormatName): FormatName | undefined {
  return FORMATS[FORMATS.indexOf(format) + 1];
}

export function formatOf({ response_format }: ChatBody): FormatName {
  return response_format?.type ?? 'prompt';
}

/** Asks for the answer in a form that more servers accept: the schema becomes a part of the system message. */
export function weakenFormat(body: ChatBody, to: FormatName): ChatBody {
  const { response_format: format, ...rest } = body;
  if (!format || FORMATS.indexOf(to) <= FORMATS.indexOf(format.type)) return body;
  const [system, ...others] = rest.messages;
  const isDescribed = format.type === 'json_object' || !system;
  const messages = isDescribed ? rest.messages : [describe(system, format), ...others];
  return { ...rest, messages, ...(to === 'json_object' && { response_format: { type: to } }) };
}

function describe(system: Message, { json_schema: { name, schema } }: ResponseFormat): Message {
  const content = `${system.content}\n\nJSON schema of the answer (${name}):\n${JSON.stringify(schema)}`;
  return { ...system, content };
}

export type WireSettings = Pick<Settings, 'api' | 'stream'>;

/** The body as the server's API names its fields. */
export function createWireBody(body: ChatBody, { api, stream }: WireSettings): object {
  if (api === 'chat') return stream ? { ...body, stream, stream_options: { include_usage: true } } : body;
  const { messages, response_format, max_completion_tokens, max_tokens, reasoning_effort, ...rest } = body;
  const format =
    response_format?.type === 'json_schema'
      ? { type: 'json_schema', ...response_format.json_schema }
      : response_format;
  return {
    store: false,
    ...rest,
    input: messages,
    max_output_tokens: max_completion_tokens ?? max_tokens,
    ...(format && { text: { format } }),
    ...(reasoning_effort !== undefined && { reasoning: { effort: reasoning_effort } }),
    ...(stream && { stream }),
  };
}
