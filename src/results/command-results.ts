/** The result of every command with `--json`, as schemas: the compiler holds what commands print against their types. */
import * as z from 'zod';
import { deployResult, releasesResult, verifyResult } from './deploy-results.ts';
import { errorSchema } from './result-parts.ts';
import * as setup from './setup-results.ts';
import * as site from './site-results.ts';
import { generateResult, reviewResult } from './writing-results.ts';

export const COMMAND_RESULTS = {
  init: setup.initResult,
  import: setup.importResult,
  new: site.newResult,
  list: site.listResult,
  edit: site.editResult,
  next: site.nextResult,
  move: site.moveResult,
  build: site.buildResult,
  check: site.checkResult,
  serve: site.serveResult,
  categories: site.categoriesResult,
  search: site.searchResult,
  deploy: deployResult,
  releases: releasesResult,
  verify: verifyResult,
  eject: setup.ejectResult,
  generate: generateResult,
  review: reviewResult,
  doctor: setup.doctorResult,
  completion: setup.completionResult,
  help: setup.helpResult,
} as const satisfies Record<string, z.ZodType>;

type ResultName = keyof typeof COMMAND_RESULTS;

/** What a command may print. */
export type CommandResult = z.output<(typeof COMMAND_RESULTS)[ResultName]>;

const failureSchema = z.object({ error: errorSchema });

/** What is printed instead of a result. */
export type FailureResult = z.output<typeof failureSchema>;

type JsonSchema = Record<string, unknown>;

/** Commands whose failure comes with what was done before it. */
const PARTIAL: readonly ResultName[] = ['categories', 'edit', 'generate'];

/** What a command prints as a JSON schema (draft 2020-12): a result, a failure, or both. */
export function resultJsonSchema(name: ResultName): JsonSchema {
  const result: z.ZodType = COMMAND_RESULTS[name];
  const partials = PARTIAL.includes(name) ? partialsOf(result) : [];
  return toJsonSchema(z.union([result, failureSchema, ...partials]), `Result of articles ${name} --json`);
}

function partialsOf(result: z.core.$ZodType): z.ZodType[] {
  if (result instanceof z.ZodUnion) return result.options.flatMap((option) => partialsOf(option));
  return result instanceof z.ZodObject ? [result.extend({ error: errorSchema })] : [];
}

function toJsonSchema(schema: z.ZodType, title: string): JsonSchema {
  return {
    ...z.toJSONSchema(schema, {
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        delete jsonSchema.readOnly;
        // The largest whole number of JavaScript is no limit of a field.
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    }),
    title,
  };
}
