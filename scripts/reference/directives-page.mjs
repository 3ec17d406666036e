// The reference of the built-in directives, from their definitions.
import { code, fence, page, table } from './page-parts.mjs';
import { describeFields, listFields } from './schema-fields.mjs';

const FORMS = {
  container: 'With a body: `:::NAME{…}` to a line `:::`',
  leaf: 'Without a body: `::NAME{…}`',
  either: 'With a body, `:::NAME{…}`, or without one, `::NAME{…}`',
};

/** @param guides of `listDirectiveGuides`. @returns the page as Markdown */
export function describeDirectives(guides) {
  return page('Built-in Directives', [
    'Directives put into a text what Markdown has no mark for. [Directives](../directives.md) has their rules, and how a site makes its own.',
    table(
      ['Directive', 'Shows'],
      guides.map(({ name, summary }) => [`[${code(name)}](#${name})`, summary]),
    ),
    ...guides.flatMap((guide) => [
      `## ${guide.name}`,
      `${guide.summary} ${FORMS[guide.form].replaceAll('NAME', guide.name)}${describeBody(guide)}.`,
      describeFields(`directives: ${guide.name}.`, listFields(guide.attributes), (value) => `${value}`),
      fence('markdown', guide.example),
    ]),
  ]);
}

function describeBody({ form, holds, count, within }) {
  const place = within === undefined ? '' : `, within ${code(within)}`;
  if (form === 'leaf' || !holds) return place;
  const [least, most] = count ?? [];
  const number = least === undefined ? '' : least === most ? `${least} ` : `${least} to ${most} `;
  return `${place}. Its body has ${number}${holds.map(code).join(', ')} only`;
}
