/** Keeps spending within a limit: the maximum cost of a call is reserved before the call is made. */

/** Ends a reservation. Call it with the real cost in USD; further calls have no effect. */
export type SettleReservation = (actual: number) => void;

export type Budget = ReturnType<typeof createBudget>;

/** @param limit USD, or null for no limit. @param spent USD of earlier calls of the run */
export function createBudget(limit: number | null, spent: number) {
  let total = spent;
  let reserved = 0;
  let waiting: (() => void)[] = [];

  /** Reserves the maximum cost of a call that an earlier process has sent. */
  const reserveAtOnce = (usd: number): SettleReservation => {
    reserved += usd;
    let isOpen = true;
    return (actual) => {
      if (!isOpen) return;
      isOpen = false;
      // Floating-point sums drift, but `reserve` compares with exactly 0.
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
    reserveAtOnce,
    /**
     * Reserves the maximum cost of a call. If the budget is short, waits until other calls return what they did not use.
     * @returns null if the budget does not suffice
     */
    async reserve(usd: number): Promise<SettleReservation | null> {
      while (limit !== null && total + reserved + usd > limit + 1e-12) {
        if (reserved === 0) return null;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      return reserveAtOnce(usd);
    },
  };
}
