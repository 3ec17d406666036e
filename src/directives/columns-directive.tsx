/** `::::columns` with one `:::column` for each: side by side where there is room. */
import * as z from 'zod';
import { defineDirective } from './define-directive.tsx';

export const columns = defineDirective({
  form: 'container',
  holds: ['column'],
  count: [2, 4],
  attributes: z.strictObject({}),
  view: ({ children }) => <div className="columns">{children}</div>,
});

export const column = defineDirective({
  form: 'container',
  within: 'columns',
  attributes: z.strictObject({}),
  view: ({ children }) => <div>{children}</div>,
});
