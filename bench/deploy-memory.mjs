// Measures the memory of a deploy that finds nothing to change: `node bench/deploy-memory.mjs s3 1000000` on simulated
// objects, `node bench/deploy-memory.mjs folder 200000` on real files. Prints JSON.
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const [kind = 's3', count = '1000000', role = 'main', folder = '', endpoint = ''] = process.argv.slice(2);
const COUNT = Number(count);
const SCOPE = 'example/';
const textOf = (index) => `<!doctype html><title>${index}</title><p>The page of the article ${index}.</p>`;
const hashOf = (text) => createHash('sha256').update(text).digest('base64url');

if (role === 'main') await main();
else if (role === 'server') await serveObjects();
else await deploy();

async function main() {
  const work = mkdtempSync(join(root, 'node_modules/.bench-memory-'));
  try {
    await build({
      entryPoints: {
        deploy: join(root, 'src/deploy/deploy-build.ts'),
        registry: join(root, 'src/deploy/targets/target-registry.ts'),
        lines: join(root, 'src/deploy/targets/object-lines.ts'),
        desired: join(root, 'src/deploy/plan/desired-objects.ts'),
        records: join(root, 'src/deploy/releases/release-records.ts'),
      },
      outdir: work,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      external: ['@google-cloud/storage', 'https-proxy-agent'],
      logLevel: 'warning',
    });
    if (kind === 'folder') {
      writeFiles(work);
      await run('deploy', work, '');
      return print(await run('deploy', work, ''));
    }
    const server = fork(import.meta.filename, [kind, count, 'server', work]);
    const url = await new Promise((done) => server.once('message', done));
    try {
      print(await run('deploy', work, url));
    } finally {
      server.kill();
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function print(result) {
  process.stdout.write(`${JSON.stringify({ kind, files: COUNT, node: process.version, ...result })}\n`);
}

function run(part, work, url) {
  return new Promise((done, fail) => {
    const child = fork(import.meta.filename, [kind, count, part, work, url]);
    child.once('message', done);
    child.once('exit', (code) => code !== 0 && fail(new Error(`${part} ended with ${code}`)));
  });
}

function createManifest() {
  const outputs = Array.from({ length: COUNT }, (_, index) => {
    const text = textOf(index);
    const path =
      index === 0
        ? 'index.html'
        : index === 1
          ? '404.html'
          : `articles/article-${String(index).padStart(7, '0')}.html`;
    const type = index === 0 ? 'page' : index === 1 ? 'error' : 'article';
    return { path, kind: type, hash: hashOf(text), size: text.length };
  });
  return {
    version: 1,
    site: 'example',
    basePath: '',
    layout: 'file',
    shard: { index: 1, total: 1 },
    include: { drafts: false, future: false },
    time: Date.now(),
    times: { changes: [], ended: [] },
    offers: [],
    early: [],
    outputs,
  };
}

function writeFiles(work) {
  for (const [index, { path }] of createManifest().outputs.entries()) {
    const file = join(work, 'dist', path);
    if (index % 1000 === 0 || index < 3) mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, textOf(index));
  }
}

function load(work, name) {
  return import(pathToFileURL(join(work, `${name}.mjs`)).href);
}

async function deploy() {
  const { deployBuild } = await load(folder, 'deploy');
  const { openTarget, DEFAULT_OPEN_OPTIONS } = await load(folder, 'registry');
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'bench', AWS_SECRET_ACCESS_KEY: 'bench' });
  const url = kind === 'folder' ? pathToFileURL(join(folder, 'www')).href : 's3://site';
  const options = { ...DEFAULT_OPEN_OPTIONS, project: 'bench', concurrency: 64 };
  const target = await openTarget(url, endpoint === '' ? options : { ...options, apiEndpoint: endpoint });
  await target.connect();
  const started = performance.now();
  const silent = () => undefined;
  const result = await deployBuild({
    target,
    folder: join(folder, 'dist'),
    manifest: createManifest(),
    scope: SCOPE,
    concurrency: 64,
    keepReleases: 3,
    keepDays: 7,
    guards: { maxDelete: 20, allowMissing: false, allowShrink: false, adopt: false },
    dryRun: false,
    forceUnlock: false,
    lockSeconds: 60,
    confirm: async () => true,
    reporter: { info: silent, warn: silent, phase: () => ({ update: silent, end: silent }) },
    now: Date.now,
    sleep: async () => undefined,
    noindex: false,
    label: null,
  });
  const { uploaded, unchanged, calls } = result;
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  const seconds = Math.round((performance.now() - started) / 1000);
  process.send({
    uploaded,
    unchanged,
    calls,
    megabytes,
    bytesPerFile: Math.round((megabytes * 1048576) / COUNT),
    seconds,
  });
  process.disconnect();
}

/** Answers as S3 does after a first deploy: pages of names, the index and the record of the release. */
async function serveObjects() {
  const { packObjects } = await load(folder, 'lines');
  const { createDesiredSite } = await load(folder, 'desired');
  const { digestState } = await load(folder, 'records');
  const place = { naming: 'extensionless', encodes: false, prefix: '' };
  const { desired } = createDesiredSite(createManifest(), place, { noindex: false });
  const time = Date.now() - 60_000;
  const etagOf = (name) => createHash('md5').update(name).digest('hex');
  const stored = ({
    name,
    contentType,
    cacheControl,
    contentEncoding,
    metadata,
    hash,
    kind: type,
    size,
  }) => ({
    name,
    generation: etagOf(name),
    size,
    updated: time,
    contentType,
    cacheControl,
    contentEncoding,
    metadata: metadata ?? { hash, kind: type, scope: SCOPE },
  });
  const release = {
    name: '.articles/releases/000001.json',
    contentType: 'application/gzip',
    cacheControl: 'no-store',
    contentEncoding: '',
    metadata: { created: new Date(time).toISOString(), state: digestState(desired) },
    size: 1,
  };
  const files = new Map([
    ['.articles/index', (await packObjects([...desired, release].map(stored))).bytes],
    [release.name, (await packObjects(desired)).bytes],
  ]);
  const names = [...files.keys(), ...desired.map(({ name }) => name)].sort();
  const sizes = new Map(desired.map(({ name, size }) => [name, size]));
  const entry = (name) =>
    `<Contents><Key>${name}</Key><LastModified>${new Date(time).toISOString()}</LastModified><ETag>&quot;${etagOf(name)}&quot;</ETag><Size>${sizes.get(name) ?? 1}</Size></Contents>`;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    const name = decodeURIComponent(pathname.slice('/site/'.length));
    if (files.has(name)) return response.writeHead(200, { etag: `"${etagOf(name)}"` }).end(files.get(name));
    const start = Number(searchParams.get('continuation-token') ?? 0);
    const page = names.slice(start, start + 1000);
    const next =
      start + 1000 < names.length ? `<NextContinuationToken>${start + 1000}</NextContinuationToken>` : '';
    response.end(
      `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${page.map(entry).join('')}</ListBucketResult>`,
    );
  });
  server.listen(0, '127.0.0.1', () => process.send(`http://127.0.0.1:${server.address().port}`));
}
