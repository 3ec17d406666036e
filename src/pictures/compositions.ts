/** Owns the compositions and colours of drawn covers: eight prints on a ground of 960×540, in whole units. */

/** A whole number from minimum to maximum, both included; repeatable for one cover. */
export type Draw = (minimum: number, maximum: number) => number;

/** Colours of one cover. `main` stands out most from `ground`, `quiet` least; `accent` is used sparingly. */
export interface Scheme {
  ground: string;
  quiet: string;
  second: string;
  main: string;
  accent: string;
}

type Composition = (draw: Draw, scheme: Scheme) => string;

export const SCHEMES: readonly [Scheme, ...Scheme[]] = [
  { ground: '#e6dac0', quiet: '#d2c19b', second: '#2f6650', main: '#22303d', accent: '#b0442b' },
  { ground: '#1f5241', quiet: '#2e6653', second: '#7fa58e', main: '#ece2cb', accent: '#d8714f' },
  { ground: '#26353f', quiet: '#384a56', second: '#7d94a0', main: '#e8dcc3', accent: '#cf6243' },
  { ground: '#a5432c', quiet: '#b65a41', second: '#e0a488', main: '#f1e6d0', accent: '#26323c' },
  { ground: '#c4d0bd', quiet: '#adbda6', second: '#4c7a66', main: '#1e3a32', accent: '#b0442b' },
  { ground: '#d9b99a', quiet: '#c9a482', second: '#8f4a35', main: '#26323c', accent: '#1f5f4b' },
];

export const COMPOSITIONS: readonly [Composition, ...Composition[]] = [
  drawDensity,
  drawDice,
  drawQuarters,
  drawCards,
  drawWalks,
  drawRings,
  drawLattice,
  drawLedger,
];

const ROUND = ' stroke-linecap="round"';

function line(colour: string, width: number, d: string, more = ''): string {
  return `<path stroke="${colour}" stroke-width="${width}"${more} d="${d}"/>`;
}

function area(colour: string, d: string): string {
  return d && `<path fill="${colour}" d="${d}"/>`;
}

/** A mixture of two normal densities engraved in upright strokes; its tail beyond a threshold in the accent. */
function drawDensity(draw: Draw, scheme: Scheme): string {
  const mirrored = draw(0, 1) === 1;
  const place = (x: number) => (mirrored ? 960 - x : x);
  const first = { mean: draw(250, 390), spread: draw(70, 120), height: draw(270, 370) };
  const other = { mean: draw(540, 700), spread: draw(60, 110), height: draw(110, 220) };
  const threshold = other.mean + draw(-2, 2) * 22;
  let body = '';
  let tail = '';
  for (let at = 18; at < 960; at += 22) {
    const stroke = `M${place(at)} 470V${Math.round(464 - bell(at, first) - bell(at, other))}`;
    if (at < threshold) body += stroke;
    else tail += stroke;
  }
  const x = place(draw(560, 760));
  const top = draw(60, 160);
  const hull = `M${x - 560} 470C${x - 240} 470 ${x - 230} ${top} ${x} ${top}S${x + 240} 470 ${x + 560} 470z`;
  return (
    area(scheme.quiet, hull) +
    line(scheme.main, 10, body) +
    line(scheme.accent, 10, tail) +
    line(scheme.second, 4, 'M0 476H960')
  );
}

function bell(at: number, curve: { mean: number; spread: number; height: number }): number {
  const distance = (at - curve.mean) / curve.spread;
  return curve.height * Math.exp(-0.5 * distance * distance);
}

/** Calls back for each square of a grid that the left and the right edge crop alike: 6×3 of 180 or 4×2 of 270. */
function eachSquare(side: number, visit: (x: number, y: number, column: number, row: number) => void): void {
  for (let row = 0; row * side < 540; row++) {
    for (let column = 0; column * side < 1080; column++) visit(column * side - 60, row * side, column, row);
  }
}

