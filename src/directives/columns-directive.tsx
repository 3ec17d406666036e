/** `::::columns` contains a `:::column` for each column. They are side by side if there is room. */
import * as z from 'zod';
import { defineDirective } from './define-directive.tsx';

const COLUMNS = '::::columns\n:::column\nFor the stake.\n:::\n:::column\nAgainst it.\n:::\n::::';

export const columns = defineDirective({
  form: 'container',
  holds: ['column'],
  count: [2, 4],
  guide: { summary: 'Columns, side by side where there is room.', example: COLUMNS },
  attributes: z.strictObject({}),
  view: ({ children }) => <div className="columns">{children}</div>,
});

export const column = defineDirective({
  form: 'container',
  within: 'columns',
  guide: { summary: 'One of the columns.', example: COLUMNS },
  attributes: z.strictObject({}),
  view: ({ children }) => <div>{children}</div>,
});
