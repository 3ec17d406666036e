/** A plate that collects light in linear colours, and its exposure to a picture. */
import { hash, mix, smooth } from './noise.mjs';

/** An empty plate. Places are from 0 to 1.5 across and from 0 to 1 down. */
export function createPlate(width, height) {
  const light = new Float32Array(width * height * 3);
  const add = (column, row, colour, amount) => {
    if (column < 0 || row < 0 || column >= width || row >= height) return;
    const at = (row * width + column) * 3;
    for (let channel = 0; channel < 3; channel++) light[at + channel] += colour[channel] * amount;
  };
  return {
    width,
    height,
    light,
    /** Light of a point, shared between the four pixels around it. */
    point(x, y, colour, amount) {
      const [px, py] = [x * height - 0.5, y * height - 0.5];
      const [column, row] = [Math.floor(px), Math.floor(py)];
      const [u, v] = [px - column, py - row];
      add(column, row, colour, amount * (1 - u) * (1 - v));
      add(column + 1, row, colour, amount * u * (1 - v));
      add(column, row + 1, colour, amount * (1 - u) * v);
      add(column + 1, row + 1, colour, amount * u * v);
    },
    /** Light of a point that a lens spreads. */
    glow(x, y, colour, amount, radius) {
      const reach = Math.ceil(radius * height * 4);
      const [cx, cy] = [Math.round(x * height), Math.round(y * height)];
      for (let row = cy - reach; row <= cy + reach; row++)
        for (let column = cx - reach; column <= cx + reach; column++) {
          const distance = Math.hypot(column - x * height, row - y * height) / (radius * height);
          add(column, row, colour, amount * Math.exp(-distance * distance));
        }
    },
    /** Changes each pixel: the function gets its place and its light, and returns other light. */
    each(change) {
      for (let row = 0; row < height; row++)
        for (let column = 0; column < width; column++) {
          const at = (row * width + column) * 3;
          const before = [light[at], light[at + 1], light[at + 2]];
          light.set(change(column / height, row / height, before), at);
        }
    },
  };
}

/** Exposes a plate: bright light saturates as film does, and each pixel has a little grain. @returns bytes of RGB */
export function expose({ width, height, light }, stops) {
  const pixels = Buffer.alloc(width * height * 3);
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const corner = 1 - 0.13 * (((column / width - 0.5) * 2) ** 2 + ((row / height - 0.5) * 2) ** 2);
      const grain = (hash(column, row, 7) + hash(column, row, 8) - 1) * 3.2;
      for (let channel = 0; channel < 3; channel++) {
        const at = (row * width + column) * 3 + channel;
        const value = (1 - Math.exp(-light[at] * stops * corner)) ** (1 / 2.2);
        const print = mix(value, smooth(0.02, 0.98, value), 0.7);
        pixels[at] = Math.min(255, Math.max(0, 255 * print + grain));
      }
    }
  return pixels;
}

/** Spreads a share of the light, first along rows, then along columns, by running means. */
export function spread(plate, share) {
  const { width, height, light } = plate;
  const blurred = light.slice();
  const radius = 14;
  const pass = (count, length, start, step) => {
    for (let line = 0; line < count; line++)
      for (let channel = 0; channel < 3; channel++) {
        const at = (index) => start(line) + Math.min(length - 1, Math.max(0, index)) * step + channel;
        const values = Float32Array.from({ length }, (_, index) => blurred[at(index)]);
        const value = (index) => values[Math.min(length - 1, Math.max(0, index))];
        let sum = 0;
        for (let index = -radius; index <= radius; index++) sum += value(index);
        for (let index = 0; index < length; index++) {
          blurred[at(index)] = sum / (2 * radius + 1);
          sum += value(index + radius + 1) - value(index - radius);
        }
      }
  };
  for (let time = 0; time < 3; time++) {
    pass(height, width, (line) => line * width * 3, 3);
    pass(width, height, (line) => line * 3, width * 3);
  }
  for (let index = 0; index < light.length; index++) light[index] += share * blurred[index];
}
