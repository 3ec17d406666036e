/** Defines what the articles of a run share. */
import type { SiteConfig } from '../../config/config-schema.ts';
import type { Clock } from '../../foundation/clock.ts';
import type { Reporter } from '../../foundation/report.ts';
import type { Caller } from '../calls/caller.ts';
import type { Provider } from '../calls/provider.ts';
import type { Stop } from '../calls/stop.ts';
import type { Price } from '../journal/money.ts';
import type { LocaleContext } from '../write/locale-context.ts';
import type { SlugReservations } from '../write/slug-reservations.ts';
import type { OpenRun } from './open-run.ts';

export interface RunContext {
  config: SiteConfig;
  run: OpenRun;
  contexts: ReadonlyMap<string, LocaleContext>;
  provider: Provider;
  price: Price | null;
  /** USD, or null for no limit. */
  budget: number | null;
  retryUnknown: boolean;
  stop: Stop;
  reporter: Reporter;
  clock: Clock;
  random: () => number;
}

/** A run whose articles are being written. */
export interface WritingContext extends RunContext {
  call: Caller;
  reservations: SlugReservations;
}

/** An article that needs another run of the same command, and why. */
export interface UnfinishedArticle {
  article: string;
  topic: string;
  reason: string;
}
