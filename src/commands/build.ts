/** `articles build`. */
import { Option } from 'commander';
import type { SharedSite } from '../build/build-result.ts';
import { UserError } from '../foundation/errors.ts';
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
    date: text(
      '--date <date>',
      'the site of another day, as it begins, or of an instant; not for production',
    ),
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
    verbose: flag('--verbose', 'show how long each step took, and why all pages were compared'),
    wait: custom(new Option('--no-wait', 'stop if another build writes into the folder'), true),
  },
  note: 'With CI=true the build is strict by default.',
  examples: [
    'articles build',
    'articles build --clean --base-path /blog',
    'articles build --shard 2/8 --out part-2',
    'articles build --date 2027-01-31 --out then',
  ],
  async run(
    { root, reporter },
    { out, shard, jobs = null, basePath = null, noStrict: _, verbose, inputs, date: written, ...mode },
  ) {
    const { build } = await import('../build/run-build.ts');
    const { describeResult } = await import('../build/build-result.ts');
    const { createShard, parseShard } = await import('../build/plan/shard.ts');
    const folder = resolveOut(root, out);
    const part = shard === undefined ? createShard(1, 1) : parseShard(shard, process.env);
    const date = written === undefined ? undefined : await readInstant(root, written);
    if (inputs) {
      const { listInputs } = await import('../build/list-inputs.ts');
      const found = await listInputs({
        root,
        basePath,
        shard: part,
        ...mode,
        ...(date !== undefined && { now: date }),
      });
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
      date,
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

/** A day begins in the time zone of the site. */
async function readInstant(root: string, written: string): Promise<number> {
  const { loadConfig } = await import('../config/load-config.ts');
  const { dateIn, parseArticleDate } = await import('../content/article/dates.ts');
  const parsed = parseArticleDate(written);
  if (typeof parsed !== 'string') return dateIn(parsed, (await loadConfig(root)).timeZone).time;
  throw new UserError({
    code: 'invalid-option-value',
    message: `--date: ${parsed}`,
    hint: 'write a day such as 2027-01-31, or a time with its offset such as 2027-01-31T09:00:00+01:00',
  });
}
