/** Writes or prints what makes a host publish in time: a tick that asks whether a build is due, and makes one if so. */
import { hash as digest } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SiteConfig } from '../config/config-schema.ts';
import { type Dated, listTimeChanges } from '../content/article/presence.ts';
import { makeFolder } from '../foundation/make-folder.ts';
import { packageFile } from '../foundation/package-files.ts';
import type { Reporter } from '../foundation/report.ts';
import type { NextSchedule } from '../results/next-results.ts';
import { GITHUB_SCHEDULE, type ScheduleHost, SYSTEMD_FOLDER } from './schedule-hosts.ts';

interface Site extends Pick<SiteConfig, 'shortName' | 'timeZone'> {
  deploy: Pick<SiteConfig['deploy'], 'production'>;
}

export interface Schedule {
  /** Paths in the site and texts. */
  files: [string, string][];
  /** What to do by hand. */
  text: string;
}

interface ScheduleInput {
  site: Site;
  /** Absolute path of the site. */
  root: string;
  isDaily: boolean;
  /** Instants of the changes to come, each once, in milliseconds since the epoch. */
  instants: readonly number[];
}

const NEXT = 'npx articles-press next --due';
const PUBLISH = ['npx articles-press build --strict', 'npx articles-press deploy --env production --yes'];
/** Ends with 10 where nothing is due. */
const TICK = [NEXT, ...PUBLISH].join(' && ');

const HOSTS: Readonly<Record<ScheduleHost, (input: ScheduleInput) => Schedule | Promise<Schedule>>> = {
  github: async ({ site, isDaily }) => ({
    files: [[GITHUB_SCHEDULE, await createGithubSchedule(site, isDaily)]],
    text: 'commit the file: GitHub reads it on the default branch. "Run workflow" on its page starts it by hand',
  }),
  gitlab,
  systemd,
  cron: ({ site, root, isDaily }) => ({
    files: [],
    text: [
      '# Put these lines into the table of `crontab -e`. cron has the time zone of the machine.',
      `PATH=${pathOf()}`,
      // cron reads an unescaped % as the end of the line.
      `${cronOf(site, isDaily)} cd ${quote(root).replaceAll('%', '\\%')} && ${TICK.replace(NEXT, `${NEXT} --quiet`)}`,
    ].join('\n'),
  }),
  'cloud-scheduler': cloudScheduler,
  hook: ({ site }) => ({
    files: [],
    text: [
      '# The host keeps no record of releases, so each tick builds: once a day. Put it into any scheduler, such as `crontab -e`.',
      `${cronOf(site, true)} curl --fail --silent --show-error --request POST "$BUILD_HOOK"`,
    ].join('\n'),
  }),
};

interface SetUp {
  host: ScheduleHost;
  isDaily: boolean;
  articles: readonly Dated[];
}

/** Replaces the files of an earlier call. */
export async function setUpSchedule(
  config: SiteConfig,
  reporter: Reporter,
  { host, isDaily, articles }: SetUp,
): Promise<void> {
  const { root, timeZone } = config;
  const include = { drafts: false, future: false };
  const changes = listTimeChanges(articles, { include, timeZone, since: Date.now() });
  const instants = [...new Set(changes.map(({ time }) => time))];
  const { files, text } = await HOSTS[host]({ site: config, root, isDaily, instants });
  for (const [path, content] of files) {
    makeFolder(dirname(join(root, path)));
    await writeFile(join(root, path), content);
  }
  const [next] = instants;
  const result: NextSchedule = {
    kind: 'next-schedule',
    host,
    files: files.map(([path]) => path),
    text,
    nextChange: next === undefined ? null : new Date(next).toISOString(),
  };
  const written = files.map(([path]) => path).join(' and ');
  // What a person copies is the output; what a person does after files were written is a note.
  if (files.length === 0) reporter.output(text);
  reporter.result(result, files.length === 0 ? '' : `${written} written\n  ${text}`);
}

/** Sites share the hosts, which are busiest at full hours and at :05 and :30. */
function minuteOf({ shortName }: Site): number {
  const minutes = Array.from({ length: 60 }, (_, minute) => minute).filter(
    (minute) => minute >= 8 && minute <= 53 && Math.abs(minute - 30) > 3,
  );
  const number = Number.parseInt(digest('sha1', shortName, 'hex').slice(0, 8), 16);
  return minutes[number % minutes.length] ?? 17;
}

/** At four no clock of the world is put forward or back. */
function cronOf(site: Site, isDaily: boolean): string {
  return `${minuteOf(site)} ${isDaily ? '4' : '*'} * * *`;
}

/**
 * @param isOn false for a site that nothing deploys yet: a variable of the repository turns the schedule on
 */
