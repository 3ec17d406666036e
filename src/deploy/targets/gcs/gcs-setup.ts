/** Owns making a bucket ready to be a website: what is missing is added, what an operator has set stays. */
import type { Bucket, Storage } from '@google-cloud/storage';
import * as z from 'zod';
import { UserError } from '../../../foundation/errors.ts';
import { statusOf } from '../../execute/retry.ts';
import { STATE_PREFIX } from '../../plan/deploy-plan.ts';
import type { SetUpOptions } from '../target.ts';

interface Place {
  storage: Storage;
  bucket: Bucket;
  project: string | undefined;
  prefix: string;
  attempt: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Reads objects without listing them. */
const PUBLIC_ROLE = 'roles/storage.legacyObjectReader';
const PREVIEW_DAYS = 30;
/** A deleted file has no newer version to count by, and a rollback may want it for as long as few releases are made. */
const DELETED_DAYS = 365;

const bucketSchema = z.looseObject({
  metageneration: z.union([z.string(), z.number()]).optional(),
  location: z.string().optional(),
  versioning: z.object({ enabled: z.boolean().optional() }).optional(),
  website: z
    .object({ mainPageSuffix: z.string().optional(), notFoundPage: z.string().optional() })
    .optional(),
  iamConfiguration: z
    .looseObject({
      uniformBucketLevelAccess: z.looseObject({ enabled: z.boolean().optional() }).optional(),
      publicAccessPrevention: z.string().optional(),
    })
    .optional(),
  lifecycle: z
    .object({
      rule: z
        .array(
          z.looseObject({
            condition: z.looseObject({
              daysSinceNoncurrentTime: z.number().optional(),
              numNewerVersions: z.number().optional(),
            }),
          }),
        )
        .optional(),
    })
    .optional(),
});
type BucketSettings = z.output<typeof bucketSchema>;

/** Idempotent. @returns what was done, a line each */
export async function setUpBucket(place: Place, options: SetUpOptions): Promise<string[]> {
  const { bucket, attempt } = place;
  const done: string[] = [];
  if (await createBucket(place, options)) done.push(`made the bucket ${bucket.name} in ${options.location}`);
  const [metadata] = await attempt(() => bucket.getMetadata());
  const settings = planSettings(bucketSchema.parse(metadata), options, place);
  const changes = settings.filter(({ patch }) => patch !== null);
  if (changes.length > 0) {
    const patch = Object.assign({}, ...changes.map(({ patch }) => patch));
    await attempt(() => bucket.setMetadata(patch));
    done.push(...changes.map(({ line }) => line));
  }
  if (await allowPublicReading(place)) done.push('public reading: on, without listing');
  if (done.length === 0) done.push(`the bucket ${bucket.name} was ready already`);
  const kept = settings.filter(({ patch }) => patch === null);
  return [...done, ...kept.map(({ line }) => line)];
}

async function createBucket({ storage, bucket, project, attempt }: Place, { location }: SetUpOptions) {
  const [exists] = await attempt(() => bucket.exists());
  if (exists) return false;
  if (project === undefined) {
    throw new UserError({
      message: 'a bucket needs a Google Cloud project, and none is named',
      hint: 'set deploy.project in site-config.json or GOOGLE_CLOUD_PROJECT',
    });
  }
  let isTaken = false;
  await attempt(async () => {
    try {
      await storage.createBucket(bucket.name, {
        location,
        iamConfiguration: {
          uniformBucketLevelAccess: { enabled: true },
          publicAccessPrevention: 'inherited',
        },
      });
    } catch (error) {
      if (statusOf(error) !== 409) throw error;
      isTaken = true;
    }
  });
  if (!isTaken) return true;
  // Ours from a lost answer, or somebody else's: bucket names are one for the whole world.
  const [isOurs] = await attempt(() => bucket.exists());
  if (isOurs) return true;
  throw new UserError({
    message: `the name "${bucket.name}" belongs to somebody else's bucket`,
    hint: 'set another one in site-config.json, such as deploy.production "gs://example-org-articles"',
  });
}

interface Setting {
  line: string;
  /** null where it stays as it is and the operator has to know. */
  patch: object | null;
}

function planSettings(bucket: BucketSettings, options: SetUpOptions, place: Place): Setting[] {
  const settings: Setting[] = [];
  if (bucket.iamConfiguration?.uniformBucketLevelAccess?.enabled !== true) {
    settings.push({
      line: 'uniform access: on',
      patch: {
        iamConfiguration: { ...bucket.iamConfiguration, uniformBucketLevelAccess: { enabled: true } },
      },
    });
  }
  if (bucket.versioning?.enabled !== true) {
    settings.push({
      line: 'versioning: on, so that a rollback can bring pages back',
      patch: { versioning: { enabled: true } },
    });
  }
  return [...settings, ...planWebsite(bucket, options, place), ...planLifecycle(bucket, options, place)];
}

/** A bucket has one website setting, whatever the prefixes of its sites. */
function planWebsite(
  { website: standing = {} }: BucketSettings,
  { previewPrefix }: SetUpOptions,
  { bucket, prefix }: Place,
): Setting[] {
  const own = { mainPageSuffix: 'index.html', notFoundPage: `${prefix}404.html` };
  const isOfPreview = prefix === '' && standing.notFoundPage?.startsWith(previewPrefix) === true;
  const website = { ...own, ...standing, ...(isOfPreview ? { notFoundPage: own.notFoundPage } : {}) };
  const values = `${website.mainPageSuffix}, ${website.notFoundPage}`;
  if (website.mainPageSuffix !== standing.mainPageSuffix || website.notFoundPage !== standing.notFoundPage) {
    return [{ line: `website: ${values}`, patch: { website } }];
  }
  if (website.mainPageSuffix === own.mainPageSuffix && website.notFoundPage === own.notFoundPage) return [];
  const reason =
    prefix === ''
      ? `set by somebody else; for this site: gcloud storage buckets update gs://${bucket.name} --web-main-page-suffix=${own.mainPageSuffix} --web-error-page=${own.notFoundPage}`
      : "the bucket's not-found page belongs to the site at its root";
  return [{ line: `website: stays ${values}, ${reason}`, patch: null }];
}

function planLifecycle(
  { lifecycle }: BucketSettings,
  { keepReleases, keepDays, previewPrefix }: SetUpOptions,
  { prefix }: Place,
): Setting[] {
  const standing = lifecycle?.rule ?? [];
  const days = Math.max(1, Math.ceil(keepDays));
  // A preview goes by the rules of its site.
  const preview = `/${prefix}`.indexOf(`/${previewPrefix}`);
  const below = preview < 0 ? prefix : prefix.slice(0, preview);
  const create = (days: number, versions: number) =>
    createRules({ days, versions, prefix: below, previewPrefix });
  // The record of a release stays until more than `keepReleases` newer ones stand.
  const rules = create(days, keepReleases + 1);
  // A bucket deletes what any rule names, so one of ours with other numbers would undo the new one.
  const foreign = standing.filter((rule) => {
    const { daysSinceNoncurrentTime = 0, numNewerVersions = 0 } = rule.condition;
    return !create(daysSinceNoncurrentTime, numNewerVersions).some((own) => isSame(own, rule));
  });
  const isComplete = rules.every((rule) => standing.some((other) => isSame(rule, other)));
  if (isComplete && foreign.length + rules.length === standing.length) return [];
  return [
    {
      line: `lifecycle: earlier versions go after ${days} days and ${keepReleases} releases, deleted files after ${DELETED_DAYS} days, previews after ${PREVIEW_DAYS} days`,
      patch: { lifecycle: { rule: [...foreign, ...rules] } },
    },
  ];
}

function createRules(options: { days: number; versions: number; prefix: string; previewPrefix: string }) {
  const { days, versions, prefix, previewPrefix } = options;
  return [
    { daysSinceNoncurrentTime: days, numNewerVersions: versions },
    { daysSinceNoncurrentTime: days, matchesPrefix: [prefix + STATE_PREFIX] },
    { daysSinceNoncurrentTime: DELETED_DAYS, ...(prefix === '' ? {} : { matchesPrefix: [prefix] }) },
    { age: PREVIEW_DAYS, matchesPrefix: [prefix + previewPrefix] },
  ].map((condition) => ({ action: { type: 'Delete' }, condition }));
}

function isSame(a: object, b: object): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

/** The same value with its keys in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sorted(child)]),
  );
}

async function allowPublicReading({ bucket, attempt }: Place): Promise<boolean> {
  const [policy] = await attempt(() => bucket.iam.getPolicy({ requestedPolicyVersion: 3 }));
  const members = policy.bindings.find(({ role, condition }) => role === PUBLIC_ROLE && !condition)?.members;
  if (members?.includes('allUsers')) return false;
  const bindings = [...policy.bindings, { role: PUBLIC_ROLE, members: ['allUsers'] }];
  try {
    await attempt(() => bucket.iam.setPolicy({ ...policy, bindings }));
  } catch (error) {
    if (statusOf(error) !== 412) throw error;
    throw new UserError({
      message: `public reading of "${bucket.name}" is forbidden by a rule of the organization (public access prevention)`,
      hint: 'have the rule lifted for this bucket, or put a load balancer with its own access in front of it (docs/deploy.md)',
    });
  }
  return true;
}
