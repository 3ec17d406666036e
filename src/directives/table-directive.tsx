/** `:::table{caption="…" sortable}`: a table with a caption, whose columns a reader may sort by. */
import * as z from 'zod';
import { flag, text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';

export const table = defineDirective({
  form: 'container',
  holds: ['table'],
  count: [1, 1],
  attributes: z.strictObject({ caption: text(), sortable: flag() }),
  table: ({ caption, sortable = false }) => ({ caption, sortable }),
  view: ({ children }) => children,
});
