/**
 * The results that programs read, as JSON schemas that the package publishes. A field never changes its meaning. Other
 * commands print JSON too, and their fields may change.
 */
import * as z from 'zod';
import { deployResult } from './deploy-results.ts';
import { nextResult } from './next-results.ts';
import { errorSchema, HEAD, words } from './result-parts.ts';
import { evidenceResult, reviewResult } from './review-results.ts';
import {
  buildResult,
  checkResult,
  importResult,
  listResult,
  offersResult,
  searchResult,
} from './site-results.ts';
import { generateResult } from './writing-results.ts';

export const COMMAND_RESULTS = {
  import: importResult,
  list: listResult,
  next: nextResult,
  offers: offersResult,
  build: buildResult,
  check: checkResult,
  search: searchResult,
  deploy: deployResult,
  generate: generateResult,
  review: reviewResult,
  evidence: evidenceResult,
} as const satisfies Record<string, z.ZodType>;

type ResultName = keyof typeof COMMAND_RESULTS;

/** What each command prints with `--json`, by its name. */
export type CommandResults = { [Name in ResultName]: z.output<(typeof COMMAND_RESULTS)[Name]> };
export type CommandResult = CommandResults[ResultName];

/** The JSON schema (draft 2020-12) of what a command prints: a result, or a failure. */
export function resultJsonSchema(name: ResultName): Record<string, unknown> {
  const results = listObjects(COMMAND_RESULTS[name]).map((result) => {
    const kind = z.literal(name).describe('the command');
    return result.extend({ kind, ...HEAD, ...result.shape });
  });
  const failure = { error: errorSchema };
  const failed = z.object({ kind: words('the command'), ...HEAD, ...failure });
  // A run that fails says what it wrote before.
  const partials = name === 'generate' ? results.map((result) => result.extend(failure)) : [];
  return {
    ...z.toJSONSchema(z.union([...results, failed, ...partials]), {
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        delete jsonSchema.readOnly;
        // zod adds the largest safe integer as a limit.
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    }),
    title: `Result of articles ${name} --json`,
  };
}

/** The forms that a result has. */
function listObjects(result: z.core.$ZodType): z.ZodObject[] {
  if (result instanceof z.ZodUnion) return result.options.flatMap((option) => listObjects(option));
  if (result instanceof z.ZodObject) return [result];
  throw new Error('a result is no object');
}
