/** Writes RESULTS.md from the figures. */
import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { judge } from './bars.mjs';
import { summarize } from './measure.mjs';

const WORKS = ['cold', 'unchanged', 'changed'];
/** Functions of a smaller share of a profile are not told. */
const TOLD = 0.005;

/** @param results as run.mjs collects them */
export function renderResults(results) {
  const sizes = results.sizes.map((size) => ({ ...size, tools: size.tools.map(summarizeTool) }));
  return `${[
    '# Results',
    'Written by `npm run bench`; README.md says what is equal and what is not.',
    renderMachine(results),
    ...results.absent.map(({ name, advice }) => `> **${name} IS NOT IN THESE RESULTS**: ${advice}.`),
    ...sizes.filter(({ isReal }) => isReal).map(renderSize),
    renderLanguages(sizes.filter(({ isLanguage }) => isLanguage)),
    renderBars(judge({ ...results, sizes })),
    ...sizes.filter(({ isReal, isLanguage }) => !isReal && !isLanguage).map(renderSize),
    renderSteps(results),
    renderStart(results.ground),
    renderWatch(results.watch),
    renderProfile(results.profile),
  ]
    .filter(Boolean)
    .join('\n\n')}\n`;
}

function summarizeTool(own) {
  const works = Object.fromEntries(
    WORKS.map((work) => [work, summarize(own[work].map(({ ms }) => ms / 1000))]),
  );
  const memory = Object.fromEntries(
    WORKS.map((work) => [
      work,
      summarize(own[work].flatMap(({ bytes }) => (bytes === null ? [] : bytes / 1e6))),
    ]),
  );
  const processor = summarize(own.cold.flatMap(({ cpu }) => (cpu === null ? [] : cpu / 1000)));
  return {
    tool: own.tool,
    ...works,
    processor,
    memory,
    output: own.output,
    stale: own.stale,
    failure: own.failure,
  };
}

function renderMachine({ versions, runs, load, seed, memory }) {
  const [cpu] = cpus();
  const system = /^PRETTY_NAME="?([^"\n]*)/m.exec(readText('/etc/os-release'))?.[1] ?? process.platform;
  const tools = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  return [
    `- Machine: ${cpu?.model.trim()}, ${cpus().length} cores, ${(totalmem() / 1e9).toFixed(0)} GB of memory, ${system}, Node ${process.version}`,
    `- Tools: ${tools.join(', ')}`,
    `- Runs: ${runs} of each, in turn, ${memory ? 'files in memory (tmpfs)' : 'files on disk'}; load average ${load.map((value) => value.toFixed(1)).join(' before, ')} after; seed \`${seed}\`, ${new Date().toISOString().slice(0, 10)}`,
    '- Figures: median (minimum to maximum)',
  ].join('\n');
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function renderBars(bars) {
  const rows = bars.map(
    ({ bar, value, met }) =>
      `| ${bar} | ${value} | ${met === null ? 'not measured' : met ? 'met' : '**not met**'} |`,
  );
  return ['## Bars', '', '| bar | measured | |', '|---|---|---|', ...rows].join('\n');
}

