/**
 * Measures the time from a saved article to the browser: `articles serve --watch` on a site, articles saved one after the
 * other, each followed until the page that the browser asks for after the event holds the change.
 *
 * node bench/watch.mjs --root DIR [--saves N]
 * Prints {"median", "min", "max", "count", "parts"}: milliseconds. `parts` are medians: until the server's event, and
 * until the page after it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const PROGRAM = fileURLToPath(new URL('../bin/articles.js', import.meta.url));
/** Saves before the first one that counts: code is still cold. */
const WARM_UP = 3;

const { values } = parseArgs({
  options: { root: { type: 'string' }, saves: { type: 'string', default: '15' } },
});
const root = values.root ?? '.';
const saves = Number(values.saves);
const articles = listArticles();
const server = spawn(
  process.execPath,
  [PROGRAM, 'serve', '--watch', '--port', '0', '--root', root, '--json'],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
try {
  const [line] = await once(server.stdout, 'data');
  const { url } = JSON.parse(line);
  const stream = await openEvents(url);
  const times = [];
  for (let number = 0; number < WARM_UP + saves; number++) {
    const time = await save(url, stream, articles[(number * 997) % articles.length], number);
    if (number >= WARM_UP) times.push(time);
    // The page comes first; a writer does not save again before the rest of the site has followed.
    await stream.next();
    await sleep(150);
  }
  stream.close();
  const total = times.map(({ total }) => total);
  const answer = {
    median: median(total),
    min: Math.min(...total),
    max: Math.max(...total),
    count: saves,
    parts: { event: median(times.map(({ event }) => event)), page: median(times.map(({ page }) => page)) },
  };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
} finally {
  server.kill('SIGINT');
}

/** Changes the title, which listings, feeds and search show too. */
async function save(url, stream, file, number) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  const slug = /^slug: (.+)$/m.exec(text)?.[1];
  const mark = `Saved ${Date.now()}-${number}`;
  const started = performance.now();
  writeFileSync(path, text.replace(/^title: .*$/m, `title: ${mark}`));
  for (;;) {
    await stream.next();
    const event = performance.now() - started;
    const page = await (await fetch(`${url}/articles/${slug}`)).text();
    const total = performance.now() - started;
    if (page.includes(mark)) return { event, page: total - event, total };
  }
}

/** The events of the server; `next` resolves with the one after the last that has been seen. */
async function openEvents(url) {
  const controller = new AbortController();
  const response = await fetch(`${url}/__events`, { signal: controller.signal });
  const reader = response.body.getReader();
  await reader.read();
  return {
    async next() {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) throw new Error('the server ended the events');
        const data = /^data: (.*)$/m.exec(new TextDecoder().decode(value))?.[1];
        if (!data) continue;
        const { problems } = JSON.parse(data);
        if (problems.length > 0) throw new Error(JSON.stringify(problems));
        return;
      }
    },
    close: () => controller.abort(),
  };
}

function listArticles() {
  return readdirSync(join(root, 'content/en_US/articles'), { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `content/en_US/articles/${name}`)
    .sort();
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
