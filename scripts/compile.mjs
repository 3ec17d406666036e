// Compiles the command line into lib/ (npm's `prepare`). Small packages are bundled for a fast start, large ones stay
// external and are imported where they are used.

import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

const external = [
  '@google-cloud/storage',
  '@resvg/resvg-js',
  'chokidar',
  'eld',
  'eld/*',
  'esbuild',
  'google-auth-library',
  'highlight.js',
  'highlight.js/*',
  'openai',
  'openai/*',
  'parse5',
  'satori',
  'sharp',
  'transliteration',
  'workbox-build',
  'yaml',
];

await rm('lib', { recursive: true, force: true });
await build({
  entryPoints: { cli: 'src/cli.ts', worker: 'src/build/worker.ts' },
  outdir: 'lib',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  define: { 'process.env.NODE_ENV': '"production"', ARTICLES_VERSION: JSON.stringify(version) },
  // CommonJS packages inside the bundle ask for `require`.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
  },
  chunkNames: 'chunks/[name]-[hash]',
  minifySyntax: true,
  minifyWhitespace: true,
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  external,
});
