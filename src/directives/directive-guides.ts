/** Lists the built-in directives for the reference: what each shows, its attributes, and a text with it. */
import * as z from 'zod';
import type { Directive } from '../content/markdown/directive.ts';
import { DIRECTIVES } from './directive-registry.ts';

export interface ListedDirective extends Pick<Directive, 'form' | 'holds' | 'count' | 'within'> {
  name: string;
  summary: string;
  example: string;
  /** JSON schema. */
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
