/** Owns one step: asking, reading the answer against its schema, and sending findings back for repair. */
import type * as z from 'zod';
import type { Language } from '../../locales/codes.ts';
import type { Finding } from '../checks/finding.ts';
import { createResponseFormat, type StepName } from '../prompts/answer-schemas.ts';
import { createRepairPrompt, type Message } from '../prompts/prompts.ts';
import type { ResultRecord } from '../run/journal-records.ts';
import type { RecordCall } from '../run/open-run.ts';
import type { CallState } from './call-states.ts';
import type { Caller } from './calls.ts';
import { addUsage, NO_USAGE, type Usage } from './money.ts';
import type { ChatBody } from './provider.ts';

/** One article's line to the model. */
export interface Asker {
  /**
   * Asks until `check` finds nothing, with at most `maxRepairs` repairs of the failing part.
   * @returns the last value that had the right shape, null if none had, and what is still wrong with it
   */
  ask<T>(question: Question<T>): Promise<Reply<T>>;
  /** What the article's calls took so far. */
  usage(): Usage;
  usd(): number;
}

export interface Question<T> {
  step: StepName;
  /** Tells several questions of one step apart. */
  part?: number;
  prompt: string;
  schema: z.ZodType<T>;
  check(value: T): Finding[];
  /** Puts the answer to a repair in its place; without it the new answer stands for the old one. */
  merge?(before: T, repair: T): T;
}

export interface Reply<T> {
  value: T | null;
  findings: Finding[];
}

export interface AskerOptions {
  run: string;
  article: string;
  language: Language;
  system: Message;
  call: Caller;
  record: RecordCall;
  calls: ReadonlyMap<string, CallState>;
  maxRepairs: number;
  createBody(messages: Message[], step: StepName, schema: z.ZodType, key: string): ChatBody;
}

export function createAsker(options: AskerOptions): Asker {
  const { run, article, language, system, call, calls } = options;
  let usage = NO_USAGE;
  let usd = 0;

  return {
    usage: () => usage,
    usd: () => usd,
    async ask(question) {
      const { step, part, prompt, schema, check, merge } = question;
      const task: Message[] = [system, { role: 'user', content: prompt }];
      let messages = task;
      let value: z.output<typeof schema> | null = null;
      for (let attempt = 0; ; attempt++) {
        const key = `${run}/${article}/${step}${part === undefined ? '' : `-${part}`}.${attempt}`;
        const result = await call({
          key,
          article,
          step,
          language,
          body: options.createBody(messages, step, schema, key),
        });
        usage = addUsage(usage, result.usage);
        usd += result.usd;
        const answer = readAnswer(result, schema);
        if (answer.value !== null)
          value = value !== null && merge ? merge(value, answer.value) : answer.value;
        const findings =
          answer.value === null || value === null ? answer.findings : [...answer.findings, ...check(value)];
        // On replay the verdict stands in the journal already.
        if ((calls.get(key)?.codes ?? null) === null) {
          await options.record({
            type: 'verdict',
            key,
            codes: [...new Set(findings.map(({ code }) => code))],
          });
        }
        const isHopeless = findings.some(({ code }) => code === 'refused' || code === 'filtered');
        if (findings.length === 0 || isHopeless || attempt >= options.maxRepairs) return { value, findings };
        const numbers = merge ? sectionsOf(findings) : [];
        messages = [
          ...task,
          { role: 'assistant', content: result.text.slice(0, 40_000) || '{}' },
          { role: 'user', content: createRepairPrompt(findings, numbers) },
        ];
      }
    },
  };
}

/** The sections to repair; none where the answer as a whole is at fault. */
function sectionsOf(findings: readonly Finding[]): number[] {
  const numbers = findings.map(({ section }) => section);
  return numbers.includes(undefined)
    ? []
    : [...new Set(numbers.filter((number) => number !== undefined))].sort((a, b) => a - b);
}

function readAnswer<T>(result: ResultRecord, schema: z.ZodType<T>): Reply<T> {
  const only = (finding: Finding): Reply<T> => ({ value: null, findings: [finding] });
  if (result.refusal) {
    return only({ code: 'refused', message: 'the model refuses to answer', hint: 'choose another topic' });
  }
  if (result.finish === 'content_filter') {
    return only({
      code: 'filtered',
      message: 'a content filter held the answer back',
      hint: 'choose another topic',
    });
  }
  if (result.finish === 'length' || result.finish === 'oversize') {
    return only({ code: 'truncated', message: 'the answer was cut off', hint: 'answer in fewer words' });
  }
  const parsed = schema.safeParse(extractJson(result.text));
  if (parsed.success) return { value: parsed.data, findings: [] };
  const issues = parsed.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`);
  const message =
    result.text.trim() === ''
      ? 'the answer is empty'
      : `the answer does not have the schema: ${issues.join('; ')}`;
  return only({
    code: 'schema',
    message,
    hint: 'answer with one JSON object of the schema and nothing else',
  });
}

/** JSON, also within prose or a fence; undefined where there is none. */
function extractJson(text: string): unknown {
  const first = text.indexOf('{');
  const last = text.lastIndexOf('}');
  for (const candidate of [text, first < 0 ? '' : text.slice(first, last + 1)]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The next candidate may be it.
    }
  }
  return undefined;
}

/** Makes the bodies of all calls of a run. */
export function createBodies(settings: {
  model: string;
  temperature: number | undefined;
  maxOutputTokens: number;
  tokenLimitField: 'max_completion_tokens' | 'max_tokens';
  store: boolean;
}): AskerOptions['createBody'] {
  const { model, temperature, maxOutputTokens, tokenLimitField, store } = settings;
  return (messages, step, schema, key) => ({
    model,
    messages,
    response_format: createResponseFormat(step, schema),
    [tokenLimitField]: maxOutputTokens,
    ...(temperature === undefined ? {} : { temperature }),
    ...(store ? { store: true, metadata: { job: key } } : {}),
  });
}
