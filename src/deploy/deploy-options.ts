/** The options that all deploys share. */
import type { Manifest } from '../build/write/manifest.ts';
import type { Reporter } from '../foundation/report.ts';
import type { AfterDeploy } from './after/run-actions.ts';
import type { DesiredObject } from './plan/change-set.ts';
import type { GuardOptions } from './plan/guards.ts';
import type { LeasedClient, TargetClient } from './targets/target-client.ts';

export interface DeployOptions {
  target: TargetClient;
  /** Identifies the site and the prefix, in the metadata of each object. */
  scope: string;
  /** Folder of the build. */
  folder: string;
  concurrency: number;
  keepReleases: number;
  keepDays: number;
  /** Years for which the record of what was shown is kept. */
  keepOffers: number;
  guards: GuardOptions;
  dryRun: boolean;
  /** Hide the pages from search engines. */
  noindex: boolean;
  /** Take the lock from a live deploy. */
  forceUnlock: boolean;
  /** Seconds after its last renewal until a lock expires. */
  lockSeconds: number;
  /** Asked before the first write; false stops the deploy. A grave question is asked for every target. */
  confirm(question: string, isGrave?: boolean): Promise<boolean>;
  reporter: Reporter;
  /** Milliseconds. */
  now(): number;
  /** Waits until the time has passed or `signal` is aborted. */
  sleep(milliseconds: number): Promise<void>;
  /** Stops the deploy before its next write. */
  signal?: AbortSignal;
  /** Called with what readers find at the target, also before a refusal. */
  onPublished?: ((files: readonly PublishedFile[]) => void) | undefined;
  after?: AfterDeploy;
}

/** The options of a deploy that has the lock. */
export type LeasedOptions = Omit<DeployOptions, 'target'> & { target: LeasedClient };

export interface BuildDeploy extends DeployOptions {
  manifest: Manifest;
  /** Name that the parts of one sharded release share; null for a whole build. */
  label: string | null;
}

export type PublishedFile = Pick<DesiredObject, 'name' | 'kind'>;
