/** Cover motifs of play: dice, cards and chips. */
import { area, type Draw, line, ROUND, type Scheme } from './strokes.ts';

/** Calls back for each square of a grid that is cropped equally left and right: 6×3 squares of 180 or 4×2 of 270. */
function eachSquare(side: number, visit: (x: number, y: number, column: number, row: number) => void): void {
  for (let row = 0; row * side < 540; row++) {
    for (let column = 0; column * side < 1080; column++) visit(column * side - 60, row * side, column, row);
  }
}

/** Draws die faces in a chequered grid, and highlights one of them. */
export function drawDice(draw: Draw, scheme: Scheme): string {
  const small = draw(0, 2) > 0;
  const side = small ? 180 : 270;
  // This is the largest distance at which cropping cuts no dot.
  const far = small ? 47 : 54;
  const width = small ? 26 : 36;
  const parity = draw(0, 1);
  const markedColumn = draw(1, 1080 / side - 2);
  const markedRow = draw(0, 540 / side - 1);
  let tiles = '';
  let marked = '';
  let pips = '';
  let markedPips = '';
  eachSquare(side, (x, y, column, row) => {
    const square = `M${x} ${y}h${side}v${side}h-${side}z`;
    const dots = pipsOf(draw(1, 6), x + side / 2, y + side / 2, far, draw(0, 1) === 1);
    if (column === markedColumn && row === markedRow) {
      marked = square;
      markedPips = dots;
      return;
    }
    pips += dots;
    if ((column + row) % 2 === parity) tiles += square;
  });
  return (
    area(scheme.quiet, tiles) +
    area(scheme.accent, marked) +
    line(scheme.main, width, pips, ROUND) +
    line(scheme.ground, width, markedPips, ROUND)
  );
}

/** Draws dots as strokes of zero length with round caps. */
function pipsOf(value: number, x: number, y: number, far: number, turned: boolean): string {
  const dot = (dx: number, dy: number) => (turned ? `M${x - dy} ${y + dx}h0` : `M${x + dx} ${y + dy}h0`);
  return (
    (value % 2 === 1 ? dot(0, 0) : '') +
    (value > 1 ? dot(-far, -far) + dot(far, far) : '') +
    (value > 3 ? dot(far, -far) + dot(-far, far) : '') +
    (value === 6 ? dot(-far, 0) + dot(far, 0) : '')
  );
}

/** Draws quarter discs on a square grid, like the corners of cards laid edge to edge. */
export function drawQuarters(draw: Draw, scheme: Scheme): string {
  const side = draw(0, 2) > 0 ? 180 : 270;
  const accentColumn = draw(1, 1080 / side - 2);
  const accentRow = draw(0, 540 / side - 1);
  let quiet = '';
  let second = '';
  let main = '';
  let accent = '';
  eachSquare(side, (x, y, column, row) => {
    const disc = quarter(x, y, side, draw(0, 3));
    const chance = draw(0, 9);
    if (column === accentColumn && row === accentRow) accent = disc;
    else if (chance < 3) quiet += disc;
    else if (chance < 5) second += disc;
    else if (chance < 9) main += disc;
  });
  return (
    area(scheme.quiet, quiet) +
    area(scheme.second, second) +
    area(scheme.main, main) +
    area(scheme.accent, accent)
  );
}

function quarter(x: number, y: number, side: number, corner: number): string {
  const arc = `a${side} ${side} 0 0 1`;
  if (corner === 0) return `M${x} ${y}h${side}${arc}-${side} ${side}z`;
  if (corner === 1) return `M${x + side} ${y}v${side}${arc}-${side}-${side}z`;
  if (corner === 2) return `M${x + side} ${y + side}h-${side}${arc} ${side}-${side}z`;
  return `M${x} ${y + side}v-${side}${arc} ${side} ${side}z`;
}

/** Draws overlapping blank cards, of which only the edges and one corner are visible. */
export function drawCards(draw: Draw, scheme: Scheme): string {
  const colours = [scheme.quiet, scheme.second, scheme.main];
  const count = draw(5, 7);
  const marked = draw(1, count - 2);
  const radius = draw(2, 7) * 24;
  const flat = draw(0, 1) === 1;
  const turn = draw(0, 2);
  let x = draw(40, 160);
  let y = draw(30, 90);
  let cards = '';
  for (let index = 0; index < count; index++) {
    const fill = index === marked ? scheme.accent : colours[(index + turn) % 3];
    cards += `<rect x="${x}" y="${y}" width="1100" height="700" rx="${radius}" fill="${fill}"/>`;
    x += draw(flat ? 70 : 40, flat ? 170 : 120);
    y += draw(flat ? 24 : 40, flat ? 60 : 90);
  }
  const flip = ['', ' transform="matrix(-1 0 0 1 960 0)"', ' transform="rotate(180 480 270)"'][draw(0, 2)];
  return `<g${flip}>${cards}</g>`;
}

/** Draws concentric rings around a point off the centre, with even gaps like the edge of a chip. */
export function drawRings(draw: Draw, scheme: Scheme): string {
  const x = draw(0, 1) === 1 ? draw(600, 760) : draw(200, 360);
  const y = draw(200, 340);
  const marked = draw(1, 3);
  const colours = [scheme.main, scheme.second, scheme.quiet];
  let rings = '';
  for (let index = 0; index < 7; index++) {
    const radius = 60 + index * 76;
    const parts = [4, 6, 8, 12, 16, 24][draw(index > 0 ? 0 : 2, 4)] ?? 8;
    const cell = (radius * 2 * Math.PI) / parts;
    const dash = cell * (draw(3, 8) / 10);
    const whole = draw(0, 3) === 0;
    const dashes = whole ? '' : ` stroke-dasharray="${dash.toFixed(2)} ${(cell - dash).toFixed(2)}"`;
    const colour = index === marked ? scheme.accent : (colours[index % 3] ?? scheme.main);
    rings += `<circle r="${radius}" stroke="${colour}"${dashes} transform="rotate(${draw(0, 71) * 5})"/>`;
  }
  return `<g stroke-width="44" transform="translate(${x} ${y})">${rings}</g>`;
}
