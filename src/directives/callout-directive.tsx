/** `:::callout{type="tip"}`: text set apart; alerts such as `> [!TIP]` are callouts too. */
import * as z from 'zod';
import { CALLOUTS } from '../content/markdown/directive.ts';
import { text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';

export const callout = defineDirective({
  form: 'container',
  attributes: z.strictObject({ type: z.enum(CALLOUTS).default('note'), title: text().optional() }),
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
