// Runs a coverage-guided fuzzer (Jazzer.js) over the readers of content: `npm run test:fuzz [-- TARGET [SECONDS]]`.
// Targets: markdown, frontMatter, jsonDocument, paidLinks; all of them by default, 60 seconds each. Inputs that break a
// law are in reports/fuzz; shrink one, add it to test/fuzz/seeds/TARGET, and write a test. npm installs Jazzer.js first:
// it is not a development dependency, because few runs need its 56 packages.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = resolve(import.meta.dirname, '..');
const seeds = join(root, 'test/fuzz/seeds');
const reports = join(root, 'reports/fuzz');
const [target, seconds = '60'] = process.argv.slice(2);
const targets = readdirSync(seeds).filter((name) => target === undefined || name === target);
if (targets.length === 0) fail(`there is no target "${target}": use one of ${readdirSync(seeds).join(', ')}`);

const require = createRequire(import.meta.url);
try {
  require('@jazzer.js/core');
} catch (error) {
  fail(
    `Jazzer.js does not run here; on Linux it needs glibc 2.38 (Debian 13, Ubuntu 24.04): ${error.message}`,
  );
}

const jazzer = join(require.resolve('@jazzer.js/core'), '../cli.js');
// One file, so that all packages in it are measured too.
const bundle = join(reports, 'targets.cjs');
// Jazzer.js gives bytes, and the readers take text.
const entry = targets
  .map(
    (name) => `import { ${name} as read_${name} } from './fuzz-targets.ts';
export const ${name} = (bytes) => read_${name}(bytes.toString());`,
  )
  .join('\n');
await build({
  stdin: { contents: entry, resolveDir: join(root, 'test/fuzz') },
  outfile: bundle,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.19',
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  define: { 'import.meta.url': 'bundleUrl' },
  banner: { js: `const bundleUrl = ${JSON.stringify(pathToFileURL(bundle).href)};` },
  logLevel: 'warning',
});

for (const name of targets) {
  const corpus = join(reports, name);
  mkdirSync(corpus, { recursive: true });
  const options = [`-max_total_time=${seconds}`, '-max_len=4096', `-artifact_prefix=${reports}/${name}-`];
  process.stdout.write(`${name}: ${seconds} s\n`);
  const { status } = spawnSync(
    process.execPath,
    // The readers open no process and leave no folder; their laws look for changed prototypes.
    [
      jazzer,
      bundle,
      corpus,
      join(seeds, name),
      '-f',
      name,
      '-i',
      'targets.cjs',
      '-i',
      'yaml/',
      '-i',
      'gray-matter/',
      '-e',
      'never',
      '--timeout',
      // Milliseconds; the first input loads and instruments the packages.
      '30000',
      '--disableBugDetectors',
      '.*',
      '--',
      ...options,
    ],
    { stdio: 'inherit' },
  );
  if (status !== 0) fail(`${name} broke a law; its input is in ${reports}`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
