/** Reads when the newest release of a target was built, for schedules and alarms. */
import type { SiteConfig } from '../config/config-schema.ts';
import { type Problem, UserError } from '../foundation/errors.ts';
import { RELEASES_PREFIX, readReleases } from './releases/release-records.ts';
import { describeAlarm, findOverdue, type Overdue } from './releases/release-times.ts';
import { connectTarget, type TargetChoice } from './resolve-target.ts';

export interface LiveRelease {
  /** Address of the target. */
  target: string;
  /** Such as "r12"; null before the first release. */
  release: string | null;
  /** Milliseconds since the epoch; null before the first release. */
  built: number | null;
  /** null where the release has every change that it knows of. */
  overdue: Overdue | null;
}

export async function readLive(config: SiteConfig, choice: TargetChoice, now: number): Promise<LiveRelease> {
  const { target } = await connectTarget(config, choice);
  const [newest] = readReleases(await target.list(RELEASES_PREFIX));
  return {
    target: target.url,
    release: newest?.id ?? null,
    built: newest ? (newest.times?.built ?? Date.parse(newest.created)) : null,
    overdue: findOverdue(newest?.times ?? null, now),
  };
}

/** What `askLive` finds out. */
export interface LiveState {
  overdue: Overdue | null;
  /** The changes that nobody has published for too long, or why the target does not say. */
  alarm: Problem | null;
}

/**
 * Asks production, or the target that is given. A site without a configured target has nothing to ask, and a machine may
 * have no access to it, which is no error of the command.
 */
export async function askLive(
  config: SiteConfig,
  target: string | undefined,
  now: number,
): Promise<LiveState> {
  if (target === undefined && config.deploy.production === undefined) return { overdue: null, alarm: null };
  try {
    const { overdue } = await readLive(config, { env: 'production', target, preview: undefined }, now);
    return { overdue, alarm: describeAlarm(overdue) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const [problem] = error.problems;
    return {
      overdue: null,
      alarm: {
        code: problem?.code ?? 'unreachable',
        message: `the target does not say whether the schedule runs: ${problem?.message}`,
        hint: problem?.hint ?? 'check the target',
      },
    };
  }
}
