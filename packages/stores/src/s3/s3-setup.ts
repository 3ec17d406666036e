/** Makes an S3 bucket ready to be a website: adds what is missing, and reports what the server does not support. */

import * as z from 'zod';
import {
  childText,
  createObjectBody,
  escapeXml,
  orNull,
  parseXml,
  type SetUpOptions,
  STATE_PREFIX,
  UserError,
} from '../core.ts';
import { type S3Client, S3Error } from './s3-client.ts';

/** A rollback may need a deleted file while few releases are made. */
const DELETED_DAYS = 365;
const OWN_RULE = 'articles-';
const NAMESPACE = 'xmlns="http://s3.amazonaws.com/doc/2006-03-01/"';

/** A setting of a bucket can only be written whole, so a plan keeps the parts of other programs. */
interface Setting {
  /** Subresource of the bucket. */
  name: string;
  title: string;
  /** Returns the new content, null where nothing is missing. @param current '' where nothing is set */
  plan(current: string): string | null;
}

/** Idempotent. @param done gets a line for each change, and for each setting that the server does not support */
export async function setUpS3Bucket(
  client: S3Client,
  options: SetUpOptions,
  done: Set<string>,
  timeout: number,
): Promise<void> {
  const { bucket, prefix, region } = client.location;
  const limits = { timeout };
  const exists = (await client.send({ method: 'HEAD' }, limits).catch(orNull)) !== null;
  if (!exists) {
    done.add(`bucket: ${bucket}, created in ${region}`);
    if (!options.dryRun) {
      const create = (body: string) =>
        client.send({ method: 'PUT', body: createObjectBody(Buffer.from(body)) }, limits);
      // Amazon's default region refuses its own name, and every other region asks for its name.
      await create('').catch((error: unknown) => {
        if (error instanceof S3Error && error.reason === 'IllegalLocationConstraintException')
          return create(createConstraint(region));
        throw error;
      });
    }
  }
  const isMissing = !exists && options.dryRun;
  const settings = [
    planVersioning(),
    planLifecycle(prefix, options),
    planPublicAccess(),
    planPolicy(bucket, prefix),
    planWebsite(prefix),
  ];
  for (const { name, title, plan } of settings) {
    try {
      const current = isMissing ? '' : await readSetting(client, name, limits);
      const wanted = plan(current);
      if (wanted === null) continue;
      if (!options.dryRun) {
        await client.send(
          { method: 'PUT', query: { [name]: '' }, body: createObjectBody(Buffer.from(wanted)) },
          limits,
        );
      }
      done.add(title);
    } catch (error) {
      const reason = findRefusal(error);
      if (reason === null) throw error;
      done.add(`${title}: ${reason}`);
    }
  }
  if (done.size === 0) done.add(`no changes: the bucket ${bucket} is ready`);
}

async function readSetting(client: S3Client, name: string, limits: { timeout: number }): Promise<string> {
  const answer = await client.send({ method: 'GET', query: { [name]: '' } }, limits).catch(orNull);
  return answer?.body.toString() ?? '';
}

/** Explains an error that concerns one setting only. null for any other error. */
function findRefusal(error: unknown): string | null {
  if (!(error instanceof S3Error)) return null;
  if (error.status === 501 || error.status === 405 || /NotImplemented|MethodNotAllowed/.test(error.reason))
    return 'not supported by this server';
  if (error.status === 403) return 'not allowed for this account; set it in the console of the provider';
  return error.status === 400 ? `refused by the server (${error.message})` : null;
}

function createConstraint(region: string): string {
  return `<CreateBucketConfiguration ${NAMESPACE}><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`;
}

function planVersioning(): Setting {
  return {
    name: 'versioning',
    title: 'versioning: on, so that a rollback can restore pages',
    plan: (current) =>
      childText(parseXml(current), 'Status') === 'Enabled'
        ? null
        : `<VersioningConfiguration ${NAMESPACE}><Status>Enabled</Status></VersioningConfiguration>`,
  };
}

