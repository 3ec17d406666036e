/** Builds a site again and again for a program that goes on running: the last build stays in memory. */
import { createSilentReporter } from '../foundation/report.ts';
import { createClock } from './build-clock.ts';
import type { Build } from './build-result.ts';
import type { Saved } from './rebuild.ts';
import { buildSaved, buildUnrecorded } from './run-build.ts';

export interface SessionSettings {
  root: string;
  out: string;
  drafts: boolean;
  future: boolean;
  /** True if each block of a text names its line, for editors. */
  namesLines?: boolean;
}

export interface BuildSession {
  /** The last build that succeeded. */
  readonly built: Build | null;
  /**
   * @param articles the files that have changed, where all of them are articles; else empty
   * @param onAhead gets the paths of pages that can be shown before the build ends
   * @param now milliseconds since the epoch, instead of the clock's
   */
  build(
    articles: readonly string[],
    onAhead?: (pages: readonly string[]) => void,
    now?: number,
  ): Promise<Build>;
  /** Writes the state for the next program, which otherwise builds more than it needs to. */
  record(): void;
}

const NOTHING: Saved = { records: [], build: null, isPart: true };

/** The caller holds the lock of the output folder. */
export function openSession(settings: SessionSettings, warn: (error: unknown) => void): BuildSession {
  let built: Build | null = null;
  /** True if the last build succeeded, so that the site in memory is the site of the sources. */
  let isCurrent = false;
  let isRecorded = true;

  const record = () => {
    if (isRecorded) return;
    isRecorded = true;
    try {
      built?.record?.();
    } catch (error) {
      warn(error);
    }
  };
  return {
    get built() {
      return built;
    },
    record,
    async build(articles, onAhead = () => undefined, now) {
      const wasCurrent = isCurrent;
      isCurrent = false;
      const memory = built?.memory ?? null;
      const request = { ...settings, reporter: createSilentReporter() };
      const saved =
        memory && articles.length > 0
          ? await buildSaved({ ...request, memory }, articles, onAhead, createClock(now))
          : NOTHING;
      if (wasCurrent && saved.build && !saved.isPart) built = saved.build;
      else {
        // The next build starts from this state if this one is killed while it writes.
        record();
        const ahead = saved.records;
        built = await buildUnrecorded({ ...request, memory, ahead }, createClock(now));
        const { parsed = 0, rendered = 0, written = 0 } = saved.build?.result ?? {};
        built.result.parsed += parsed;
        built.result.rendered += rendered;
        built.result.written += written;
      }
      isCurrent = true;
      isRecorded = false;
      return built;
    },
  };
}
