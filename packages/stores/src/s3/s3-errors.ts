/** Translates errors of S3 servers into what the user can do about them. */
import { explainFailure, isTransientRequest, type Problem, UserError } from '../core.ts';
import { S3Error } from './s3-client.ts';
import type { S3Location } from './s3-url.ts';

export const LOGIN =
  'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE for a profile of the shared credentials file';

/** Reasons of answers 400 and 409 for which a retry may help. */
const TRANSIENT = [
  'BadDigest',
  'ConditionalRequestConflict',
  'IncompleteBody',
  'OperationAborted',
  'RequestTimeout',
  'XAmzContentSHA256Mismatch',
];

export function isTransientS3Error(error: unknown): boolean {
  return error instanceof S3Error && TRANSIENT.includes(error.reason);
}

/** Message and hint by the reason that the server names. */
const EXPLANATIONS: Readonly<Record<string, (location: S3Location, error: S3Error) => Problem>> = {
  NoSuchBucket: ({ bucket, endpoint }) => ({
    code: 'unknown-bucket',
    message: `the bucket "${bucket}" does not exist at ${endpoint}`,
    hint: 'create it with `articles deploy --init`, or correct its name',
  }),
  InvalidAccessKeyId: ({ endpoint }) => ({
    code: 'rejected-credentials',
    message: `${endpoint} does not know the access key`,
    hint: `${LOGIN}; check that the key belongs to this server`,
  }),
  SignatureDoesNotMatch: ({ endpoint, region }) => ({
    code: 'rejected-credentials',
    message: `${endpoint} rejected the signature: the secret key does not belong to the access key, or the region is not "${region}"`,
    hint: `${LOGIN}; the region is set with ?region= or AWS_REGION`,
  }),
  ExpiredToken: () => ({
    code: 'rejected-credentials',
    message: 'the session token has expired',
    hint: 'sign in again and run the same command; it continues where this one stopped',
  }),
  RequestTimeTooSkewed: ({ endpoint }) => ({
    code: 'wrong-clock',
    message: `the clock of this machine differs too much from the one of ${endpoint}`,
    hint: 'set the clock, for example by turning on network time',
  }),
  AccessDenied: ({ bucket }) => ({
    code: 'missing-permission',
    message: `no permission in the bucket "${bucket}"`,
    hint: 'grant s3:ListBucket on the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject on its objects (docs/deploy.md lists what else --init and rollbacks need)',
  }),
  AuthorizationHeaderMalformed: (location, { region }) => explainRegion(location, region),
  PermanentRedirect: (location, { region }) => explainRegion(location, region),
  TemporaryRedirect: (location, { region }) => explainRegion(location, region),
  EntityTooLarge: () => ({
    code: 'file-too-large',
    message: 'a file is too large for one upload',
    hint: 'keep files below 5 GB, or host them elsewhere',
  }),
};

function explainRegion({ bucket, region: used }: S3Location, region: string): Problem {
  return {
    code: 'wrong-region',
    message: `the bucket "${bucket}" is not in the region "${used}"${region ? `, but in "${region}"` : ''}`,
    hint: `set the region in the target: s3://${bucket}?region=${region || 'REGION'}`,
  };
}

const REASON_OF_STATUS: Readonly<Record<number, string>> = {
  301: 'PermanentRedirect',
  307: 'TemporaryRedirect',
  401: 'InvalidAccessKeyId',
  403: 'AccessDenied',
};

/** A UserError where the user can correct the cause, else the error itself. */
export function explainS3Error(error: unknown, location: S3Location): unknown {
  if (error instanceof UserError) return error;
  if (isTransientRequest(error) || isTransientS3Error(error))
    return explainFailure(error, new URL(location.endpoint).host);
  if (!(error instanceof S3Error)) return error;
  const explain = EXPLANATIONS[error.reason] ?? EXPLANATIONS[REASON_OF_STATUS[error.status] ?? ''];
  if (explain) return new UserError(explain(location, error));
  return new UserError({
    code: 'rejected-request',
    message: `${location.endpoint} rejected a request (${error.status}): ${error.message}`,
    hint: 'correct the problem that the message names, then run the command again',
  });
}
