/** Publishes the site, one run for all windows: check, build, the difference, a question, deploy. It goes on when a window closes. */
import * as z from 'zod';
import { loadConfig, RefusedRequest } from './core.ts';
import { type CommandEnd, environment, type Runner } from './run-command.ts';

const STEPS = ['check', 'build', 'diff', 'deploy', 'verify', 'rollback'] as const;
type Step = (typeof STEPS)[number];
type Environment = z.output<typeof environment>;

export const publishSchema = z.strictObject({
  /** `publish` does all steps, `confirm` answers its question with yes, `cancel` with no. Others do one step. */
  action: z.enum(['publish', 'confirm', 'cancel', ...STEPS]),
  environment,
});

interface PublishRun {
  environment: Environment;
  /** True for all steps, false for one alone. */
  isWhole: boolean;
  step: Step;
  /** `asks`: the difference is shown, and nothing is published yet. `unchanged`: readers get what they had. */
  state: 'running' | 'asks' | 'done' | 'unchanged' | 'failed' | 'cancelled';
  lines: string[];
  /** Address of the site after a deploy; else null. */
  url: string | null;
  /** What the last command printed with --json. */
  result: unknown;
}

export interface Publishing {
  run: PublishRun | null;
  environments: { name: Environment; address: string }[];
}

interface Publisher {
  /** @throws RefusedRequest while another run is under way */
  start(request: z.output<typeof publishSchema>): void;
  status(): Promise<Publishing>;
}

const deployed = z.looseObject({
  url: z.string(),
  uploaded: z.number(),
  headers: z.number(),
  deleted: z.number(),
});

export function createPublisher(root: string, execute: Runner['execute']): Publisher {
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
    now.url = data?.url ?? null;
    const isSame = data && data.uploaded + data.headers + data.deleted === 0;
    now.state = end.code !== 0 ? 'failed' : isSame ? 'unchanged' : 'done';
    return end.code === 0;
  };
  const takeAll = async (now: PublishRun, steps: readonly Step[], last: PublishRun['state'] | null) => {
    for (const step of steps) {
      const goesOn = await take(now, step);
      if (!goesOn) return;
      if (step !== steps.at(-1)) now.state = 'running';
    }
    if (last) now.state = last;
  };

  return {
    start({ action, environment: target }) {
      const asked = run?.state === 'asks' && run.environment === target ? run : null;
      if (action === 'confirm' || action === 'cancel') {
        if (!asked) throw new RefusedRequest(409, 'There is nothing to confirm. Publish again.');
        asked.state = action === 'cancel' ? 'cancelled' : 'running';
        if (action === 'confirm') void takeAll(asked, ['deploy'], null);
        return;
      }
      if (run?.state === 'running') throw new RefusedRequest(409, 'Another run is under way.');
      const isWhole = action === 'publish';
      const step = action === 'publish' ? 'build' : action;
      run = { environment: target, isWhole, step, state: 'running', lines: [], url: null, result: null };
      if (!isWhole) void take(run, step);
      // Only production refuses what `check` finds.
      else
        void takeAll(run, target === 'production' ? ['check', 'build', 'diff'] : ['build', 'diff'], 'asks');
    },
    async status() {
      const { url, basePath, deploy } = await loadConfig(root);
      const addresses = { production: url + basePath, development: deploy.development ?? 'not set up' };
      return {
        run,
        environments: environment.options.map((name) => ({ name, address: addresses[name] })),
      };
    },
  };
}
