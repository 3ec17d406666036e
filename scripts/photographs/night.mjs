/**
 * The photographs of examples/journal. A night has a wide range of brightness, so that each scene adds light to a plate of
 * linear colours, and only the finished plate is exposed: bright points bleed, dark ground keeps its grain.
 */
import { blend, clamp, cloud, hash, mix, noise, smooth } from './noise.mjs';
import { createPlate, expose, spread } from './plate.mjs';

const WHITE = [1, 1, 1];
const plus = (a, b, amount = 1) => a.map((value, index) => value + b[index] * amount);

/** A star's colour and brightness: few are bright, most are blue white, some are orange. */
function star(index, seed) {
  const warm = hash(index, 3, seed);
  const colour = warm < 0.6 ? [0.82, 0.9, 1] : warm < 0.85 ? [1, 0.97, 0.9] : [1, 0.8, 0.6];
  return { colour, power: 0.03 / (hash(index, 4, seed) + 0.004) ** 0.85 };
}

/** Height of a row of spruces above its ground, at a place. */
function spruces(x, seed, density, tallest) {
  let top = 0;
  const cell = Math.floor(x * density);
  for (let index = cell - 2; index <= cell + 2; index++) {
    const tall = tallest * (0.35 + 0.65 * hash(index, 1, seed) ** 1.6);
    const side = Math.abs(x - (index + hash(index, 2, seed)) / density);
    const ragged = 0.75 + 0.5 * noise(x * 900, index, seed + 1);
    top = Math.max(top, tall - (side * 5.2) / ragged);
  }
  return top;
}

/** Heights of the Moon: craters of all sizes on a sphere of radius 1, seen from afar, and plains of lava without many. */
function moonHeights(size, maria) {
  const heights = new Float32Array(size * size);
  for (let index = 0; index < 11_000; index++) {
    const [u, angle] = [hash(index, 1, 301) * 2 - 1, hash(index, 2, 301) * Math.PI * 2];
    const z = Math.sqrt(1 - u * u) * Math.cos(angle);
    if (z < 0.02) continue;
    const [x, y] = [Math.sqrt(1 - u * u) * Math.sin(angle), u];
    const radius = Math.min(0.07, 0.0031 / (hash(index, 3, 301) + 0.006) ** 0.68);
    if (maria(x, y) > 0.5 && radius > 0.012 && hash(index, 4, 301) < 0.85) continue;
    // Old craters are worn: few have a sharp rim.
    const fresh = 0.12 + 0.88 * hash(index, 6, 301) ** 2.4;
    const reach = Math.ceil(radius * 1.9 * (size / 2));
    const [cx, cy] = [((x + 1) * size) / 2, ((y + 1) * size) / 2];
    for (let row = Math.max(0, Math.floor(cy - reach)); row < Math.min(size, cy + reach); row++)
      for (let column = Math.max(0, Math.floor(cx - reach)); column < Math.min(size, cx + reach); column++) {
        const [px, py] = [(column / size) * 2 - 1, (row / size) * 2 - 1];
        const square = 1 - px * px - py * py;
        if (square <= 0) continue;
        const away = Math.hypot(px - x, py - y, Math.sqrt(square) - z) / radius;
        const wobble = away * (0.88 + 0.24 * noise(px * 34, py * 34, 305 + (index % 7)));
        if (wobble > 1.8) continue;
        const bowl = wobble < 1 ? 0.62 * wobble ** 3 - 0.42 : 0;
        const rim = 0.16 * Math.exp(-(((wobble - 1) / 0.3) ** 2));
        const peak = radius > 0.03 ? 0.2 * Math.exp(-((wobble / 0.16) ** 2)) : 0;
        heights[row * size + column] +=
          (Math.max(bowl, -0.3) + (wobble < 1 ? 0 : 0.2 * smooth(1.8, 1, wobble)) + rim + peak) *
          radius *
          fresh *
          0.62;
      }
  }
  return heights;
}

