/** Builds one site for each host, and asks imitations, a real nginx and Cloudflare's own handler for its URLs. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { describeMissing } from '../../scripts/test-tools.mjs';
import { loadManifest } from '../../src/build/write/load-manifest.ts';
import { contentTypeOf } from '../../src/foundation/response-headers.ts';
import { HOST_NAMES, type HostName } from '../../src/hosts/host-table.ts';
import { imitateHost } from '../../src/serve/imitate-host.ts';
import { answerSite, startServer as serve } from '../../src/serve/server.ts';
import { buildSite } from '../support/build.ts';
import { freePort, listen } from '../support/listen.ts';
import { article, type Files, json, smallSite, TREE, writeFiles } from '../support/site.ts';
import { IMITATIONS } from './imitations.ts';

export interface Reply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Asks for a path exactly as it is written. */
type Ask = (path: string, accept?: string) => Promise<Reply>;

const CONFIG = {
  agents: { markdown: true },
  security: { hsts: 31_536_000 },
  fediverse: '@desk@example.social',
  headers: [
    { path: '/files/*', set: { 'Access-Control-Allow-Origin': 'https://reader.example', 'X-Own': 'a b' } },
    { path: '/betting', set: { 'X-Robots-Tag': 'noarchive' } },
  ],
  redirects: [
    { from: '/promo', to: '/articles/nowhere' },
    { from: '/withdrawn', gone: true },
    { from: '/ru/снято', gone: true },
    { from: '/shop', to: 'https://shop.example/all' },
    { from: '/?p=12', to: '/poker' },
    { from: '/blog/*', to: '/articles/*' },
    { from: '/ru/блог/*', to: '/ru' },
    { from: '/wiki/*', to: 'https://wiki.example/of/*' },
    { from: '/weblog/*', to: '/*' },
  ],
};

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9"/></svg>';

/** A site with old addresses of every kind. */
export function hostedSite(config: object = {}) {
  return {
    ...smallSite({ ...CONFIG, ...config }),
    'content/en_US/categories.json': json({ ...TREE, poker: { ...TREE.poker, aliases: ['/cards'] } }),
    'content/ru_RU/articles/first.md': article({
      title: 'Первая цена',
      slug: 'первая-цена',
      category: 'betting',
      subcategory: 'odds',
      aliases: ['/ru/старая-цена', '/기사/오래된', '/old.html', '/a/b/c'],
    }),
    'public/google1234.html': 'google-site-verification: google1234.html',
    'public/.well-known/apple-app-site-association': '{}',
    'public/files/paper (1).pdf': '%PDF-1.4',
    'public/files/drawing.svg': DRAWING,
    'content/images/drawing.svg': DRAWING,
    'content/en_US/articles/drawn.md': article({ title: 'Drawn', slug: 'drawn', body: '![A](drawing.svg)' }),
  };
}

/** Builds the site once for each host. The output folders have the names of the hosts. */
async function buildForHosts(config: object, files: Files): Promise<{ root: string; remove(): void }> {
  const root = mkdtempSync(join(tmpdir(), 'articles-hosts-'));
  writeFiles(root, { ...hostedSite(config), ...files });
  for (const hosting of HOST_NAMES) {
    writeFiles(root, { 'site-config.json': json({ ...readConfig(root), hosting }) });
    await buildSite(root, { out: join(root, hosting) });
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

function readConfig(root: string): { basePath?: string } {
  return JSON.parse(readFileSync(join(root, 'site-config.json'), 'utf8'));
}

/** A reply in the words of the table. */
export function describeReply({ status, headers, body }: Reply): string {
  // Apache names itself in each new address.
  const location = headers.location?.replace(/^http:\/\/127\.0\.0\.1:\d+/, '');
  if (location !== undefined) return `${status} → ${location}`;
  const refresh = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(body)?.[1];
  if (refresh !== undefined) return `${status} page → ${refresh}`;
  const path = /<html[^>]* data-path="([^"]*)"/.exec(body)?.[1];
  if (path !== undefined) return `${status} ${path}`;
  return status >= 400
    ? String(status)
    : `${status} ${headers['content-type']?.replace(/; ?charset=utf-8/i, '')}`;
}

