/** `::::tabs` contains a `:::tab{title="…"}` for each choice. They need no script: each is a disclosure, and one is open. */
import * as z from 'zod';
import type { Directive } from '../content/markdown/directive.ts';
import { hashText } from '../foundation/hash.ts';
import { text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';

const EXAMPLE =
  '::::tabs\n:::tab{title="npm"}\nRun `npm install`.\n:::\n:::tab{title="pnpm"}\nRun `pnpm install`.\n:::\n::::';
const UNNAMED = '<details class="tab" name="tabs">';

const group = defineDirective({
  form: 'container',
  holds: ['tab'],
  count: [2, 8],
  guide: { summary: 'Parts of which a reader sees one at a time.', example: EXAMPLE },
  attributes: z.strictObject({}),
  view: ({ children }) => <div className="tabs">{children}</div>,
});

/** Disclosures with one name close each other, so each group has a name of its own. The first is open. */
export const tabs: Directive = {
  ...group,
  read(values) {
    const read = group.read(values);
    if (!('render' in read)) return read;
    return {
      ...read,
      render(body, context) {
        const named = UNNAMED.replace('"tabs"', `"tabs-${hashText(body).toString(36)}"`);
        const [before = '', ...parts] = body.split(UNNAMED);
        const [first = '', ...rest] = parts;
        const opened = `${before}${named.replace('>', ' open>')}${first}`;
        return read.render([opened, ...rest].join(named), context);
      },
    };
  },
};

export const tab = defineDirective({
  form: 'container',
  within: 'tabs',
  guide: { summary: 'One of the parts.', example: EXAMPLE },
  attributes: z.strictObject({ title: text().describe('The words to choose it by.') }),
  view: ({ attributes: { title }, children }) => (
    <details className="tab" name="tabs">
      <summary>{title}</summary>
      <div className="details-body">{children}</div>
    </details>
  ),
});
