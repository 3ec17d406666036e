/** `:::details{summary="…"}`: text that a reader opens, and `::::faq` for several of them. */
import * as z from 'zod';
import { flag, text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';

export const details = defineDirective({
  form: 'container',
  attributes: z.strictObject({ summary: text(), open: flag() }),
  view: ({ attributes: { summary, open = false }, children }) => (
    <details className="details" open={open}>
      <summary>{summary}</summary>
      <div className="details-body">{children}</div>
    </details>
  ),
});

/** Without structured data: search engines no longer show questions. */
export const faq = defineDirective({
  form: 'container',
  holds: ['details'],
  attributes: z.strictObject({}),
  view: ({ children }) => <div className="faq">{children}</div>,
});