/** Serves the build for a host as that host does. */
export async function imitate(
  root: string,
  as: HostName,
  out = join(root, as),
): Promise<{ url: string; ask: Ask; close(): Promise<void> }> {
  if (as === 'cloudflare-workers') return startCloudflare(as, out);
  const host = await imitateHost(as, out, loadManifest(root, out), IMITATIONS[as]);
  const none = { change: () => null, placeholder: () => '', basePath: () => '', cacheControl: () => '' };
  const answer = answerSite({
    ...none,
    ...{ out, host, endpoints: {} },
    onFault(error) {
      throw error;
    },
  });
  const { url, port, close } = await serve(answer, {
    ...{ host: '127.0.0.1', port: 0, defaultPort: 0 },
    isPrivate: false,
  });
  return { url, ask: (path, accept) => get(port, path, accept), close };
}

function get(port: number, path: string, accept = '*/*'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, agent: false, headers: { accept } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        const body = Buffer.concat(chunks).toString('utf8');
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(headers), body });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** A web server that runs here too: its program, and a configuration that includes the file of the build. */
interface WebServer {
  program: string;
  /** The package that has it. */
  /** Its name in scripts/test-tools.mjs. */
  label: string;
  args(file: string): string[];
  check(file: string): string[];
  configure(at: { port: number; work: string; folder: string; out: string }): string;
}

const user = process.getuid?.() === 0 ? 'root' : null;

const WEB_SERVERS = {
  nginx: {
    program: 'nginx',
    label: 'nginx',
    args: (file) => ['-c', file],
    check: (file) => ['-c', file, '-t'],
    configure: ({
      port,
      work,
      folder,
      out,
    }) => `${user ? 'user root;' : ''} daemon off; worker_processes 1; pid ${work}/pid; error_log ${work}/error.log;
events {}
http {
  access_log off; client_body_temp_path ${work}/body; proxy_temp_path ${work}/proxy; fastcgi_temp_path ${work}/f; uwsgi_temp_path ${work}/u; scgi_temp_path ${work}/s;
  server { listen 127.0.0.1:${port}; root ${folder}; include ${out}/.hosting/nginx.conf; }
}
`,
  },
  caddy: {
    program: 'caddy',
    label: 'Caddy',
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
    check: (file) => ['validate', '--adapter', 'caddyfile', '--config', file],
    configure: ({ port, folder, out }) => `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  root * ${folder}
  import ${out}/.hosting/Caddyfile
}
`,
  },
  apache: {
    program: 'apache2',
    label: 'Apache',
    args: (file) => ['-X', '-f', file],
    check: (file) => ['-t', '-f', file],
    configure: ({ port, work, folder }) => `ServerRoot ${work}
ServerName localhost
Listen 127.0.0.1:${port}
PidFile ${work}/pid
ErrorLog ${work}/error.log
TypesConfig /dev/null
${['mpm_event', 'authz_core', 'mime', 'dir', 'rewrite', 'headers', 'env', 'filter', 'deflate', 'setenvif'].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
DocumentRoot ${folder}
<Directory ${folder}>
  AllowOverride All
  Require all granted
</Directory>
`,
  },
} as const satisfies Partial<Record<HostName, WebServer>>;

type RealServer = keyof typeof WEB_SERVERS;

/** A real web server with the generated configuration. @throws where it is not installed, with how to install it */
async function startServer(root: string, name: RealServer): Promise<{ ask: Ask; close(): Promise<void> }> {
  const { program, label, args, check, configure }: WebServer = WEB_SERVERS[name];
  const command = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((folder) => `${folder}/${program}`)
    .find(existsSync);
  if (command === undefined) throw new Error(describeMissing(label));
  const port = await freePort();
  const work = join(root, `${name}-work`);
  mkdirSync(work);
  const out = join(root, name);
  // The root of a server holds the output folder at the base path.
  const { basePath = '' } = readConfig(root);
  const folder = basePath === '' ? out : join(work, 'root');
  if (basePath !== '') {
    mkdirSync(folder);
    symlinkSync(out, folder + basePath);
  }
  const file = join(work, 'server.conf');
  writeFileSync(file, configure({ port, work, folder, out }));
  const env = { ...process.env, HOME: work, XDG_DATA_HOME: work, XDG_CONFIG_HOME: work };
  const tested = spawnSync(command, check(file), { encoding: 'utf8', env });
  if (tested.status !== 0) throw new Error(`${name} refuses the configuration: ${tested.stderr}`);
  const child: ChildProcess = spawn(command, args(file), { stdio: 'ignore', env });
  for (let attempt = 0; ; attempt++) {
    try {
      await get(port, '/');
      break;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  return {
    ask: (path, accept) => get(port, path, accept),
    close: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill();
      }),
  };
}

const rulesSchema = z.object({
  redirects: z.array(
    z.object({ from: z.string(), to: z.string(), status: z.number(), force: z.boolean().optional() }),
  ),
  headers: z.array(z.object({ for: z.string(), values: z.record(z.string(), z.string()) })),
});