function renderSize({ name, isReal, tools }) {
  const against = (tool, name, of) => {
    const hugo = tools.find((other) => other.tool === name);
    return hugo && of(hugo) && of(tool) ? `${(of(hugo).median / of(tool).median).toFixed(2)}×` : '–';
  };
  const rows = tools.map((tool) => {
    const times = [
      against(tool, 'Hugo', ({ cold }) => cold),
      against(tool, 'Hugo (light)', ({ cold }) => cold),
      against(tool, 'Hugo', ({ processor }) => processor),
    ];
    const cells = WORKS.map((work) => range(tool[work], 2));
    return `| ${tool.tool} | ${cells.join(' | ')} | ${range(tool.processor, 2)} | ${times.join(' | ')} |${isReal ? ` ${tool.stale ?? '–'} |` : ''}`;
  });
  const heavy = tools.map(({ tool, memory, output }) => {
    const peaks = WORKS.map((work) => range(memory[work], 0));
    const weight = output
      ? `${output.pages} | ${output.files} | ${(output.bytes / 1e6).toFixed(1)} | ${(output.articleBytes / 1000).toFixed(1)}`
      : '– | – | – | –';
    return `| ${tool} | ${peaks.join(' | ')} | ${weight} |`;
  });
  const failures = tools.flatMap(({ tool, failure }) =>
    failure ? [`**${tool} failed:** \`${failure.replaceAll('`', "'")}\``] : [],
  );
  return [
    `## ${name}`,
    '',
    '| seconds | cold | nothing changed | one article changed | cold, processor seconds | cold, times as fast as Hugo | as Hugo (light) | processor, times as little as Hugo |' +
      (isReal ? ' stale files |' : ''),
    `|---|---|---|---|---|---|---|---|${isReal ? '---|' : ''}`,
    ...rows,
    '',
    '| peak MB and output | cold | nothing changed | one article changed | HTML pages | files | MB | kB per article page |',
    '|---|---|---|---|---|---|---|---|',
    ...heavy,
    ...failures.flatMap((line) => ['', line]),
  ].join('\n');
}

/** One table of prose and code in four languages. */
function renderLanguages(sizes) {
  if (sizes.length === 0) return '';
  const rows = sizes.flatMap(({ name, tools }) => {
    const hugo = tools.find(({ tool }) => tool === 'Hugo');
    const times = (of, other) => (of && other ? `${(other.median / of.median).toFixed(2)}×` : '–');
    return tools.map(
      ({ tool, cold, processor, memory, failure }) =>
        `| ${name} | ${tool} | ${failure ? '**failed**' : range(cold, 2)} | ${range(processor, 2)} | ${times(cold, hugo?.cold)} | ${times(processor, hugo?.processor)} | ${range(memory.cold, 0)} |`,
    );
  });
  return [
    '## Prose and code in four languages',
    '',
    '| texts | tool | cold, seconds | processor seconds | times as fast as Hugo | processor, times as little as Hugo | peak MB |',
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

/** Steps that a user waits for, beside what a bare Node takes. */
function renderSteps({ steps, ground }) {
  if (!steps) return '';
  const rows = steps.map(({ name, ms, cpu, failure }) => {
    if (failure)
      return `| ${name} | **failed:** ${failure.replaceAll('\n', ' ').replaceAll('|', '/')} | – | – |`;
    const over = ((ms.median - ground.node.median) / 1000).toFixed(2);
    return `| ${name} | ${range(toSeconds(ms), 2)} | ${over} | ${range(cpu && toSeconds(cpu), 2)} |`;
  });
  const head = '| seconds | from nothing | more than `node -e 0` | processor |';
  return ['## First steps', '', head, '|---|---|---|---|', ...rows].join('\n');
}

function toSeconds({ median, min, max }) {
  return { median: median / 1000, min: min / 1000, max: max / 1000 };
}

function renderStart(ground) {
  if (!ground) return '';
  const rows = [
    ['`node -e 0`', ground.node],
    ['`articles --help`', ground.help],
  ].map(([name, figures]) => `| ${name} | ${range(figures, 0)} |`);
  return ['## Start', '', '| | milliseconds |', '|---|---|', ...rows].join('\n');
}

function renderWatch(watch) {
  if (!watch) return '';
  if (watch.failure) return `## Watch mode\n\n**Failed:**\n\n\`\`\`\n${watch.failure}\n\`\`\``;
  return `## Watch mode\n\nFrom the saved article to the browser, ${watch.articles.toLocaleString('en')} articles, full product: ${range(watch, 0)} ms, ${watch.count} saves.`;
}

function renderProfile(profile) {
  if (!profile) return '';
  const { articles, cpu, profiled, parts, rest } = profile;
  const seconds = (ms) => (ms === null ? '–' : (ms / 1000).toFixed(2));
  const percent = (share) => `${(share * 100).toFixed(1)} %`;
  const rows = parts.map(({ name, share, functions }) => {
    const most = functions.filter((own) => own.name && own.share >= TOLD).slice(0, 4);
    const told = most.map((own) => `${own.name} ${percent(own.share)}`).join(', ');
    return `| ${name} | ${percent(share)} | ${functions.length > 1 ? told : ''} |`;
  });
  return [
    '## Where the time goes',
    '',
    `A cold build of ${articles.toLocaleString('en')} articles, equal work, on one thread, by the source file or package that asked for it: ${seconds(profiled)} s on that thread. With the helpers of V8, which compile and collect, and with the start it takes ${seconds(cpu)} s of processor time.`,
    '',
    '| part | share | most of it |',
    '|---|---|---|',
    ...rows,
    `| all smaller parts together | ${percent(rest)} | |`,
  ].join('\n');
}

/** `1.20 (1.10 to 1.35)` */
function range(figures, digits) {
  if (!figures) return '–';
  const { median, min, max } = figures;
  return `${median.toFixed(digits)} (${min.toFixed(digits)} to ${max.toFixed(digits)})`;
}
