/** Defines a deploy target: a store of named objects with generations, where each call makes one attempt. */
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../../foundation/errors.ts';

/** Prefix of the objects that deploys keep for themselves: lock, release records, staged parts. */
export const STATE_PREFIX = '.articles/';
export const LOCK_NAME = `${STATE_PREFIX}lock`;

/** Prefix of staged parts and scratch objects. Later deploys remove what is abandoned there. */
export const PARTS_PREFIX = `${STATE_PREFIX}parts/`;

/** A record is stored as a gzip file, not as encoded JSON, so that every target returns the same bytes. */
export const RECORD_HEADERS = {
  contentType: 'application/gzip',
  cacheControl: 'no-store',
  contentEncoding: '',
} as const;

/** Prefix of previews, below the prefix of the target. No path of a site starts with "_". */
export const PREVIEW_PREFIX = '_preview/';

/** Custom metadata of an object: short strings. */
export type Metadata = Readonly<Record<string, string>>;

/** An object without its bytes. `name` is relative to the target's prefix. */
export interface ObjectSpec {
  name: string;
  contentType: string;
  cacheControl: string;
  contentEncoding: '' | 'gzip';
  metadata: Metadata;
}

/** The part of an object that every listing has. Generations can only be compared for equality. */
export interface ListedObject {
  name: string;
  /** Changes with the bytes and, if the target supports it, with headers and metadata. */
  generation: string;
  /** Stored bytes. */
  size: number;
  /** Last change of bytes or headers in milliseconds, by the target's clock. */
  updated: number;
}

/** An object of a target, with its headers and metadata. */
export interface StoredObject extends ListedObject, Omit<ObjectSpec, 'contentEncoding'> {
  contentEncoding: string;
}

/**
 * Bytes to store. `md5` (base64), `sha256` (base64url) and `size` describe the stored bytes. `open` is called once for
 * each attempt.
 */
export type ObjectBody =
  | { kind: 'bytes'; bytes: Buffer; size: number; md5: string }
  | { kind: 'stream'; size: number; md5: string; sha256: string; open(): Readable };

export function createObjectBody(bytes: Buffer): ObjectBody {
  return { kind: 'bytes', bytes, size: bytes.length, md5: createHash('md5').update(bytes).digest('base64') };
}

/** Returns the milliseconds that a write may take. Throws when this deploy may no longer write. */
export type RemainingLease = () => number;

export interface RequestLimits {
  /** Milliseconds. */
  timeout: number;
  /** For requests that take longer than one timeout, such as the upload of a large file. */
  remainingLease?: RemainingLease | undefined;
  /** Counts requests beyond the first one of an attempt. */
  addCalls?(count: number): void;
}

/** Thrown when a precondition fails because another writer has changed the object. */
export class ConflictError extends UserError {
  constructor(name: string) {
    super({
      code: 'changing-target',
      message: `another program changed "${name}" during this deploy; the deploy stopped`,
      hint: 'find out which program writes there, then run the deploy again',
    });
  }
}

/**
 * A target implements single attempts. Retries, time limits, concurrency, lost answers, locks and releases are the same
 * for all targets; see target-client.ts and its callers.
 */
export interface Target {
  /** The form of the configuration: `gs://bucket/prefix`. */
  readonly url: string;
  /** URL of the home page, as far as the target knows it. */
  readonly publicUrl: string;
  /** Prefix of all object names, '' or ending with "/". */
  readonly prefix: string;
  /** 'extensionless': the object `a/b` is served as HTML. 'file': the server appends ".html". */
  readonly naming: 'extensionless' | 'file';
  /** true for a target that stores a Content-Encoding with an object. */
  readonly encodes: boolean;
  /** true where no write continues after its process has ended. A server may still complete a request. */
  readonly isLocal?: boolean;
  /** true where listings have headers and metadata. Otherwise object-index.ts completes them. */
  readonly listsDetails: boolean;
  /** @throws UserError for missing credentials or a target that is not writable; called first */
  connect(): Promise<void>;
  /**
   * One page of live objects in order of their names; with `versions`, earlier versions that can be copied too. With
   * `listsDetails` each is a StoredObject.
   */
  listPage(
    prefix: string,
    options: { versions: boolean; pageToken: string | undefined },
    limits: RequestLimits,
  ): Promise<{ objects: ListedObject[]; nextPageToken?: string | undefined }>;
  /**
   * The object and the target's clock in milliseconds.
   * @param generation of an earlier version, for targets without `listsDetails`; the live object without it
   */
  stat(
    name: string,
    limits: RequestLimits,
    generation?: string,
  ): Promise<{ object: StoredObject; now: number } | null>;
  read(name: string, limits: RequestLimits): Promise<Buffer>;
  /** @param generation of the live object, '0' for none @throws ConflictError */
  write(spec: ObjectSpec, body: ObjectBody, generation: string, limits: RequestLimits): Promise<StoredObject>;
  /** Replaces headers and metadata, keeps the bytes. @throws ConflictError */
  patch(spec: ObjectSpec, stored: StoredObject, limits: RequestLimits): Promise<StoredObject>;
  /** Copies a live or an earlier version. @param generation as for `write` @throws ConflictError */
  copy(from: StoredObject, to: ObjectSpec, generation: string, limits: RequestLimits): Promise<StoredObject>;
  /** Removes this generation; succeeds if no object exists. @throws ConflictError */
  remove(stored: ListedObject, limits: RequestLimits): Promise<void>;
  /** Makes the target ready. With `dryRun` it only reads. @param done gets one line for each change; kept for retries */
  setUp(options: SetUpOptions, done: Set<string>): Promise<void>;
  /** Removes earlier versions that no release needs. Targets with lifecycle rules leave it out. */
  sweep?(isNeeded: (name: string, hash: string) => boolean): Promise<void>;
  /** Removes what this program keeps besides objects. Called when all objects are gone. */
  clear?(): Promise<void>;
  /** Recognizes errors after which a retry may help, beyond the known HTTP status and network codes. */
  isTransient?(error: unknown): boolean;
  /** A UserError for an error that the user can correct, else the error itself. */
  explainError(error: unknown): unknown;
}

export interface SetUpOptions {
  location: string;
  keepReleases: number;
  keepDays: number;
  dryRun: boolean;
}

/** The options of opening a target. */
export interface OpenOptions {
  project: string | undefined;
  concurrency: number;
  /** Milliseconds that one request may take. */
  timeout: number;
  /** Milliseconds before the first retry; doubles each time. */
  retryDelay: number;
  /** Bytes of one request of a large upload; a multiple of 256 KiB. */
  chunkBytes: number;
  /** Base URL of another server that speaks the same protocol, without credentials. */
  apiEndpoint?: string;
}

export type OpenTarget = (url: URL, options: OpenOptions) => Promise<Target>;

export function hasSameHeaders(stored: StoredObject, spec: Omit<ObjectSpec, 'metadata'>): boolean {
  return (
    stored.contentType === spec.contentType &&
    stored.cacheControl === spec.cacheControl &&
    stored.contentEncoding === spec.contentEncoding
  );
}

/** True if an object has these headers and this metadata. */
export function matchesSpec(stored: StoredObject, spec: ObjectSpec): boolean {
  return hasSameHeaders(stored, spec) && isDeepStrictEqual(stored.metadata, spec.metadata);
}
