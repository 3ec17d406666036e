/** `:::buttons` and `:::cards`: links of Markdown, shown as what a start page has. */
import * as z from 'zod';
import { defineDirective } from './define-directive.tsx';

export const buttons = defineDirective({
  form: 'container',
  holds: ['paragraph'],
  guide: {
    summary: 'Links as buttons. The first one is filled.',
    example: ':::buttons\n[Begin](/) [All authors](/authors)\n:::',
  },
  attributes: z.strictObject({}),
  view: ({ children }) => <div className="buttons">{children}</div>,
});

export const cards = defineDirective({
  form: 'container',
  holds: ['list'],
  guide: {
    summary: 'A list as cards, as many in a row as there is room for.',
    example:
      ':::cards\n- [Authors](/authors)\n\n  Who writes here.\n- [All pages](/sitemap)\n\n  Everything that there is.\n:::',
  },
  attributes: z.strictObject({}),
  view: ({ children }) => <div className="link-cards">{children}</div>,
});
