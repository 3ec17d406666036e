/** Reads what a build has to know before it can tell what is dirty: configuration, sources, inputs, the previous build. */
import { resolve } from 'node:path';
import { loadConfig } from '../config/load-config.ts';
import { scanSources } from '../content/article/scan-sources.ts';
import { findUnread } from '../content/data/unread-files.ts';
import type { Clock } from './build-clock.ts';
import type { BuildOptions } from './build-result.ts';
import { openMemory, stateFile } from './state/build-state.ts';
import { readCodeKey, readInputs } from './state/input-key.ts';
import { startOutputCheck } from './state/output-check.ts';
import { openState } from './state/state-file.ts';

export type BuildContext = Awaited<ReturnType<typeof createContext>>;

export async function createContext(options: BuildOptions, clock: Clock) {
  const { root, reporter, shard, clean, memory } = options;
  const config = await loadConfig(root, options.basePath);
  const code = readCodeKey(root);
  const file = stateFile(root, options.out);
  const stored = clean ? null : memory ? openMemory(memory.state) : openState(file);
  const outputCheck = stored && startOutputCheck(stored, resolve(options.out), memory ? null : file);
  const today = clock.today(config.timeZone);
  const include = { drafts: options.drafts, future: options.future };

  const scanned = Date.now();
  const scan = reporter.phase('scan');
  const sources = scanSources(root, config.locales);
  const unread = findUnread(root, config.locales, sources.others);
  const inputs = readInputs({ config, code, include, shard, today, scanned, unread });
  scan.end(`${sources.length} articles`);
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
  };
}
