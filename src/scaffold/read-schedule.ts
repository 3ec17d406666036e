/** Says how often the schedule of a site ticks, by the files that `next --schedule` and `init` write. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../foundation/attempt.ts';
import { readSiteFile } from '../foundation/site-files.ts';
import { GITHUB_SCHEDULE, type Rhythm, SYSTEMD_FOLDER } from './schedule-hosts.ts';

export interface FoundSchedule {
  rhythm: Rhythm;
  /** False while the variable of the repository that turns it on may not be set. */
  isOn: boolean;
}

/** @returns null where no file tells: other hosts keep their schedules elsewhere */
export function readSchedule(root: string): FoundSchedule | null {
  const read = (file: string) => attempt(() => readSiteFile(root, file).toString()) ?? '';
  const workflow = read(GITHUB_SCHEDULE);
  const [, hour] = /^\s*- cron: "\d+ (\S+) /m.exec(workflow) ?? [];
  if (hour !== undefined)
    return { rhythm: rhythmOf(hour), isOn: !/^\s*if:.*vars\.SCHEDULED/m.test(workflow) };
  const units = attempt(() => readdirSync(join(root, SYSTEMD_FOLDER))) ?? [];
  for (const unit of units.filter((name) => /^articles-.*\.timer$/.test(name))) {
    const [, at] = /^OnCalendar=\*-\*-\* (\S+?):/m.exec(read(`${SYSTEMD_FOLDER}/${unit}`)) ?? [];
    if (at !== undefined) return { rhythm: rhythmOf(at), isOn: true };
  }
  return null;
}

const rhythmOf = (hour: string): Rhythm => (hour === '*' ? 'hourly' : 'daily');
