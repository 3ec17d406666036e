/** Noise that depends on places alone, and arithmetic of colours: the same pictures on every machine. */
export const mix = (a, b, t) => a + (b - a) * t;
export const blend = (a, b, t) => a.map((value, index) => mix(value, b[index], t));
export const clamp = (value) => Math.min(1, Math.max(0, value));
export const smooth = (from, to, value) => {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
};

/** A number from 0 to 1 that depends on the arguments alone. */
export function hash(x, y, seed) {
  let h = Math.imul(x, 374_761_393) ^ Math.imul(y, 668_265_263) ^ Math.imul(seed, 2_147_483_647 - 58);
  h = Math.imul(h ^ (h >>> 13), 1_274_126_177);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

export function noise(x, y, seed) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [smooth(0, 1, x - left), smooth(0, 1, y - top)];
  const at = (dx, dy) => hash(left + dx, top + dy, seed);
  return mix(mix(at(0, 0), at(1, 0), u), mix(at(0, 1), at(1, 1), u), v);
}

/** Noise of several sizes, from 0 to 1. */
export function cloud(x, y, seed, octaves = 5) {
  let [sum, weight, total] = [0, 1, 0];
  for (let octave = 0; octave < octaves; octave++) {
    sum += weight * noise(x * 2 ** octave, y * 2 ** octave, seed + octave);
    total += weight;
    weight /= 2;
  }
  return sum / total;
}
