/** Cover motifs of chance: densities, random walks, a board of pegs, odds and margins. */
import { area, type Draw, line, ROUND, type Scheme } from './strokes.ts';

/** Draws a mixture of two normal densities in vertical strokes, with the tail beyond a threshold in the accent colour. */
export function drawDensity(draw: Draw, scheme: Scheme): string {
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

/** Draws random walks from one start, and highlights one of them. */
export function drawWalks(draw: Draw, scheme: Scheme): string {
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

/** Draws a Galton board: pegs, the path of one ball, and the number of balls in each slot. */
export function drawLattice(draw: Draw, scheme: Scheme): string {
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

/** Draws rows divided into two shares with a thin gap: odds and their margin. */
export function drawLedger(draw: Draw, scheme: Scheme): string {
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
