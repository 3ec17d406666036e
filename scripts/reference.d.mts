import type { Command } from 'commander';
import type { BUILD_OPTIONS } from '../src/deploy/plan/build-options.ts';
import type { PROBLEM_GATES } from '../src/foundation/problem-gates.ts';
import type { ContentSchema } from '../src/scaffold/content-schemas.ts';
import type { ListedDirective } from './directive-guides.ts';
export interface ReferenceSources {
  program: Command;
  contentSchemas: readonly ContentSchema[];
  directives: readonly ListedDirective[];
  buildOptions: typeof BUILD_OPTIONS;
  problemGates: typeof PROBLEM_GATES;
  /** Text of tokens.css. */
  tokens: string;
}
/** Pages as Markdown, by their names below docs/reference/. */
export function createReference(sources: ReferenceSources): Record<string, string>;
