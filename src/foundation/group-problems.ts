/** Groups problems that differ in their places only. */
import type { Problem } from './errors.ts';

/** One or more problems with equal words. */
export type ProblemGroup = readonly [Problem, ...Problem[]];

/** So many equal problems are shown one by one. */
const MAX_SINGLE = 3;

/** In the order of the problems; a group is in the place of its first one. */
export function groupProblems(problems: readonly Problem[]): ProblemGroup[] {
  const groups = new Map<string, [Problem, ...Problem[]]>();
  const keyOf = ({ message, hint }: Problem) => JSON.stringify([message, hint]);
  for (const problem of problems) {
    const group = groups.get(keyOf(problem));
    if (group) group.push(problem);
    else groups.set(keyOf(problem), [problem]);
  }
  return problems.flatMap((problem): ProblemGroup[] => {
    const group = groups.get(keyOf(problem));
    if (!group || group.length <= MAX_SINGLE) return [[problem]];
    return group[0] === problem ? [group] : [];
  });
}