/** Die faces in a chequered grid; one of them stands out. */
function drawDice(draw: Draw, scheme: Scheme): string {
  const small = draw(0, 2) > 0;
  const side = small ? 180 : 270;
  // As far out as the faces that the edges crop keep their dots whole.
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

/** Strokes without length: round caps make dots of them. */
function pipsOf(value: number, x: number, y: number, far: number, turned: boolean): string {
  const dot = (dx: number, dy: number) => (turned ? `M${x - dy} ${y + dx}h0` : `M${x + dx} ${y + dy}h0`);
  return (
    (value % 2 === 1 ? dot(0, 0) : '') +
    (value > 1 ? dot(-far, -far) + dot(far, far) : '') +
    (value > 3 ? dot(far, -far) + dot(-far, far) : '') +
    (value === 6 ? dot(-far, 0) + dot(far, 0) : '')
  );
}

/** Quarter discs on a square grid, like the corners of cards laid edge to edge. */
function drawQuarters(draw: Draw, scheme: Scheme): string {
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

/** Blank cards laid one over the other, so near that only their edges and one corner of each are seen. */
function drawCards(draw: Draw, scheme: Scheme): string {
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

/** Random walks from one start, as far apart as chance drives them; one of them is followed. */
function drawWalks(draw: Draw, scheme: Scheme): string {
  const start = draw(200, 340);
  const stride = draw(36, 60);
  let pack = '';
  let followed = '';
  let end = start;
  for (let walk = 0; walk < 9; walk++) {
    let y = start;
    let path = `M80 ${start}`;
    const steps = walk < 8 ? 11 : 10;
    for (let step = 0; step < steps; step++) {
      const move = draw(-stride, stride);
      const next = y + (y + move < 40 || y + move > 500 ? -move : move);
      path += `l80 ${next - y}`;
      y = next;
    }
    if (walk < 8) pack += path;
    else {
      followed = path;
      end = y;
    }
  }
  const rounded = ' stroke-linejoin="round"';
  return (
    line(scheme.quiet, 4, `M0 ${start}H960M80 0V540`) +
    line(scheme.second, 5, pack, rounded) +
    line(scheme.accent, 14, followed, rounded) +
    line(scheme.main, 44, `M80 ${start}h0M880 ${end}h0`, ROUND)
  );
}

/** Rings about a point off the centre, broken at even intervals like the edge of a chip. */
function drawRings(draw: Draw, scheme: Scheme): string {
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

/** A board of pegs, the way of one ball through it, and how often each slot was reached. */
function drawLattice(draw: Draw, scheme: Scheme): string {
  const rows = draw(4, 6);
  const drop = 48;
  let pegs = '';
  for (let row = 0; row < rows; row++) pegs += `M${row % 2 === 0 ? 0 : 40} ${36 + row * drop}H960`;
  let x = 40 + draw(4, 7) * 80;
  let way = `M${x} 0V36`;
  for (let row = 0; row < rows; row++) {
    const side = draw(0, 1) === 1 ? 40 : -40;
    x += side;
    way += `l${side} ${drop}`;
  }
  const curve = { mean: draw(300, 660), spread: draw(110, 240), height: 440 - rows * drop };
  const first = x % 80;
  let bars = '';
  let reached = '';
  for (let at = first; at <= 960; at += 80) {
    const top = 540 - Math.round(bell(at, curve) + draw(8, 40));
    if (at === x) {
      reached = `M${at} 540V${top}`;
      way += `V${top}`;
    } else bars += `M${at} 540V${top}`;
  }
  return (
    line(scheme.second, 18, pegs, `${ROUND} stroke-dasharray="0 80"`) +
    line(scheme.main, 60, bars) +
    line(scheme.accent, 10, way, ' stroke-linejoin="round"') +
    line(scheme.accent, 60, reached)
  );
}

/** Rows divided in two shares with a sliver between them: odds and their margin. */
function drawLedger(draw: Draw, scheme: Scheme): string {
  const rows = [6, 9, 9, 12][draw(0, 3)] ?? 9;
  const pitch = 540 / rows;
  const jump = draw(40, 220);
  const fullest = draw(12, 64);
  let share = draw(300, 660);
  let left = '';
  let right = '';
  let sliver = '';
  for (let row = 0; row < rows; row++) {
    const y = (row + 0.5) * pitch;
    const move = draw(-jump, jump);
    share += share + move < 100 || share + move > 800 ? -move : move;
    const margin = draw(8, fullest);
    left += `M0 ${y}H${share}`;
    sliver += `M${share + 6} ${y}h${margin}`;
    right += `M${share + 12 + margin} ${y}H960`;
  }
  const width = pitch - 8;
  const turn = draw(0, 1) * 180;
  return `<g transform="rotate(${turn} 480 270)">${line(scheme.main, width, left)}${line(scheme.accent, width, sliver)}${line(scheme.quiet, width, right)}</g>`;
}
