/** Answers requests as a host does, with the files of a finished build (`serve --as`). */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../build/write/manifest.ts';
import { attempt } from '../foundation/attempt.ts';
import { finding, UserError } from '../foundation/errors.ts';
import { CACHE_CONTROL, type OutputKind } from '../foundation/response-headers.ts';
import { readRegularFile } from '../foundation/site-files.ts';
import type { Host } from '../hosts/host.ts';
import type { Answer } from '../hosts/host-answer.ts';
import { type HostName, loadHost } from '../hosts/host-table.ts';
import { sendFile, sendText } from './send-file.ts';
import type { Handler } from './server.ts';

/**
 * @param createAnswer for a host that has none of its own
 * @throws UserError if the build has no files for the host
 */
export async function imitateHost(
  name: HostName,
  out: string,
  manifest: Manifest | null,
  createAnswer?: Host['createAnswer'],
): Promise<Handler> {
  const host = await loadHost(name);
  const create = createAnswer ?? host.createAnswer;
  if (!create) throw new Error(`nothing answers as ${name}`);
  const kinds = new Map(manifest?.outputs.map(({ path, kind }) => [path, kind]));
  if (!manifest || !host.paths.every((path) => kinds.has(path))) {
    const hint = `set "hosting": "${name}" in site-config.json and run \`articles build\``;
    throw new UserError(finding('missing-host-files', `the build has no files for ${name}`, hint));
  }
  const own = new Set([...host.paths, ...(host.twinPaths ?? [])]);
  const { basePath } = manifest;
  const answer = create({
    basePath,
    // The host reads its own files and does not publish them.
    has: (path) => kinds.has(path) && !own.has(path),
    isPage: (path) => isPage(path, kinds.get(path)),
    read: (path) => (kinds.has(path) ? readRegularFile(join(out, path)).toString() : null),
    cacheControl: (path) => CACHE_CONTROL[kinds.get(path) ?? 'page'],
  });
  const answerBelow = host.isRoot ? mount(answer, basePath) : answer;

  return async (request, response) => {
    const url = parseUrl(request.url ?? '');
    if (!url) return sendText(response, 400, 'The URL is not valid.');
    const {
      status,
      location,
      name: file,
      headers,
    } = answerBelow(url.pathname, url.search, request.headers.accept);
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

/** Parses the URL, which resolves "." and ".." in its path. */
function parseUrl(url: string): URL | null {
  return url.startsWith('/') ? (attempt(() => new URL(`http://localhost${url}`)) ?? null) : null;
}

/** Puts the host below a base path, as a proxy would. */
function mount(answer: Answer, basePath: string): Answer {
  if (basePath === '') return answer;
  return (path, query, accept) => {
    if (!`${path}/`.startsWith(`${basePath}/`)) return { status: 404, name: null, headers: {} };
    const found = answer(path.slice(basePath.length) || '/', query, accept);
    const { location } = found;
    const isOutside = location !== undefined && !location.startsWith(`${basePath}/`);
    return isOutside ? { ...found, location: basePath + location } : found;
  };
}