function moon(plate) {
  const size = 1180;
  const maria = (x, y) =>
    smooth(0.5, 0.6, cloud(x * 1.7 + 3.3, y * 1.7 + 5.2, 311, 5) + 0.12 * noise(x * 6, y * 6, 312) - 0.06);
  const heights = moonHeights(size, maria);
  const height = (column, row) =>
    heights[Math.min(size - 1, Math.max(0, row)) * size + Math.min(size - 1, Math.max(0, column))];
  const sun = [0.93, -0.16, 0.27];
  const [cx, cy, radius] = [0.8, 0.52, 0.46];
  plate.each((px, py) => {
    const [x, y] = [(px - cx) / radius, (py - cy) / radius];
    const square = 1 - x * x - y * y;
    if (square <= 0) return [0.0012, 0.0013, 0.0016];
    const z = Math.sqrt(square);
    const [column, row] = [Math.round(((x + 1) * size) / 2), Math.round(((y + 1) * size) / 2)];
    const rough = (dx, dy) => 0.011 * cloud((x + dx) * 22, (y + dy) * 22, 321, 7) * (1 - 0.6 * maria(x, y));
    const step = 2 / size;
    const slopeX = (height(column + 1, row) - height(column - 1, row)) / (2 * step);
    const slopeY = (height(column, row + 1) - height(column, row - 1)) / (2 * step);
    const [rx, ry] = [
      (rough(step, 0) - rough(-step, 0)) / (2 * step),
      (rough(0, step) - rough(0, -step)) / (2 * step),
    ];
    let normal = [x - (slopeX + rx) * z, y - (slopeY + ry) * z, z + (slopeX + rx) * x + (slopeY + ry) * y];
    const length = Math.hypot(...normal);
    normal = normal.map((value) => value / length);
    const facing = Math.max(0, x * sun[0] + y * sun[1] + z * sun[2] + 0.02);
    const lit = Math.max(0, normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2]);
    const reflected =
      (lit / (lit + 0.5 * z + 0.3)) * smooth(0, 0.1, facing) * (0.35 + 0.65 * smooth(0, 0.75, facing));
    const albedo = mix(0.74, 0.27, maria(x, y)) * (0.82 + 0.36 * cloud(x * 9, y * 9, 331, 5));
    const edge = smooth(0, 0.03, 1 - Math.hypot(x, y));
    return [1.02, 1, 0.95].map((tint) => 0.0016 + tint * albedo * reflected * 1.2 * edge);
  });
}

function starTrails(plate) {
  const [poleX, poleY] = [0.92, 0.34];
  plate.each((x, y) => {
    const high = smooth(0.9, 0, y);
    const town = smooth(0.55, 0.95, y) * smooth(1, 0, Math.abs(x - 0.2));
    const air = blend([0.036, 0.05, 0.078], [0.008, 0.014, 0.03], high);
    return plus(air, [0.1, 0.062, 0.03], town * 0.8);
  });
  for (let index = 0; index < 1900; index++) {
    const radius = 1.35 * Math.sqrt(hash(index, 1, 401));
    const from = hash(index, 2, 401) * Math.PI * 2;
    const { colour, power } = star(index, 402);
    const steps = Math.max(8, Math.ceil(radius * 0.62 * plate.height * 1.6));
    for (let step = 0; step <= steps; step++) {
      const angle = from + (0.62 * step) / steps;
      const [x, y] = [poleX + radius * Math.cos(angle), poleY - radius * Math.sin(angle)];
      const seen = 1 - 0.75 * smooth(0.5, 0.9, y);
      plate.point(x, y, colour, Math.min(0.9, power * 0.5) * seen);
    }
  }
  for (const [x, y] of [[poleX + 0.012, poleY + 0.004]]) plate.glow(x, y, WHITE, 0.9, 0.0016);
  plate.each((x, y, light) => {
    const far = 0.74 + (cloud(x * 1.9, 4, 411, 7) - 0.5) * 0.3;
    const near = 0.9 + (cloud(x * 1.3, 8, 412, 5) - 0.5) * 0.16 - spruces(x, 413, 42, 0.11);
    if (y > near) return [0.0035, 0.004, 0.0045];
    if (y < far) return light;
    const slope = 1 - Math.abs(cloud(x * 7 + (y - far) * 3, y * 5, 414, 6) - 0.5) * 2;
    const rock = blend([0.006, 0.007, 0.01], [0.018, 0.02, 0.027], smooth(0.72, 0.99, slope));
    return blend(rock, [0.034, 0.034, 0.04], smooth(0.04, 0.26, y - far) * 0.75);
  });
}

