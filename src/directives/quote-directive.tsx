/** `:::pullquote{cite="…"}`: a sentence in large type, with its author. */
import * as z from 'zod';
import { link, text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';
import { SourceLink } from './source-link.tsx';

export const pullquote = defineDirective({
  form: 'container',
  holds: ['paragraph'],
  attributes: z.strictObject({ cite: text().optional(), source: link().optional() }),
  view: ({ attributes: { cite, source }, children, href }) => (
    <figure className="pull-quote">
      <blockquote>{children}</blockquote>
      {cite !== undefined && (
        <figcaption>
          <SourceLink text={cite} url={source === undefined ? null : href(source)} />
        </figcaption>
      )}
    </figure>
  ),
});
