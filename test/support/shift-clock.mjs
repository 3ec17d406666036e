// Preloaded into the program: `Date` begins at the time CLOCK, and with CLOCK_STEP each look at it is so many milliseconds later.
const real = Date;
const begin = real.parse(process.env.CLOCK);
const step = Number(process.env.CLOCK_STEP ?? 1);
let looks = 0;
const now = () => begin + step * looks++;

globalThis.Date = class extends real {
  constructor(...parts) {
    super(...(parts.length === 0 ? [now()] : parts));
  }
  static now() {
    return now();
  }
};
