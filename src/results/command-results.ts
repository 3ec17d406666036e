/** The results that programs read, as JSON schemas that the package publishes. A field never changes its meaning. */
import * as z from 'zod';
import { deployResult, releasesResult, verificationResult } from './deploy-results.ts';
import { nextResult } from './next-results.ts';
import { errorSchema, HEAD } from './result-parts.ts';
import { evidenceResult, reviewResult } from './review-results.ts';
import {
  buildResult,
  checkResult,
  importResult,
  listResult,
  offersResult,
  searchResult,
} from './site-results.ts';
import {
  categoriesResult,
  completionResult,
  deskResult,
  doctorResult,
  editResult,
  ejectResult,
  helpResult,
  initResult,
  layersResult,
  localeResult,
  moveResult,
  newResult,
  serveResult,
  sitesResult,
} from './tool-results.ts';
import { generateResult } from './writing-results.ts';

export const COMMAND_RESULTS = {
  init: initResult,
  import: importResult,
  new: newResult,
  list: listResult,
  edit: editResult,
  next: nextResult,
  offers: offersResult,
  move: moveResult,
  build: buildResult,
  check: checkResult,
  serve: serveResult,
  desk: deskResult,
  categories: categoriesResult,
  layers: layersResult,
  search: searchResult,
  deploy: deployResult,
  releases: releasesResult,
  verify: verificationResult,
  eject: ejectResult,
  locale: localeResult,
  generate: generateResult,
  review: reviewResult,
  evidence: evidenceResult,
  doctor: doctorResult,
  completion: completionResult,
  help: helpResult,
  sites: sitesResult,
} as const satisfies Record<string, z.ZodType>;

type ResultName = keyof typeof COMMAND_RESULTS;

/** The result that each command prints with `--json`, by the name of the command. `--sites` prints `sites`. */
export type CommandResults = { [Name in ResultName]: z.output<(typeof COMMAND_RESULTS)[Name]> };
export type CommandResult = CommandResults[ResultName];
/** Beside or instead of a result. */
export interface Failure {
  error: z.output<typeof errorSchema>;
}

/** Commands that say beside an error what they had done before it. */
const PARTIAL: readonly ResultName[] = ['generate', 'edit', 'categories'];

/** The JSON schema (draft 2020-12) of what a command prints: a result, or a failure. */
export function resultJsonSchema(name: ResultName): Record<string, unknown> {
  const forms = listForms(COMMAND_RESULTS[name]);
  const kind = z.literal(name).describe('the command');
  const results = forms
    .filter((form) => form instanceof z.ZodObject)
    .map((form) => form.extend({ kind, ...HEAD, ...form.shape }));
  // The category tree is a file, which has no head.
  const files = forms.filter((form) => !(form instanceof z.ZodObject));
  const failure = { error: errorSchema };
  const failed = z.object({ kind, ...HEAD, ...failure });
  const partials = PARTIAL.includes(name) ? results.map((result) => result.extend(failure)) : [];
  return {
    ...z.toJSONSchema(z.union([...results, ...files, failed, ...partials]), {
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        delete jsonSchema.readOnly;
        // zod adds the largest safe integer as a limit.
        if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      },
    }),
    title: name === 'sites' ? 'Result of articles --sites --json' : `Result of articles ${name} --json`,
  };
}

/** The forms that a result has. */
function listForms(result: z.core.$ZodType): z.core.$ZodType[] {
  return result instanceof z.ZodUnion ? result.options.flatMap(listForms) : [result];
}
