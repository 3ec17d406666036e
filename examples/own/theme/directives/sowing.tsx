import type { DirectiveProps } from 'articles/theme';
import * as z from 'zod';

const months = z.string().regex(/^\d{1,2}-\d{1,2}$/, 'write months as numbers, such as 3-4');

export const attributes = z.strictObject({
  sow: months,
  plant: months.optional(),
  harvest: months,
});
type Attributes = z.output<typeof attributes>;

const LABELS = {
  en_US: { sow: 'Sow', plant: 'Plant out', harvest: 'Harvest' },
  de_DE: { sow: 'Säen', plant: 'Auspflanzen', harvest: 'Ernten' },
  ar: { sow: 'البذر', plant: 'النقل إلى الحوض', harvest: 'الحصاد' },
};

/** The months of a vegetable as three lines; what is between the colons is a note below them. */
export default function Sowing({ attributes, children, locale }: DirectiveProps<Attributes>) {
  const labels = LABELS[locale === 'de_DE' || locale === 'ar' ? locale : 'en_US'];
  const month = new Intl.DateTimeFormat(locale.replace('_', '-'), { month: 'long', timeZone: 'UTC' });
  const write = (span: string) =>
    span
      .split('-')
      .filter((number, index, all) => number !== all[index - 1])
      .map((number) => month.format(Date.UTC(2000, Number(number) - 1)))
      .join(' – ');
  return (
    <div className="sowing">
      <dl>
        <dt>{labels.sow}</dt>
        <dd>{write(attributes.sow)}</dd>
        {attributes.plant && <dt>{labels.plant}</dt>}
        {attributes.plant && <dd>{write(attributes.plant)}</dd>}
        <dt>{labels.harvest}</dt>
        <dd>{write(attributes.harvest)}</dd>
      </dl>
      {children}
    </div>
  );
}
