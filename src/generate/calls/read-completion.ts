/** Reads a completion from the forms in which servers send it: chat, the Responses API, and streams of either. */
import * as z from 'zod';
import { parseJson } from '../../foundation/json.ts';
import type { Usage } from '../journal/money.ts';

/** The parts of a completion that we use. */
export interface Completion {
  id: string;
  text: string;
  finish: string;
  refusal: string | null;
  /** null if the server reports none that we can read. */
  usage: Usage | null;
  /** In USD, from a server that reports it. */
  cost: number | null;
  /** The model that answered, as the server names it. */
  model: string | null;
  /** False if the prompt was rejected, so that no output can be billed. */
  isWritten: boolean;
}

/** Stands for an answer that cannot be read. */
export const EMPTY_COMPLETION: Completion = {
  id: '',
  text: '',
  finish: 'empty',
  refusal: null,
  usage: null,
  cost: null,
  model: null,
  isWritten: true,
};

const text = z.string().nullish().catch(null);

/** Text, or a list of parts of which some are text. */
const content = z
  .union([
    z.string(),
    z
      .array(z.object({ text }).catch({ text: null }))
      .transform((parts) => parts.map((part) => part.text ?? '').join('')),
  ])
  .nullish()
  .catch(null);

const toolCalls = z
  .array(z.object({ function: z.object({ arguments: text }).optional() }))
  .nullish()
  .catch(null);

const common = {
  id: z.string().catch(''),
  usage: z.unknown().optional(),
  model: text,
  metadata: z.record(z.string(), z.unknown()).nullish().catch(null),
};

const chatSchema = z
  .object({
    ...common,
    choices: z.array(
      z.object({
        finish_reason: text,
        message: z.object({ content, refusal: text, tool_calls: toolCalls }).nullish(),
      }),
    ),
  })
  .transform(({ choices, ...rest }) => {
    const [choice] = choices;
    const { message } = choice ?? {};
    return {
      ...rest,
      // Some servers answer a schema by calling a tool.
      content: message?.content || (message?.tool_calls?.[0]?.function?.arguments ?? ''),
      finish: choice?.finish_reason ?? (choice ? 'stop' : 'empty'),
      refusal: message?.refusal ?? null,
    };
  });

const responseSchema = z
  .object({
    ...common,
    status: z.enum(['completed', 'incomplete']),
    incomplete_details: z.object({ reason: text }).nullish().catch(null),
    output: z.array(
      z.object({
        content: z
          .array(z.object({ text, refusal: text }))
          .nullish()
          .catch(null),
      }),
    ),
  })
  .transform(({ output, status, incomplete_details, ...rest }) => {
    const parts = output.flatMap((item) => item.content ?? []);
    const cutBy = incomplete_details?.reason === 'content_filter' ? 'content_filter' : 'length';
    return {
      ...rest,
      content: parts.map((part) => part.text ?? '').join(''),
      finish: status === 'completed' ? 'stop' : cutBy,
      refusal: parts.map((part) => part.refusal ?? '').join('') || null,
    };
  });

/** `job` is the name of the call, if the completion comes from a store. */
export const completionSchema = z
  .union([chatSchema, responseSchema])
  .transform(({ id, content, finish, refusal, usage, model, metadata }) => ({
    id,
    text: withoutThoughts(content),
    finish,
    refusal,
    usage: readUsage(usage, content !== ''),
    cost: readCost(usage),
    model: model ?? null,
    isWritten: true,
    job: metadata?.job,
  }));

