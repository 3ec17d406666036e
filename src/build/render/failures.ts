/** Collects why pages cannot be shown, so that a build names all of them. */
import { formatPlace, formatProblem, type Problem, UserError } from '../../foundation/errors.ts';

/** A fault of a view is one problem, although it fails many pages. */
const keyOf = (problem: Problem) =>
  problem.code === 'code-crash' ? formatPlace(problem) : formatProblem(problem);

export function createFailures() {
  const found = new Map<string, Problem>();
  return {
    add: (problems: readonly Problem[]) => {
      for (const problem of problems) {
        const key = keyOf(problem);
        const known = found.get(key);
        // Threads render the pages in any order.
        if (!known || problem.message < known.message) found.set(key, problem);
      }
    },
    list: () => [...found.values()],
  };
}

/** Why a page cannot be shown. */
export interface FailedPage {
  problems: readonly Problem[];
}

/** Renders a page whose text or view may be at fault. */
export function attemptPage<T>(render: () => T): T | FailedPage {
  try {
    return render();
  } catch (error) {
    if (error instanceof UserError) return { problems: error.problems };
    throw error;
  }
}
