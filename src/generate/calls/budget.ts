/** Keeps spending within a limit: reserves the most that a call can cost before it is made. */

/** To be called once, with the real cost in USD. */
export type Settle = (actual: number) => void;

export type Budget = ReturnType<typeof createBudget>;

/** @param limit USD, or null for no limit. @param spent USD of earlier calls of the run */
export function createBudget(limit: number | null, spent: number) {
  let total = spent;
  let reserved = 0;
  let waiting: (() => void)[] = [];

  /** Reserves the most that a call can have cost that was sent earlier. */
  const hold = (usd: number): Settle => {
    reserved += usd;
    let isOpen = true;
    return (actual) => {
      if (!isOpen) return;
      isOpen = false;
      // Floating-point sums drift: without reservations the sum must be exactly 0.
      reserved = reserved - usd < 1e-12 ? 0 : reserved - usd;
      total += actual;
      const resumed = waiting;
      waiting = [];
      for (const resume of resumed) resume();
    };
  };

  return {
    /** USD spent so far. */
    spent: () => total,
    hold,
    /**
     * Reserves the most that a call can cost; waits while other calls may still return some of theirs.
     * @returns null where the budget does not suffice
     */
    async reserve(usd: number): Promise<Settle | null> {
      while (limit !== null && total + reserved + usd > limit + 1e-12) {
        if (reserved === 0) return null;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      return hold(usd);
    },
  };
}
