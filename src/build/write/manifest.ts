/** Declares the record of every file that a build wrote. */

import type { ArticleDate } from '../../content/article/dates.ts';
import type { Included, Presence, TimeChange } from '../../content/article/presence.ts';
import type { OutputKind } from '../../foundation/response-headers.ts';
import type { OfferOnPages } from '../../site/offers.ts';

/** One file below the output folder. */
export interface ManifestEntry {
  /** Output path with "/", relative to the output folder. */
  path: string;
  kind: OutputKind;
  /** SHA-256 of the bytes, base64url. */
  hash: string;
  /** Bytes. */
  size: number;
}

/** Times in milliseconds since the epoch. */
export interface Stat {
  size: number;
  mtime: number;
  ctime: number;
}

/** A written file, with the values that prove that it is still current. */
export interface CachedOutput extends ManifestEntry, Stat {
  /** Hash of everything that the file is made of. The files of one page share it. */
  key: string;
}

export interface EarlyArticle {
  file: string;
  date: ArticleDate;
  isDraft: boolean;
  /** At the time of the build. */
  presence: Presence;
}

/** How the site of a build changes with time. */
export interface Times {
  /** All changes after the build (content/article/presence.ts). */
  changes: TimedChange[];
  /** Addresses that readers have lost because articles have expired. */
  ended: string[];
}

export interface TimedChange extends Pick<TimeChange<never>, 'time' | 'what'> {
  /** The file of the article; null where the whole site changes. */
  file: string | null;
}

/** The record of one build of one output folder. */
export interface Manifest {
  version: 1;
  /** Name of the site, as a guard against deploying another site's output. */
  site: string;
  basePath: string;
  layout: 'file' | 'directory';
  /** The shard of this build. A whole site is shard 1 of 1. */
  shard: { index: number; total: number };
  include: Included;
  /** Time of the build in milliseconds since the epoch. */
  time: number;
  times: Times;
  /** The offers that readers see, with the pages of all shards that show them. */
  offers: OfferOnPages[];
  /** The articles that may be in the build by its options only: drafts, and those that their dates keep from readers. */
  early: EarlyArticle[];
  outputs: ManifestEntry[];
}