/** Removes the reasoning that some models write before their answer. The opening tag may be part of the prompt. */
function withoutThoughts(answer: string): string {
  const end = answer.indexOf('</think>');
  const isThinking = end >= 0 && (/^\s*<think>/.test(answer) || !/^\s*[{[]/.test(answer));
  return isThinking ? answer.slice(end + '</think>'.length).trimStart() : answer;
}

/** Parses the body of a response. @returns undefined if it is neither JSON nor a whole stream */
export function parseBody(body: string): unknown {
  return parseJson(body) ?? (/^(?:data|event|id|:)/.test(body) ? joinStream(body) : undefined);
}

const deltaSchema = z.object({
  id: text,
  model: text,
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
  /** The Responses API sends the whole response in its last event. */
  response: z
    .looseObject({ status: z.enum(['completed', 'incomplete', 'failed']) })
    .optional()
    .catch(undefined),
  choices: z
    .array(
      z.object({
        finish_reason: text,
        delta: z.object({ content, refusal: text, tool_calls: toolCalls }).nullish(),
      }),
    )
    .optional()
    .catch(undefined),
});

/** Joins the events of a stream to the answer that the server sends without one. */
function joinStream(body: string): unknown {
  const chunks = body.split(/\r?\n/).flatMap((line) => {
    const { data } = deltaSchema.safeParse(parseJson(line.replace(/^data:\s*/, '')));
    return data ?? [];
  });
  const last = chunks.findLast(({ response, error }) => response ?? error);
  if (last) return last.response ?? { error: last.error };
  const choices = chunks.flatMap((chunk) => chunk.choices ?? []);
  const finish = choices.findLast(({ finish_reason }) => finish_reason)?.finish_reason;
  const usage = chunks.findLast((chunk) => chunk.usage)?.usage;
  // Without a reason the stream is whole if the server has counted it and said that it is done.
  if (!finish && !(usage && /^data:\s*\[DONE\]\s*$/m.test(body))) return undefined;
  const join = (pick: (delta: NonNullable<(typeof choices)[number]['delta']>) => string | null | undefined) =>
    choices.map(({ delta }) => (delta && pick(delta)) ?? '').join('');
  const called = join(({ tool_calls }) => tool_calls?.[0]?.function?.arguments);
  return {
    id: chunks.find(({ id }) => id)?.id,
    model: chunks.find(({ model }) => model)?.model,
    usage,
    choices: [
      {
        finish_reason: finish ?? null,
        message: {
          content: join((delta) => delta.content) || called,
          refusal: join(({ refusal }) => refusal) || null,
        },
      },
    ],
  };
}

const tokens = z
  .union([
    z.int().min(0),
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
  ])
  .nullish()
  .catch(null);

const details = z.object({ cached_tokens: tokens }).nullish().catch(null);

const usageSchema = z.object({
  prompt_tokens: tokens,
  completion_tokens: tokens,
  total_tokens: tokens,
  prompt_tokens_details: details,
  /** Fields of the Responses API. */
  input_tokens: tokens,
  output_tokens: tokens,
  input_tokens_details: details,
  /** DeepSeek's field. */
  prompt_cache_hit_tokens: tokens,
});

const costSchema = z.object({
  cost: z.number().min(0),
  is_byok: z.boolean().nullish().catch(null),
  cost_details: z
    .object({ upstream_inference_cost: z.number().min(0).nullish() })
    .nullish()
    .catch(null),
});

/** The cost in USD that a gateway such as OpenRouter reports. Returns null if it reports none. */
function readCost(report: unknown): number | null {
  const { data } = costSchema.safeParse(report);
  if (!data) return null;
  // With a key of your own, the gateway and the provider bill separately.
  const usd = data.cost + (data.is_byok ? (data.cost_details?.upstream_inference_cost ?? 0) : 0);
  return usd > 0 ? usd : null;
}

/**
 * @param hasText true if the answer has a text, which takes at least one token
 * @returns null if the report is missing or contradicts itself
 */
export function readUsage(report: unknown, hasText: boolean): Usage | null {
  const { data } = usageSchema.safeParse(report);
  if (!data) return null;
  const input = Math.max(data.prompt_tokens ?? 0, data.input_tokens ?? 0);
  const written = data.completion_tokens ?? data.output_tokens;
  const total = data.total_tokens;
  if (input === 0 || ((written ?? null) === null && (total ?? null) === null)) return null;
  // Some servers include the reasoning in the total only.
  const output = Math.max(written ?? 0, (total ?? 0) - input);
  if (output === 0 && hasText) return null;
  const cached =
    data.prompt_tokens_details?.cached_tokens ??
    data.input_tokens_details?.cached_tokens ??
    data.prompt_cache_hit_tokens ??
    0;
  return { input, cached: Math.min(cached, input), output };
}
