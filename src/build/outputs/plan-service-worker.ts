/** Makes the source of sw.js: the bundled worker with its precache manifest. The listed files must exist already. */
import { readRegularFile } from '../../foundation/site-files.ts';

const OFFLINE = /(^|\/)offline(\.html|\/index\.html)$/;
/** The files that every page loads, and fonts of the site. Islands and pictures are cached when they are first used. */
const SHELL = /\/((main|styles)-\w+\.(js|css)|font-[a-z]+-\w+\.woff2)$/;
/** What the search box loads. The worker keeps these once the page is there, so that the search works without a network. */
const SEARCH = /\/(search|search-worker|text-worker|chunk)-\w+\.js$/;

export interface ServiceWorkerParts {
  /** Absolute path of the bundled worker, `lib/client/service-worker.js`. */
  source: string;
  basePath: string;
  /** Output folder; it holds the files that are listed. */
  folder: string;
  /** Output paths to choose from: the client's files and the offline pages. */
  files: readonly string[];
}

/** The package as a whole loads a bundler, and its part that writes workers compiles a schema: .5 and .06 s. */
const loadWorkbox = () => import('workbox-build/build/lib/get-file-manifest-entries.js');

/** Loads the code, so that it is there when the worker is planned. */
export async function prepareServiceWorker(): Promise<void> {
  await loadWorkbox();
}

export async function planServiceWorker({
  source,
  basePath,
  folder,
  files,
}: ServiceWorkerParts): Promise<string> {
  const { getFileManifestEntries } = (await loadWorkbox()).default;
  const { manifestEntries, warnings } = await getFileManifestEntries({
    globDirectory: folder,
    globPatterns: files.filter((path) => SHELL.test(path) || OFFLINE.test(path)),
    dontCacheBustURLsMatching: SHELL,
    manifestTransforms: [
      (entries) => ({
        manifest: entries.map(({ url, ...entry }) => ({
          ...entry,
          url: `${basePath}/${url.replace(OFFLINE, '$1offline')}`,
        })),
      }),
    ],
  });
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  const search = files.filter((path) => SEARCH.test(path)).map((path) => `${basePath}/${path}`);
  return readRegularFile(source)
    .toString()
    .replace('self.__WB_MANIFEST', () => JSON.stringify(manifestEntries))
    .replace('self.__SEARCH_SCRIPTS', () => JSON.stringify(search));
}
