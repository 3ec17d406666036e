/** The photographs of examples/own: a garden by day. */
import { blend, clamp, cloud, hash, mix, smooth } from './noise.mjs';

/** Discs of light out of focus, and leaves in focus: each is a place, a size and a colour. */
function scatter(count, seed, [low, high], colours) {
  return Array.from({ length: count }, (_, index) => ({
    x: hash(index, 1, seed) * 1.7 - 0.1,
    y: hash(index, 2, seed) * 1.1 - 0.05,
    size: mix(low, high, hash(index, 3, seed)),
    turn: hash(index, 4, seed) * Math.PI,
    colour: colours[Math.floor(hash(index, 5, seed) * colours.length)],
  }));
}

function leafShade(x, y, { x: left, y: top, size, turn }) {
  const [dx, dy] = [x - left, y - top];
  const along = (dx * Math.cos(turn) + dy * Math.sin(turn)) / size;
  const across = (dy * Math.cos(turn) - dx * Math.sin(turn)) / size;
  const width = 0.34 * (1 - along * along);
  if (Math.abs(along) > 1 || Math.abs(across) > width) return null;
  const vein = Math.abs(across) < 0.012 || Math.abs((Math.abs(across) * 1.4 + along * 3) % 0.42) < 0.018;
  return (vein ? 1.16 : 0.86 + 0.3 * (across / width)) * (1 - 0.12 * along);
}

const discs = scatter(
  70,
  11,
  [0.02, 0.11],
  [
    [222, 232, 150],
    [120, 160, 70],
    [250, 240, 190],
  ],
);
const leaves = scatter(
  46,
  23,
  [0.09, 0.2],
  [
    [74, 118, 48],
    [98, 142, 58],
    [56, 98, 44],
    [120, 156, 66],
  ],
);
const pods = scatter(
  26,
  31,
  [0.07, 0.14],
  [
    [178, 44, 36],
    [206, 88, 30],
    [226, 150, 40],
  ],
);

/** Each scene gives the colour of a point: x from 0 to 1.5, y from 0 to 1. */
export const SCENES = {
  'dawn-hills': (x, y) => {
    let colour = blend([250, 206, 150], [126, 158, 190], smooth(0.5, 0, y));
    colour = blend(colour, [255, 244, 214], smooth(0.2, 0, Math.hypot(x - 1.05, y - 0.36)));
    for (let layer = 0; layer < 6; layer++) {
      const ridge =
        0.4 + layer * 0.095 + (cloud(x * (1.2 + layer * 0.5), layer * 9, 5, 6) - 0.5) * (0.3 - layer * 0.02);
      if (y < ridge) continue;
      const near = blend([168, 158, 150], [26, 40, 30], layer / 5);
      const mist = smooth(0.16, 0, y - ridge) * 0.15 + smooth(0, 0.2, y - ridge) * 0.45 * (1 - layer / 5);
      colour = blend(near, [246, 214, 176], mist);
    }
    return blend(
      colour,
      colour.map((value) => value * 0.8),
      cloud(x * 60, y * 60, 71, 2) * 0.25,
    );
  },
  furrows: (x, y) => {
    const horizon = 0.34 + (cloud(x * 2, 3, 41) - 0.5) * 0.04;
    if (y < horizon) {
      const sky = blend([228, 224, 208], [112, 146, 170], smooth(horizon, 0, y));
      const trees = smooth(0.05, 0.02, horizon - y - cloud(x * 9, 1, 43) * 0.06);
      return blend(
        blend(sky, [252, 250, 244], smooth(0.5, 0.8, cloud(x * 3, y * 7, 42))),
        [58, 74, 58],
        trees,
      );
    }
    const depth = 1 / (y - horizon + 0.04);
    const row = ((x - 0.7) * depth * 1.25 + 40.5) % 1;
    const soil = blend(
      [58, 42, 30],
      [124, 94, 66],
      cloud(x * depth * 5, depth * 6, 44) * 0.8 + smooth(0, 1, Math.abs(row - 0.5) * 2) * 0.25,
    );
    const plant =
      smooth(0.2, 0.08, Math.abs(row - 0.5)) * smooth(0.35, 0.62, cloud(x * depth * 8, depth * 9, 45));
    const green = blend([60, 104, 40], [150, 186, 84], cloud(x * depth * 20, depth * 22, 46));
    return blend(blend(soil, green, plant), [214, 208, 188], smooth(0.14, 0, y - horizon) * 0.65);
  },
  'rain-barrel': (x, y) => {
    const [dx, dy] = [(x - 0.74) * 0.9, (y - 0.56) * 1.5];
    const radius = Math.hypot(dx, dy);
    if (radius > 0.62) {
      const board = Math.floor(x * 9 + 0.02 * cloud(1, y * 6, 51));
      const grain = cloud(x * 46, y * 5, 52 + board);
      const gap = smooth(0.03, 0, Math.abs((x * 9) % 1));
      return blend(blend([92, 80, 68], [156, 138, 116], grain), [30, 26, 24], gap);
    }
    if (radius > 0.56)
      return blend(
        [44, 48, 50],
        [142, 146, 146],
        cloud(Math.atan2(dy, dx) * 3, radius * 60, 53) * smooth(0.62, 0.57, radius),
      );
    let wave = 0;
    for (const [cx, cy, size] of [
      [-0.12, -0.06, 1],
      [0.2, 0.14, 0.7],
      [0.02, 0.26, 0.5],
    ]) {
      const distance = Math.hypot(dx - cx, dy - cy);
      wave += size * Math.sin(distance * 120) * smooth(0.3, 0, distance);
    }
    const sky = cloud(dx * 4 + wave * 0.05, dy * 4 + wave * 0.08, 54);
    return blend(
      blend([24, 36, 40], [176, 196, 204], smooth(0.3, 0.75, sky)),
      [244, 248, 248],
      clamp(wave) * 0.5,
    );
  },
  'bean-leaves': (x, y) => {
    let colour = blend([30, 52, 26], [96, 128, 58], cloud(x * 2, y * 2, 61));
    for (const { x: left, y: top, size, colour: light } of discs) {
      const distance = Math.hypot(x - left, y - top) / size;
      if (distance < 1) colour = blend(colour, light, 0.16 + 0.2 * smooth(0.8, 1, distance));
    }
    for (const leaf of leaves) {
      const shade = leafShade(x, y, leaf);
      if (shade !== null)
        colour = leaf.colour.map((value) => value * shade * (0.85 + 0.3 * cloud(x * 30, y * 30, 62, 3)));
    }
    return colour;
  },
  harvest: (x, y) => {
    let colour = blend(
      [86, 60, 40],
      [160, 122, 84],
      cloud(x * 3, y * 34, 81) * (0.7 + 0.3 * cloud(x, y, 82)),
    );
    for (const pod of pods) {
      const shadow = leafShade(x - 0.012, y - 0.02, pod);
      if (shadow !== null) colour = colour.map((value) => value * 0.55);
      const shade = leafShade(x, y, pod);
      if (shade !== null)
        colour = blend(
          pod.colour.map((value) => value * shade),
          [255, 250, 235],
          smooth(1.04, 1.16, shade) * 0.25,
        );
    }
    return colour;
  },
  compost: (x, y) => {
    const grain = cloud(x * 26, y * 26, 91, 6);
    const straw = smooth(0.63, 0.68, cloud(x * 60 + y * 18, y * 9 - x * 4, 92, 2));
    const soil = blend(blend([28, 20, 16], [104, 76, 52], grain), [206, 176, 112], straw * 0.8);
    const steam =
      smooth(0.35, 0.9, cloud(x * 2.2 + cloud(x * 3, y * 3, 94) * 0.6, y * 1.5, 93)) * smooth(0.95, 0.15, y);
    return blend(soil, [232, 228, 218], steam * 0.8);
  },
};

