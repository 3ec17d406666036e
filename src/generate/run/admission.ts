/** Starts an article only while the budget is likely to finish it and every article that is begun. */
import type { SiteConfig } from '../../config/config-schema.ts';
import { costOf, findPrice, NO_USAGE } from '../journal/money.ts';
import { tallyOf } from '../journal/run-state.ts';
import { correctEstimate } from './estimate.ts';
import type { RunContext } from './open-run.ts';

/** The factor for repairs in an estimate until the run has finished articles. */
const REPAIRS = 1.25;

export function createAdmission({ run, estimate, budget, config, stop }: AdmissionContext) {
  const { state, plan } = run;
  const begun = new Set<string>();
  const waiting: (() => void)[] = [];
  const wake = () => {
    for (const resume of waiting.splice(0)) resume();
  };
  stop.signal.addEventListener('abort', wake, { once: true });

  const spentOn = (id: string) =>
    [...(state.keys.get(id) ?? [])].reduce((sum, key) => {
      const call = state.calls.get(key);
      return sum + (!call || call.state === 'failed' ? 0 : (call.result?.usd ?? call.intent.reserve));
    }, 0);
  /** The budget must allow the maximum cost of an article's last call. */
  const lastCall = maxOutputCost(config.generate, plan.model);

  const isAffordable = (id: string): boolean => {
    if (budget === null || !estimate?.usd || begun.size === 0) return true;
    const corrected = correctEstimate(estimate, state.articles.keys(), state.closed.usd);
    const factor = corrected === null ? REPAIRS : corrected / estimate.usd;
    const left = [...begun, id].map((other) =>
      Math.max(0, (estimate.costs.get(other) ?? 0) * factor - spentOn(other)),
    );
    return tallyOf(state).usd + left.reduce((sum, usd) => sum + usd, lastCall) <= budget;
  };

  return {
    /** Waits until the article may start, or the run stops. One article at a time always may. */
    async enter(id: string): Promise<void> {
      while (!stop.signal.aborted && !isAffordable(id))
        await new Promise<void>((resolve) => waiting.push(resolve));
      begun.add(id);
    },
    leave(id: string): void {
      begun.delete(id);
      wake();
    },
  };
}

type AdmissionContext = Pick<RunContext, 'run' | 'estimate' | 'budget' | 'config' | 'stop'>;

function maxOutputCost({ prices, maxOutputTokens }: SiteConfig['generate'], model: string): number {
  return costOf({ ...NO_USAGE, output: maxOutputTokens }, findPrice(prices, model), false);
}
