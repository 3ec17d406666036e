/**
 * Compares the search in texts with Pagefind's newest version: the same pages, the same queries, the same browser.
 *
 * node bench/search.mjs [--sizes 0,1000,10000] [--queries 100] [--seed S] [--work DIR]
 *
 * A size is the number of articles of the corpus that stand beside the sample articles, in English; 0 is the samples in
 * four languages alone. A query is a run of words of a sample article that stands in no other one. Bytes are those of the
 * server's answers with gzip, of three queries, each in a new browser. Times are those of a slow phone.
 */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { createCorpus, writeSite } from './corpus.mjs';
import { createRandom } from './random.mjs';

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '0,1000,10000' },
    queries: { type: 'string', default: '100' },
    seed: { type: 'string', default: 'bench' },
    work: { type: 'string', default: tmpdir() },
  },
});
const root = resolve(import.meta.dirname, '..');
const LOCALES = { en: 'en_US', ru: 'ru_RU', tr: 'tr_TR', ko: 'ko_KR' };
const PHRASE = { en: 4, ru: 4, tr: 4, ko: 3 };
/** Lighthouse's slow 4G, and a processor of a quarter of the speed. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 };
const SLOW_PROCESSOR = 4;

const work = mkdtempSync(join(values.work, 'articles-bench-search-'));
try {
  for (const size of values.sizes.split(',').map(Number)) await compare(size);
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function compare(size) {
  const site = join(work, String(size));
  const samples = size === 0 ? stageSamples(site) : stageCorpus(site, size);
  const dist = join(site, 'dist');
  const build = () =>
    run(process.execPath, [join(root, 'bin/articles.js'), 'build', '--json', '--root', site]);
  const cold = JSON.parse(build().output);
  const without = withoutTexts(site);
  const pagefind = run(process.execPath, [
    ...[join(installPagefind(), 'lib/runner/bin.cjs'), '--site', dist],
    ...['--glob', '**/articles/**/*.html', '--root-selector', 'main'],
  ]);
  const markdown = sizeOf(join(site, 'content'), '.md');
  print(`\n## ${size === 0 ? 'The samples in four languages' : `${size} articles and the samples`}`);
  const own = readdirSync(join(dist, 'search')).map((language) =>
    sizeOf(join(dist, 'search', language, 'texts')),
  );
  const ours = own.reduce((sum, bytes) => sum + bytes, 0);
  const theirs = sizeOf(join(dist, 'pagefind'));
  print(
    `build ${cold.ms} ms, of it outputs ${cold.phases.outputs} ms; without texts ${without} ms; Pagefind ${pagefind.ms} ms after it`,
  );
  print(
    `index ${kilo(ours)}, ${percent(ours / markdown)} of the Markdown; Pagefind ${kilo(theirs)}, ${percent(theirs / markdown)}`,
  );
  const server = await serve(dist);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  });
  try {
    for (const [language, articles] of Object.entries(samples)) {
      const queries = plant(articles, language, Number(values.queries));
      for (const [name, open] of Object.entries({ ours: openOurs, Pagefind: openPagefind }))
        print(`${language} ${name}: ${await measure(browser, server, open, language, queries)}`);
    }
  } finally {
    await browser.close();
    server.close();
  }
}

/** Writes the sample publication with the articles of the templates. @returns articles by language */
function stageSamples(site) {
  cpSync(join(root, 'content'), join(site, 'content'), { recursive: true });
  const config = JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
  writeConfig(site, { ...config, search: { ...config.search, fullText: true } });
  return Object.fromEntries(
    Object.entries(LOCALES).map(([language, locale]) => {
      for (const template of ['base', 'betting', 'blog', 'crypto', 'docs'])
        copyArticles(
          join(root, 'templates', template, 'content', locale, 'articles'),
          site,
          locale,
          template,
        );
      return [language, readArticles(join(site, 'content', locale, 'articles'))];
    }),
  );
}

function stageCorpus(site, size) {
  writeSite({ root: site, corpus: createCorpus(values.seed, size), profile: 'equal' });
  const config = JSON.parse(readFileSync(join(site, 'site-config.json'), 'utf8'));
  writeConfig(site, {
    ...config,
    features: { ...config.features, search: true },
    search: { fullText: true },
  });
  const before = new Set(readdirSync(join(site, 'content/en_US/articles')));
  copyArticles(join(root, 'content/en_US/articles'), site, 'en_US', 'sample');
  const [added] = readdirSync(join(site, 'content/en_US/articles')).filter((name) => !before.has(name));
  return { en: readArticles(join(site, 'content/en_US/articles', added)) };
}

