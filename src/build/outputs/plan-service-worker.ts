/** Makes the source of sw.js: the bundled worker with its precache manifest. The listed files must exist already. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { packageFile } from '../../foundation/package-files.ts';

const OFFLINE = /(^|\/)offline(\.html|\/index\.html)$/;
/** The files that every page loads, and fonts of the site. Islands and pictures are cached when they are first used. */
const SHELL = /\/((main|styles|copy)-\w+\.(js|css)|font-[a-z]+-\w+\.woff2)$/;

export interface ServiceWorkerParts {
  /** Absolute path of the bundled worker, `lib/client/service-worker.js`. */
  source: string;
  basePath: string;
  /** Output folder; it holds the files that are listed. */
  folder: string;
  /** Output paths to choose from: the client's files and the offline pages. */
  files: readonly string[];
}

export async function planServiceWorker({
  source,
  basePath,
  folder,
  files,
}: ServiceWorkerParts): Promise<string> {
  // The package as a whole loads a bundler that is not needed here: half a second.
  const { injectManifest } = await import('workbox-build/build/inject-manifest.js');
  const work = mkdtempSync(join(tmpdir(), 'articles-sw-'));
  try {
    const swDest = join(work, 'sw.js');
    const { warnings } = await injectManifest({
      swSrc: source,
      swDest,
      globDirectory: folder,
      globPatterns: files.filter((path) => SHELL.test(path) || OFFLINE.test(path)),
      dontCacheBustURLsMatching: SHELL,
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map((entry) => ({
            ...entry,
            url: `${basePath}/${entry.url.replace(OFFLINE, '$1offline')}`,
          })),
        }),
      ],
    });
    if (warnings.length > 0) throw new Error(warnings.join('\n'));
    return readFileSync(swDest, 'utf8');
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Plans a worker that keeps no files, so that the code is loaded and has run once when it is needed. */
export async function prepareServiceWorker(): Promise<void> {
  const source = packageFile('lib/client/service-worker.js');
  await planServiceWorker({ source, basePath: '', folder: dirname(source), files: [] });
}
