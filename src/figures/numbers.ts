/** Reads numbers as a language writes them. */

/** How a language writes numbers. */
export interface NumberFormat {
  thousands: string;
  decimal: string;
}

/** The source of a pattern for a number without sign and unit. */
export const NUMBER = '\\d+(?:[.,\\u00a0\\u202f]\\d+|[ ]\\d{3}(?!\\d))*';

/** A mark before three digits separates thousands, if the language says so; any other is a decimal mark. */
export function toNumber(text: string, { thousands }: NumberFormat): string {
  const plain = text.replace(/[\s\u00a0\u202f]/g, '');
  const mark = thousands.trim();
  const grouped = mark === '' ? plain : plain.replace(new RegExp(`\\${mark}(?=\\d{3}(?!\\d))`, 'g'), '');
  return grouped.replace(',', '.');
}

export function countDecimals(text: string, format: NumberFormat): number {
  const number = new RegExp(NUMBER, 'u').exec(text)?.[0] ?? '';
  return toNumber(number, format).split('.')[1]?.length ?? 0;
}

/** Every number of a text. */
export function readNumbers(text: string, format: NumberFormat): number[] {
  return [...text.matchAll(new RegExp(NUMBER, 'gu'))].map(([number]) => Number(toNumber(number, format)));
}

/** A value as the language writes it, without separators of thousands. */
export function writeNumber(value: number, digits: number, { decimal }: NumberFormat): string {
  return value.toFixed(digits).replace('.', decimal);
}