/** The rules of _redirects and _headers as Netlify's own parsers read them. @throws where they find an error */
export async function parseRuleFiles(folder: string) {
  const { parseAllRedirects } = await import('netlify-redirect-parser');
  const { parseAllHeaders } = await import('netlify-headers-parser');
  const redirects = await parseAllRedirects({
    redirectsFiles: [join(folder, '_redirects')],
    configRedirects: [],
    minimal: true,
  });
  // Its declaration allows no file.
  const headers = await Reflect.apply(parseAllHeaders, undefined, [
    { headersFiles: [join(folder, '_headers')], minimal: true },
  ]);
  for (const error of [...redirects.errors, ...headers.errors]) throw error;
  return rulesSchema.parse({ redirects: redirects.redirects, headers: headers.headers });
}

type Fetch = (request: Request) => Promise<Response>;

/** Cloudflare's metadata of the rules in a folder, by its own code. */
async function readCloudflareRules(folder: string) {
  const { createMetadataObject } = await import(
    '@cloudflare/pages-shared/dist/metadata-generator/createMetadataObject.js'
  );
  const { redirects, headers } = await parseRuleFiles(folder);
  return createMetadataObject({
    redirects: {
      invalid: [],
      rules: redirects.map((rule, index) => ({ ...rule, lineNumber: index + 1 })),
    },
    headers: {
      invalid: [],
      rules: headers.map((rule) => ({ path: rule.for, headers: rule.values, unsetHeaders: [] })),
    },
  });
}

/** The files of a folder, without those that Cloudflare reads itself. The name of a file is its address as it is asked. */
function cloudflareFiles(folder: string) {
  const find = (name: string) => {
    const path = join(folder, name);
    return !/\/\/|^\/_(redirects|headers|worker|routes)|^\/\.hosting/.test(name) && isFile(path)
      ? path
      : null;
  };
  return {
    has: (name: string) => find(name) !== null,
    open: (name: string) => ({
      body: new Response(readFileSync(find(name) ?? '')).body,
      contentType: contentTypeOf(name),
    }),
  };
}

/** Cloudflare's own asset server of Pages, over the output folder. */
async function createPages(folder: string): Promise<Fetch> {
  const { generateHandler } = await import('@cloudflare/pages-shared/dist/asset-server/handler.js');
  const metadata = await readCloudflareRules(folder);
  const files = cloudflareFiles(folder);
  return (request) =>
    generateHandler({
      request,
      // Its two halves declare the same data by different types.
      metadata: JSON.parse(JSON.stringify(metadata)),
      logError: (error: Error) => {
        throw error;
      },
      findAssetEntryForPath: async (name: string) => (files.has(name) ? name : null),
      getAssetKey: encodeURI,
      negotiateContent: () => ({ encoding: null }),
      fetchAsset: async (key: string) => files.open(decodeURI(key)),
    });
}

/** Cloudflare's own asset server of Workers, over the folder that the written configuration names. */
async function createWorkerAssets(folder: string): Promise<Fetch> {
  const { assets } = z
    .object({ assets: z.object({ html_handling: z.string(), not_found_handling: z.string() }) })
    .parse(JSON.parse(readFileSync(join(folder, '.hosting/wrangler.json'), 'utf8')));
  const source = readFileSync(
    createRequire(import.meta.url)
      .resolve('@cloudflare/workers-shared/package.json')
      .replace('package.json', 'dist/asset-worker.mjs'),
    'utf8',
  );
  // Only Cloudflare's runtime has this module, which gives a worker its two arguments.
  const program = source.replace(
    /^import\{WorkerEntrypoint as (\w+)\}from"cloudflare:workers";/,
    'class $1{constructor(ctx,env){this.ctx=ctx;this.env=env}}',
  );
  const { default: AssetWorker } = await import(`data:text/javascript,${encodeURIComponent(program)}`);
  const files = cloudflareFiles(folder);
  const compatibility = { compatibility_date: '2025-01-01', compatibility_flags: [] };
  const worker = new AssetWorker(
    { waitUntil: () => undefined },
    { CONFIG: { ...(await readCloudflareRules(folder)), ...assets, ...compatibility } },
  );
  // A deploy names the files by their hashes.
  return Object.assign(worker, {
    unstable_exists: async (name: string) => (files.has(name) ? encodeURI(name) : null),
    async unstable_getByETag(hash: string) {
      const { body, contentType } = files.open(decodeURI(hash));
      return { readableStream: body, contentType, cacheStatus: 'HIT' };
    },
  }).fetch.bind(worker);
}

