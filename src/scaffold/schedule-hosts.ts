/** The hosts that `articles next --schedule` knows. */
export const SCHEDULE_HOSTS = ['github', 'gitlab', 'systemd', 'cron', 'cloud-scheduler', 'hook'] as const;
export type ScheduleHost = (typeof SCHEDULE_HOSTS)[number];

/** How often a schedule asks whether something is due. */
export const RHYTHMS = ['hourly', 'daily'] as const;
export type Rhythm = (typeof RHYTHMS)[number];

/** Files that `next --schedule` writes, relative to the root. */
export const GITHUB_SCHEDULE = '.github/workflows/scheduled.yml';
export const SYSTEMD_FOLDER = 'systemd';
