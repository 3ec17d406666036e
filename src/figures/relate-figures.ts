/** Compares the figures of a sentence with one another: which follow from the others, and which should and do not. */
import type { FigureRole, NumberWords } from '../locales/writing/figure-words.ts';
import { type Figure, patternsFor } from './find-figures.ts';
import { writeNumber } from './numbers.ts';
import { EXPLANATIONS, fits, type Relation, valueIn } from './relations.ts';

export interface FigureProblem {
  start: number;
  end: number;
  /** As written. */
  text: string;
  /** What it is by the figures beside it, with as many decimals; null for a figure without a source. */
  computed: string | null;
}

const TERM = '[\\d.,\\s%\\p{Sc}()×·÷*/+−–^¹²³⁰⁴-⁹√-]*';
/** An equation, or a power. */
const EQUATION = new RegExp(`${TERM}(?:[=≈]${TERM})+|\\([^()]*\\)[¹²³⁰⁴-⁹]+`, 'gu');

/** More than this many figures in a sentence are compared with nothing. */
const MAX_FIGURES = 8;

/**
 * Whether a value, with the decimals that are written, is what was computed.
 * @param isLast a result at the end may be rounded coarsely, such as "about 5"; an operand may not
 */
function isStated(
  figure: Pick<Figure, 'value' | 'digits'>,
  computed: number,
  inputs: readonly Figure[],
  isLast: boolean,
): boolean {
  // Odds that are rounded themselves make the result uncertain.
  const rounding = inputs.reduce(
    (sum, { value, digits }) =>
      sum + (digits > 0 && value !== 0 ? (0.5 * 10 ** -digits) / Math.abs(value) : 0),
    0,
  );
  const unit = 10 ** -figure.digits;
  // The last digit may be cut off, unless it is all there is.
  const most = Math.abs(computed) * (isLast ? 0.02 : 0.0003);
  const last = isLast ? Math.min(0.999 * unit, Math.max(0.5001 * unit, most)) : Math.min(0.5001 * unit, most);
  const room = last + (isLast ? Math.abs(computed) * Math.min(rounding, 0.02) : 0);
  return Math.abs(Math.abs(figure.value) - Math.abs(computed)) <= room;
}

/** Operands and results of written equations: those that do not compute are another check's. */
export function explainEquations(
  shown: string,
  offset: number,
  figures: readonly Figure[],
  explained: Set<Figure>,
) {
  for (const { index, 0: equation } of shown.matchAll(EQUATION))
    for (const figure of figures)
      if (figure.start >= offset + index && figure.end <= offset + index + equation.length)
        explained.add(figure);
}

/**
 * Explains figures by those beside them, and returns the results that differ.
 * @param relations those that a result must keep. @param only the figure to judge
 */
export function relate(
  all: readonly Figure[],
  explained: Set<Figure>,
  shown: string,
  words: NumberWords,
  relations: readonly Relation[],
  only?: Figure,
): FigureProblem[] {
  const related = all.filter((figure) => figure.kind !== 'duration' && !explained.has(figure));
  const named = related.filter(
    ({ isOrdinary, kind, roles }) => !isOrdinary || kind === 'years' || !roles.isEmpty(),
  );
  const inEquations = all.filter((figure) => figure.kind !== 'duration' && explained.has(figure)).length;
  const relateThese = (figures: readonly Figure[]) =>
    relateFigures(figures, figures.length + inEquations, explained, shown, words, relations, only);
  const problems = relateThese(related);
  return problems.length > 0 || named.length === related.length ? problems : relateThese(named);
}