function milkyWay(plate) {
  const band = (x, y) => {
    const across = (x - 0.78) * 0.86 + (y - 0.45) * 0.5 + (cloud(x * 2, y * 2, 501, 4) - 0.5) * 0.1;
    const along = (y - 0.45) * 0.86 - (x - 0.78) * 0.5;
    const bulge = Math.exp(-(((along - 0.2) / 0.26) ** 2));
    const glow = Math.exp(-((across / (0.12 + 0.045 * bulge)) ** 2)) * (0.5 + 0.55 * bulge);
    const warp = cloud(along * 4, across * 7, 502, 4);
    const dust =
      smooth(0.43, 0.6, cloud(along * 3.6 + warp * 1.2, across * 10 + warp * 2, 503, 7)) *
      Math.exp(-(((across + 0.015) / (0.085 + 0.03 * bulge)) ** 2));
    return { glow: glow * (0.55 + 0.8 * cloud(x * 9, y * 9, 504, 5)), dust, bulge };
  };
  plate.each((x, y) => {
    const low = smooth(0.35, 0.95, y);
    const sky = blend([0.0035, 0.006, 0.011], [0.02, 0.02, 0.019], low);
    const { glow, dust, bulge } = band(x, y);
    const colour = blend([0.03, 0.035, 0.046], [0.085, 0.066, 0.05], bulge);
    return plus(sky, colour, glow * (1 - 0.86 * dust));
  });
  for (let index = 0; index < 90_000; index++) {
    const [x, y] = [hash(index, 1, 511) * 1.5, hash(index, 2, 511)];
    const { glow, dust } = band(x, y);
    if (hash(index, 5, 511) > 0.1 + 0.8 * glow * (1 - 0.9 * dust)) continue;
    const { colour, power } = star(index, 512);
    const seen = 1 - 0.6 * smooth(0.5, 0.9, y);
    plate.point(x, y, colour, power * 0.7 * seen);
    if (power > 1.2) plate.glow(x, y, colour, 0.12 * power * seen, 0.0016);
  }
  plate.each((x, y, light) => {
    const ridge = 0.83 + (cloud(x * 1.5, 2, 521, 7) - 0.5) * 0.2;
    const field = 0.93 + (cloud(x * 1.1, 5, 522, 5) - 0.5) * 0.08;
    if (y > field) {
      const grass = cloud(x * 70, y * 30, 523, 4);
      return blend([0.003, 0.0034, 0.0032], [0.009, 0.0095, 0.008], grass * smooth(0, 0.1, y - field));
    }
    return y > ridge
      ? blend([0.004, 0.0046, 0.006], [0.012, 0.0125, 0.013], smooth(0, 0.14, y - ridge))
      : light;
  });
}

