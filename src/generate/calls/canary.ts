/** Holds back the calls of a step until one answer was usable, so that a model that fails at the step costs little. */
import type { Problem } from '../../foundation/errors.ts';
import type { JournalRecord } from '../journal/journal-records.ts';
import { formatUsd } from '../journal/money.ts';
import { NOTHING_LOST, type RunState } from '../journal/run-state.ts';
import type { CallSpec } from './call-records.ts';

/** The share of the budget that may be lost before the first usable answer. */
const SHARE = 0.02;

/** So many calls without an answer, and none with one, say nothing about the model. */
const MAX_FAULTS = 3;

/** send: the call may be sent now. wait: other calls of the step must end first. failed: the step has used up its share. */
export type Trial = 'send' | 'wait' | 'failed';

export type Canary = ReturnType<typeof createCanary>;

/** @param budget in USD; null for no limit, then no call waits */
export function createCanary(state: Pick<RunState, 'calls' | 'accepted' | 'lost'>, budget: number | null) {
  const limit = budget === null ? Number.POSITIVE_INFINITY : budget * SHARE;
  const held = new Map<string, number>();
  let waiting: (() => void)[] = [];

  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const resume of woken) resume();
  };

  /** Decides about a call, and holds its cost if it may be sent. @param usd maximum cost of the call */
  const admit = ({ key, step, attempt }: CallSpec, usd: number): Trial => {
    if (state.accepted.has(step)) return 'send';
    const open = [...held.values()].reduce((sum, cost) => sum + cost, 0);
    const lost = state.lost.get(step) ?? NOTHING_LOST;
    const isFirst = held.size === 0 && lost.calls === lost.faults && lost.faults < MAX_FAULTS;
    // Repairs are always allowed, so that a question that was begun is finished.
    const isAllowed = isFirst || attempt > 0 || lost.usd + open + usd <= limit;
    if (isAllowed) held.set(key, usd);
    return isAllowed ? 'send' : held.size > 0 ? 'wait' : 'failed';
  };

  return {
    admit,
    /** Waits until `admit` decides or the signal is aborted. @returns false if the step has failed */
    async enter(spec: CallSpec, usd: number, signal: AbortSignal): Promise<boolean> {
      signal.addEventListener('abort', wake, { once: true });
      for (;;) {
        const trial = signal.aborted ? 'send' : admit(spec, usd);
        if (trial !== 'wait') return trial === 'send';
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    },
    /** Must be called with every journal record: the outcome of a held call lets the waiting ones continue. */
    note(record: JournalRecord): void {
      if (record.type !== 'verdict' && record.type !== 'failed' && record.type !== 'unknown') return;
      if (held.delete(record.key)) wake();
    },
    /** Releases a call that ended without a record. */
    leave(key: string): void {
      const isRecorded = (state.calls.get(key)?.state ?? 'open') === 'answered';
      if (!isRecorded && held.delete(key)) wake();
    },
    problem: (step: string): Problem => {
      const { calls, usd, codes } = state.lost.get(step) ?? NOTHING_LOST;
      const why = codes.length > 0 ? `: ${codes.join(', ')}` : '';
      return {
        code: 'useless-answers',
        message: `none of the first ${calls} answers can be used (${step}${why}); stopped at ${formatUsd(usd)}, before the budget is used up for nothing`,
        hint: adviseOn(codes),
      };
    },
  };
}

const ADVICE: Readonly<Record<string, string>> = {
  truncated: 'raise generate.maxOutputTokens or lower generate.reasoningEffort',
  schema: 'set generate.responseFormat to a form that the model obeys, or use another model',
  refused: 'choose other topics or another model',
  filtered: 'choose other topics or another model',
  unknown: 'check --base-url and the state of the provider',
};

/** Says what to change if answers fail with these codes. */
export function adviseOn(codes: readonly string[]): string {
  const known = codes.map((code) => ADVICE[code]).find((advice) => advice !== undefined);
  return `${known ?? 'look at what was rejected, and correct the settings under "generate" or use another model'}; then run the same command with --remake-rejected, which makes a text that waits for review again once \`articles review reject\` has rejected it`;
}
