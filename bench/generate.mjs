/**
 * Measures `articles generate`: how much of a server's rate limit it uses, and its memory.
 *
 * node bench/generate.mjs [--articles N] [--rate N] [--tokens N] [--burst N] [--latency MS] [--concurrency N]
 *   [--heap MB] [--json FILE]
 *
 * The program writes N articles against the test server on loopback, which allows `rate` calls a minute, and `tokens`
 * tokens a minute where they are given: then their share is measured. Along the way the program is asked what it holds
 * after a full collection. `--heap` bounds its heap, so that what is kept breaks it.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values } = parseArgs({
  options: {
    articles: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '6000' },
    tokens: { type: 'string' },
    burst: { type: 'string', default: '100' },
    latency: { type: 'string', default: '100' },
    concurrency: { type: 'string', default: '64' },
    heap: { type: 'string' },
    json: { type: 'string' },
  },
});
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const articles = Number(values.articles);
const limit = {
  perMinute: Number(values.rate),
  burst: Number(values.burst),
  ...(values.tokens ? { tokensPerMinute: Number(values.tokens) } : {}),
};
const work = mkdtempSync(join(tmpdir(), 'articles-bench-generate-'));
const probe = join(work, 'probe.mjs');
const samplesFile = join(work, 'samples.jsonl');

try {
  const report = await measure();
  process.stdout.write(`${render(report)}\n`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function measure() {
  const { startModelServer, createTitle } = await loadServer();
  const server = await startModelServer({ limit, latency: Number(values.latency) });
  try {
    writeSite(createTitle);
    const program = runProgram(server.url);
    // A tenth of the calls lies between two samples; an article takes four.
    const step = Math.ceil((4 * articles) / 10);
    let asked = 0;
    const watch = setInterval(() => {
      const served = server.billed().length;
      if (served < (asked + 1) * step) return;
      asked++;
      program.child.kill('SIGUSR2');
    }, 20);
    const { code, output } = await program.end;
    clearInterval(watch);
    if (code !== 0) throw new Error(`articles generate ended with ${code}: ${output.slice(-2000)}`);
    return summarize(server, JSON.parse(output));
  } finally {
    await server.close();
  }
}

function summarize(server, result) {
  const billed = server.billed();
  const first = billed[0]?.at ?? 0;
  const minutes = ((billed.at(-1)?.at ?? 0) - first) / 60_000;
  const { perMinute, burst, tokensPerMinute } = limit;
  const share =
    tokensPerMinute === undefined
      ? billed.length / (minutes * perMinute + burst)
      : billed.reduce((sum, { usage }) => sum + usage.total_tokens, 0) /
        (minutes * tokensPerMinute + tokensPerMinute / 60);
  return {
    articles: result.written.length,
    rejected: result.rejected.length,
    calls: billed.length,
    refused: server.calls.filter(({ status }) => status === 429).length,
    seconds: Number((minutes * 60).toFixed(1)),
    shareOfLimit: Number(share.toFixed(3)),
    memory: readFileSync(samplesFile, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  };
}

function render({ articles, rejected, calls, refused, seconds, shareOfLimit, memory }) {
  return [
    `${articles} articles, ${rejected} rejected, ${calls} calls in ${seconds} s: ${(shareOfLimit * 100).toFixed(1)} % of what ${limit.tokensPerMinute === undefined ? `${limit.perMinute} calls` : `${limit.tokensPerMinute} tokens`} a minute allow, ${refused} refused`,
    'articles  heap MB  resident MB',
    ...memory.map(
      ({ done, heap, resident }) =>
        `${String(done).padStart(8)}  ${heap.toFixed(1).padStart(7)}  ${resident.toFixed(0).padStart(11)}`,
    ),
  ].join('\n');
}

function writeSite(createTitle) {
  cpSync(join(root, 'content'), join(work, 'content'), {
    recursive: true,
    filter: (path) => !/\/articles$/.test(path),
  });
  writeFileSync(
    join(work, 'site-config.json'),
    JSON.stringify({
      title: 'The Bench Gazette',
      shortName: 'bench-gazette',
      url: 'https://gazette.example',
      locales: ['en_US', 'ru_RU', 'tr_TR', 'ko_KR'],
      generate: {
        model: 'bench-model',
        concurrency: Number(values.concurrency),
        prices: { 'bench-model': { input: 1, cachedInput: 0.5, output: 10 } },
      },
    }),
  );
  const topics = Array.from(
    { length: articles },
    (_none, index) => `"${createTitle('English', `topics ${index}`)} ${index}"`,
  );
  writeFileSync(join(work, 'topics.csv'), `topic\n${topics.join('\n')}\n`);
  writeFileSync(
    probe,
    `import { appendFileSync, existsSync, readdirSync } from 'node:fs';
process.on('SIGUSR2', () => {
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  const folder = ${JSON.stringify(join(work, 'content/en_US/articles'))};
  const done = existsSync(folder) ? readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.md')).length : 0;
  appendFileSync(${JSON.stringify(samplesFile)}, JSON.stringify({ done, heap: (heapUsed + external) / 1e6, resident: rss / 1e6 }) + '\\n');
});
`,
  );
}

function runProgram(url) {
  const { OPENAI_API_KEY: _key, OPENAI_BASE_URL: _url, ...environment } = process.env;
  const child = spawn(
    process.execPath,
    [
      '--expose-gc',
      ...(values.heap ? [`--max-old-space-size=${values.heap}`] : []),
      '--import',
      pathToFileURL(probe).href,
      join(root, 'bin/articles.js'),
      ...[
        'generate',
        '--root',
        work,
        '--topics',
        join(work, 'topics.csv'),
        '--base-url',
        url,
        '--json',
        '--quiet',
      ],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: environment },
  );
  let output = '';
  let said = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  const end = new Promise((done) =>
    child.on('close', (code) => done({ code, output: code === 0 ? output : output + said })),
  );
  return { child, end };
}

/** The test server is TypeScript: compiled below the work folder, it needs no package. */
async function loadServer() {
  const entry = join(work, 'server.mjs');
  await build({
    stdin: {
      contents:
        "export { startModelServer } from './model-server.ts'; export { createTitle } from './model-prose.ts';",
      resolveDir: join(root, 'test/support'),
      loader: 'ts',
    },
    outfile: entry,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'warning',
  });
  return import(pathToFileURL(entry).href);
}
