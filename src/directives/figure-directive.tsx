/** `:::figure{caption="…"}`: an image, a table or code with its caption and credit. */
import * as z from 'zod';
import { link, text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';
import { SourceLink } from './source-link.tsx';

/** The width of a figure beyond the lines of the text. */
export const size = z
  .enum(['wide', 'full'])
  .optional()
  .describe('wide reaches beyond the text, full over the whole width, where the look of the site has room.');

export const figure = defineDirective({
  form: 'container',
  holds: ['image', 'table', 'code'],
  guide: {
    summary: 'An image, a table or code with its caption.',
    example:
      ':::figure{caption="Margins of two books" credit="Ann Reed" source="https://tables.example/margins"}\n| Book | Margin |\n|---|---:|\n| Alpha | 4.5 % |\n| Bravo | 6 % |\n:::',
  },
  attributes: z.strictObject({
    caption: text().describe('Text under it.'),
    credit: text().optional().describe('Name of the creator.'),
    size,
    source: link().optional().describe('Target of the credit: a path of the site or a URL.'),
  }),
  view: ({ attributes: { caption, credit, source, size: width }, children, href }) => (
    <figure className={width === undefined ? 'captioned' : `captioned ${width}`}>
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