function planLifecycle(prefix: string, { keepReleases, keepDays }: SetUpOptions): Setting {
  const days = Math.max(1, Math.ceil(keepDays));
  const id = OWN_RULE + prefix.replace(/\W+/g, '-');
  const rule = (name: string, filter: string, action: string) =>
    `<Rule><ID>${id}${name}</ID><Filter><Prefix>${escapeXml(prefix + filter)}</Prefix></Filter><Status>Enabled</Status>${action}</Rule>`;
  const noncurrent = (after: number, newer = '') =>
    `<NoncurrentVersionExpiration><NoncurrentDays>${after}</NoncurrentDays>${newer}</NoncurrentVersionExpiration>`;
  const own = [
    rule(
      'versions',
      '',
      // The record of a release stays until more than `keepReleases` newer ones exist.
      noncurrent(days, `<NewerNoncurrentVersions>${keepReleases}</NewerNoncurrentVersions>`),
    ),
    rule('deleted', '', noncurrent(DELETED_DAYS)),
    rule('state', STATE_PREFIX, noncurrent(days)),
  ];
  return {
    name: 'lifecycle',
    title: `lifecycle: delete earlier versions after ${days} days and ${keepReleases} releases, deleted files after ${DELETED_DAYS} days`,
    plan(current) {
      const rules = current.match(/<Rule>[\s\S]*?<\/Rule>/g) ?? [];
      const ids = own.map(idOf);
      const foreign = rules.filter((text) => !ids.includes(idOf(text)));
      const isComplete =
        foreign.length + own.length === rules.length &&
        own.every((text) => rules.some((other) => isSameRule(text, other)));
      if (isComplete) return null;
      return `<LifecycleConfiguration ${NAMESPACE}>${[...foreign, ...own].join('')}</LifecycleConfiguration>`;
    },
  };
}

/** Servers return the elements of a rule in their own order, and leave out elements that they do not know. */
function isSameRule(own: string, stored: string): boolean {
  const parts = (text: string) => (text.match(/<\w+>[^<]+/g) ?? []).map((part) => part.trim());
  const wanted = parts(own);
  return idOf(own) === idOf(stored) && parts(stored).every((part) => wanted.includes(part));
}

function idOf(rule: string): string {
  return childText(parseXml(rule), 'ID');
}

/** Amazon forbids public policies on new buckets until this is turned off. */
function planPublicAccess(): Setting {
  return {
    name: 'publicAccessBlock',
    title: 'block on public policies: off',
    plan: (current) => {
      const root = parseXml(current);
      const isOn = ['BlockPublicPolicy', 'RestrictPublicBuckets'].some(
        (name) => childText(root, name) === 'true',
      );
      if (!isOn) return null;
      return `<PublicAccessBlockConfiguration ${NAMESPACE}><BlockPublicAcls>true</BlockPublicAcls><IgnorePublicAcls>true</IgnorePublicAcls><BlockPublicPolicy>false</BlockPublicPolicy><RestrictPublicBuckets>false</RestrictPublicBuckets></PublicAccessBlockConfiguration>`;
    },
  };
}

const statement = z.looseObject({ Sid: z.string().optional() });
const policySchema = z.looseObject({
  Version: z.string().optional(),
  Statement: z.union([z.array(statement), statement.transform((only) => [only])]),
});

function planPolicy(bucket: string, prefix: string): Setting {
  const own = {
    Sid: `ArticlesPublicRead${prefix.replace(/[^A-Za-z0-9]+/g, '')}`,
    Effect: 'Allow',
    Principal: '*',
    Action: 's3:GetObject',
    Resource: `arn:aws:s3:::${bucket}/${prefix}*`,
  };
  return {
    name: 'policy',
    title: 'public reading: on, without listing',
    plan(current) {
      const { Statement = [], ...rest } = current === '' ? {} : parsePolicy(current, bucket);
      if (Statement.some(({ Sid }) => Sid === own.Sid)) return null;
      return JSON.stringify({ Version: '2012-10-17', ...rest, Statement: [...Statement, own] });
    },
  };
}

/** @throws UserError for a document that is not a policy, which stays */
function parsePolicy(text: string, bucket: string): z.output<typeof policySchema> {
  try {
    return policySchema.parse(JSON.parse(text));
  } catch {
    throw new UserError({
      code: 'rejected-request',
      message: `the policy of the bucket "${bucket}" is not one that this program can read, so it stays`,
      hint: 'correct or delete it in the console of the provider, then run the command again',
    });
  }
}

/** A bucket has one website setting for all prefixes. An operator's setting stays. */
function planWebsite(prefix: string): Setting {
  return {
    name: 'website',
    title: `website: index.html, ${prefix}404.html`,
    plan: (current) =>
      current !== ''
        ? null
        : `<WebsiteConfiguration ${NAMESPACE}><IndexDocument><Suffix>index.html</Suffix></IndexDocument><ErrorDocument><Key>${escapeXml(prefix)}404.html</Key></ErrorDocument></WebsiteConfiguration>`,
  };
}
