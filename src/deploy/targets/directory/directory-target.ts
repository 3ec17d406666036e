/** Opens a folder as a deploy target, for any server that serves files. */
import { constants } from 'node:fs';
import { access, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { attempt } from '../../../foundation/attempt.ts';
import { refusalOf, UserError } from '../../../foundation/errors.ts';
import { readRegularFile } from '../../../foundation/site-files.ts';
import { STATE_PREFIX, type Target } from '../target.ts';
import { findExisting, removeEmptyFolders } from './directory-files.ts';
import {
  isState,
  listSite,
  openFile,
  openSiteFolder,
  patchFile,
  removeFile,
  statFile,
  sweepSite,
  writeFile,
} from './directory-site.ts';
import { openStateFolder } from './directory-state.ts';

/** Opens `file:///path`. */
export async function openDirectory(url: URL): Promise<Target> {
  const root = readRoot(url);
  const state = openStateFolder(root);
  const site = openSiteFolder(root);
  const explainError = (error: unknown) => explainRefusal(root, error);
  return {
    url: pathToFileURL(root).href,
    publicUrl: pathToFileURL(join(root, 'index.html')).href,
    prefix: '',
    naming: 'file',
    encodes: false,
    isLocal: true,
    listsDetails: true,
    explainError,
    async connect() {
      try {
        await access(`${findExisting(root)}/`, constants.W_OK | constants.X_OK);
      } catch (error) {
        throw explainError(error);
      }
    },
    async listPage(below, { versions }) {
      const objects = [...(await state.list(below)), ...(await listSite(site, below, versions))];
      return { objects: objects.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)) };
    },
    async stat(name) {
      const object = isState(name) ? await state.find(name) : (await statFile(site, name))?.object;
      return object ? { object, now: Date.now() } : null;
    },
    read: async (name) => (isState(name) ? state.read(name) : readRegularFile(join(root, name))),
    async write(spec, body, generation) {
      const source = body.kind === 'bytes' ? Readable.from([body.bytes]) : body.open();
      return isState(spec.name)
        ? state.write(spec, await buffer(source), generation)
        : writeFile(site, spec, source, generation);
    },
    patch: (spec, { generation }) => patchFile(site, spec, generation),
    async copy(from, to, generation) {
      const source = isState(from.name)
        ? Readable.from([await state.read(from.name)])
        : await openFile(site, from);
      return writeFile(site, to, source, generation);
    },
    remove: (stored) => (isState(stored.name) ? state.remove(stored.name) : removeFile(site, stored)),
    async setUp(_, done) {
      done.add(
        `no changes: the folder ${root} needs no setup; its web server sends headers and the 404 page`,
      );
    },
    sweep: (isNeeded) => sweepSite(site, isNeeded),
    async clear() {
      await rm(join(root, STATE_PREFIX), { recursive: true, force: true });
      await removeEmptyFolders(dirname(root), root);
    },
  };
}

function explainRefusal(root: string, error: unknown): unknown {
  const refusal = refusalOf(error);
  if (!refusal) return error;
  const { file = root, code, message, hint } = refusal;
  return new UserError({ code, message: `cannot write to ${root}: ${message} (${file})`, hint });
}

/** @throws UserError for a URL that does not name a folder, or names the root of the file system */
function readRoot(url: URL): string {
  const refuse = (why: string, hint = 'use an absolute path, such as file:///srv/www') =>
    new UserError({ code: 'invalid-target', message: `"${url.href}" is not a folder: ${why}`, hint });
  const { hostname } = url;
  if (hostname !== '') {
    const why = `the whole path comes after file://, and "${hostname}" is read as the name of a computer`;
    const start = hostname === '~' ? homedir() : hostname;
    const path = attempt(() => decodeURI(url.pathname)) ?? url.pathname;
    throw refuse(why, `write ${pathToFileURL(start + path)}`);
  }
  const folder = attempt(() => resolve(fileURLToPath(url)));
  if (folder === undefined || folder.includes('\0'))
    throw refuse('its name has characters that no folder has');
  if (folder === dirname(folder)) throw refuse('it is the root of the file system');
  return folder;
}