/** A person before a bright ground, out of focus but for the hat. */
const portrait =
  ({ skin, coat, hat, ground, seed }) =>
  (x, y) => {
    let colour = blend(
      ground,
      ground.map((value) => value * 0.45),
      cloud(x * 2.4, y * 2.4, seed) * 0.9,
    );
    const shoulder = Math.hypot((x - 0.5) / 0.44, (y - 1.05) / 0.36);
    if (shoulder < 1) colour = coat.map((value) => value * (0.75 + 0.4 * cloud(x * 40, y * 40, seed + 1, 3)));
    const light = 0.78 + 0.4 * smooth(0.3, 0.7, x);
    if (Math.abs(x - 0.5) < 0.085 && y > 0.5 && y < 0.78) colour = skin.map((value) => value * light * 0.82);
    if (Math.hypot((x - 0.5) / 0.155, (y - 0.45) / 0.21) < 1) colour = skin.map((value) => value * light);
    const brim = Math.hypot((x - 0.5) / 0.34, (y - 0.33) / 0.055);
    const crown = Math.hypot((x - 0.5) / 0.19, (y - 0.31) / 0.17);
    if (brim < 1 || (crown < 1 && y < 0.33))
      colour = hat.map(
        (value) =>
          value * (0.72 + 0.34 * cloud(x * 70, y * 70, seed + 2, 2)) * (brim < 1 && y > 0.33 ? 0.8 : 1),
      );
    return colour;
  };
export const PORTRAITS = {
  'mara-holt': portrait({
    skin: [214, 168, 138],
    coat: [58, 82, 96],
    hat: [214, 184, 118],
    ground: [206, 214, 170],
    seed: 101,
  }),
  'samir-nasser': portrait({
    skin: [172, 122, 88],
    coat: [142, 62, 40],
    hat: [92, 86, 72],
    ground: [226, 204, 172],
    seed: 111,
  }),
};

/** Samples colours with the grain and the dark corners of a lens. @returns bytes of RGB */
export function photographDay(scene, width, height) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const [x, y] = [column / height, row / height];
      const corner = 1 - 0.32 * (((column / width - 0.5) * 2) ** 2 + ((y - 0.5) * 2) ** 2) ** 1.5 * 0.5;
      const grain = (hash(column, row, 7) - 0.5) * 7;
      for (const [channel, value] of scene(x, y).entries())
        pixels[(row * width + column) * 3 + channel] = Math.min(255, Math.max(0, value * corner + grain));
    }
  return pixels;
}
