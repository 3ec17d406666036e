/**
 * Publishes the site, one run for all windows: check, build, the difference, a question, deploy, a look at the live site. It goes on
 * when a window closes.
 */
import * as z from 'zod';
import { findPublicUrl, loadConfig, RefusedRequest } from './core.ts';
import { type CommandEnd, type Environment, environment, type Runner } from './run-command.ts';
import type { Sharing } from './share.ts';

const STEPS = ['check', 'build', 'diff', 'deploy', 'verify', 'rollback'] as const;
type Step = (typeof STEPS)[number];

export const publishSchema = z.strictObject({
  /** `publish` does all steps, `confirm` answers its question with yes, `cancel` with no. Others do one step. */
  action: z.enum(['publish', 'confirm', 'cancel', ...STEPS]),
  environment,
});

interface PublishRun {
  environment: Environment;
  /** True for all steps, false for one. */
  isWhole: boolean;
  /** `share`: the look at what others have shared. */
  step: Step | 'share';
  /**
   * `asks`: the difference is shown, and nothing is published yet. `unchanged`: readers get what they had. `unverified`: it is
   * published, and the live site does not answer as it should.
   */
  state: 'running' | 'asks' | 'done' | 'unchanged' | 'unverified' | 'failed' | 'cancelled';
  lines: string[];
  /** Address of the site after a deploy; else null. */
  url: string | null;
  /** What the last command printed with --json. */
  result: unknown;
}

export interface Publishing {
  run: PublishRun | null;
}

interface Publisher {
  /** @throws RefusedRequest while another run is under way */
  start(request: z.output<typeof publishSchema>): void;
  status(): Publishing;
}

const MISSING =
  'Others have shared texts that are not here, and this release would take them back from readers. Share first. “Deploy” publishes what is here.';
const NOT_SHARED =
  'Some texts here are not shared: the release of somebody else would take them back. Share them too.';

const deployed = z.looseObject({
  url: z.string(),
  uploaded: z.number(),
  headers: z.number(),
  deleted: z.number(),
});

interface PublisherParts {
  execute: Runner['execute'];
  /** What others have shared, after a look there; null without a repository. */
  askOthers: () => Promise<Sharing | null>;
  /** Called after each deploy and rollback. */
  onDeployed: () => Promise<void>;
}

/** A release is all that is here. @returns whether it takes nothing back that others have published */
async function keepsAll(run: PublishRun, askOthers: PublisherParts['askOthers']): Promise<boolean> {
  run.step = 'share';
  const sharing = await askOthers().catch((error: unknown) => {
    // The difference shows what leaves.
    run.lines.push(error instanceof Error ? error.message : String(error));
    return null;
  });
  if (!sharing?.remote) return true;
  const { changed, ahead, behind } = sharing;
  if (behind > 0) {
    run.lines.push(MISSING);
    run.state = 'failed';
    return false;
  }
  if (changed.length + ahead > 0 && !run.lines.includes(NOT_SHARED)) run.lines.push(NOT_SHARED);
  return true;
}

export function createPublisher(root: string, { execute, askOthers, onDeployed }: PublisherParts): Publisher {
  let run: PublishRun | null = null;

  /** @returns whether the next step may follow */
  const take = async (now: PublishRun, step: Step): Promise<boolean> => {
    now.step = step;
    const request =
      step === 'check' || step === 'build'
        ? ({ command: step } as const)
        : ({ command: step, environment: now.environment } as const);
    const end = await execute(request, (line) => now.lines.push(line)).catch((error: unknown): CommandEnd => {
      now.lines.push(String(error));
      return { code: 2, result: null };
    });
    now.result = end.result;
    const { data } = deployed.safeParse(step === 'deploy' ? end.result : null);
    now.url = data?.url ?? now.url;
    if (step === 'deploy' || step === 'rollback')
      await onDeployed().catch((error: unknown) => now.lines.push(String(error)));
    const isSame = data && data.uploaded + data.headers + data.deleted === 0;
    now.state = end.code !== 0 ? 'failed' : isSame ? 'unchanged' : 'done';
    return end.code === 0;
  };
  /** The steps up to the question. */
  const prepare = async (now: PublishRun) => {
    if (!(await keepsAll(now, askOthers))) return;
    // Only production refuses what `check` finds.
    const steps: readonly Step[] =
      now.environment === 'production' ? ['check', 'build', 'diff'] : ['build', 'diff'];
    for (const step of steps) {
      if (!(await take(now, step))) return;
      now.state = 'running';
    }
    now.state = 'asks';
  };

  /** The steps after the answer "yes". */
  const deployAll = async (now: PublishRun) => {
    if (!(await keepsAll(now, askOthers))) return;
    if (!(await take(now, 'deploy')) || now.state === 'unchanged') return;
    const choice = { env: now.environment, target: undefined, preview: undefined };
    if (!findPublicUrl(await loadConfig(root), choice)) return;
    now.state = 'running';
    if (!(await take(now, 'verify'))) now.state = 'unverified';
  };

  return {
    start({ action, environment: target }) {
      const asked = run?.state === 'asks' && run.environment === target ? run : null;
      if (action === 'confirm' || action === 'cancel') {
        if (!asked) throw new RefusedRequest(409, 'There is nothing to confirm. Publish again.');
        asked.state = action === 'cancel' ? 'cancelled' : 'running';
        if (action === 'confirm') void deployAll(asked);
        return;
      }
      if (run?.state === 'running') throw new RefusedRequest(409, 'Another run is under way.');
      const isWhole = action === 'publish';
      const step = action === 'publish' ? 'build' : action;
      run = { environment: target, isWhole, step, state: 'running', lines: [], url: null, result: null };
      void (isWhole ? prepare(run) : take(run, step));
    },
    status: () => ({ run }),
  };
}
