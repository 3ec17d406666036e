/** Owns what a place that receives the site can do; gcs.ts and directory.ts are the places, places.ts their registry. */
import type { Readable } from 'node:stream';
import { UserError } from '../../foundation/errors.ts';

/** What this program notes on an object, for itself: short strings, kept as custom metadata. */
export type Marks = Readonly<Record<string, string>>;

/** An object as it shall be, without its bytes. `name` is relative to the target's prefix. */
export interface ObjectSpec {
  name: string;
  contentType: string;
  cacheControl: string;
  contentEncoding: '' | 'gzip';
  marks: Marks;
}

/** An object as it is. Generations are opaque but for equality; '0' stands for "no object". */
export interface StoredObject extends Omit<ObjectSpec, 'contentEncoding'> {
  contentEncoding: string;
  generation: string;
  metageneration: string;
  /** Stored bytes. */
  size: number;
  /** Last change of bytes or headers, by the target's clock, in milliseconds. */
  updated: number;
}

/** Bytes to store. `md5` (base64) and `size` are of the bytes as stored. A stream is opened anew for every attempt. */
export type Body =
  | { kind: 'bytes'; bytes: Buffer; md5: string }
  | { kind: 'stream'; size: number; md5: string; open(): Readable };

/** Asked before every attempt to write: the milliseconds that it may take. Throws when nothing may be written any more. */
export type Permit = () => number;

/** What must hold for a write to happen. */
export interface Precondition {
  /** Generation of the live object, '0' for none. */
  generation: string;
  metageneration?: string;
  check?: Permit;
}

/** Thrown when a precondition did not hold: somebody else has changed the object. */
export class ConflictError extends UserError {
  constructor(name: string) {
    super({
      message: `"${name}" was changed by somebody else during this deploy, which has stopped`,
      hint: 'find out who writes there, and run the deploy again',
    });
  }
}

/**
 * A place for objects. Every method makes its own retries, and succeeds when an earlier attempt, whose answer was lost,
 * has done the work.
 */
export interface Target {
  /** As the user would write it: `gs://bucket/prefix`. */
  readonly url: string;
  /** Where a reader finds the home page, as far as the target can know. */
  readonly publicUrl: string;
  /** Prefix of every name within the place, '' or ending with "/". */
  readonly prefix: string;
  /** 'extensionless': an object `a/b` is served as HTML. 'file': the server appends ".html". */
  readonly naming: 'extensionless' | 'file';
  /** Whether the place keeps a Content-Encoding with an object. */
  readonly encodes: boolean;
  /** Requests made so far. */
  calls(): number;
  /** @throws UserError when there are no credentials or no such place; asked before anything else */
  connect(): Promise<void>;
  /** Live objects in order of their names; with `versions`, earlier ones that can still be copied too. */
  list(prefix: string, options?: { versions?: boolean }): Promise<StoredObject[]>;
  /** The live object and the target's clock in milliseconds. */
  stat(name: string): Promise<{ object: StoredObject; now: number } | null>;
  read(name: string): Promise<Buffer>;
  /** @throws ConflictError */
  write(spec: ObjectSpec, body: Body, when: Precondition): Promise<StoredObject>;
  /** Makes headers and marks equal to `spec` and leaves the bytes. @throws ConflictError */
  patch(spec: ObjectSpec, stored: StoredObject, check?: Permit): Promise<StoredObject>;
  /** Copies an object, a noncurrent one too. @throws ConflictError */
  copy(from: StoredObject, to: ObjectSpec, when: Precondition): Promise<StoredObject>;
  /** Removes this generation; no object is success. @throws ConflictError */
  remove(stored: StoredObject, check?: Permit): Promise<void>;
  /** Makes the place ready, or says what it would take. Returns what it did, a line each. */
  setUp(options: SetUpOptions): Promise<string[]>;
  /** Forgets earlier versions that no release needs; places with a lifecycle of their own leave it out. */
  sweep?(isNeeded: (name: string, hash: string) => boolean): Promise<void>;
}

export interface SetUpOptions {
  project: string | undefined;
  location: string;
  keepReleases: number;
  keepDays: number;
  /** Prefix, relative to the target's, below which previews stand. */
  previewPrefix: string;
}

/** What a target's opener needs to know. */
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

/** Whether an object carries these headers and marks. */
export function carries(stored: StoredObject, spec: ObjectSpec): boolean {
  return sameHeaders(stored, spec) && sameMarks(stored.marks, spec.marks);
}

export function sameHeaders(stored: StoredObject, spec: ObjectSpec): boolean {
  return (
    stored.contentType === spec.contentType &&
    stored.cacheControl === spec.cacheControl &&
    stored.contentEncoding === spec.contentEncoding
  );
}

export function sameMarks(a: Marks, b: Marks): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
}
