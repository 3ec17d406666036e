/** Asks the model the question of one step, parses the answer by its schema, and sends findings back for repair. */
import type * as z from 'zod';
import type { Clock } from '../../foundation/clock.ts';
import { hashJson, parseJson } from '../../foundation/json.ts';
import type { Caller } from '../calls/caller.ts';
import { createBody, type Message } from '../calls/request-body.ts';
import { type AnswerFinding, type FindingCode, isBlocking, quote } from '../checks/finding.ts';
import type { ResultRecord } from '../journal/journal-records.ts';
import { addUsage, NO_USAGE } from '../journal/money.ts';
import { createResponseFormat, type StepName } from '../prompts/answer-schemas.ts';
import { createRepairPrompt, createSystemMessage } from '../prompts/prompts.ts';
import type { OpenRun } from '../run/open-run.ts';
import type { LocaleContext } from './locale-context.ts';

export type Asker = ReturnType<typeof createAsker>;

export interface Question<T> {
  step: StepName;
  /** Distinguishes several questions of one step. */
  part?: number;
  prompt: string;
  schema: z.ZodType<T>;
  check(value: T): AnswerFinding[];
  /** Who is asked, if it is not the model of the run. */
  voice?: { model: string; settings: LocaleContext['settings']; system: Message };
  /** Merges a repair into the earlier answer. If absent, the repair replaces the answer. */
  merge?(before: T, repair: T): T;
}

export interface Reply<T> {
  value: T | null;
  findings: AnswerFinding[];
}

/** A repair prompt quotes at most this many characters of the answer. */
const MAX_QUOTED_ANSWER = 40_000;

/** Codes of findings that no repair can remove. */
const HOPELESS: ReadonlySet<string> = new Set(['refused', 'filtered', 'truncated']);

/** Asks the questions of one article, and adds up the usage of its calls. */
export function createAsker(
  run: OpenRun,
  call: Caller,
  clock: Clock,
  article: string,
  context: LocaleContext,
) {
  const { plan, record, state } = run;
  const round = state.rounds.get(article);
  const name = `${plan.id}/${article}${round === undefined ? '' : `~${round}`}`;
  const { settings } = context;
  const writer = { model: plan.model, settings, system: createSystemMessage(context.prompts) };
  let usage = NO_USAGE;
  let usd = 0;
  const models = new Set<string>();
  const recordPrompt = (key: string, messages: readonly Message[]) =>
    record({
      type: 'prompt',
      at: clock.now(),
      key,
      messages: messages.map(({ role, content }) => {
        const hash = hashJson([role, content]);
        return state.messages.has(hash) ? { role, hash } : { role, hash, content };
      }),
    });

  return {
    usage: () => usage,
    usd: () => usd,
    /** The models that answered, as the server names them. */
    answeredBy: () => [...models].join(', '),
    /**
     * Asks until no finding of `check` blocks, with at most `maxRepairs` repairs of the failing part.
     * @returns the last value that matches the schema, or null if there was none, and the findings in the last answer
     */
    async ask<T>(question: Question<T>): Promise<Reply<T>> {
      const { step, part, prompt, schema, check, merge, voice = writer } = question;
      const task: Message[] = [voice.system, { role: 'user', content: prompt }];
      let messages = task;
      let value: T | null = null;
      for (let attempt = 0; ; attempt++) {
        const key = `${name}/${step}${part === undefined ? '' : `-${part}`}.${attempt}`;
        const body = createBody(voice.model, messages, createResponseFormat(step, schema), voice.settings);
        if (!state.calls.has(key)) await recordPrompt(key, body.messages);
        const result = await call({ key, article, step, attempt, body });
        usage = addUsage(usage, result.usage);
        usd += result.usd;
        if (result.model && voice === writer) models.add(result.model);
        const answer = parseAnswer(result, schema);
        if (answer.value !== null)
          value = value !== null && merge ? merge(value, answer.value) : answer.value;
        const findings =
          answer.value === null || value === null ? answer.findings : [...answer.findings, ...check(value)];
        const blocking = findings.filter(isBlocking);
        const codes = [...new Set(blocking.map(({ code }) => code))];
        // The verdict of a replayed answer is in the journal already.
        if ((state.calls.get(key)?.codes ?? null) === null) await record({ type: 'verdict', key, codes });
        // A repair of a cut-off answer would be cut off by the same limit.
        const isHopeless = codes.some((code) => HOPELESS.has(code));
        if (blocking.length === 0 || isHopeless || attempt >= settings.maxRepairs) return { value, findings };
        const before = JSON.stringify(messages);
        const failing = merge ? failingSections(blocking) : [];
        const repair = createRepairPrompt(context.prompts, blocking, failing);
        const quoted = result.text.slice(0, MAX_QUOTED_ANSWER) || '{}';
        messages = [...task, { role: 'assistant', content: quoted }, { role: 'user', content: repair }];
        // The same repair brings the same answer.
        if (JSON.stringify(messages) === before) return { value, findings };
      }
    },
  };
}

/** The numbers of the sections to repair; empty if the whole answer fails. */
function failingSections(findings: readonly AnswerFinding[]): number[] {
  const numbers = findings.map(({ section }) => section);
  return numbers.includes(undefined)
    ? []
    : [...new Set(numbers.filter((number) => number !== undefined))].sort((a, b) => a - b);
}

/** Parses an answer by its schema. Returns findings if the answer was refused, cut off or does not match. */
function parseAnswer<T>({ text, finish, refusal }: ResultRecord, schema: z.ZodType<T>): Reply<T> {
  const fail = (code: FindingCode, message: string, hint: string): Reply<T> => {
    return { value: null, findings: [{ code, message, hint }] };
  };
  if (refusal)
    return fail('refused', `the model refuses to answer: ${quote(refusal)}`, 'choose another topic');
  if (finish === 'content_filter')
    return fail('filtered', 'a content filter held the answer back', 'choose another topic');
  if (finish === 'length' || finish === 'oversize')
    return fail('truncated', 'the answer was cut off', 'raise generate.maxOutputTokens');
  const answer = extractJson(text);
  const parsed = schema.safeParse(answer);
  if (parsed.success) return { value: parsed.data, findings: [] };
  const hint = 'answer with one JSON object of the schema and nothing else';
  if (text.trim() === '') return fail('schema', 'the answer is empty', hint);
  if (answer === undefined) return fail('schema', `the answer is not JSON: ${quote(text)}`, hint);
  const issues = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the answer'}: ${message}`,
  );
  return fail('schema', `the answer does not match the schema: ${issues.slice(0, 3).join('; ')}`, hint);
}

/** Parses JSON, even if prose or a fence surrounds it. Returns undefined if there is none. */
function extractJson(text: string): unknown {
  const first = text.indexOf('{');
  return parseJson(text) ?? (first < 0 ? undefined : parseJson(text.slice(first, text.lastIndexOf('}') + 1)));
}
