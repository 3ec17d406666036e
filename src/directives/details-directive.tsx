/** `:::details{summary="…"}`: text that a reader opens, and `::::faq` for several of them. */
import * as z from 'zod';
import { flag, text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';

export const details = defineDirective({
  form: 'container',
  guide: {
    summary: 'Text that a reader opens.',
    example: ':::details{summary="How is the margin computed?"}\nAdd up the implied probabilities.\n:::',
  },
  attributes: z.strictObject({
    summary: text().describe('The line that is visible while the text is closed.'),
    open: flag().describe('Opens the text from the start. An attribute without a value.'),
  }),
  view: ({ attributes: { summary, open = false }, children }) => (
    <details className="details" open={open}>
      <summary>{summary}</summary>
      <div className="details-body">{children}</div>
    </details>
  ),
});

/** Has no structured data, since search engines no longer show FAQ results. */
export const faq = defineDirective({
  form: 'container',
  holds: ['details'],
  guide: {
    summary: 'Questions and answers.',
    example:
      '::::faq\n:::details{summary="Is the stake part of decimal odds?"}\nYes: 2.50 returns 2.50 for each unit staked.\n:::\n::::',
  },
  attributes: z.strictObject({}),
  view: ({ children }) => <div className="faq">{children}</div>,
});
