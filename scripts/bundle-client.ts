/** Bundles and minifies client code and styles, and names the files by a hash of their content. */
import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import type { BuildOptions, Message, OutputFile, Plugin } from 'esbuild';
import type { ClientEntries } from '../src/build/outputs/client-assets.ts';
import { ENGINES } from '../src/theme/engines.ts';

export interface ClientBundle {
  entries: ClientEntries;
  /**
   * Paths are below `lib/client`. Sites ship those in `assets/`; the others are `assets.json`, the service worker
   * without its precache manifest, the styles of integrations, and what only `serve` hands out: inline editing and live
   * reload.
   */
  files: { path: string; contents: Uint8Array | string }[];
  /** Modules in the files, below the current folder. */
  inputs: ReadonlySet<string>;
}

const COMMON = {
  bundle: true,
  minify: true,
  write: false,
  platform: 'browser',
  target: [...ENGINES],
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
  const inputs = new Set<string>();
  const bundle = (options: BuildOptions) => bundleFiles(options, inputs);
  const client = (name: string) => join(source, 'client', name);
  const style = (name: string) => join(source, 'templates/styles', name);
  const [worker, unhashed, styles] = await Promise.all([
    bundle({
      entryPoints: {
        'search-worker': client('islands/search-worker.ts'),
        'text-worker': client('islands/text-worker.ts'),
      },
      format: 'iife',
      define,
    }),
    bundle({
      entryPoints: {
        'service-worker': client('service-worker.ts'),
        edit: client('inline-edit.ts'),
        live: client('live-reload.ts'),
        integrations: style('integrations.css'),
      },
      entryNames: '[name]',
      format: 'iife',
      define,
    }),
    bundle({ entryPoints: { styles: style('index.css') } }),
  ]);
  // Bundled by itself, so that it shares no chunk with the main script and stays one request.
  const islands = await bundle({
    entryPoints: Object.fromEntries(
      Object.entries(ON_DEMAND).map(([name, module]) => [name, client(module)]),
    ),
    format: 'esm',
    splitting: true,
    define: {
      ...define,
      SEARCH_WORKER: JSON.stringify(`./${nameOf(worker, /^search-worker-/)}`),
      TEXT_WORKER: JSON.stringify(`./${nameOf(worker, /^text-worker-/)}`),
    },
  });
  const main = await bundle({
    entryPoints: { main: client('main.ts') },
    format: 'esm',
    define,
    plugins: [referTo(islands)],
  });
  const shipped = [...main, ...islands, ...worker, ...styles].map(({ path, contents }) => ({
    path: `assets/${basename(path)}`,
    contents,
  }));
  const paths = shipped.map(({ path }) => path).sort();
  const entries: ClientEntries = {
    main: `assets/${nameOf(main, /^main-/)}`,
    stylesheet: `assets/${nameOf(styles, /\.css$/)}`,
    // A name contains the hash of the content.
    hash: createHash('sha256')
      .update(`${paths.join('\n')}\n`)
      .digest('base64url')
      .slice(0, 16),
    files: paths,
  };
  const others = unhashed.map(({ path, contents }) => ({ path: basename(path), contents }));
  const index = { path: 'assets.json', contents: JSON.stringify(entries, null, 2) };
  return { entries, files: [...shipped, ...others, index], inputs };
}

/** Chunks that the main script imports when a reader first uses them, and their modules below `client/`. */
const ON_DEMAND: Readonly<Record<string, string>> = {
  menu: 'islands/hydrate-menu.tsx',
  search: 'islands/hydrate-search.tsx',
  integrations: 'load-integrations.ts',
  text: 'text-controls.ts',
};

/** Makes the imports of these modules external, so that the browser loads their chunks by name. */
function referTo(chunks: readonly OutputFile[]): Plugin {
  return {
    name: 'on-demand',
    setup({ onResolve }) {
      onResolve({ filter: /^\./ }, ({ path, kind }) => {
        if (kind !== 'dynamic-import') return undefined;
        const name = Object.keys(ON_DEMAND).find((key) => basename(ON_DEMAND[key] ?? '') === basename(path));
        if (name) return { path: `./${nameOf(chunks, new RegExp(`^${name}-`))}`, external: true };
        const text = `${path} would be a part of the main script: add it to ON_DEMAND in scripts/bundle-client.ts`;
        return { errors: [{ text }] };
      });
    },
  };
}

async function bundleFiles(options: BuildOptions, inputs: Set<string>): Promise<OutputFile[]> {
  const { build } = await import('esbuild');
  const result = await build({ ...COMMON, ...options, metafile: true });
  // Browsers skip invalid CSS and much of the text after it; esbuild only warns about it.
  if (result.warnings.length > 0) throw new Error(result.warnings.map(describeMessage).join('\n'));
  for (const input of Object.keys(result.metafile.inputs)) inputs.add(input);
  return result.outputFiles ?? [];
}

/** Formats the messages as esbuild formats its own errors. */
function describeMessage({ text, location }: Message): string {
  return `${location?.file}:${location?.line}:${location?.column}: ERROR: ${text}`;
}

/** Finds the only file whose name matches. */
function nameOf(files: readonly OutputFile[], pattern: RegExp): string {
  const name = files.map(({ path }) => basename(path)).find((name) => pattern.test(name));
  if (name === undefined) throw new Error(`esbuild made no file with a name like ${pattern}`);
  return name;
}
