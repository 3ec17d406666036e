/** Finds the lines of problems that name a field, and collects them. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isExample } from '../../config/placeholders.ts';
import type { Finding, Place, Problems } from '../../foundation/errors.ts';
import { readRegularFile } from '../../foundation/site-files.ts';

/** The file that was read last. It is kept because the problems of one file follow each other. */
interface LastRead {
  file: string;
  locate: (path: readonly PropertyKey[]) => Place;
}

/** Looks up the line and column of a field. A file that does not exist has none. */
async function locate(
  root: string,
  file: string,
  field: readonly PropertyKey[],
  last: Partial<LastRead>,
): Promise<Place> {
  if (last.file !== file || !last.locate) {
    // A file that may be left out, such as seo.json, is where the text belongs.
    if (!existsSync(join(root, file))) return {};
    const text = readRegularFile(join(root, file)).toString();
    if (file.endsWith('.json')) {
      const { createLocator } = await import('../../config/read-json.ts');
      last.locate = await createLocator(text);
    } else if (file.endsWith('.yaml')) {
      const { readYamlFile } = await import('../../config/read-yaml.ts');
      const read = await readYamlFile(text);
      last.locate = read.ok ? read.placeOf : () => ({});
    } else {
      const { createFieldLocator } = await import('../../content/front-matter/front-matter.ts');
      last.locate = createFieldLocator(text);
    }
    last.file = file;
  }
  return last.locate(field);
}

const DELETE = 'or delete this article, an example of `articles init`';

/** Maximum number of problems whose lines are looked up, since each may read a file. */
const MAX_LOCATED = 1_000;

/** Collects all problems, the first ones with their lines. */
export async function collectProblems(
  root: string,
  found: readonly Finding[],
  problems: Problems,
): Promise<void> {
  const last: Partial<LastRead> = {};
  for (const [index, { field, severity, ...problem }] of found.entries()) {
    const { file } = problem;
    const isLocated = field !== undefined && file !== undefined && index < MAX_LOCATED;
    const located = isLocated ? { ...problem, ...(await locate(root, file, field, last)) } : problem;
    const hint = isExample(root, file ?? '') ? `${problem.hint}; ${DELETE}` : problem.hint;
    if (severity === 'warning') problems.warn({ ...located, hint });
    else problems.error({ ...located, hint });
  }
}
