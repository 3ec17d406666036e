/** Lists what a build reads, for programs that keep its result (`articles build --inputs`). */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_FILE } from '../config/config-file.ts';
import type { SiteConfig } from '../config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { APPROVED_FOLDER } from '../content/article/approved-texts.ts';
import { startOfDay } from '../content/article/dates.ts';
import { type Included, listTimeChanges } from '../content/article/presence.ts';
import { scanSources } from '../content/article/scan-sources.ts';
import { listBesidePages } from '../content/data/content-files.ts';
import { layersOf } from '../foundation/layers.ts';
import { listFiles } from '../foundation/walk-directory.ts';
import type { BuildInputs } from '../results/site-results.ts';
import { type BuildClock, createClock } from './build-clock.ts';
import type { BuildOptions } from './build-result.ts';
import { readDates } from './read-dates.ts';
import { listInputFiles, listInputFolders, readRunningCode } from './state/input-key.ts';

type InputOptions = Pick<BuildOptions, 'root' | 'basePath' | 'shard' | 'drafts' | 'future' | 'now'>;

/** Every part of a build reads the same files: listings and neighbours of its pages depend on all articles. */
export async function listInputs(options: InputOptions): Promise<BuildInputs> {
  const { root, shard, drafts, future } = options;
  const config = await loadConfig(root, options.basePath);
  const sources = scanSources(root, config.locales);
  const settings = [CONFIG_FILE, ...layersOf(root).map(({ folder }) => `${folder}/${CONFIG_FILE}`)];
  const files = new Set([...settings, ...listInputFiles(config), ...sources.others]);
  for (const { file } of sources) files.add(file);
  for (const locale of config.locales) for (const file of listBesidePages(root, locale)) files.add(file);
  for (const folder of [...listInputFolders(root), APPROVED_FOLDER])
    for (const name of existsSync(join(root, folder)) ? await listFiles(join(root, folder)) : [])
      files.add(`${folder}/${name}`);
  return {
    kind: 'build-inputs',
    files: [...files].filter((file) => existsSync(join(root, file))).sort(),
    settings: {
      program: readRunningCode(),
      dates: await findLastChange(config, { drafts, future }, createClock(options.now)),
      shard: `${shard.index}/${shard.total}`,
      basePath: config.basePath,
      drafts,
      future,
    },
  };
}

/** A date changes the site within a day too, and most days change nothing. @returns an instant in UTC */
async function findLastChange(
  config: SiteConfig,
  include: Included,
  { now, today }: BuildClock,
): Promise<string> {
  const { timeZone } = config;
  const year = startOfDay(`${today(timeZone).slice(0, 4)}-01-01`, timeZone);
  const { articles } = await readDates(config);
  const changes = listTimeChanges(articles, { include, timeZone, since: year });
  const last = changes.findLast(({ time }) => time <= now);
  return new Date(last?.time ?? year).toISOString();
}