/** Serves the files of Cloudflare by its own program, behind the worker of the build. */
async function startCloudflare(host: 'cloudflare-pages' | 'cloudflare-workers', out: string) {
  const isPages = host === 'cloudflare-pages';
  const fetchAsset = await (isPages ? createPages : createWorkerAssets)(out);
  const file = join(out, isPages ? '_worker.js' : '.hosting/worker.js');
  const { default: worker } = existsSync(file) ? await importText(file) : { default: null };
  const server = createServer(async (request, response) => {
    const { accept = '' } = request.headers;
    const asked = new Request(`http://localhost${request.url}`, { headers: { accept } });
    const reply: Response = await (worker
      ? worker.fetch(asked, { ASSETS: { fetch: fetchAsset } })
      : fetchAsset(asked));
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(Buffer.from(await reply.arrayBuffer()));
  });
  const { url, port, close } = await listen(server);
  return { url, ask: (path: string, accept?: string) => get(port, path, accept), close };
}

/** Imports a module of a build, whose folder has no package.json. */
export function importText(file: string) {
  return import(`data:text/javascript,${encodeURIComponent(readFileSync(file, 'utf8'))}`);
}

/** Firebase's own server of its emulator, over the output folder. */
async function startFirebase(root: string): Promise<{ ask: Ask; close(): Promise<void> }> {
  const load = createRequire(import.meta.url);
  // Its optional engine of expressions is compiled after an installation. Without it, it takes those of JavaScript.
  load.cache[load.resolve('re2')] = Object.assign(new Module('re2'), { exports: null });
  const superstatic: (
    options: object,
  ) => (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void =
    load('superstatic').default;
  const folder = join(root, 'firebase');
  const { hosting } = z
    .object({ hosting: z.looseObject({}) })
    .parse(JSON.parse(readFileSync(join(folder, 'firebase.json'), 'utf8')));
  const answer = superstatic({
    cwd: folder,
    config: hosting,
    fallthrough: false,
    errorPage: `${folder}/404.html`,
  });
  const server = createServer((request, response) =>
    answer(request, response, (error) => {
      response.statusCode = error ? 500 : 404;
      response.end(String(error));
    }),
  );
  const { port, close } = await listen(server);
  return { ask: (path, accept) => get(port, path, accept), close };
}

const isFile = (path: string) => !path.includes('\0') && existsSync(path) && statSync(path).isFile();

/** Hosts, and those of which the real one runs here too. */
const REAL = { 'real nginx': 'nginx', 'real caddy': 'caddy', 'real apache': 'apache' } as const;
export const SERVERS = [
  ...HOST_NAMES,
  ...(['real nginx', 'real caddy', 'real apache', 'real cloudflare', 'real firebase'] as const),
] as const;
export type Server = (typeof SERVERS)[number];
/** Hosts of which a part runs here. */
const PARSED = {
  'real cloudflare': 'cloudflare-pages',
  'real firebase': 'firebase',
} as const;
/** Their files are not those of the host: of the emulator, or of the test. */
export const isPart = (server: Server): server is keyof typeof PARSED => server in PARSED;
export const hostOf = (server: Server): HostName =>
  isPart(server) ? PARSED[server] : isReal(server) ? REAL[server] : server;

function isReal(server: Server): server is keyof typeof REAL {
  return server in REAL;
}

export interface Running {
  root: string;
  ask(server: Server, ...request: Parameters<Ask>): ReturnType<Ask>;
  close(): Promise<void>;
}

/** Builds the site for each host, and starts every server. */
export async function start(config: object = {}, files: Files = {}): Promise<Running> {
  const { root, remove } = await buildForHosts(config, files);
  const imitations = await Promise.all(
    HOST_NAMES.map(async (host) => [host, await imitate(root, host)] as const),
  );
  const servers = await Promise.all(
    SERVERS.filter(isReal).map(async (server) => [server, await startServer(root, REAL[server])] as const),
  );
  const running = [
    ...imitations,
    ...servers,
    ['real firebase', await startFirebase(root)] as const,
    ['real cloudflare', await startCloudflare('cloudflare-pages', join(root, 'cloudflare-pages'))] as const,
  ];
  const asks = new Map<Server, Ask>(running.map(([server, { ask }]) => [server, ask]));
  return {
    root,
    ask(server, ...request) {
      const ask = asks.get(server);
      if (!ask) throw new Error(`${server} does not run`);
      return ask(...request);
    },
    async close() {
      await Promise.all(running.map(([, { close }]) => close()));
      remove();
    },
  };
}