function relateFigures(
  figures: readonly Figure[],
  count: number,
  explained: Set<Figure>,
  shown: string,
  words: NumberWords,
  relations: readonly Relation[],
  only: Figure | undefined,
): FigureProblem[] {
  if (figures.length < 2 || figures.length > MAX_FIGURES) return [];
  const patterns = patternsFor(words).role;
  const has = (role: FigureRole) => patterns[role].test(shown);
  const open: { result: Figure; computed: number; weight: number; size: number }[] = [];
  const computes = new Set<Figure>();
  /** Results that compute, with the number of figures that their relation takes. */
  const results = new Map<Figure, number>();
  let isSettled = false;
  const last = figures.findLast(({ kind }) => kind !== 'years');
  // A fee is less than what it is taken from.
  const smaller = figures
    .filter((figure) => fits(figure, 'amount'))
    .toSorted((one, two) => one.value - two.value)[0];
  const explain = (relation: Pick<Relation, 'inputs' | 'run'>, result: Figure) =>
    permute(relation, result, figures, has, (used) => {
      for (const figure of [result, ...used]) computes.add(figure);
      isSettled ||= used.length + 1 === figures.length;
    });
  for (const relation of relations) {
    if (!relation.cues.every((set) => set.some(has))) continue;
    for (const result of figures) {
      if ((only && result !== only) || !fits(result, relation.result)) continue;
      if (explain(relation, result)) {
        results.set(result, Math.max(results.get(result) ?? 0, relation.inputs.length));
        continue;
      }
      const isWhole = relation.inputs.length + 1 === count;
      const isLast = (relation.inputCues && has('fee') && !has('remaining') ? smaller : last) === result;
      const isNamed = relation.resultCues.some((role) =>
        (isWhole && isLast ? figures : [result]).some(({ roles }) => roles.has(role)),
      );
      const isCertain = isWhole
        ? isNamed || (isLast && !relation.isNamed)
        : relation.isLoose &&
          isNamed &&
          isLast &&
          figures.some(({ roles, odds }) => odds !== null && roles.has('odds'));
      if (!isCertain || (only && !relation.isLoose)) continue;
      const inputs =
        resolve(
          relation,
          figures.filter(({ start }) => start < result.start),
        ) ??
        (isWhole
          ? resolve(
              relation,
              figures.filter((figure) => figure !== result),
            )
          : null);
      const { inputCues } = relation;
      const isGain = result.roles.has('profit') || (!result.roles.has('payout') && has('profit'));
      const isBound =
        (!inputCues ||
          (isLast &&
            (result.roles.has('remaining') ||
              inputs?.some(({ roles }) => inputCues.some((role) => roles.has(role)))))) &&
        inputs?.every(
          ({ digits, roles }, input) =>
            relation.inputs[input] !== 'odds' || roles.has('odds') || (isWhole && digits === 2),
        );
      const [computed] =
        inputs && isBound
          ? relation.run(
              inputs.map((figure, place) => valueIn(figure, relation.inputs[place] ?? 'amount')),
              (role) => (role === 'payout' ? !isGain : result.roles.has(role)),
            )
          : [];
      if (computed === undefined || !Number.isFinite(computed)) continue;
      open.push({
        result,
        computed,
        weight: Number(isWhole) * 4 + Number(isLast) * 2 + Number(isNamed),
        size: relation.inputs.length,
      });
    }
  }
  open.sort((a, b) => b.weight - a.weight);
  // One figure of a sum is wrong, not each of them.
  const wrong = isSettled ? undefined : open.find(({ result, size }) => (results.get(result) ?? 0) < size);
  if (!wrong)
    for (const relation of EXPLANATIONS)
      for (const result of figures)
        if (fits(result, relation.result) && !computes.has(result)) explain(relation, result);
  for (const figure of computes) if (figure !== wrong?.result) explained.add(figure);
  if (!wrong) return [];
  const { start, end, text, digits, kind } = wrong.result;
  const unit = kind === 'percent' ? ' %' : '';
  return [
    { start, end, text, computed: `${writeNumber(wrong.computed, Math.min(digits, 6), words)}${unit}` },
  ];
}

/** The only figures that can be the inputs; null where there are several ways or none. */
function resolve({ inputs }: Pick<Relation, 'inputs'>, figures: readonly Figure[]): Figure[] | null {
  let rest = [...figures];
  const chosen = new Map<string, Figure[]>();
  for (const slot of ['years', 'converted', 'percent', 'odds', 'amount'] as const) {
    const count = inputs.filter((input) => input === slot).length;
    if (count === 0) continue;
    let candidates = rest.filter((figure) => fits(figure, slot));
    if (slot === 'odds' && candidates.length > count)
      candidates = candidates.filter(({ roles }) => roles.has('odds'));
    if (slot === 'odds' && candidates.length > count)
      candidates = candidates.filter(({ digits, kind: form }) => digits > 0 || form !== 'plain');
    if (candidates.length !== count) return null;
    chosen.set(slot, [...candidates]);
    rest = rest.filter((figure) => !candidates.includes(figure));
  }
  return inputs.flatMap((slot) => chosen.get(slot)?.splice(0, 1) ?? []);
}

/** Tries every way to fill the inputs; reports the first that gives the result. */
function permute(
  relation: Pick<Relation, 'inputs' | 'run'>,
  result: Figure,
  figures: readonly Figure[],
  has: (role: FigureRole) => boolean,
  explain: (used: readonly Figure[]) => void,
): boolean {
  const isLast = figures.findLast(({ kind }) => kind !== 'years') === result;
  const used: Figure[] = [];
  const fill = (): boolean => {
    const slot = relation.inputs[used.length];
    if (slot === undefined) {
      const values = used.map((figure, place) => valueIn(figure, relation.inputs[place] ?? 'amount'));
      if (!relation.run(values, has).some((computed) => isStated(result, computed, used, isLast)))
        return false;
      explain(used);
      return true;
    }
    for (const figure of figures) {
      if (figure === result || used.includes(figure) || !fits(figure, slot)) continue;
      used.push(figure);
      if (fill()) return true;
      used.pop();
    }
    return false;
  };
  return fill();
}
