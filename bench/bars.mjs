/** Compares each bar with the measured figures. */

const EQUAL = 'articles (equal)';
const FULL = 'articles (full)';

/** @returns a list of `{bar, value, met}`; `met` is null where a figure is missing */
export function judge({ sizes, ground, steps, watch }) {
  const toolOf = (articles, name) =>
    sizes
      .find((size) => size.articles === articles && !size.isLanguage)
      ?.tools.find(({ tool }) => tool === name);
  const real = (name) => sizes.find(({ isReal }) => isReal)?.tools.find(({ tool }) => tool === name);
  const cold = (articles, name) => toolOf(articles, name)?.cold?.median;
  const peak = (articles, name) => toolOf(articles, name)?.memory.cold?.median;
  const median = (articles, work) => toolOf(articles, EQUAL)?.[work]?.median;
  const times = (articles, peer, name = EQUAL) => divide(cold(articles, peer), cold(articles, name));
  const growth = divide(cold(100_000, EQUAL), 100_000) / divide(cold(10_000, EQUAL), 10_000);
  const more = median(100_000, 'changed') - median(100_000, 'unchanged');
  const step = (part) => (steps?.find(({ name }) => name.includes(part))?.ms?.median ?? Number.NaN) / 1000;
  const overNode = (seconds) => seconds - (ground?.node.median ?? Number.NaN) / 1000;
  return [
    atLeast(
      'cold, real texts: times as fast as Hugo',
      divide(real('Hugo')?.cold?.median, real(EQUAL)?.cold?.median),
      1.4,
    ),
    atLeast(
      'cold, real texts: processor time, times as little as Eleventy',
      divide(real('Eleventy')?.processor?.median, real(EQUAL)?.processor?.median),
      1,
    ),
    atMost('peak memory, real texts: MB', real(EQUAL)?.memory.cold?.median, 250),
    atLeast('cold, equal work, 1,000: times as fast as Hugo', times(1000, 'Hugo'), 0.75),
    atLeast('cold, equal work, 10,000: times as fast as Hugo', times(10_000, 'Hugo'), 1.6),
    atLeast(
      'cold, equal work, 10,000: times as fast as Hugo’s light pages',
      times(10_000, 'Hugo (light)'),
      1.8,
    ),
    atLeast(
      'cold, full product, 1,000: times as fast as Hugo’s minimal site',
      times(1000, 'Hugo', FULL),
      0.65,
    ),
    atLeast(
      'cold, full product, 10,000: times as fast as Hugo’s minimal site',
      times(10_000, 'Hugo', FULL),
      1.6,
    ),
    atLeast('cold, equal work, 10,000: times as fast as Eleventy', times(10_000, 'Eleventy'), 5),
    atMost(
      'the sample’s first build: seconds more than `node -e 0`',
      overNode(step('first build, everything')),
      0.8,
    ),
    atMost('the sample: seconds to the first line of progress', step('first line'), 0.2),
    atMost('peak memory, 10,000: part of Hugo’s', divide(peak(10_000, EQUAL), peak(10_000, 'Hugo')), 0.33),
    atMost('peak memory, 10,000: MB', peak(10_000, EQUAL), 300),
    atMost('peak memory, 100,000: MB', peak(100_000, EQUAL), 700),
    atMost('growth: time per article at 100,000 against 10,000', growth, 1.3),
    atMost('nothing changed, 100,000: seconds', median(100_000, 'unchanged'), 0.6),
    atMost('one changed, 100,000: seconds more than nothing changed', more, 0.4),
    atMost('watch mode, 10,000: ms from save to browser', watch?.median, 60),
    atMost(
      '`articles --help`: ms above 1.5 × `node -e 0`',
      ground ? ground.help.median - 1.5 * ground.node.median : undefined,
      60,
    ),
  ];
}

function atLeast(what, value, limit) {
  return {
    bar: `${what}, at least ${limit}`,
    value: format(value),
    met: isNumber(value) ? value >= limit : null,
  };
}

function atMost(what, value, limit) {
  return {
    bar: `${what}, at most ${limit}`,
    value: format(value),
    met: isNumber(value) ? value <= limit : null,
  };
}

function divide(a, b) {
  return a === undefined || b === undefined ? Number.NaN : a / b;
}

function isNumber(value) {
  return value !== undefined && Number.isFinite(value);
}

function format(value) {
  if (!isNumber(value)) return '–';
  return Math.abs(value) >= 20 ? value.toFixed(0) : value.toFixed(2);
}
