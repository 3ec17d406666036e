/** Owns `articles build`. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { createCommand, type Start, wholeNumber } from './command.ts';

interface BuildCommandOptions {
  out?: string;
  drafts?: boolean;
  future?: boolean;
  clean?: boolean;
  jobs?: number;
  shard?: string;
  basePath?: string;
  profile?: boolean;
}

export function buildCommand(start: Start): Command {
  return createCommand('build', 'Build content/ into a static site.')
    .option('--out <dir>', 'output folder (default: dist below the root)')
    .option('--drafts', 'include drafts')
    .option('--future', 'include articles whose date lies ahead')
    .option('--clean', 'build from nothing instead of what has changed')
    .option('--jobs <n>', 'threads; default: by the machine and the work', wholeNumber(1, 64))
    .option('--shard <i/n>', 'build one part of n, such as 2/8; "auto" reads it from Cloud Run or Kubernetes')
    .option('--base-path <path>', 'path below which the site is published, such as /blog')
    .option('--profile', 'write a CPU profile (build.cpuprofile) for the browser’s developer tools')
    .action((options: BuildCommandOptions, command: Command) =>
      start(command, async ({ root, reporter }) => {
        const { build } = await import('../build/run-build.ts');
        const { describeResult } = await import('../build/build-result.ts');
        const { createShard, parseShard } = await import('../build/plan/shard.ts');
        const out = options.out ? resolve(options.out) : resolve(root, 'dist');
        const run = () =>
          build({
            root,
            out,
            drafts: options.drafts ?? false,
            future: options.future ?? false,
            clean: options.clean ?? false,
            jobs: options.jobs ?? null,
            shard: options.shard ? parseShard(options.shard, process.env) : createShard(1, 1),
            basePath: options.basePath ?? null,
            reporter,
          });
        const result = options.profile ? await profile(run) : await run();
        for (const warning of result.warnings) reporter.warn(warning);
        reporter.result(result, describeResult(result, out));
      }),
    );
}

async function profile<T>(work: () => Promise<T>): Promise<T> {
  const { profileCall } = await import('../build/profile.ts');
  return profileCall(resolve('build.cpuprofile'), work);
}
