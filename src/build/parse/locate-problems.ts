/** Finds the lines of problems that name a field, and collects them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldProblem } from '../../content/article/article-fields.ts';
import type { Place, Problem, Problems } from '../../foundation/errors.ts';

/** The fields of the file that was read last: problems of one file follow each other. */
interface LastRead {
  file: string;
  locate: (path: readonly PropertyKey[]) => Place;
}

/** Looks up the line and column of a field. */
async function locateProblem(
  root: string,
  { file, at, code, message, hint }: FieldProblem,
  last: Partial<LastRead>,
): Promise<Problem> {
  if ('line' in at) return { file, code, message, hint, ...at };
  const text = readFileSync(join(root, file), 'utf8');
  if (file.endsWith('.json')) {
    const { createLocator } = await import('../../config/read-json.ts');
    const locate = await createLocator(text);
    const path = at.field.filter((part): part is string | number => typeof part !== 'symbol');
    return { file, code, message, hint, ...locate(path, false) };
  }
  const { createFieldLocator } = await import('../../content/front-matter/front-matter.ts');
  const locate = last.file === file && last.locate ? last.locate : createFieldLocator(text);
  Object.assign(last, { file, locate });
  return { code, message, hint, ...locate(at.field), file };
}

/** Problems whose lines are looked up: each costs a reading of its file. */
const MAX_LOCATED = 1_000;

/** Finds the lines of the first problems, and collects all of them. */
export async function collectProblems(
  root: string,
  found: readonly FieldProblem[],
  problems: Problems,
): Promise<void> {
  const last: Partial<LastRead> = {};
  for (const [index, problem] of found.entries()) {
    const { file, code, message, hint } = problem;
    const located =
      index < MAX_LOCATED ? await locateProblem(root, problem, last) : { file, code, message, hint };
    if (problem.warning) problems.warn(located);
    else problems.error(located);
  }
}
