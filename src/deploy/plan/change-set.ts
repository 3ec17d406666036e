/** Compares the desired objects with one listing: the changes, and the groups in which they are safe to make. Pure. */
import type { OutputKind } from '../../foundation/response-headers.ts';
import { hasSameHeaders, type ObjectSpec, STATE_PREFIX, type StoredObject } from '../targets/target.ts';
import { formatRetired, isExpired, parseRetired, type Retention } from './retention.ts';

/** An object of the release. Its metadata follows from the rest. */
export interface DesiredObject extends Omit<ObjectSpec, 'metadata'> {
  kind: OutputKind;
  /** Identity of the content: hash of the source's bytes, and of what is done to them. */
  hash: string;
  /** Source bytes, for people. */
  size: number;
}

type DesiredSpec = DesiredObject & ObjectSpec;

export type ObjectChange = { kind: OutputKind; name: string; bytes: number } & (
  | { action: 'create'; spec: DesiredSpec; stored: null }
  | { action: 'replace'; spec: DesiredSpec; stored: StoredObject }
  /** 'retire': the grace period of an unused hashed asset begins. */
  | { action: 'headers' | 'retire'; spec: ObjectSpec; stored: StoredObject }
  | { action: 'delete'; stored: StoredObject }
);

export interface ChangeSet {
  changes: ObjectChange[];
  unchanged: number;
  /** Objects of this site before the change, without retired assets. */
  present: number;
  /** Objects of other programs with names that this release needs. */
  foreign: StoredObject[];
  /** Scopes of other sites whose objects have names that this release needs. */
  otherSites: Set<string>;
}

/** @param scope the site and prefix that the object belongs to */
function createSpec(object: DesiredObject, scope: string): DesiredSpec {
  const { hash, kind } = object;
  return { ...object, metadata: { hash, kind, scope } };
}

/**
 * Compares hashes and headers, never times or sizes. Ignores `STATE_PREFIX`, and objects of other scopes unless their
 * names are needed.
 */
export function createChangeSet(input: {
  desired: readonly DesiredObject[];
  stored: readonly StoredObject[];
  scope: string;
  retention: Retention;
}): ChangeSet {
  const { scope, retention } = input;
  const set: ChangeSet = { changes: [], unchanged: 0, present: 0, foreign: [], otherSites: new Set() };
  const existing = new Map<string, StoredObject>();
  for (const stored of input.stored) {
    if (stored.name.startsWith(STATE_PREFIX)) continue;
    if (stored.metadata.scope === scope && stored.metadata.retired === undefined) set.present++;
    existing.set(stored.name, stored);
  }
  for (const object of input.desired) {
    const stored = existing.get(object.name) ?? null;
    existing.delete(object.name);
    const owner = stored?.metadata.scope;
    if (stored && owner === undefined) set.foreign.push(stored);
    if (owner !== undefined && owner !== scope) set.otherSites.add(owner);
    const change = planWrite(object, stored, scope);
    if (change) set.changes.push(change);
    else set.unchanged++;
  }
  for (const stored of existing.values())
    if (stored.metadata.scope === scope) set.changes.push(...planRemoval(stored, retention));
  return set;
}

function planWrite(object: DesiredObject, stored: StoredObject | null, scope: string): ObjectChange | null {
  if (stored && isCurrent(stored, object, scope)) return null;
  const { kind, name, size: bytes } = object;
  const spec = createSpec(object, scope);
  if (!stored) return { action: 'create', kind, name, bytes, spec, stored };
  if (!hasContent(stored, object)) return { action: 'replace', kind, name, bytes, spec, stored };
  return { action: 'headers', kind, name, bytes: 0, spec, stored };
}

/** True if an object needs no change. It makes no spec, because most of a million objects need none. */
function isCurrent(stored: StoredObject, object: DesiredObject, scope: string): boolean {
  const { metadata } = stored;
  return (
    hasContent(stored, object) &&
    hasSameHeaders(stored, object) &&
    metadata.kind === object.kind &&
    metadata.scope === scope &&
    Object.keys(metadata).length === 3
  );
}

export function hasContent(stored: StoredObject | undefined, spec: DesiredObject): boolean {
  return stored?.metadata.hash === spec.hash && stored.contentEncoding === spec.contentEncoding;
}

function planRemoval(stored: StoredObject, retention: Retention): ObjectChange[] {
  const { name, contentType, cacheControl, size: bytes } = stored;
  const kind = KINDS.find((known) => known === stored.metadata.kind) ?? 'file';
  const retired = parseRetired(stored.metadata.retired);
  if (kind !== 'asset' || (retired && isExpired(retired.sequence, retired.since, retention)))
    return [{ action: 'delete', kind, name, bytes, stored }];
  if (retired) return [];
  const metadata = { ...stored.metadata, retired: formatRetired(retention.sequence, retention.now) };
  const contentEncoding = stored.contentEncoding === 'gzip' ? 'gzip' : '';
  const spec: ObjectSpec = { name, contentType, cacheControl, contentEncoding, metadata };
  return [{ action: 'retire', kind, name, bytes: 0, spec, stored }];
}

/** An object is written after everything that it refers to. */
const WRITE_ORDER: readonly (readonly OutputKind[])[] = [
  ['asset'],
  ['file', 'data'],
  ['article'],
  ['page'],
  ['error'],
  ['worker', 'index'],
];
export const KINDS = WRITE_ORDER.flat();

/**
 * Groups in order; the changes of one group can be made in any order. Removals come after the release record, in reverse:
 * an object is removed before everything that it refers to.
 */
export function groupChanges(changes: readonly ObjectChange[]): {
  writes: ObjectChange[][];
  removals: ObjectChange[][];
} {
  const isRemoval = ({ action }: ObjectChange) => action === 'delete' || action === 'retire';
  const group = (order: typeof WRITE_ORDER, removals: boolean) =>
    order
      .map((kinds) =>
        changes.filter((change) => kinds.includes(change.kind) && isRemoval(change) === removals),
      )
      .filter((changesOfKinds) => changesOfKinds.length > 0);
  return { writes: group(WRITE_ORDER, false), removals: group([...WRITE_ORDER].reverse(), true) };
}