function aurora(plate) {
  const shore = 0.66;
  const curtains = [
    { from: -0.2, to: 1.7, base: 0.52, seed: 601, power: 1, swing: 0.13 },
    { from: 0.25, to: 1.75, base: 0.38, seed: 605, power: 0.55, swing: 0.16 },
  ];
  plate.each((_x, y) => blend([0.004, 0.008, 0.019], [0.01, 0.042, 0.036], smooth(0.1, shore, y)));
  for (let index = 0; index < 700; index++) {
    const { colour, power } = star(index, 621);
    plate.point(hash(index, 1, 622) * 1.5, hash(index, 2, 622) * shore, colour, power * 0.8);
  }
  const samples = 24_000;
  for (const { from, to, base, seed, power, swing } of curtains)
    for (let index = 0; index < samples; index++) {
      const u = index / samples;
      // A curtain moves while the shutter is open, which softens its folds.
      const blur = (hash(index, 1, seed) + hash(index, 2, seed) + hash(index, 3, seed) - 1.5) * 0.034;
      // A curtain hangs in folds: where it turns, more of it lies in the line of sight.
      const turn = u * 17 + cloud(u * 5, 1, seed, 3) * 7;
      const x = mix(from, to, u) + 0.1 * Math.sin(turn) + blur;
      const foot = base + (cloud(u * 3, 3, seed, 3) - 0.5) * 2 * swing + 0.035 * Math.cos(turn);
      const ray = (0.45 + 0.9 * cloud(u * 110, 5, seed, 4)) * smooth(0.22, 0.6, cloud(u * 4, 6, seed, 2));
      const tall = 0.055 + 0.13 * cloud(u * 60, 7, seed, 3);
      const rows = Math.ceil((tall * 3.4 + 0.05) * plate.height);
      for (let row = 0; row < rows; row++) {
        const up = row / plate.height - 0.05;
        const bright = up < 0 ? Math.exp(-((up / 0.022) ** 2)) : Math.exp(-up / tall);
        const colour = blend([0.16, 1, 0.42], [0.42, 0.22, 0.62], smooth(0.08, 0.34, up));
        plate.point(x, foot - up, colour, 0.0058 * power * ray * bright);
      }
    }
  const above = plate.light.slice();
  plate.each((x, y, light) => {
    const hills = shore - 0.012 - cloud(x * 1.6, 3, 631, 6) * 0.1;
    const trees = shore - 0.006 - spruces(x, 632, 90, 0.045);
    if (y < Math.min(hills, trees)) return light;
    if (y < shore) return y > trees ? [0.002, 0.0028, 0.003] : [0.006, 0.011, 0.013];
    const depth = y - shore;
    const wave = (cloud(x * 16, (1 / (depth + 0.03)) * 2.6, 641, 3) - 0.5) * (0.02 + depth * 0.16);
    const up = shore - depth * 1.05 - wave - 0.004;
    const tops = shore - 0.012 - Math.max(cloud(x * 1.6, 3, 631, 6) * 0.1, spruces(x, 632, 90, 0.045));
    if (up > tops) return [0.003, 0.0048, 0.005];
    // A rough surface smears what it mirrors up and down.
    let sum = [0, 0, 0];
    for (let tap = -4; tap <= 4; tap++) {
      const row = Math.min(
        plate.height - 1,
        Math.max(0, Math.round((up + tap * (0.003 + depth * 0.03)) * plate.height)),
      );
      const column = Math.min(plate.width - 1, Math.round((x + wave * 0.3) * plate.height));
      const at = (row * plate.width + Math.max(0, column)) * 3;
      sum = plus(sum, [above[at], above[at + 1], above[at + 2]], 1 / 9);
    }
    const stone = smooth(0, 0.012, y - 0.95 - (cloud(x * 3, 6, 642, 6) - 0.5) * 0.13);
    return blend(
      sum.map((value) => value * 0.55),
      [0.003, 0.004, 0.0045],
      stone,
    );
  });
}

