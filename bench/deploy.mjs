/**
 * Compares `deploy` with rclone: the same files, the same server, each tool in a separate process.
 *
 * node bench/deploy.mjs [--service gs|s3] [--files N] [--rounds N] [--latency MS] [--json FILE]
 *
 * First upload, nothing to change, and nothing but times touched. rclone runs with its defaults and, as "tuned", with
 * checksums, one listing and as many transfers at once as `deploy` makes. The best of the rounds counts.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const { values } = parseArgs({
  options: {
    service: { type: 'string', default: 'gs' },
    files: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '3' },
    latency: { type: 'string', default: '0' },
    json: { type: 'string' },
  },
});
const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const concurrency = 64;
const KEYS = { AWS_ACCESS_KEY_ID: 'AKIATESTKEYOFTHESUITE', AWS_SECRET_ACCESS_KEY: 'secret/of+the/suite' };
/** By the scheme of the target: the test server, and what rclone has to know. */
const SERVICES = {
  gs: {
    server: 'test/support/gcs-server.ts',
    start: 'startGcsServer',
    remote: (url) =>
      `type = google cloud storage\nanonymous = true\nproject_number = 1\nbucket_policy_only = true\nendpoint = ${url}/storage/v1/\n`,
  },
  s3: {
    server: 'test/support/s3-server.ts',
    start: 'startS3Server',
    remote: (url) =>
      `type = s3\nprovider = Minio\nendpoint = ${url}\nregion = us-east-1\naccess_key_id = ${KEYS.AWS_ACCESS_KEY_ID}\nsecret_access_key = ${KEYS.AWS_SECRET_ACCESS_KEY}\n`,
  },
};
const service = SERVICES[values.service];
if (!service) throw new Error(`unknown service ${values.service}: use ${Object.keys(SERVICES).join(' or ')}`);
const TUNED = [
  '--checksum',
  '--fast-list',
  '--transfers',
  String(concurrency),
  '--checkers',
  String(concurrency),
];

// Below node_modules, so that the compiled file finds the packages that stay outside of it.
const compiled = mkdtempSync(join(root, 'node_modules', '.bench-deploy-'));
const work = mkdtempSync(join(tmpdir(), 'articles-bench-deploy-'));
try {
  await main();
} finally {
  rmSync(compiled, { recursive: true, force: true });
  rmSync(work, { recursive: true, force: true });
}

async function main() {
  await build({
    entryPoints: {
      deploy: join(root, 'test/deploy/run-deploy.ts'),
      server: join(root, service.server),
    },
    outdir: compiled,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    external: ['@google-cloud/storage', 'https-proxy-agent'],
    logLevel: 'warning',
  });
  const paths = writeFiles(Number(values.files));
  const rows = [ours(), rclone('default', []), rclone('tuned', TUNED)].map((tool) => ({ tool, best: {} }));
  // All tools take turns in every round, so that a busy minute of the machine hits them alike.
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const { tool, best } of rows) await measureTool(tool, best, paths);
  }
  const report = {
    files: paths.length,
    latency: Number(values.latency),
    rounds: Number(values.rounds),
    rows: rows.map(({ tool, best }) => ({ tool: tool.name, ...best })),
  };
  process.stdout.write(`${render(report)}\n`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
}

async function measureTool(tool, best, paths) {
  const server = await startServer();
  try {
    for (const step of ['first', 'again', 'touched']) {
      if (step === 'touched') touch(paths);
      await server.reset();
      const run = await time(tool.command(server.url));
      const { calls } = await server.reset();
      const { seconds = Number.POSITIVE_INFINITY, cpu = Number.POSITIVE_INFINITY } = best[step] ?? {};
      best[step] = { seconds: Math.min(seconds, run.seconds), cpu: Math.min(cpu, run.cpu), calls };
    }
  } finally {
    server.stop();
  }
  process.stderr.write(`${tool.name}: ${JSON.stringify(best)}\n`);
}

