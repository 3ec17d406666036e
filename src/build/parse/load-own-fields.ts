/** Makes the site's own fields of its compiled content/schema.ts. */
import { createOwnFields, NO_OWN_FIELDS, type OwnFields } from '../../content/article/own-fields.ts';
import type { Problems } from '../../foundation/errors.ts';
import type { SiteCode } from '../../theme/run-code.ts';

/** Problems are collected. @param code of the site */
export async function loadOwnFields(code: SiteCode | null, problems: Problems): Promise<OwnFields> {
  const [module] = code?.modules('schema') ?? [];
  if (!code || !module) return NO_OWN_FIELDS;
  const { locateError } = await import('../../theme/run-code.ts');
  const fields = createOwnFields(module.exports, {
    locate: (error) => locateError(code.compiled, error),
    areShown: code.modules('view').length + code.modules('component').length > 0,
  });
  if (!('message' in fields)) return fields;
  problems.error(fields);
  return NO_OWN_FIELDS;
}
