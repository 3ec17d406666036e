/** Reads numbers in the format of a language. */

/** The separators of a language. */
export interface NumberFormat {
  thousands: string;
  decimal: string;
}

/** Source of a regular expression for a number without sign and unit. */
export const NUMBER = '\\d+(?:[.,\\u00a0\\u202f]\\d+|[ ]\\d{3}(?!\\d))*';

/** Converts a number to JavaScript's notation. The thousands separator of the language counts only before three digits. */
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

/** Reads every number in a text. */
export function readNumbers(text: string, format: NumberFormat): number[] {
  return [...text.matchAll(new RegExp(NUMBER, 'gu'))].map(([number]) => Number(toNumber(number, format)));
}
