/** Compares each bar with the measured figures. */

const EQUAL = 'articles (equal)';
const FULL = 'articles (full)';

/** @returns a list of `{bar, value, met}`; `met` is null where a figure is missing */
export function judge({ sizes, ground, watch }) {
  const toolOf = (articles, name) =>
    sizes.find((size) => size.articles === articles)?.tools.find(({ tool }) => tool === name);
  const cold = (articles, name) => toolOf(articles, name)?.cold?.median;
  const peak = (articles, name) => toolOf(articles, name)?.memory.cold?.median;
  const median = (articles, work) => toolOf(articles, EQUAL)?.[work]?.median;
  const times = (articles, peer, name = EQUAL) => divide(cold(articles, peer), cold(articles, name));
  const growth = divide(cold(100_000, EQUAL), 100_000) / divide(cold(10_000, EQUAL), 10_000);
  const more = median(100_000, 'changed') - median(100_000, 'unchanged');
  return [
    atLeast('cold, equal work, 1,000: times as fast as Hugo, at least 1', times(1000, 'Hugo'), 1),
    atLeast('cold, equal work, 10,000: times as fast as Hugo, at least 2.5', times(10_000, 'Hugo'), 2.5),
    atLeast('cold, equal work, 10,000: times as fast as Eleventy, at least 5', times(10_000, 'Eleventy'), 5),
    atLeast(
      'cold, full product, 10,000: times as fast as Hugo’s minimal site, at least 1',
      times(10_000, 'Hugo', FULL),
      1,
    ),
    atMost(
      'peak memory, 10,000: part of Hugo’s, at most 0.33',
      divide(peak(10_000, EQUAL), peak(10_000, 'Hugo')),
      1 / 3,
    ),
    atMost('peak memory, 100,000: MB, under 1,000', peak(100_000, EQUAL), 1000),
    atMost('growth: time per article at 100,000 against 10,000, at most 1.3', growth, 1.3),
    atMost('nothing changed, 100,000: seconds, at most 1', median(100_000, 'unchanged'), 1),
    atMost('one changed, 100,000: seconds more than nothing changed, at most 0.3', more, 0.3),
    atMost('watch mode, 10,000: ms from save to browser, at most 150', watch?.median, 150),
    atMost(
      '`articles --help`: ms above 1.5 × `node -e 0`, at most 60',
      ground ? ground.help.median - 1.5 * ground.node.median : undefined,
      60,
    ),
  ];
}

function atLeast(bar, value, limit) {
  return { bar, value: format(value), met: isNumber(value) ? value >= limit : null };
}

function atMost(bar, value, limit) {
  return { bar, value: format(value), met: isNumber(value) ? value <= limit : null };
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
