/** What clocks show in a time zone, by the parts of Intl.DateTimeFormat. The program asks for offsets instead. */

/** @returns YYYY-MM-DDTHH:MM:SS */
export function clockIn(timeZone: string, time: number): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    },
  }).formatToParts(time);
  const of = (name: string) => parts.find(({ type }) => type === name)?.value ?? '';
  return `${of('year').padStart(4, '0')}-${of('month')}-${of('day')}T${of('hour')}:${of('minute')}:${of('second')}`;
}