export async function createGithubSchedule(site: Site, isDaily: boolean, isOn = true): Promise<string> {
  const isS3 = site.deploy.production?.startsWith('s3:') === true;
  const name = isS3 ? 'github-actions-s3.yml' : 'github-actions.yml';
  const example = await readFile(packageFile(`examples/workflows/${name}`), 'utf8');
  const [, deploy = ''] = example.split('\n  deploy:\n');
  const [, steps = ''] = /\n {4}steps:\n([\s\S]*?)\n {6}- run: npx articles-press/.exec(deploy) ?? [];
  const [cache = ''] =
    /( {6}# The last build[^\n]*\n)? {6}- uses: actions\/cache@[\s\S]*?(?=\n {6}- run)/.exec(example) ?? [];
  return `# Publishes what is due, ${isDaily ? 'daily' : 'hourly'}. \`articles next --schedule github\` writes this file again.
# It is a file of its own: GitHub disables all triggers of a file whose schedule has rested for 60 days.
name: scheduled
on:
  schedule:
    - cron: "${cronOf(site, isDaily)}"
      timezone: ${site.timeZone}
  workflow_dispatch:

permissions:
  contents: read

jobs:
  due:${isOn ? '' : "\n    # Once this repository deploys the site, set its variable SCHEDULED to on.\n    if: github.event_name == 'workflow_dispatch' || vars.SCHEDULED == 'on'"}
    runs-on: ubuntu-latest
    timeout-minutes: 10
    environment: production
    permissions:
      contents: read
      id-token: write
    outputs:
      due: \${{ steps.next.outputs.due }}
    steps:
${steps}
      # Ends with 10 where nothing is due.
      - id: next
        run: |
          code=0
          ${NEXT} || code=$?
          case $code in
            0) echo "due=true" >> "$GITHUB_OUTPUT" ;;
            10) echo "due=false" >> "$GITHUB_OUTPUT" ;;
            *) exit $code ;;
          esac

  publish:
    # A tick without work must not wait in the line of the deploys, where it would take the place of a waiting one.
    needs: due
    if: needs.due.outputs.due == 'true'
    runs-on: ubuntu-latest
    timeout-minutes: 60
    environment: production
    permissions:
      contents: read
      id-token: write
    concurrency:
      group: production
      cancel-in-progress: false
    steps:
${steps.replace(/( {6}- uses: actions\/checkout@[^\n]*)/, `$1${NEWEST}`)}
${cache}
${PUBLISH.map((line) => `      - run: ${line}`).join('\n')}
`;
}

/** The run may have waited. */
const NEWEST = `
        with:
          ref: \${{ github.ref_name }}`;

function gitlab({ site, isDaily }: ScheduleInput): Schedule {
  const identity = site.deploy.production?.startsWith('s3:') ? '.aws' : '.google';
  return {
    files: [],
    text: `# 1. Add this job to .gitlab-ci.yml. GitLab keeps the schedule itself outside of the repository.
scheduled:
  extends: ${identity}
  stage: deploy
  rules:
    - if: $CI_PIPELINE_SOURCE == "schedule"
  environment:
    name: production
  resource_group: production
  interruptible: false
  script:
    - code=0; ${NEXT} || code=$?
    - if [ "$code" = 10 ]; then exit 0; elif [ "$code" != 0 ]; then exit "$code"; fi
${PUBLISH.map((line) => `    - ${line}`).join('\n')}

# 2. The rules of the other jobs of the default branch need \`&& $CI_PIPELINE_SOURCE != "schedule"\`, as the example has it.
# 3. Create the schedule. It runs with the rights of the person who does this, and ends with them.
# glab schedule create --description "Publish what is due" --ref main --cron "${cronOf(site, isDaily)}" --cronTimeZone "${site.timeZone}"`,
  };
}

/** systemd reads long lists of times slowly; the net below them catches later ones. */
const MAX_INSTANTS = 400;

function systemd({ site, root, isDaily, instants }: ScheduleInput): Schedule {
  const unit = `articles-${site.shortName}`;
  const minute = String(minuteOf(site)).padStart(2, '0');
  // A specifier of systemd begins with a percent sign.
  const plain = (text: string) => text.replaceAll('%', '%%');
  const service = `[Unit]
Description=Publish what is due of ${site.shortName}
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
WorkingDirectory=${plain(root)}
Environment="PATH=${plain(pathOf())}"
ExecStart=/bin/sh -c '${TICK}'
# Nothing is due.
SuccessExitStatus=10
`;
  const exact = instants.slice(0, MAX_INSTANTS).map((time) => {
    const [day = '', clock = ''] = new Date(time).toISOString().slice(0, 19).split('T');
    return `OnCalendar=${day} ${clock} UTC\n`;
  });
  const timer = `[Unit]
Description=Publish what is due of ${site.shortName}

[Timer]
# The changes that were known on ${new Date().toISOString().slice(0, 10)}, in UTC: a local time that a change of clocks skips would never come.
${exact.join('')}# A net for later ones.
OnCalendar=*-*-* ${isDaily ? '04' : '*'}:${minute}:00 UTC
AccuracySec=1s
# A run that was missed is made up once.
Persistent=true

[Install]
WantedBy=timers.target
`;
  const files: [string, string][] = [
    [`${SYSTEMD_FOLDER}/${unit}.service`, service],
    [`${SYSTEMD_FOLDER}/${unit}.timer`, timer],
  ];
  const copies = files.map(([path]) => quote(join(root, path))).join(' ');
  return {
    files,
    text: `sudo systemctl link ${copies} && sudo systemctl daemon-reload && sudo systemctl enable --now ${unit}.timer\n  run this command again when dates change: the net publishes later ones too`,
  };
}

function cloudScheduler({ site, isDaily }: ScheduleInput): Schedule {
  return {
    files: [],
    text: `# A job of Cloud Run with an image of your repository does the work, with this command:
#   ${TICK}
# It ends with 10 where nothing is due. This line starts it; PROJECT, REGION, JOB and ACCOUNT are yours.
gcloud scheduler jobs create http articles-${site.shortName} --location=REGION --schedule="${cronOf(site, isDaily)}" --time-zone="${site.timeZone}" --uri="https://run.googleapis.com/v2/projects/PROJECT/locations/REGION/jobs/JOB:run" --http-method=POST --oauth-service-account-email=ACCOUNT`,
  };
}

/** Where a scheduler finds this Node, and the tools of the system. */
const pathOf = () =>
  [...new Set([dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'])].join(':');

const quote = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
