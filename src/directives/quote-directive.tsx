/** `:::pullquote{cite="…"}`: a sentence in large type, with its author. */
import * as z from 'zod';
import { link, text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';
import { SourceLink } from './source-link.tsx';

export const pullquote = defineDirective({
  form: 'container',
  holds: ['paragraph'],
  guide: {
    summary: 'A sentence in large type.',
    example: ':::pullquote{cite="Ann Reed"}\nA price is an opinion with money on it.\n:::',
  },
  attributes: z.strictObject({
    cite: text().optional().describe('Name of the speaker.'),
    source: link().optional().describe('Target of the name: a path of the site or a URL.'),
  }),
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
