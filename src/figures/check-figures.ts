/** Finds figures of a text that do not follow from those beside them, and figures without a source. */
import type { NumberWords } from '../locales/writing/figure-words.ts';
import { type Figure, findFigures, patternsFor } from './find-figures.ts';
import { type NumberFormat, readNumbers } from './numbers.ts';
import { explainEquations, type FigureProblem, relate } from './relate-figures.ts';
import { RELATIONS } from './relations.ts';
import { checkTable } from './table-rows.ts';
import { divideText } from './text-blocks.ts';

/**
 * @param text Markdown
 * @param plain the same text with code and targets of links blanked
 * @param isKnown whether a source or a calculation has a figure; null for the text of a person: figures without a source
 *   are left alone, and so are results that only words of any text call wrong
 */
export function checkFigures(
  text: string,
  plain: string,
  words: NumberWords,
  isKnown: ((figure: Figure) => boolean) | null,
): FigureProblem[] {
  if (!/\d/.test(plain)) return [];
  const problems: FigureProblem[] = [];
  const relations = isKnown ? RELATIONS : RELATIONS.filter(({ isGeneral }) => !isGeneral);
  const explained = new Set<Figure>();
  const read = divideText(text, plain, patternsFor(words).example).map((part) => {
    const cells = part.cells.map(({ heading, start, end }) => ({
      heading,
      figures: findFigures(plain.slice(start, end), start, words),
    }));
    const shown = plain.slice(part.start, part.end);
    const figures =
      part.kind === 'row' ? cells.flatMap((cell) => cell.figures) : findFigures(shown, part.start, words);
    return { part, cells, shown, figures };
  });
  for (const [place, { part, shown, figures }] of read.entries()) {
    const before = read[place - 1];
    if (part.kind === 'row') {
      if (before?.part.block === part.block) continue;
      let end = place;
      while (read[end]?.part.block === part.block) end++;
      const rows = read.slice(place, end);
      problems.push(
        ...checkTable(
          rows.map(({ cells }) => cells),
          explained,
          words,
        ),
      );
      continue;
    }
    if (figures.length === 0) continue;
    explainEquations(shown, part.start, figures, explained);
    const wrong = relate(figures, explained, shown, words, relations);
    // "You stake 40 at 2.50. A win brings 110."
    const [only] = figures;
    if (before?.part.block === part.block && figures.length === 1 && only && !explained.has(only))
      wrong.push(...relate([...before.figures, only], explained, shown, words, relations, only));
    problems.push(...wrong);
  }
  if (isKnown) {
    const known = new Set(problems.map(({ start }) => start));
    for (const { part, figures } of read) {
      if (part.isExample || part.isSourced) continue;
      for (const figure of figures)
        if (!figure.isOrdinary && !explained.has(figure) && !known.has(figure.start) && !isKnown(figure))
          problems.push({ start: figure.start, end: figure.end, text: figure.text, computed: null });
    }
  }
  return problems.sort((a, b) => a.start - b.start);
}

const FORMATS: readonly NumberFormat[] = [
  { thousands: ',', decimal: '.' },
  { thousands: '.', decimal: ',' },
  { thousands: ' ', decimal: ',' },
];

/** The numbers of texts that may be quoted, in whatever language they are written. */
export function quotable(texts: readonly string[]): Set<number> {
  return new Set(texts.flatMap((text) => FORMATS.flatMap((format) => readNumbers(text, format))));
}