function writeConfig(site, config) {
  const file = join(site, 'site-config.json');
  mkdirSync(site, { recursive: true });
  writeFileSync(file, JSON.stringify(config));
}

/** Copies articles without their categories, authors, pictures and old addresses, which the site does not have. */
function copyArticles(from, site, locale, name) {
  if (!existsSync(from)) return;
  const to = join(site, 'content', locale, 'articles', `zz-${name}`);
  const author = JSON.parse(readFileSync(join(site, 'content', locale, 'authors.json'), 'utf8'))[0].name;
  for (const path of readdirSync(from, { recursive: true }).map(String).sort()) {
    if (!path.endsWith('.md')) continue;
    const [, front, body] =
      /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(from, path), 'utf8')) ?? [];
    const kept = front?.split('\n').filter((line) => /^(title|description):/.test(line)) ?? [];
    const slug = `${name}-${path.replace(/.*\/|\.md$/g, '')}`;
    const file = join(to, `${slug}.md`);
    mkdirSync(to, { recursive: true });
    writeFileSync(
      file,
      [
        '---',
        ...kept,
        'date: 2026-01-05',
        `slug: ${slug}`,
        `author: ${author}`,
        '---',
        body?.replace(/^:.*$|!\[.*?\]\(.*?\)/gm, ''),
      ].join('\n'),
    );
  }
}

function readArticles(folder) {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith('.md'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(folder, path), 'utf8');
      const [whole = '', front = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
      const slug = /^slug: (.*)$/m.exec(front)?.[1] ?? path.replace(/.*\/|\.md$/g, '');
      return { slug, body: text.slice(whole.length) };
    });
}

