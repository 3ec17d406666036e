/** Formats the report of an import for its file and for the terminal. */
import { formatCount, formatPlace, groupBy, type ImportResult, type Problem } from './core.ts';
import type { NoteGroup } from './notes.ts';
import { formatTextCount } from './read/unread-texts.ts';

/** Number of places that the terminal shows of each group. */
const SHOWN = 1;

/** The content of `imports/NAME.md`: every note with all of its places. */
export function formatReport(
  source: string,
  { from, counts, count, notes, skipped, stops }: ImportResult,
): string {
  const lines = [
    `# Import of ${source}`,
    '',
    `Made by \`articles import\` from ${from}. This file is not published; delete it when you have read it.`,
    '',
    `${formatCount(counts.articles, 'article')} (${formatCount(counts.drafts, 'draft')}, ${counts.scheduled} in the future), ${formatCount(counts.pages, 'page')}, ${formatCount(counts.images, 'picture')}.`,
    '',
    ...formatTextCount(count).flatMap((line) => [line, '']),
    notes.length > 0
      ? '## Not carried over, or not as it was'
      : count.left.length + count.settings.length === 0
        ? 'Everything was carried over.'
        : 'Of the texts that are read, everything was carried over.',
    '',
  ];
  for (const { message, count, notes: places } of notes) {
    lines.push(`### ${escapeLine(message)} (${count})`, '');
    for (const place of places)
      lines.push(
        `- ${escapeLine(formatPlace(place))}${place.detail ? ` — ${escapeLine(place.detail)}` : ''}`,
      );
    lines.push('');
  }
  if (stops !== null && stops.length > 0)
    lines.push(
      `## What stops \`articles build --strict\` (${stops.length})`,
      '',
      ...stops.map((problem) => `- ${escapeLine(`${formatPlace(problem)}: ${problem.message}`)}`),
      '',
    );
  if (skipped.length > 0)
    lines.push(
      `## Texts that are no part of the site (${skipped.length})`,
      '',
      ...skipped.map((file) => `- ${escapeLine(file)}`),
    );
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The lines that the terminal shows. */
export function formatNotes(notes: readonly NoteGroup[]): string[] {
  return notes.map(({ message, count, notes: places }) => {
    const shown = places
      .slice(0, SHOWN)
      .map((place) => [formatPlace(place), place.detail?.slice(0, 60)].filter(Boolean).join(' '))
      .join(', ');
    return `  ${String(count).padStart(5)}  ${message}${shown ? `  (${count > 1 ? 'first: ' : ''}${shown})` : ''}`;
  });
}

/** The last lines that the terminal shows: whether a strict build passes, or what stops it. */
export function formatStops(stops: readonly Problem[]): string[] {
  if (stops.length === 0) return ['  articles build --strict passes'];
  return [
    `  articles build --strict stops at ${formatCount(stops.length, 'place')}:`,
    ...[...groupBy(stops, ({ code }) => code)].map(([code, [first, ...more]]) => {
      const shown = first ? `${formatPlace(first)} ${first.message.slice(0, 120)}` : '';
      const label = more.length > 0 ? 'first: ' : '';
      return `  ${String(more.length + 1).padStart(5)}  ${code}  (${label}${shown})`;
    }),
  ];
}

function escapeLine(text: string): string {
  return text.replace(/[\p{Cc}]+/gu, ' ').replace(/[<>*_`#]/g, '\\$&');
}
