/** Loads the definitions of a site's own front matter fields from its compiled content/schema.ts. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  createOwnFields,
  NO_OWN_FIELDS,
  type OwnFields,
  SCHEMA_FILE,
} from '../../content/article/own-fields.ts';
import { createProblems, type Problems } from '../../foundation/errors.ts';
import { createFileCache } from '../../foundation/file-cache.ts';
import type { SiteCode } from '../../theme/run-code.ts';
import { cacheFolder } from '../state/build-state.ts';
import { readSiteCode } from './read-site-code.ts';

/** Loads the site's code only for the definitions of fields. @throws UserError for code with problems */
export async function readOwnFields(root: string): Promise<OwnFields> {
  if (!existsSync(join(root, SCHEMA_FILE))) return NO_OWN_FIELDS;
  const code = await readSiteCode(root);
  const problems = createProblems();
  const fields = await loadOwnFields(code, problems);
  problems.throwIfAny();
  return fields;
}

/** Problems are collected. @param code the site's code */
export async function loadOwnFields(code: SiteCode | null, problems: Problems): Promise<OwnFields> {
  const [module] = code?.modules('schema') ?? [];
  if (!code || !module) return NO_OWN_FIELDS;
  const { describeCrash, locateError } = await import('../../theme/run-code.ts');
  const { limitCode } = await import('../../theme/limit-code.ts');
  const fields = createOwnFields(module.exports, {
    locate: (error) => locateError(code.compiled, error),
    limit(work) {
      try {
        limitCode(work);
        return null;
      } catch (error) {
        return describeCrash(code.compiled, error, '', module.file);
      }
    },
    areShown: (['view', 'component', 'page'] as const).some((kind) => code.modules(kind).length > 0),
  });
  if (!('message' in fields)) return fields;
  problems.error(fields);
  return NO_OWN_FIELDS;
}

/** Writes the JSON schema of the fields, which editors may read. */
export function saveEditorSchema(root: string, { schema }: OwnFields): void {
  if (schema === null) return;
  const cache = createFileCache(cacheFolder(root));
  const text = `${JSON.stringify(schema, null, 2)}\n`;
  if (String(cache.read(EDITOR_SCHEMA)) !== text) cache.write(EDITOR_SCHEMA, new TextEncoder().encode(text));
}

const EDITOR_SCHEMA = 'article.schema.json';