function noctilucent(plate) {
  const horizon = 0.84;
  plate.each((x, y) => {
    const low = clamp(y / horizon);
    let sky = blend([0.012, 0.03, 0.085], [0.06, 0.12, 0.2], smooth(0, 0.7, low));
    sky = blend(sky, [0.42, 0.3, 0.17], smooth(0.62, 0.98, low) * smooth(1.5, 0.1, Math.abs(x - 0.62)));
    sky = blend(sky, [0.62, 0.3, 0.1], smooth(0.86, 1.02, low) * smooth(0.8, 0, Math.abs(x - 0.62)));
    // The sheet is seen from below: it is compressed towards the horizon.
    const depth = 1 / (horizon + 0.1 - y);
    const [u, v] = [(x - 0.7) * depth * 0.9, depth * 1.6];
    const bend = cloud(u * 0.8, v * 0.8, 701, 4);
    const veil = smooth(0.42, 0.72, cloud(u * 0.7 + bend * 1.4, v * 0.9 + bend, 702, 5));
    const ripple = 0.5 + 0.5 * Math.sin(v * 26 + u * 5 + bend * 22 + cloud(u * 3, v * 3, 703, 3) * 5);
    const thread = 1 - Math.abs(cloud(u * 2.6 + bend * 3, v * 7 - u * 2, 704, 5) - 0.5) * 5;
    const bright = veil * (0.26 + 0.6 * ripple * smooth(0.4, 0.7, cloud(u, v, 705, 3)) + 0.5 * clamp(thread));
    const band = smooth(0.16, 0.42, y) * smooth(horizon, horizon - 0.2, y);
    return plus(sky, [0.36, 0.62, 0.86], bright * band * 0.95);
  });
  plate.glow(1.18, 0.2, [1, 0.95, 0.86], 1.2, 0.0022);
  plate.each((x, y, light) => {
    const far = horizon - 0.012 - cloud(x * 2.2, 3, 711, 6) * 0.05 - spruces(x, 715, 150, 0.014);
    const near =
      0.9 - spruces(x, 713, 26, 0.3) * smooth(0.5, 0.1, x) - spruces(x, 717, 34, 0.2) * smooth(1.2, 1.45, x);
    const field = 0.88 + (cloud(x * 1.2, 9, 714, 4) - 0.5) * 0.03;
    if (y > field)
      return blend([0.004, 0.0045, 0.005], [0.014, 0.014, 0.013], cloud(x * 80, y * 40, 716, 3) * 0.5);
    if (y > near) return [0.0035, 0.004, 0.005];
    return y > far ? [0.01, 0.012, 0.016] : light;
  });
}