/** Chooses runs of words of plain paragraphs that stand in one article only. */
function plant(articles, language, count) {
  const random = createRandom(values.seed, 'queries', language);
  const plain = articles.map(({ body }) => body.replace(/\s+/g, ' '));
  const queries = [];
  for (let tries = 0; queries.length < count && tries < count * 100; tries++) {
    const { slug, body } = random.pick(articles);
    const paragraphs = body.split(/\n\n+/).filter((text) => /^\p{L}[^|`<[\]*_:{}]{80,}$/u.test(text));
    if (paragraphs.length === 0) continue;
    const words = random.pick(paragraphs).split(/\s+/);
    const start = random.between(0, Math.max(0, words.length - PHRASE[language]));
    const query = words.slice(start, start + PHRASE[language]).join(' ');
    if (
      plain.filter((text) => text.includes(query)).length !== 1 ||
      queries.some((other) => other.query === query)
    )
      continue;
    queries.push({ query: query.replace(/[^\p{L}\p{N}' -]/gu, ' ').trim(), slug });
  }
  return queries;
}

/** Recall of all queries in one page, then bytes and time of first and second query in new ones. */
async function measure(browser, server, open, language, queries) {
  const page = await (await browser.newContext()).newPage();
  const search = await open(page, server, language);
  let found = 0;
  for (const { query, slug } of queries)
    found += Number((await search(query)).some((url) => new RegExp(`/${slug}(\\.html)?$`).test(url)));
  await page.context().close();
  const first = [];
  const second = [];
  const script = [];
  const times = [];
  for (const number of [0, 1, 2]) {
    const [a, b] = [queries[number * 2], queries[number * 2 + 1]];
    const next = await (await browser.newContext()).newPage();
    const session = await next.context().newCDPSession(next);
    await session.send('Network.emulateNetworkConditions', SLOW);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR });
    server.take();
    const searchNext = await open(next, server, language);
    script.push(server.take());
    const start = performance.now();
    await searchNext(a.query);
    times.push(performance.now() - start);
    first.push(server.take());
    await searchNext(b.query);
    second.push(server.take());
    await next.context().close();
  }
  const middle = (list) => list.sort((a, b) => a - b)[1];
  return `recall at 10 ${(found / queries.length).toFixed(3)} of ${queries.length}; script ${kilo(middle(script))}, first query ${kilo(middle(first))} in ${Math.round(middle(times))} ms, second ${kilo(middle(second))}`;
}

/** @returns a function that gives the URLs of the first ten results with their passages */
async function openOurs(page, server, language) {
  await page.goto(`${server.url}/empty`);
  await page.evaluate(
    ({ script, manifestUrl, language }) => {
      const worker = new Worker(script);
      let id = 0;
      globalThis.find = (text) =>
        new Promise((answer) => {
          const asked = ++id;
          worker.onmessage = ({ data }) => {
            if (data.id === asked) answer(data.texts.articles.map(({ url }) => url));
          };
          const folder = new URL(manifestUrl, location.href).href;
          worker.postMessage({
            id: asked,
            folder,
            language,
            text,
            limit: 10,
            filter: {},
            withFilters: false,
          });
        });
    },
    { script: `/assets/${server.worker}`, manifestUrl: `/search/${language}/index.json`, language },
  );
  return (query) => page.evaluate((text) => globalThis.find(text), query);
}

async function openPagefind(page, server, language) {
  await page.goto(`${server.url}/empty?${language}`);
  await page.evaluate(async () => {
    const pagefind = await import(`${location.origin}/pagefind/pagefind.js`);
    await pagefind.init();
    globalThis.find = async (text) => {
      const { results } = await pagefind.search(text);
      const shown = await Promise.all(results.slice(0, 10).map((result) => result.data()));
      return shown.map(({ url }) => url);
    };
  });
  return (query) => page.evaluate((text) => globalThis.find(text), query);
}

/** Serves a folder with gzip and without a cache. `take` returns the bytes since it was last called. */
async function serve(dist) {
  const TYPES = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.json': 'application/json',
    '.txt': 'text/plain',
  };
  let bytes = 0;
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, search } = new URL(url, 'http://localhost');
    if (pathname === '/empty') {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<!doctype html><html lang="${search.slice(1) || 'en'}"><title>empty</title>`);
      return;
    }
    const path = join(dist, decodeURIComponent(pathname));
    const file = [path, `${path}.html`].find((name) => existsSync(name) && statSync(name).isFile());
    if (!file) {
      response.statusCode = 404;
      response.end();
      return;
    }
    const content = readFileSync(file);
    const isText = extname(file) in TYPES;
    const body = isText ? gzipSync(content) : content;
    bytes += body.length;
    response.setHeader('Content-Type', TYPES[extname(file)] ?? 'application/octet-stream');
    if (isText) response.setHeader('Content-Encoding', 'gzip');
    response.end(body);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const worker = readdirSync(join(dist, 'assets')).find((name) => name.startsWith('text-worker-'));
  const take = () => {
    const taken = bytes;
    bytes = 0;
    return taken;
  };
  return { url: `http://127.0.0.1:${server.address().port}`, worker, take, close: () => server.close() };
}

/** Builds the same site without its texts into another folder. @returns milliseconds */
function withoutTexts(site) {
  const file = join(site, 'site-config.json');
  const config = readFileSync(file, 'utf8');
  writeFileSync(file, config.replace('"fullText":true', '"fullText":false'));
  const out = join(site, 'without');
  const { ms } = JSON.parse(
    run(process.execPath, [join(root, 'bin/articles.js'), 'build', '--json', '--root', site, '--out', out])
      .output,
  );
  writeFileSync(file, config);
  rmSync(out, { recursive: true });
  return ms;
}

function installPagefind() {
  const folder = join(root, 'bench/.work/pagefind');
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, 'pagefind@latest']);
  }
  return join(folder, 'node_modules/pagefind');
}

function run(command, args) {
  const start = performance.now();
  const output = execFileSync(command, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 1e8,
  });
  return { output, ms: Math.round(performance.now() - start) };
}

function sizeOf(folder, ending = '') {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => file.endsWith(ending))
    .reduce((sum, file) => sum + (statSync(file).isFile() ? statSync(file).size : 0), 0);
}

function kilo(bytes) {
  return `${Math.round(bytes / 1000)} kB`;
}

function percent(share) {
  return `${(share * 100).toFixed(1)} %`;
}

function print(line) {
  process.stdout.write(`${line}\n`);
}
