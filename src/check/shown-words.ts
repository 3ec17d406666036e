/** Reads a page as its readers see it: its words in order, where its links are among them, and what is kept from sight. */
import { HtmlParser } from '../foundation/html-parser.ts';
import { hides, type StyledElement } from './hiding-styles.ts';

/** An element, as far as the words in it are concerned. */
interface Shown extends StyledElement {
  parent: Shown | null;
  /** The innermost element around its words that hides them, itself included; null for most. */
  cover: Shown | null;
  /** The innermost block around it, itself included. A cell belongs to its row. */
  block: Shown | null;
}

/** Words without a tag among them. */
interface Run {
  text: string;
  element: Shown | null;
  link: PageLink | null;
}

export interface PageLink {
  /** The element that leads there, such as "a" or "form". */
  name: string;
  target: string;
  /** True if its `rel` says that it is paid for. */
  isDeclared: boolean;
  element: Shown;
  /** Numbers of the first of its runs and of the first one behind it. */
  first: number;
  end: number;
}

/** Words and their place in a text. */
interface Piece {
  run: Run;
  words: string;
  from: number;
  to: number;
}

export interface Surroundings {
  /** The words of the page that a reader sees together with the link, with single blanks. */
  text: string;
  /** Where the words of the link begin and end in it. */
  from: number;
  to: number;
  pieces: readonly Piece[];
}

export interface ShownPage {
  links: readonly PageLink[];
  /** All that is in sight, with single blanks. */
  text: string;
  /** Words within the same hidden element as the link count as visible: they appear with it. */
  around(link: PageLink): Surroundings;
}

/** @param isHidden tells by a style sheet */
export function readShownPage(html: string, isHidden: (element: StyledElement) => boolean): ShownPage {
  const runs: Run[] = [];
  const links: PageLink[] = [];
  let element: Shown | null = null;
  const open: PageLink[] = [];
  let isGoingOn = false;
  const addRun = (text: string) => {
    const last = runs.at(-1);
    // A reference to a character ends the parser's text.
    if (isGoingOn && last) last.text += text;
    else runs.push({ text, element, link: open.at(-1) ?? null });
  };
  const parser = new HtmlParser({
    onopentag(name, attributes) {
      isGoingOn = false;
      if (!INLINE.test(name)) addRun(' ');
      const next: Shown = { name, attributes, parent: element, cover: null, block: null };
      next.cover = isKeptFromSight(next) || isHidden(next) ? next : (element?.cover ?? null);
      // A folded part shows its summary.
      if (name === 'summary' && element?.name === 'details') next.cover = element.parent?.cover ?? null;
      next.block = INLINE.test(name) || /^t[dh]$/.test(name) ? (element?.block ?? null) : next;
      element = next;
      const isDeclared = LINKS.test(name) && /(?:^|\s)sponsored(?:\s|$)/i.test(attributes.rel ?? '');
      for (const target of addressesOf(name, attributes)) {
        const link = { name, target, isDeclared, element: next, first: runs.length, end: runs.length };
        links.push(link);
        if (LINKS.test(name)) open.push(link);
      }
    },
    ontext(text) {
      addRun(text);
      isGoingOn = true;
    },
    onclosetag(name) {
      isGoingOn = false;
      const link = open.at(-1);
      if (link?.element === element) {
        link.end = runs.length;
        open.pop();
      }
      element = element?.parent ?? null;
      if (!INLINE.test(name)) addRun(' ');
    },
  });
  parser.end(html);
  const texts = new Map<Shown | null, { text: string; pieces: Piece[] }>();
  const readWith = (cover: Shown | null) => {
    const known = texts.get(cover) ?? joinRuns(runs, cover);
    texts.set(cover, known);
    return known;
  };
  return {
    links,
    text: readWith(null).text,
    around(link) {
      const { text, pieces } = readWith(link.element.cover);
      const placeOf = (run: number) => pieces[run]?.from ?? text.length;
      return { text, pieces, from: placeOf(link.first), to: placeOf(link.end) };
    },
  };
}

