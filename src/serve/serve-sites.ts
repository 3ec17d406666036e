/** Runs `articles serve --sites`: one server for several sites, each by a host name of its own. */
import { posix, resolve } from 'node:path';
import { type Problem, problemsOf, UserError } from '../foundation/errors.ts';
import { escapeHtml } from '../foundation/escape.ts';
import { fold } from '../foundation/fold.ts';
import { showPath, toSlashes } from '../foundation/paths.ts';
import type { Reporter } from '../foundation/report.ts';
import { listen, type OpenSite, openSite, type ServeOptions } from './run-serve.ts';
import { sendText } from './send-file.ts';
import type { RunningServer } from './server.ts';

interface ServedSite {
  /** Its folder, as people write it. */
  site: string;
  /** Address of its first page. */
  home: string;
  /** Absolute path of the folder that is served. */
  out: string;
}

/**
 * Serves each site at `http://NAME.localhost:PORT`, and their list at `http://localhost:PORT`, only to this machine.
 * @param port null for the default one, or the next free one
 * @throws UserError where a site cannot be read, or the port is not available
 */
export async function serveSites(
  all: readonly ServeOptions[],
  port: number | null,
): Promise<RunningServer & { kind: 'serve-sites'; home: string; sites: ServedSite[] }> {
  const open = new Map<string, OpenSite & { site: string; out: string }>();
  for (const { site, name, options } of nameSites(all))
    open.set(name, { ...(await openFor(site, options)), site, out: options.out });
  const listSites = (of: number): ServedSite[] =>
    [...open].map(([name, { site, out, home }]) => {
      return { site, out, home: `http://${name}.localhost:${of}${home()}` };
    });
  const server = await listen(
    [...open.values()],
    (request, response) => {
      const { url, headers, socket } = request;
      const [, name = ''] = /^(.*)\.localhost(?::\d+)?$/i.exec(headers.host ?? '') ?? [];
      const site = open.get(name.toLowerCase());
      if (site) return site.answer(request, response);
      const page = listPage(listSites(socket.localPort ?? 0));
      sendText(response, name === '' && url === '/' ? 200 : 404, page, 'text/html; charset=utf-8');
    },
    { host: '127.0.0.1', port, isPrivate: true },
  );
  const home = `http://localhost:${server.port}/`;
  return { ...server, kind: 'serve-sites', home, sites: listSites(server.port) };
}

/** Their hosts have the names of their folders, with as many of the folders above as make them differ. */
function nameSites(all: readonly ServeOptions[]): { site: string; name: string; options: ServeOptions }[] {
  const nameBy = (count: number) =>
    all.map(({ root }) => {
      const folders = toSlashes(root).split('/').slice(-count).join('-');
      return fold(folders)
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');
    });
  const isName = (name: string) => /^[a-z0-9-]{1,63}$/.test(name);
  const names = [1, 2, 3]
    .map(nameBy)
    .find((list) => new Set(list).size === list.length && list.every(isName));
  return all.map((options, index) => {
    const site = showPath(resolve('.'), options.root);
    return { options, site, name: names?.[index] ?? `site-${index + 1}` };
  });
}

/** Opens a site, and says of what it reports which site it is of. */
async function openFor(site: string, options: ServeOptions): Promise<OpenSite> {
  const { root, reporter } = options;
  const place = (problem: Problem): Problem =>
    problem.file === undefined ? problem : { ...problem, file: posix.join(toSlashes(site), problem.file) };
  const placing: Reporter = {
    ...reporter,
    info: (line) => reporter.info(`${site}: ${line}`),
    warn: (problem) => reporter.warn(place(problem)),
    error: (problem) => reporter.error(place(problem)),
    warnings: (problems) => reporter.warnings(problems.map(place)),
    errors: (problems) => reporter.errors(problems.map(place)),
  };
  try {
    return await openSite({ ...options, reporter: placing });
  } catch (error) {
    const problems = problemsOf(error, root);
    throw problems ? new UserError(problems.map(place)) : error;
  }
}

function listPage(sites: readonly ServedSite[]): string {
  const items = sites.map(
    ({ site, home }) => `<li><a href="${escapeHtml(home)}">${escapeHtml(site)}</a></li>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sites</title><style>:root{color-scheme:light dark}body{font:1.125rem/1.8 system-ui;margin:2rem}</style>
<h1>Sites</h1><ul>${items.join('')}</ul></html>`;
}
