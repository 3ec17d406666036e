/** Answers requests as a host does, with the files of a finished build. To add a host: a module here, and its line. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { HOSTS } from '../../build/hosts/host-registry.ts';
import type { Manifest } from '../../build/write/manifest.ts';
import { UserError } from '../../foundation/errors.ts';
import type { HostName } from '../../foundation/host-names.ts';
import { CACHE_CONTROL, type OutputKind } from '../../foundation/response-headers.ts';
import { sendFile, sendText } from '../send-file.ts';
import type { Handler } from '../server.ts';
import { gcsHost, s3Host } from './bucket-hosts.ts';
import { cloudflareHost } from './cloudflare-host.ts';
import { firebaseHost } from './firebase-host.ts';
import { githubHost } from './github-host.ts';
import type { Answer, HostImitation } from './host-answer.ts';
import { netlifyHost } from './netlify-host.ts';
import { nginxHost } from './nginx-host.ts';

interface Imitation {
  create: HostImitation;
  /** Whether the output folder is the root of the host, so that it sees paths without the base path. */
  isRoot: boolean;
}

const IMITATIONS: Readonly<Record<HostName, Imitation>> = {
  netlify: { create: netlifyHost, isRoot: true },
  'cloudflare-pages': { create: cloudflareHost, isRoot: true },
  'github-pages': { create: githubHost, isRoot: true },
  firebase: { create: firebaseHost, isRoot: true },
  nginx: { create: nginxHost, isRoot: false },
  gcs: { create: gcsHost, isRoot: false },
  s3: { create: s3Host, isRoot: false },
};

/** @throws UserError where the build has no files for the host */
export function imitateHost(name: HostName, out: string, manifest: Manifest | null): Handler {
  const kinds = new Map(manifest?.outputs.map(({ path, kind }) => [path, kind]));
  if (!manifest || !HOSTS[name].paths.every((path) => kinds.has(path))) {
    throw new UserError({
      code: 'missing-host-files',
      message: `the build has no files for ${name}`,
      hint: `set "hosting": "${name}" in site-config.json and run \`articles build\``,
    });
  }
  const own = new Set(HOSTS[name].paths);
  const { create, isRoot } = IMITATIONS[name];
  const { basePath } = manifest;
  const answer = create({
    basePath,
    // The host reads its own files and does not publish them.
    has: (path) => kinds.has(path) && !own.has(path),
    isPage: (path) => isPage(path, kinds.get(path)),
    read: (path) => (kinds.has(path) ? readFileSync(join(out, path), 'utf8') : null),
    cacheControl: (path) => CACHE_CONTROL[kinds.get(path) ?? 'page'],
  });
  const answerBelow = isRoot ? mount(answer, basePath) : answer;

  return async (request, response) => {
    const url = parseUrl(request.url ?? '');
    if (!url) return sendText(response, 400, 'The URL is not valid.');
    const { status, location, name: file, headers } = answerBelow(url.pathname, url.search);
    if (location !== undefined) {
      response.writeHead(status, { ...headers, Location: location }).end();
      return;
    }
    if (file === null || !kinds.has(file)) {
      for (const [header, value] of Object.entries(headers)) response.setHeader(header, value);
      return sendText(response, status, `${status}\n`);
    }
    const path = join(out, file);
    const stats = statSync(path);
    await sendFile(request, response, { status, name: file, file: path, stats, headers, change: null });
  };
}

function isPage(path: string, kind: OutputKind | undefined): boolean {
  if (/(^|\/)index\.html$/.test(path)) return false;
  return kind === 'article' || kind === 'page' || /(^|\/)offline\.html$/.test(path);
}

/** Without "." and ".." in its path. */
function parseUrl(url: string): URL | null {
  try {
    return url.startsWith('/') ? new URL(`http://localhost${url}`) : null;
  } catch {
    return null;
  }
}

/** The host below a base path, as behind a proxy. */
function mount(answer: Answer, basePath: string): Answer {
  if (basePath === '') return answer;
  return (path, query) => {
    if (!`${path}/`.startsWith(`${basePath}/`)) return { status: 404, name: null, headers: {} };
    const found = answer(path.slice(basePath.length) || '/', query);
    const { location } = found;
    const isOutside = location !== undefined && !location.startsWith(`${basePath}/`);
    return isOutside ? { ...found, location: basePath + location } : found;
  };
}