/** Joins the words that are in sight where one hidden element is shown. There is a piece for each run. */
function joinRuns(runs: readonly Run[], cover: Shown | null): { text: string; pieces: Piece[] } {
  const shown = new Set<Shown | null>([null]);
  for (let one = cover; one !== null; one = one.parent) shown.add(one);
  let text = '';
  const pieces = runs.map((run): Piece => {
    const from = text.length;
    if (shown.has(run.element?.cover ?? null)) {
      const words = run.text.replace(/\s+/g, ' ');
      text += text === '' || text.endsWith(' ') ? words.trimStart() : words;
    }
    return { run, words: text.slice(from).trim(), from, to: text.length };
  });
  return { text, pieces };
}

/** Elements whose text runs on with the text around them. */
const INLINE =
  /^(?:a|abbr|b|bdi|bdo|cite|code|em|i|ins|kbd|label|mark|q|s|small|span|strong|su[bp]|time|u|var)$/;
const LINKS = /^(?:a|area)$/;

/** Elements whose content browsers do not show. */
const UNSHOWN =
  /^(?:audio|canvas|datalist|defs|desc|head|iframe|noscript|object|rp|script|select|style|template|textarea|title|video)$/;

function isKeptFromSight({ name, attributes }: StyledElement): boolean {
  if (UNSHOWN.test(name) || 'hidden' in attributes || 'popover' in attributes) return true;
  if (/^(?:details|dialog)$/.test(name) && !('open' in attributes)) return true;
  return attributes['aria-hidden'] === 'true' || hides(attributes.style ?? '');
}

/** For each element, the attribute by which a click, or the browser by itself, goes to an address. */
const LEADING: Readonly<Record<string, string>> = {
  ...{ a: 'href', area: 'href', form: 'action', button: 'formaction', input: 'formaction' },
  ...{ iframe: 'src', frame: 'src', embed: 'src', object: 'data' },
};

function* addressesOf(name: string, attributes: Readonly<Record<string, string>>): Iterable<string> {
  const leading = attributes[LEADING[name] ?? ''] ?? (name === 'a' ? attributes['xlink:href'] : undefined);
  if (leading !== undefined) yield leading;
  if (
    name === 'link' &&
    attributes.href !== undefined &&
    /\bpre(?:fetch|render)\b/i.test(attributes.rel ?? '')
  )
    yield attributes.href;
  for (const [attribute, value] of Object.entries(attributes)) {
    if (/^data-/.test(attribute) && /^\s*(?:https?:)?\//i.test(value)) yield value;
    if (/^on/.test(attribute) || /^\s*javascript:/i.test(value))
      yield* value.match(/(?:https?:)?\/\/[^\s'"`<>\\)]+/gi) ?? [];
  }
}

/** Characters between a link and its label. */
const BESIDE = 60;
/** A label of one row says nothing of the others. */
const ROWS = /^(?:dl|menu|ol|table|tbody|tfoot|thead|ul)$/;

/**
 * True if a label stands in a link, beside it in the same block, or as the heading of a box with it.
 * @param label tells whether some words are a label or have one
 * @param except a sentence that contains the word of a label and labels no link
 */
export function hasLabel(
  { links, around }: ShownPage,
  link: PageLink,
  label: (words: string) => boolean,
  except: string,
): boolean {
  const { text, from, to, pieces } = around(link);
  const excluded = text.indexOf(except);
  const isFree = (start: number, end: number) =>
    !links.some((other) => {
      const place = other === link ? null : around(other);
      return place !== null && place.to > place.from && place.from >= start && place.to <= end;
    });
  return pieces.some((piece) => {
    const { run } = piece;
    const isNear = piece.from <= to + BESIDE && piece.to >= from - BESIDE;
    if (!isNear || piece.words === '' || !label(piece.words)) return false;
    if (run.link !== null) return run.link === link;
    if (excluded >= 0 && piece.from >= excluded - 1 && piece.to <= excluded + except.length + 1) return false;
    const block = run.element?.block ?? null;
    const between = piece.from >= to ? ([to, piece.from] as const) : ([piece.to, from] as const);
    if (block === link.element.block && isFree(...between)) return true;
    const isAlone = pieces.every(
      ({ run: other, words }) => other === run || words === '' || other.element?.block !== block,
    );
    const box = block?.parent?.block ?? null;
    return isAlone && block !== null && !ROWS.test(box?.name ?? '') && isIn(link.element, box);
  });
}

function isIn(element: Shown, box: Shown | null): boolean {
  for (let one: Shown | null = element; one !== null; one = one.parent) if (one === box) return true;
  return box === null;
}