function streetLamp(plate) {
  const lamps = [
    { x: 0.98, y: 0.235, power: 1, foot: 0.9 },
    { x: 0.683, y: 0.47, power: 0.3, foot: 0.78 },
    { x: 0.552, y: 0.56, power: 0.11, foot: 0.735 },
    { x: 0.5, y: 0.603, power: 0.05, foot: 0.715 },
  ];
  plate.each((x, y) => {
    let light = blend([0.02, 0.018, 0.018], [0.05, 0.037, 0.026], smooth(0.1, 0.72, y));
    // Trees at the roadside are pale with distance.
    for (const [distance, seed, dense] of [
      [0.9, 801, 3],
      [0.55, 803, 2],
    ]) {
      const crown =
        0.3 + (cloud(x * dense + seed, 1, seed, 5) - 0.5) * 0.55 + Math.abs(x - 0.42) * -0.34 + 0.16;
      const leaf = smooth(0.4, 0.56, cloud(x * 30, y * 30, seed + 1, 4) + (y - crown) * 2);
      if (y > crown) light = blend(light, [0.03, 0.024, 0.018], leaf * (1 - distance) * 1.2);
    }
    const road = 0.7;
    if (y > road) {
      const depth = 1 / (y - road + 0.03);
      const side = (x - 0.4) * depth;
      const asphalt = 0.5 + 0.5 * cloud(side * 18, depth * 14, 811, 5);
      const onRoad = smooth(-1.6, -1.3, side) * smooth(3, 2.86, side);
      const grass = cloud(side * 30, depth * 40, 812, 4);
      light = blend(
        [0.006 + 0.012 * grass, 0.006 + 0.01 * grass, 0.004],
        [0.018 * asphalt, 0.016 * asphalt, 0.014 * asphalt],
        onRoad,
      );
      for (const lamp of lamps) {
        // Wet ground mirrors each lamp as a long streak.
        const away = Math.abs(x - lamp.x) / (0.03 + (y - road) * 0.35);
        const streak = Math.exp(-away * away) * smooth(road, lamp.foot, y) * smooth(1.25, lamp.foot, y);
        light = plus(light, [1, 0.58, 0.22], lamp.power * streak * 0.34 * onRoad * (0.35 + 0.9 * asphalt));
        const pool = Math.exp(-(((x - lamp.x) / 0.3) ** 2 + ((y - lamp.foot) / 0.075) ** 2));
        light = plus(light, [1, 0.62, 0.28], lamp.power * pool * 0.13 * (0.4 + asphalt * 0.6));
      }
      light = blend(light, [0.05, 0.037, 0.026], smooth(0.1, 0, y - road));
    }
    const mist = 0.72 + 0.56 * cloud(x * 2.4 + cloud(x * 3, y * 3, 821, 3), y * 2.4, 822, 5);
    for (const lamp of lamps) {
      const [dx, dy] = [x - lamp.x, y - lamp.y];
      const radius = Math.hypot(dx, dy) + 0.012 * lamp.power ** 0.5;
      const below = 0.34 + 0.66 * smooth(-0.25, 0.75, dy / radius);
      const scatter = (0.03 * lamp.power * Math.exp(-radius * 2.2)) / radius;
      light = plus(light, [1, 0.6, 0.26], scatter * below * mist * 1.35);
    }
    return light;
  });
  const dark = (x, y) =>
    lamps.slice(0, 2).some(({ x: lx, y: ly, foot, power }) => {
      const thick = 0.0052 * (power > 0.5 ? 1 : 0.45);
      const pole = lx + 0.085 * (power > 0.5 ? 1 : 0.42);
      const arm = ly - 0.018 * (power > 0.5 ? 1 : 0.45);
      const onPole = Math.abs(x - pole) < thick * (1 + (y - ly) * 0.5) && y > arm && y < foot;
      const rise = arm - 0.012 * (power > 0.5 ? 1 : 0.4) * Math.sin(((x - lx) / (pole - lx)) * Math.PI);
      const onArm = x > lx && x < pole && Math.abs(y - rise) < thick * 0.7;
      const head = Math.hypot((x - lx) / (thick * 5.2), (y - (ly - thick * 1.7)) / (thick * 1.5)) < 1;
      return onPole || onArm || head;
    });
  plate.each((x, y, light) =>
    dark(x, y)
      ? blend(
          light.map((value) => value * 0.16),
          [0.012, 0.01, 0.008],
          0.6,
        )
      : light,
  );
  for (const { x, y, power } of lamps)
    plate.glow(x, y + 0.003, [1, 0.78, 0.5], 2.4 * power ** 0.4, 0.009 * power ** 0.45);
}

