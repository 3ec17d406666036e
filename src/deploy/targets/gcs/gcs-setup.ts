/** Makes a bucket ready to be a website: adds what is missing, keeps what an operator has set. */
import { isDeepStrictEqual } from 'node:util';
import type { Bucket, Policy, Storage } from '@google-cloud/storage';
import * as z from 'zod';
import { UserError } from '../../../foundation/errors.ts';
import { statusOf } from '../request-errors.ts';
import { PREVIEW_PREFIX, type SetUpOptions, STATE_PREFIX } from '../target.ts';
import { parseAnswer } from './gcs-resource.ts';

interface BucketAccess {
  storage: Storage;
  bucket: Bucket;
  project: string | undefined;
  prefix: string;
}

/** Reads objects without listing them. */
const PUBLIC_ROLE = 'roles/storage.legacyObjectReader';
/** Deleted files have no newer versions to count, and a rollback may need them when releases are rare. */
const DELETED_DAYS = 365;

const isEnabled = z.looseObject({ enabled: z.boolean().optional() }).optional();
const condition = z.looseObject({
  daysSinceNoncurrentTime: z.number().optional(),
  numNewerVersions: z.number().optional(),
});
const bucketSchema = z.looseObject({
  versioning: isEnabled,
  website: z.object({ mainPageSuffix: z.string(), notFoundPage: z.string() }).partial().optional(),
  iamConfiguration: z.looseObject({ uniformBucketLevelAccess: isEnabled }).optional(),
  lifecycle: z.object({ rule: z.array(z.looseObject({ condition })).optional() }).optional(),
});
type BucketSettings = z.output<typeof bucketSchema>;

/** Idempotent. @param done gets a line before each change, and one for each setting that differs and stays */
export async function setUpBucket(
  access: BucketAccess,
  options: SetUpOptions,
  done: Set<string>,
): Promise<void> {
  const { bucket } = access;
  const { dryRun, location } = options;
  const [exists] = await bucket.exists();
  if (!exists) {
    done.add(`bucket: ${bucket.name}, created in ${location}`);
    await createBucket(access, options);
  }
  const isMissing = !exists && dryRun;
  const settings = isMissing ? {} : (await bucket.getMetadata())[0];
  const planned = planSettings(parseAnswer(bucketSchema, settings), options, access);
  const changes = planned.filter(({ patch }) => patch);
  for (const { line } of changes) done.add(line);
  if (changes.length > 0 && !dryRun) {
    await bucket.setMetadata(Object.assign({}, ...changes.map(({ patch }) => patch)));
  }
  const policy = isMissing
    ? { bindings: [] }
    : (await bucket.iam.getPolicy({ requestedPolicyVersion: 3 }))[0];
  const binding = policy.bindings.find(({ role, condition }) => role === PUBLIC_ROLE && !condition);
  if (!binding?.members.includes('allUsers')) {
    done.add('public reading: on, without listing');
    if (!dryRun) await allowPublicReading(bucket, policy);
  }
  if (done.size === 0) done.add(`no changes: the bucket ${bucket.name} is ready`);
  for (const { line } of planned) done.add(line);
}

async function createBucket(
  { storage, bucket, project }: BucketAccess,
  { location, dryRun }: SetUpOptions,
): Promise<void> {
  if (project === undefined) {
    throw new UserError({
      code: 'missing-project',
      message: 'creating a bucket needs a Google Cloud project, and none is set',
      hint: 'set deploy.project in site-config.json or GOOGLE_CLOUD_PROJECT',
    });
  }
  if (dryRun) return;
  const iamConfiguration = {
    uniformBucketLevelAccess: { enabled: true },
    publicAccessPrevention: 'inherited',
  };
  try {
    await storage.createBucket(bucket.name, { location, iamConfiguration });
  } catch (error) {
    if (statusOf(error) !== 409) throw error;
    if ((await bucket.exists())[0]) return;
    throw new UserError({
      code: 'bucket-taken',
      message: `another account owns a bucket with the name "${bucket.name}"`,
      hint: 'set another name in site-config.json, such as deploy.production "gs://example-org-articles"',
    });
  }
}

interface Setting {
  line: string;
  /** null for a setting that stays, and that the line tells the operator about. */
  patch: object | null;
}