function writeFiles(count) {
  const folder = join(work, 'dist');
  const outputs = [];
  const add = (path, kind, text) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    const hash = createHash('sha256').update(text).digest('base64url');
    outputs.push({ path, kind, hash, size: Buffer.byteLength(text) });
  };
  add('index.html', 'page', '<!doctype html><title>Home</title>');
  add('404.html', 'error', '<!doctype html><title>Not found</title>');
  for (let index = 0; index < 200; index++)
    add(`assets/chunk-${index}.js`, 'asset', `console.log(${index});\n`.repeat(40));
  for (let index = 0; outputs.length < count; index++) {
    const text = Array.from(
      { length: 60 },
      (_, line) => `<p>${createHash('md5').update(`${index} ${line}`).digest('hex')} one page of many</p>`,
    );
    add(
      `articles/article-${index}.html`,
      'article',
      `<!doctype html><title>${index}</title>${text.join('\n')}`,
    );
  }
  const manifest = {
    version: 1,
    site: 'example',
    basePath: '',
    layout: 'file',
    shard: { index: 1, total: 1 },
    outputs,
  };
  writeFileSync(join(work, 'manifest.json'), JSON.stringify(manifest));
  return outputs.map(({ path }) => join(folder, path));
}

function touch(paths) {
  const now = new Date();
  for (const path of paths) utimesSync(path, now, now);
}

function ours() {
  return {
    name: 'articles deploy',
    command: (url) => [
      process.execPath,
      [
        join(compiled, 'deploy.mjs'),
        JSON.stringify({
          url: `${values.service}://site`,
          endpoint: url,
          folder: join(work, 'dist'),
          manifest: join(work, 'manifest.json'),
          lockSeconds: 60,
          concurrency,
        }),
      ],
    ],
  };
}

function rclone(name, options) {
  const config = join(work, 'rclone.conf');
  return {
    name: `rclone, ${name}`,
    command: (url) => {
      writeFileSync(config, `[bucket]\n${service.remote(url)}`);
      return ['rclone', ['--config', config, 'sync', join(work, 'dist'), 'bucket:site', ...options]];
    },
  };
}

/** Wall time and processor time in seconds, start of the process included. */
function time([command, args]) {
  const figures = join(work, 'time');
  return new Promise((done, fail) => {
    const started = performance.now();
    const child = spawn('/usr/bin/time', ['-f', '%U %S', '-o', figures, command, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      // Nothing else that may configure the AWS library in rclone.
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...KEYS },
    });
    child.once('error', fail);
    child.once('exit', (code) => {
      const seconds = (performance.now() - started) / 1000;
      if (code !== 0) return fail(new Error(`${command} ended with ${code}`));
      const [user, system] = readFileSync(figures, 'utf8').trim().split(' ').map(Number);
      done({ seconds, cpu: user + system });
    });
  });
}

/** The test server in a process of its own. */
function startServer() {
  const code = `
    import { ${service.start} } from ${JSON.stringify(join(compiled, 'server.mjs'))};
    const server = await ${service.start}({ buckets: ['site'] });
    server.latency = ${Number(values.latency)};
    process.on('message', () => process.send({ calls: server.requests.splice(0).length }));
    process.send({ url: server.url });
  `;
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.once('error', fail);
    child.once('message', ({ url }) =>
      done({
        url,
        reset: () => {
          child.send('reset');
          return new Promise((answer) => child.once('message', answer));
        },
        stop: () => child.kill(),
      }),
    );
  });
}

function render({ files, latency, rounds, rows }) {
  const cell = ({ seconds, cpu, calls }) =>
    `${seconds.toFixed(2)} s (${cpu.toFixed(2)} s of processor), ${calls} calls`;
  return [
    `${files} files, ${latency} ms added latency, best of ${rounds}`,
    '',
    '| | first upload | nothing to change | times touched |',
    '|---|---|---|---|',
    ...rows.map(
      ({ tool, first, again, touched }) => `| ${tool} | ${cell(first)} | ${cell(again)} | ${cell(touched)} |`,
    ),
  ].join('\n');
}
