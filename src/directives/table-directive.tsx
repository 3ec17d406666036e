/** `:::table{caption="…" sortable}`: a table with a caption, whose columns a reader may sort by. */
import * as z from 'zod';
import { flag, text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';

export const table = defineDirective({
  form: 'container',
  holds: ['table'],
  count: [1, 1],
  guide: {
    summary: 'A table with a caption.',
    example:
      ':::table{caption="Margins of three books" sortable}\n| Book | Margin |\n|---|---:|\n| Alpha | 4.5 % |\n| Bravo | 6 % |\n| Charlie | 5 % |\n:::',
  },
  attributes: z.strictObject({
    caption: text().describe('Text above the table.'),
    sortable: flag().describe(
      'Lets readers sort by a column. An attribute without a value; it needs JavaScript.',
    ),
  }),
  table: ({ caption, sortable = false }) => ({ caption, sortable }),
  view: ({ children }) => children,
});
