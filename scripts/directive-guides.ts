/** Describes the built-in directives for the reference: summary, attributes and an example. */
import * as z from 'zod';
import type { Directive } from '../src/content/markdown/directive.ts';
import { DIRECTIVES } from '../src/directives/directive-registry.ts';

export interface ListedDirective extends Pick<Directive, 'form' | 'holds' | 'count' | 'within'> {
  name: string;
  summary: string;
  example: string;
  /** JSON schema of the attributes. */
  attributes: object;
}

export function listDirectiveGuides(): ListedDirective[] {
  return Object.entries(DIRECTIVES).flatMap(([name, { guide, ...directive }]) =>
    guide
      ? [
          {
            ...directive,
            ...guide,
            name,
            attributes: z.toJSONSchema(guide.attributes, { io: 'input', unrepresentable: 'any' }),
          },
        ]
      : [],
  );
}
