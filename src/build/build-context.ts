/** Reads what the comparison with the previous build needs: configuration, sources, input key and state. */

import { resolve } from 'node:path';
import { loadConfig } from '../config/load-config.ts';
import { calendarDay } from '../content/article/dates.ts';
import { scanSources } from '../content/article/scan-sources.ts';
import { findUnread } from '../content/data/unread-files.ts';
import { UserError } from '../foundation/errors.ts';
import { formatCount } from '../foundation/report.ts';
import type { Clock } from './build-clock.ts';
import type { BuildOptions } from './build-result.ts';
import { openMemory, stateFile } from './state/build-state.ts';
import { readCodeKey, readInputs } from './state/input-key.ts';
import { startOutputCheck } from './state/output-check.ts';
import { openState } from './state/state-file.ts';

/** Tolerance in milliseconds. The clocks of two machines differ by less. */
const DAY = 86_400_000;

export type BuildContext = Awaited<ReturnType<typeof createContext>>;

export async function createContext(options: BuildOptions, clock: Clock) {
  const { root, reporter, shard, clean, memory } = options;
  const config = await loadConfig(root, options.basePath);
  const code = readCodeKey(root);
  const file = stateFile(root, options.out);
  const shared = clean
    ? null
    : ((await options.share?.({ options, config, code, file, now: clock.now })) ?? null);
  await shared?.restore();
  const newest = memory ? openMemory(memory.state) : openState(file);
  const today = clock.today(config.timeZone);
  if (newest && clock.now < newest.head.due.from - DAY)
    throw wrongClock(today, calendarDay(newest.head.due.from, config.timeZone));
  const stored = clean ? null : newest;
  const outputCheck = stored && startOutputCheck(stored, resolve(options.out), memory ? null : file);
  const include = { drafts: options.drafts, future: options.future };

  const scanned = Date.now();
  const scan = reporter.phase('scan');
  const sources = scanSources(root, config.locales);
  const unread = findUnread(root, config.locales, sources.others);
  const inputs = readInputs({ config, code, include, shard, today, scanned, unread });
  scan.end(formatCount(sources.length, 'article'));
  clock.mark('scan');
  return {
    options,
    clock,
    config,
    code,
    file,
    stored,
    outputCheck,
    today,
    include,
    scanned,
    inputs,
    sources,
    unread,
    shared,
  };
}

/** Such a clock would unpublish every article with a later date. */
function wrongClock(today: string, newest: string): UserError {
  return new UserError({
    code: 'wrong-clock',
    message: `the clock of this machine says ${today}, but the newest build of this site is of ${newest}`,
    hint: 'correct the clock; if the clock of that build was wrong, remove the folder .articles/cache',
  });
}