function planets(plate) {
  const sea = 0.8;
  const [mx, my, radius] = [0.62, 0.33, 0.022];
  const sky = (x, y) => {
    const low = clamp(y / sea);
    let colour = blend([0.014, 0.034, 0.085], [0.11, 0.17, 0.25], smooth(0, 0.72, low));
    colour = blend(colour, [0.5, 0.33, 0.2], smooth(0.55, 0.97, low));
    colour = blend(colour, [0.72, 0.27, 0.09], smooth(0.84, 1.04, low) * smooth(1, 0.1, Math.abs(x - 0.8)));
    const bank = smooth(0.52, 0.7, cloud(x * 1.7, y * 16, 901, 5)) * smooth(0.62, 0.74, y);
    return blend(colour, [0.1, 0.085, 0.1], bank * 0.62);
  };
  plate.each((x, y) => {
    if (y < sea) return sky(x, y);
    const depth = y - sea;
    const swell = cloud((x * 5) / (depth * 4 + 0.2), 3.4 / (depth + 0.03), 911, 5) - 0.5;
    const mirrored = sky(x, Math.max(0, sea - depth * 1.6 - Math.abs(swell) * (0.06 + depth)));
    return blend(
      mirrored.map((value) => value * 0.52),
      [0.012, 0.022, 0.036],
      clamp(0.4 + swell * 1.6 + depth),
    );
  });
  // The old Moon in the new Moon's arms: sunlight on its lower right edge, light of the Earth on the rest.
  plate.each((x, y, light) => {
    const [dx, dy] = [(x - mx) / radius, (y - my) / radius];
    const distance = Math.hypot(dx, dy);
    if (distance > 1.06) return light;
    const inside = smooth(1.05, 0.97, distance);
    const away = Math.hypot(dx + 0.2, dy + 0.24);
    const edge = smooth(0.99, 1.1, away) * smooth(-0.2, 0.7, dx * 0.64 + dy * 0.77);
    const grey = 0.055 * (0.6 + 0.7 * cloud(dx * 2 + 9, dy * 2 + 4, 921, 4));
    return plus(plus(light, [0.8, 0.9, 1.1], inside * grey), [1, 0.94, 0.82], inside * edge * 2.4);
  });
  plate.glow(mx + 0.012, my + 0.013, [1, 0.93, 0.8], 0.07, 0.04);
  plate.glow(0.84, 0.44, [1, 0.98, 0.92], 5, 0.0028);
  plate.glow(0.84, 0.44, [0.9, 0.93, 1], 0.16, 0.014);
  plate.glow(0.965, 0.365, [1, 0.93, 0.82], 2.6, 0.002);
  plate.glow(0.965, 0.365, [1, 0.93, 0.82], 0.06, 0.01);
  for (let index = 0; index < 60; index++) {
    const { colour, power } = star(index, 931);
    const y = hash(index, 2, 932) * 0.45;
    plate.point(hash(index, 1, 932) * 1.5, y, colour, power * 0.9 * (1 - y * 1.8));
  }
  plate.each((x, y, light) => {
    const cape =
      0.79 + smooth(0.62, 0, x) * -0.11 + (cloud(x * 5, 2, 941, 6) - 0.5) * 0.07 + smooth(0.3, 0.75, x) * 0.1;
    const rock = 0.93 - smooth(0.8, 1.5, x) * 0.14 + (cloud(x * 6, 7, 942, 6) - 0.5) * 0.09;
    if (y > rock)
      return blend([0.006, 0.0065, 0.008], [0.022, 0.022, 0.026], cloud(x * 24, y * 24, 943, 6) ** 2);
    return y > cape && y < sea + 0.012 && x < 0.62 ? [0.016, 0.018, 0.026] : light;
  });
}

/** Each scene adds its light to a plate. `stops` brightens the exposure, `bloom` is the share of light that the lens spreads. */
export const NIGHTS = {
  moon: { scene: moon, stops: 1.9, bloom: 0.04 },
  'star-trails': { scene: starTrails, stops: 5.2, bloom: 0.1 },
  'milky-way': { scene: milkyWay, stops: 6.5, bloom: 0.1 },
  aurora: { scene: aurora, stops: 4.2, bloom: 0.12 },
  noctilucent: { scene: noctilucent, stops: 2.2, bloom: 0.08 },
  'street-lamp': { scene: streetLamp, stops: 4.6, bloom: 0.14 },
  planets: { scene: planets, stops: 2.6, bloom: 0.1 },
};

/** @returns bytes of RGB */
export function photographNight({ scene, stops, bloom }, width, height) {
  const plate = createPlate(width, height);
  scene(plate);
  spread(plate, bloom);
  return expose(plate, stops);
}
