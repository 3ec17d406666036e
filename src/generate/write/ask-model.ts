/** Asks the model the question of one step: parses the answer by its schema, and sends findings back for repair. */
import type * as z from 'zod';
import { parseJson } from '../../foundation/json.ts';
import type { Caller } from '../calls/caller.ts';
import type { ChatBody, Message } from '../calls/chat-body.ts';
import type { Finding, FindingCode } from '../checks/finding.ts';
import type { ResultRecord, WriteRecord } from '../journal/journal-records.ts';
import { addUsage, NO_USAGE, type Usage } from '../journal/money.ts';
import type { RunState } from '../journal/run-state.ts';
import { createResponseFormat, type StepName } from '../prompts/answer-schemas.ts';
import { createRepairPrompt, createSystemMessage } from '../prompts/prompts.ts';
import type { LocaleContext } from './locale-context.ts';

/** Asks the questions of one article and adds up what its calls use. */
export interface Asker {
  /**
   * Asks until `check` finds nothing, with at most `maxRepairs` repairs of the failing part.
   * @returns the last value of the right shape, null if there was none, and its findings
   */
  ask<T>(question: Question<T>): Promise<Reply<T>>;
  usage(): Usage;
  usd(): number;
}

export interface Question<T> {
  step: StepName;
  /** Distinguishes several questions of one step. */
  part?: number;
  prompt: string;
  schema: z.ZodType<T>;
  check(value: T): Finding[];
  /** Merges a repair into the earlier answer; without it the repair replaces the answer. */
  merge?(before: T, repair: T): T;
}

export interface Reply<T> {
  value: T | null;
  findings: Finding[];
}

export interface AskerOptions {
  plan: { id: string; model: string; mode: 'live' | 'batch' };
  article: string;
  context: LocaleContext;
  call: Caller;
  record: WriteRecord;
  state: Pick<RunState, 'calls'>;
}

/** The longest part of an answer that a repair prompt quotes, in characters. */
const MAX_QUOTED_ANSWER = 40_000;

export function createAsker({ plan, article, context, call, record, state }: AskerOptions): Asker {
  const { language, settings } = context;
  const system = createSystemMessage(context.prompts);
  let usage = NO_USAGE;
  let usd = 0;

  const createBody = (messages: Message[], step: StepName, schema: z.ZodType, key: string): ChatBody => ({
    model: plan.model,
    messages,
    response_format: createResponseFormat(step, schema),
    [settings.tokenLimitField]: settings.maxOutputTokens,
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
    ...(settings.store && plan.mode === 'live' ? { store: true, metadata: { job: key } } : {}),
  });

  return {
    usage: () => usage,
    usd: () => usd,
    async ask(question) {
      const { step, part, prompt, schema, check, merge } = question;
      const task: Message[] = [system, { role: 'user', content: prompt }];
      let messages = task;
      let value: z.output<typeof schema> | null = null;
      for (let attempt = 0; ; attempt++) {
        const key = `${plan.id}/${article}/${step}${part === undefined ? '' : `-${part}`}.${attempt}`;
        const body = createBody(messages, step, schema, key);
        const result = await call({ key, article, step, language, body });
        usage = addUsage(usage, result.usage);
        usd += result.usd;
        const answer = readAnswer(result, schema);
        if (answer.value !== null)
          value = value !== null && merge ? merge(value, answer.value) : answer.value;
        const findings =
          answer.value === null || value === null ? answer.findings : [...answer.findings, ...check(value)];
        const codes = [...new Set(findings.map(({ code }) => code))];
        // A replayed answer has its verdict in the journal already.
        if ((state.calls.get(key)?.codes ?? null) === null) await record({ type: 'verdict', key, codes });
        const isHopeless = codes.includes('refused') || codes.includes('filtered');
        if (findings.length === 0 || isHopeless || attempt >= settings.maxRepairs) return { value, findings };
        messages = [
          ...task,
          { role: 'assistant', content: result.text.slice(0, MAX_QUOTED_ANSWER) || '{}' },
          { role: 'user', content: createRepairPrompt(findings, merge ? failingSections(findings) : []) },
        ];
      }
    },
  };
}

/** The sections to repair; none where the whole answer fails. */
function failingSections(findings: readonly Finding[]): number[] {
  const numbers = findings.map(({ section }) => section);
  return numbers.includes(undefined)
    ? []
    : [...new Set(numbers.filter((number) => number !== undefined))].sort((a, b) => a - b);
}

function readAnswer<T>({ text, finish, refusal }: ResultRecord, schema: z.ZodType<T>): Reply<T> {
  const fail = (code: FindingCode, message: string, hint: string): Reply<T> => ({
    value: null,
    findings: [{ code, message, hint }],
  });
  if (refusal) return fail('refused', 'the model refuses to answer', 'choose another topic');
  if (finish === 'content_filter')
    return fail('filtered', 'a content filter held the answer back', 'choose another topic');
  if (finish === 'length' || finish === 'oversize')
    return fail('truncated', 'the answer was cut off', 'answer in fewer words');
  const parsed = schema.safeParse(extractJson(text));
  if (parsed.success) return { value: parsed.data, findings: [] };
  const issues = parsed.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`);
  return fail(
    'schema',
    text.trim() === '' ? 'the answer is empty' : `the answer does not match the schema: ${issues.join('; ')}`,
    'answer with one JSON object of the schema and nothing else',
  );
}

/** Parses JSON, also within prose or a fence; undefined where there is none. */
function extractJson(text: string): unknown {
  const first = text.indexOf('{');
  return parseJson(text) ?? (first < 0 ? undefined : parseJson(text.slice(first, text.lastIndexOf('}') + 1)));
}
