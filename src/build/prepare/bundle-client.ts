/** Bundles client code and styles: minified, and named by content. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { BuildOptions, Message, OutputFile, Plugin } from 'esbuild';

export interface ClientFile {
  /** Below the output folder, such as `assets/main-AB12CD34.js`. */
  path: string;
  contents: Uint8Array;
}

/** Content of `assets.json`; paths are below the output folder. */
export interface ClientEntries {
  main: string;
  /** null where there are no styles. */
  stylesheet: string | null;
  /** Changes with any client file: the client's part of the build hash. */
  hash: string;
  /** Every file of the bundle, the entries too. */
  files: string[];
}

export interface ClientBundle {
  entries: ClientEntries;
  files: ClientFile[];
  /** Script of the service worker, without its precache manifest. */
  serviceWorker: string;
  /** Script of inline editing; only `serve --edit` hands it out. */
  edit: string;
  /** Script that keeps an open page up to date; only `serve --watch` hands it out. */
  live: string;
}

const COMMON = {
  bundle: true,
  minify: true,
  write: false,
  platform: 'browser',
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'silent',
  outdir: 'assets',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.woff2': 'file', '.svg': 'file' },
  jsx: 'automatic',
} satisfies BuildOptions;

/**
 * Bundles the client.
 * @param source absolute path of the folder that holds `client/` and `templates/`
 * @throws esbuild's failure, with the places in the sources
 */
export async function bundleClient(source: string): Promise<ClientBundle> {
  const define = { 'process.env.NODE_ENV': '"production"' };
  const client = (name: string) => join(source, 'client', name);
  const styles = join(source, 'templates/styles/index.css');
  const [worker, serviceWorker, edit, live, css] = await Promise.all([
    bundle({
      entryPoints: { 'search-worker': client('islands/search-worker.ts') },
      format: 'iife',
      define,
    }),
    bundle({ entryPoints: [client('service-worker.ts')], format: 'iife', define }),
    bundle({ entryPoints: [client('inline-edit.ts')], format: 'iife', define }),
    bundle({ entryPoints: [client('live-reload.ts')], format: 'iife', define }),
    existsSync(styles) ? bundle({ entryPoints: { styles } }) : [],
  ]);
  // Before the main script and apart from it, so that it shares no chunk with them and stays one request.
  const islands = await bundle({
    entryPoints: Object.fromEntries(
      Object.entries(ON_DEMAND).map(([name, module]) => [name, client(module)]),
    ),
    format: 'esm',
    splitting: true,
    define: { ...define, SEARCH_WORKER: JSON.stringify(`./${basename(first(worker).path)}`) },
  });
  const main = await bundle({
    entryPoints: { main: client('main.ts') },
    format: 'esm',
    define,
    plugins: [referTo(islands)],
  });
  const files = [...main, ...islands, ...worker, ...css].map(({ path, contents }) => ({
    path: `assets/${basename(path)}`,
    contents,
  }));
  const pathOf = (pattern: RegExp) => files.find((file) => pattern.test(file.path))?.path ?? null;
  const entries = {
    main: pathOf(/\/main-\w+\.js$/) ?? '',
    stylesheet: pathOf(/\/styles-\w+\.css$/),
    hash: hashOf(files),
    files: files.map((file) => file.path).sort(),
  };
  return {
    entries,
    files,
    serviceWorker: first(serviceWorker).text,
    edit: first(edit).text,
    live: first(live).text,
  };
}

/** Writes a bundle where the compiled command line finds it. @param folder `lib/client` */
export function writeClientBundle(
  folder: string,
  { entries, files, serviceWorker, edit, live }: ClientBundle,
): void {
  for (const { path, contents } of files) write(join(folder, path), contents);
  write(join(folder, 'service-worker.js'), serviceWorker);
  write(join(folder, 'edit.js'), edit);
  write(join(folder, 'live.js'), live);
  write(join(folder, 'assets.json'), JSON.stringify(entries, null, 2));
}

/** Chunks that the main script imports when a reader reaches for them, and their modules below `client/`. */
const ON_DEMAND: Readonly<Record<string, string>> = {
  menu: 'islands/hydrate-menu.tsx',
  search: 'islands/hydrate-search.tsx',
  copy: 'copy.ts',
};

/** Leaves the imports of these modules to the browser, under the names of their chunks. */
function referTo(chunks: readonly OutputFile[]): Plugin {
  return {
    name: 'on-demand',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, kind }) => {
        if (kind !== 'dynamic-import') return undefined;
        const name = Object.keys(ON_DEMAND).find((key) => basename(ON_DEMAND[key] ?? '') === basename(path));
        const chunk = chunks.find((file) => basename(file.path).startsWith(`${name}-`));
        if (chunk) return { path: `./${basename(chunk.path)}`, external: true };
        return {
          errors: [
            {
              text: `${path} would be a part of the main script: add it to ON_DEMAND in build/prepare/bundle-client.ts`,
            },
          ],
        };
      });
    },
  };
}

function write(path: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents);
}

async function bundle(options: BuildOptions): Promise<OutputFile[]> {
  const { build } = await import('esbuild');
  const result = await build({ ...COMMON, ...options });
  // Browsers skip invalid CSS and much of the text after it; esbuild only warns about it.
  if (result.warnings.length > 0) throw new Error(result.warnings.map(describeMessage).join('\n'));
  return result.outputFiles ?? [];
}

/** In the format of esbuild's own failures. */
function describeMessage({ text, location }: Message): string {
  return `${location?.file}:${location?.line}:${location?.column}: ERROR: ${text}`;
}

function first(files: readonly OutputFile[]): OutputFile {
  const file = files[0];
  if (!file) throw new Error('esbuild made no file');
  return file;
}

function hashOf(files: readonly ClientFile[]): string {
  const hash = createHash('sha256');
  // Names hold the hash of what they name.
  for (const { path } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) hash.update(`${path}\n`);
  return hash.digest('base64url').slice(0, 16);
}
