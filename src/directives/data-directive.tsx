/** `::data{file="prices" columns="name, price"}`: a table of a file in content/data. */
import * as z from 'zod';
import { refuseText } from '../content/markdown/page-size.ts';
import { hintNear } from '../foundation/near-names.ts';
import { tagOf } from '../locales/codes.ts';
import { flag, text } from './attribute-types.ts';
import { defineDirective } from './define-directive.tsx';
import { FigureTable } from './figure-table.tsx';

const names = () =>
  text().transform((list) =>
    list
      .normalize('NFC')
      .split(',')
      .map((name) => name.trim()),
  );

export const data = defineDirective({
  form: 'leaf',
  attributes: z.strictObject({
    file: text()
      .transform((name) => name.normalize('NFC'))
      .describe('Name of a file in content/data, without its ending: a list of records.'),
    caption: text().describe('Text above the table.'),
    columns: names()
      .optional()
      .describe('Names of the fields to show, with commas. Default: those of the first record.'),
    head: names().optional().describe('Headings of the columns, with commas. Default: the names.'),
    sortable: flag().describe(
      'Lets readers sort by a column. An attribute without a value; it needs JavaScript.',
    ),
  }),
  guide: {
    summary:
      'A table of the records in a file of content/data. Numbers are written as the language has them.',
    example:
      '::data{file="harvest" caption="What the beds gave" columns="crop, kilograms" head="Crop, Kilograms"}',
  },
  view({ attributes: { file, caption, columns, head, sortable = false }, data: files, locale }) {
    const refuse = (message: string, hint: string): never => {
      throw refuseText({ code: 'invalid-value', message, hint, line: 1, words: `file="${file}"` });
    };
    const known = Object.keys(files);
    if (!Object.hasOwn(files, file))
      refuse(
        `there is no file "${file}" in content/data`,
        hintNear(file, known, `known names: ${known.join(', ') || 'none'}`),
      );
    const records =
      readRecords(files[file]) ??
      refuse(`content/data/${file} is not a list of records`, 'write a list of maps, or use CSV');
    const shown = columns ?? Object.keys(records[0] ?? {});
    const fields = new Set(records.flatMap((record) => Object.keys(record)));
    const unknown = shown.find((name) => !fields.has(name));
    if (unknown !== undefined)
      refuse(
        `no record of "${file}" has the field "${unknown}"`,
        hintNear(unknown, [...fields], `fields: ${[...fields].join(', ')}`),
      );
    if (head && head.length !== shown.length)
      refuse(`"${file}" has ${shown.length} columns, and head names ${head.length}`, 'name each column once');
    const number = new Intl.NumberFormat(tagOf(locale), { maximumFractionDigits: 6 });
    const show = (value: unknown) => (typeof value === 'number' ? number.format(value) : String(value ?? ''));
    const rows = records.map((record) => shown.map((name) => show(record[name])));
    const numeric = shown.map((name) =>
      records.every((record) => record[name] === undefined || typeof record[name] === 'number'),
    );
    return (
      <FigureTable caption={caption} head={head ?? shown} rows={rows} sortable={sortable} numeric={numeric} />
    );
  },
});

const recordsSchema = z.array(z.record(z.string(), z.unknown()));

function readRecords(value: unknown): z.output<typeof recordsSchema> | null {
  return recordsSchema.safeParse(value).data ?? null;
}
