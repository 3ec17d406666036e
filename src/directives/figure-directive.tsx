/** `:::figure{caption="…"}`: an image, a table or code with its caption and credit. */
import * as z from 'zod';
import { link, text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';
import { SourceLink } from './source-link.tsx';

export const figure = defineDirective({
  form: 'container',
  holds: ['image', 'table', 'code'],
  attributes: z.strictObject({ caption: text(), credit: text().optional(), source: link().optional() }),
  view: ({ attributes: { caption, credit, source }, children, href }) => (
    <figure className="captioned">
      {children}
      <figcaption>
        {caption}
        {credit !== undefined && (
          <span className="credit">
            {' '}
            <SourceLink text={credit} url={source === undefined ? null : href(source)} />
          </span>
        )}
      </figcaption>
    </figure>
  ),
});
