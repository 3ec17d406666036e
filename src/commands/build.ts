/** `articles build`. */
import { Option } from 'commander';
import type { SharedSite } from '../build/build-result.ts';
import { onInterrupt } from '../foundation/interrupt.ts';
import {
  custom,
  defineCommand,
  flag,
  OUT,
  parsed,
  resolveOut,
  STRICT,
  text,
  wholeNumber,
} from './command.ts';

export const buildCommand = defineCommand({
  name: 'build',
  summary: 'Build content/ into a static site.',
  options: {
    out: OUT,
    drafts: flag('--drafts', 'include drafts'),
    future: flag('--future', 'include articles with a date in the future'),
    clean: flag('--clean', 'build everything again, not only the changes'),
    jobs: parsed(
      '--jobs <n>',
      'number of threads (default: chosen by the machine and the amount of work)',
      wholeNumber(1, 64),
    ),
    shard: text(
      '--shard <i/n>',
      'build one part of n, such as 2/8; "auto" reads it from the engine that runs this job',
    ),
    basePath: text('--base-path <path>', 'path under which the site is published, such as /blog'),
    inputs: flag('--inputs', 'list the files and settings that the build reads, and build nothing'),
    ...STRICT,
    verbose: flag('--verbose', 'show how long each step took'),
    wait: custom(new Option('--no-wait', 'stop if another build writes into the folder'), true),
  },
  note: 'With CI=true the build is strict by default.',
  examples: [
    'articles build',
    'articles build --clean --base-path /blog',
    'articles build --shard 2/8 --out part-2',
  ],
  async run(
    { root, reporter },
    { out, shard, jobs = null, basePath = null, noStrict: _, verbose, inputs, ...mode },
  ) {
    const { build } = await import('../build/run-build.ts');
    const { describeResult } = await import('../build/build-result.ts');
    const { createShard, parseShard } = await import('../build/plan/shard.ts');
    const folder = resolveOut(root, out);
    const part = shard === undefined ? createShard(1, 1) : parseShard(shard, process.env);
    if (inputs) {
      const { listInputs } = await import('../build/list-inputs.ts');
      const found = await listInputs({ root, basePath, shard: part, ...mode });
      reporter.output(found.files.join('\n'));
      return reporter.result(found, '');
    }
    // Warnings of a build in continuous integration are easily overlooked.
    const strict = mode.strict ?? process.env.CI === 'true';
    const controller = new AbortController();
    const ignore = onInterrupt((name) => {
      // Files are replaced one by one, or the whole folder at the end; the state comes last.
      reporter.info(
        `stopped: each file of ${folder} is whole, old or new; the next build completes the rest`,
      );
      controller.abort(name);
    });
    const { signal } = controller;
    const share = async (site: SharedSite) =>
      site.config.cache === undefined ? null : (await import('../cache/shared-cache.ts')).shareBuilds(site);
    const options = {
      root,
      out: folder,
      jobs,
      basePath,
      shard: part,
      ...mode,
      strict,
      reporter,
      signal,
      share,
    };
    const result = await build(options).finally(() => {
      ignore();
      // Its lock and its unfinished folder are removed: now the process ends as the signal asks.
      if (signal.aborted) process.kill(process.pid, signal.reason);
    });
    reporter.warnings(result.warnings);
    reporter.result(result, describeResult(result, folder, verbose));
  },
});
