/** Creates the body of a chat completion request in the form that a server accepts. */
import type { SiteConfig } from '../../config/config-schema.ts';

export interface Message {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** The shape of an answer. */
export interface ResponseFormat {
  type: 'json_schema';
  json_schema: { name: string; strict: true; schema: Record<string, unknown> };
}

/** The fields that code reads; `extraBody` may add others. */
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

type BodySettings = Pick<
  SiteConfig['generate'],
  'responseFormat' | 'tokenLimitField' | 'maxOutputTokens' | 'temperature' | 'reasoningEffort' | 'extraBody'
>;

/** What never changes comes first, so that servers can cache it. */
export function createBody(
  model: string,
  messages: readonly Message[],
  format: ResponseFormat,
  settings: BodySettings,
): ChatBody {
  const { responseFormat = 'json_schema', tokenLimitField = 'max_completion_tokens' } = settings;
  const { maxOutputTokens, temperature, reasoningEffort, extraBody } = settings;
  const { name, schema } = format.json_schema;
  const [system, ...rest] = messages;
  const described = system && {
    ...system,
    content: `${system.content}\n\nJSON schema of the answer (${name}):\n${JSON.stringify(schema)}`,
  };
  return {
    ...extraBody,
    model,
    messages: responseFormat === 'json_schema' || !described ? [...messages] : [described, ...rest],
    ...(responseFormat === 'json_schema' && { response_format: format }),
    ...(responseFormat === 'json_object' && { response_format: { type: 'json_object' } }),
    [tokenLimitField]: maxOutputTokens,
    ...(temperature !== undefined && { temperature }),
    ...(reasoningEffort !== undefined && { reasoning_effort: reasoningEffort }),
  };
}
