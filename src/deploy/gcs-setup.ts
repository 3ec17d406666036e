/** Owns making a bucket ready to be a website: what is missing is added, what an operator has set stays. */
import type { Bucket, Storage } from '@google-cloud/storage';
import * as z from 'zod';
import { UserError } from '../errors.ts';
import { statusOf } from './retry.ts';
import type { SetUpOptions } from './target.ts';

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
  lifecycle: z.object({ rule: z.array(z.record(z.string(), z.unknown())).optional() }).optional(),
});

/** Idempotent. @returns what was done, a line each */
export async function setUpBucket(place: Place, options: SetUpOptions): Promise<string[]> {
  const { bucket, attempt } = place;
  const done: string[] = [];
  if (await createBucket(place, options)) done.push(`made the bucket ${bucket.name} in ${options.location}`);
  const [metadata] = await attempt(() => bucket.getMetadata());
  const changes = planSettings(bucketSchema.parse(metadata), options, place.prefix);
  if (changes.length > 0) {
    const patch = Object.assign({}, ...changes.map(({ patch }) => patch));
    await attempt(() => bucket.setMetadata(patch));
    done.push(...changes.map(({ line }) => line));
  }
  if (await allowPublicReading(place)) done.push('public reading: on, without listing');
  return done.length > 0 ? done : [`the bucket ${bucket.name} was ready already`];
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
  patch: object;
}

function planSettings(
  bucket: z.output<typeof bucketSchema>,
  options: SetUpOptions,
  prefix: string,
): Setting[] {
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
  const website = { mainPageSuffix: 'index.html', notFoundPage: `${prefix}404.html` };
  const { mainPageSuffix, notFoundPage } = bucket.website ?? {};
  if (mainPageSuffix !== website.mainPageSuffix || notFoundPage !== website.notFoundPage) {
    settings.push({
      line: `website: ${website.mainPageSuffix}, ${website.notFoundPage}`,
      patch: { website },
    });
  }
  const standing = bucket.lifecycle?.rule ?? [];
  const missing = createRules(options, prefix).filter(
    (rule) => !standing.some((other) => JSON.stringify(sorted(other)) === JSON.stringify(sorted(rule))),
  );
  if (missing.length > 0) {
    settings.push({
      line: `lifecycle: earlier versions go after ${options.keepDays} days and ${options.keepReleases} releases, previews after ${PREVIEW_DAYS} days`,
      patch: { lifecycle: { rule: [...standing, ...missing] } },
    });
  }
  return settings;
}

function createRules({ keepReleases, keepDays, previewPrefix }: SetUpOptions, prefix: string) {
  const action = { type: 'Delete' };
  return [
    {
      action,
      condition: {
        daysSinceNoncurrentTime: Math.max(1, Math.ceil(keepDays)),
        numNewerVersions: keepReleases,
      },
    },
    { action, condition: { age: PREVIEW_DAYS, matchesPrefix: [prefix + previewPrefix] } },
  ];
}

/** The same value with its keys in order, so that two rules can be compared. */
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
