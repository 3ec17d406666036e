/** Says which builds a deploy takes: one row for each option of `articles build`. */
import type { Manifest } from '../../build/write/manifest.ts';
import type { SiteConfig } from '../../config/config-schema.ts';
import { formatLocal, isFuture } from '../../content/article/dates.ts';
import { finding, type Problem } from '../../foundation/errors.ts';
import { showPath } from '../../foundation/paths.ts';
import { formatCount } from '../../foundation/report.ts';
import { PREVIEW_PREFIX } from '../targets/target.ts';

/** Where a build may go: "folder" is any target that --target names, without --env production. */
export const GATES = ['production', 'preview', 'development', 'folder'] as const;
export type Gate = (typeof GATES)[number];

/** "parts": the deploy waits for the other parts of the build. */
export type GateAnswer = 'takes' | 'refuses' | 'parts';

export interface Delivery {
  manifest: Manifest;
  config: SiteConfig;
  /** Folder of the build. */
  out: string;
  preview: string | undefined;
  /** Milliseconds since the epoch. */
  now: number;
}

interface OptionRow {
  answers: Readonly<Record<Gate, GateAnswer>>;
  /** When the option matters, and what it means then. */
  says: string;
  /** Finds what this option did to a build that must not go there. */
  refusal?(delivery: Delivery): Problem | null;
}

const everywhere = (answer: GateAnswer): OptionRow['answers'] => ({
  production: answer,
  preview: answer,
  development: answer,
  folder: answer,
});
const NO_CHANGE: OptionRow = { answers: everywhere('takes'), says: 'It changes nothing that readers see.' };
const NOT_FOR_READERS = { ...everywhere('takes'), production: 'refuses' } as const;

/** By the names of the options. A build option without a row here fails a test. */
export const BUILD_OPTIONS: Readonly<Record<string, OptionRow>> = {
  out: { ...NO_CHANGE, says: 'A deploy takes the build of the folder that its own `--out` names.' },
  drafts: {
    answers: NOT_FOR_READERS,
    says: 'Production refuses a build that has a draft.',
    refusal(delivery) {
      const { manifest } = delivery;
      const files = manifest.early.filter(
        ({ isDraft, presence }) => isDraft && (manifest.include.future || presence === 'published'),
      );
      return hasUnready(files, ['draft', 'drafts'], '--drafts', delivery);
    },
  },
  future: {
    answers: NOT_FOR_READERS,
    says: 'Production refuses a build that has an article whose `date` has not come, or whose `expires` has.',
    refusal(delivery) {
      const { manifest, now } = delivery;
      if (!manifest.include.future) return null;
      const later = manifest.early.filter(({ date }) => isFuture(date, now));
      const names = ['article of a later day', 'articles of a later day'] as const;
      const expired = manifest.early.filter(({ presence }) => presence === 'expired');
      return (
        hasUnready(later, names, '--future', delivery) ??
        hasUnready(expired, ['expired article', 'expired articles'], '--future', delivery)
      );
    },
  },
  date: {
    answers: NOT_FOR_READERS,
    says: 'Production refuses the site of another time.',
    refusal({ manifest, config, ...delivery }) {
      const { date } = manifest.include;
      if (date === undefined) return null;
      const message = `the build is the site of ${formatLocal(date, config.timeZone)} (--date)`;
      const hint = `run \`${buildCommand({ manifest, config, ...delivery })}\` and deploy that`;
      return finding('unready-build', message, hint);
    },
  },
  clean: NO_CHANGE,
  jobs: NO_CHANGE,
  shard: {
    answers: everywhere('parts'),
    says: 'A release has all parts: each is deployed with the same `--release`, and waits for the others.',
  },
  basePath: {
    answers: { production: 'refuses', preview: 'refuses', development: 'refuses', folder: 'refuses' },
    says: 'It must be the `basePath` of the site, and for a preview `/_preview/NAME` below that.',
    refusal: hasOtherBasePath,
  },
  inputs: { ...NO_CHANGE, says: 'It builds nothing.' },
  strict: { ...NO_CHANGE, says: 'A build with problems is not written.' },
  noStrict: {
    answers: NOT_FOR_READERS,
    says: 'Production refuses a build that has [problems](#problems), unless `deploy` gets `--no-strict` too.',
  },
  verbose: NO_CHANGE,
  wait: NO_CHANGE,
};

/** Lists why this build must not go to where the gate leads. */
export function findRefusals(gate: Gate, delivery: Delivery): Problem[] {
  const refused = Object.values(BUILD_OPTIONS).flatMap(
    ({ answers, refusal }) => (answers[gate] === 'refuses' ? refusal?.(delivery) : null) ?? [],
  );
  return [...refused, ...(gate === 'production' ? findStale(delivery) : [])];
}

/** A build shows the site of its time. Since then a date may have come. */
function findStale(delivery: Delivery): Problem[] {
  const { manifest, config, now } = delivery;
  const passed = manifest.times.changes.filter(({ time }) => time <= now);
  if (passed.length === 0) return [];
  const shown = passed
    .slice(0, MAX_SHOWN)
    .map(({ time, what, file }) => `${formatLocal(time, config.timeZone)} ${file ?? 'all pages'} (${what})`);
  const rest = passed.length - shown.length;
  const changes = formatCount(passed.length, 'change');
  return [
    finding(
      'stale-build',
      `the site has had ${changes} since this build: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`,
      `run \`${buildCommand(delivery)}\` and deploy that`,
    ),
  ];
}

/** @param files that have changed since the build. The deploy goes on: somebody may want the site as it was built */
export function describeChanged(files: readonly string[], delivery: Delivery): Problem | null {
  const [first] = files;
  if (first === undefined) return null;
  const rest = files.length - 1;
  const names = rest === 0 ? `${first} has` : `${first} and ${formatCount(rest, 'more file')} have`;
  const hint = `run \`${buildCommand(delivery)}\` first: a deploy takes the build as it is`;
  return finding('stale-build', `${names} changed since this build`, hint);
}

const MAX_SHOWN = 10;

function hasUnready(
  articles: readonly { file: string }[],
  [one, many]: readonly [string, string],
  option: string,
  delivery: Delivery,
): Problem | null {
  const files = articles.map(({ file }) => file);
  if (files.length === 0) return null;
  const rest = files.length - MAX_SHOWN;
  const shown = files.slice(0, MAX_SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  return finding(
    'unready-build',
    `the build has ${formatCount(files.length, one, many)}: ${shown}`,
    `build without ${option}: \`${buildCommand(delivery)}\`; readers of a preview or of --env development may see it`,
  );
}

function hasOtherBasePath({ manifest, config, preview }: Delivery): Problem | null {
  const expected = preview === undefined ? config.basePath : `${config.basePath}/${PREVIEW_PREFIX}${preview}`;
  if (manifest.basePath === expected) return null;
  // The folder of a preview beside the one of the site, so that neither replaces the other.
  const folder = preview === undefined ? '' : ' --out dist-preview';
  const option = expected === '' ? '' : ` --base-path ${expected}`;
  return finding(
    'mismatched-build',
    `the build is for the base path "${manifest.basePath}", and the target needs "${expected}": links would not work`,
    `run \`articles build${folder}${option}\` and deploy that`,
  );
}

/** The command that makes this build for readers. */
function buildCommand({ manifest: { shard }, config, out }: Delivery): string {
  const folder = showPath(config.root, out);
  const options = [
    ...(folder === 'dist' ? [] : [`--out ${folder}`]),
    ...(shard.total > 1 ? [`--shard ${shard.index}/${shard.total}`] : []),
  ];
  return ['articles build', ...options].join(' ');
}
