/** `:::gallery{caption="…"}`: images side by side, with one caption. */
import * as z from 'zod';
import { text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';
import { size } from './figure-directive.tsx';

export const gallery = defineDirective({
  form: 'container',
  holds: ['image'],
  count: [2, 24],
  guide: {
    summary: 'Images side by side, as many in a row as there is room for.',
    example:
      ':::gallery{caption="The west bed in spring"}\n![The bed in March](https://pictures.example/march.jpg)\n\n![The bed in May](https://pictures.example/may.jpg)\n:::',
  },
  attributes: z.strictObject({
    caption: text().optional().describe('Text under the images.'),
    size,
  }),
  view: ({ attributes: { caption, size: width }, children }) => (
    <figure className={width === undefined ? 'gallery' : `gallery ${width}`}>
      <div className="gallery-images">{children}</div>
      {caption !== undefined && <figcaption>{caption}</figcaption>}
    </figure>
  ),
});
