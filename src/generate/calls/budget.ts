/** Owns the bound of spending: what a call may cost is set aside before it is made, so the bound is never passed. */

/** To be called once, with the real cost in USD. */
export type Settle = (actual: number) => void;

export interface Budget {
  /** USD spent so far. */
  spent(): number;
  /**
   * Sets the most that a call can cost aside; waits while other calls may still give some back.
   * @returns null where the budget does not reach
   */
  reserve(usd: number): Promise<Settle | null>;
  /** Sets the most that a call can have cost aside that was made already. */
  hold(usd: number): Settle;
}

/** @param limit USD, or null for no bound. @param spent USD of earlier calls of the run */
export function createBudget(limit: number | null, spent: number): Budget {
  let total = spent;
  let reserved = 0;
  let waiting: (() => void)[] = [];

  const wake = () => {
    const woken = waiting;
    waiting = [];
    for (const resume of woken) resume();
  };

  const hold = (usd: number): Settle => {
    reserved += usd;
    let isOpen = true;
    return (actual) => {
      if (!isOpen) return;
      isOpen = false;
      // Sums of small numbers drift; nothing set aside must end at nothing.
      reserved = Math.max(0, reserved - usd);
      if (reserved < 1e-12) reserved = 0;
      total += actual;
      wake();
    };
  };

  return {
    spent: () => total,
    hold,
    async reserve(usd) {
      while (limit !== null && total + reserved + usd > limit + 1e-12) {
        if (reserved === 0) return null;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      return hold(usd);
    },
  };
}
