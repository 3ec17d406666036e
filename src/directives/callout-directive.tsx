/** `:::callout{type="tip"}`: text set apart; alerts such as `> [!TIP]` are callouts too. */
import * as z from 'zod';
import { CALLOUTS } from '../content/markdown/directive.ts';
import { text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';

export const callout = defineDirective({
  form: 'container',
  guide: {
    summary: 'Text set apart, with a label.',
    example: ':::callout{type="tip" title="Before you bet"}\nSet a limit first, and *keep* it.\n:::',
  },
  attributes: z.strictObject({
    type: z.enum(CALLOUTS).default('note').describe('Kind of the callout, which has a colour and a label.'),
    title: text().optional().describe('Label. Default: the name of the type.'),
  }),
  view({ attributes: { type, title }, children, strings }) {
    const label = title ?? strings.directives[type];
    return (
      <div className={`callout callout-${type}`} role="note" aria-label={label}>
        <p className="callout-title">{label}</p>
        {children}
      </div>
    );
  },
});