function planSettings(settings: BucketSettings, options: SetUpOptions, access: BucketAccess): Setting[] {
  const { iamConfiguration, versioning } = settings;
  const on = { enabled: true };
  const planned = [planWebsite(settings, access), planLifecycle(settings, options, access)];
  if (versioning?.enabled !== true) {
    const line = 'versioning: on, so that a rollback can restore pages';
    planned.unshift({ line, patch: { versioning: on } });
  }
  if (iamConfiguration?.uniformBucketLevelAccess?.enabled !== true) {
    const patch = { iamConfiguration: { ...iamConfiguration, uniformBucketLevelAccess: on } };
    planned.unshift({ line: 'uniform access: on', patch });
  }
  return planned.filter((setting) => setting !== null);
}

/** A bucket has one website setting for all prefixes. */
function planWebsite(
  { website: current = {} }: BucketSettings,
  { bucket, prefix }: BucketAccess,
): Setting | null {
  const own = { mainPageSuffix: 'index.html', notFoundPage: `${prefix}404.html` };
  const isPreviewPage = prefix === '' && current.notFoundPage?.startsWith(PREVIEW_PREFIX) === true;
  const website = { ...own, ...current, ...(isPreviewPage ? { notFoundPage: own.notFoundPage } : {}) };
  const values = `${website.mainPageSuffix}, ${website.notFoundPage}`;
  if (!isDeepStrictEqual(website, current)) return { line: `website: ${values}`, patch: { website } };
  if (isDeepStrictEqual(website, own)) return null;
  const reason =
    prefix === ''
      ? `set by another program; for this site: gcloud storage buckets update gs://${bucket.name} --web-main-page-suffix=${own.mainPageSuffix} --web-error-page=${own.notFoundPage}`
      : "the bucket's not-found page belongs to the site at its root";
  return { line: `website: stays ${values}, ${reason}`, patch: null };
}

function planLifecycle(
  { lifecycle }: BucketSettings,
  { keepReleases, keepDays }: SetUpOptions,
  { prefix }: BucketAccess,
): Setting | null {
  const current = lifecycle?.rule ?? [];
  const keptDays = Math.max(1, Math.ceil(keepDays));
  // A preview follows the rules of its site.
  const preview = `/${prefix}`.indexOf(`/${PREVIEW_PREFIX}`);
  const sitePrefix = preview < 0 ? prefix : prefix.slice(0, preview);
  const createRules = (days: number, versions: number) =>
    [
      { daysSinceNoncurrentTime: days, numNewerVersions: versions },
      { daysSinceNoncurrentTime: days, matchesPrefix: [sitePrefix + STATE_PREFIX] },
      {
        daysSinceNoncurrentTime: DELETED_DAYS,
        ...(sitePrefix === '' ? {} : { matchesPrefix: [sitePrefix] }),
      },
    ].map(createRule);
  // The record of a release stays until more than `keepReleases` newer ones exist.
  const rules = createRules(keptDays, keepReleases + 1);
  // A bucket deletes what any rule matches, so an old rule of ours would undo the new one.
  const foreign = current.filter((rule) => {
    const { daysSinceNoncurrentTime = 0, numNewerVersions = 0 } = rule.condition;
    const known = createRules(daysSinceNoncurrentTime, numNewerVersions);
    return !known.some((own) => isDeepStrictEqual(own, rule));
  });
  const isComplete = rules.every((rule) => current.some((other) => isDeepStrictEqual(rule, other)));
  if (isComplete && foreign.length + rules.length === current.length) return null;
  return {
    line: `lifecycle: delete earlier versions after ${keptDays} days and ${keepReleases} releases, deleted files after ${DELETED_DAYS} days`,
    patch: { lifecycle: { rule: [...foreign, ...rules] } },
  };
}

const createRule = (condition: object) => ({ action: { type: 'Delete' }, condition });

async function allowPublicReading(bucket: Bucket, policy: Policy): Promise<void> {
  const bindings = [...policy.bindings, { role: PUBLIC_ROLE, members: ['allUsers'] }];
  try {
    await bucket.iam.setPolicy({ ...policy, bindings });
  } catch (error) {
    if (statusOf(error) !== 412) throw error;
    throw new UserError({
      code: 'public-access-forbidden',
      message: `a rule of the organization (public access prevention) forbids public reading of "${bucket.name}"`,
      hint: 'ask for an exception for this bucket, or put a load balancer with its own access in front of it (docs/deploy.md)',
    });
  }
}
