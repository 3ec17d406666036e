/** Reads when the newest release of a target was built, for schedules and alarms, and which pages it has. */
import { addressOfFile } from '../build/state/published.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { type Problem, UserError } from '../foundation/errors.ts';
import { withoutMark } from './plan/hidden-site.ts';
import { loadRecord, RELEASES_PREFIX, type Release, readReleases } from './releases/release-records.ts';
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
    built: newest ? builtOf(newest) : null,
    overdue: findOverdue(newest?.times ?? null, now),
  };
}

const builtOf = ({ times, created }: Release) => times?.built ?? Date.parse(created);

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

/** The pages that readers have at a target. */
export interface LivePages {
  /** Names the release and its record; null before the first release. */
  release: string | null;
  /** When it was built, in milliseconds since the epoch; 0 before the first release. */
  built: number;
  /** Hashes of the built files by address, such as "/articles/a". */
  pages: ReadonlyMap<string, string>;
}

/**
 * Reads the record of the newest release, unless it is the known one.
 * @throws UserError where the target cannot be reached, or the record is damaged
 */
export async function readLivePages(
  config: SiteConfig,
  env: TargetChoice['env'],
  known: LivePages | null,
): Promise<LivePages> {
  const { target } = await connectTarget(config, { env, target: undefined, preview: undefined });
  const [newest] = readReleases(await target.list(RELEASES_PREFIX));
  if (!newest) return { release: null, built: 0, pages: new Map() };
  const release = `${newest.id} ${newest.stored.generation}`;
  if (known?.release === release) return known;
  const pages = new Map<string, string>();
  for (const { name, kind, hash } of await loadRecord(target, newest))
    if (kind === 'article' || kind === 'page') pages.set(addressOfFile(name), withoutMark(hash));
  return { release, built: builtOf(newest), pages };
}
