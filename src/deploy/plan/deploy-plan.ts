/** Owns the plan, purely: what is wanted and one listing → changes, and the groups in which they are safe to make. */
import type { OutputKind } from '../../foundation/response-headers.ts';
import { formatRetired, isExpired, parseRetired, type Retention } from '../releases/retention.ts';
import { type Marks, type ObjectSpec, type StoredObject, sameHeaders, sameMarks } from '../targets/target.ts';

/** Everything that a deploy keeps for itself stands below this prefix. */
export const STATE_PREFIX = '.articles/';

/** An object that the release consists of. */
export interface Wanted extends ObjectSpec {
  kind: OutputKind;
  /** Identity of the content: hash of the source's bytes, and of what is done to them. */
  hash: string;
  /** Source bytes, for people. */
  size: number;
}

export type Change =
  | { action: 'create'; kind: OutputKind; name: string; bytes: number; wanted: Wanted; stored: null }
  | { action: 'replace'; kind: OutputKind; name: string; bytes: number; wanted: Wanted; stored: StoredObject }
  | { action: 'headers'; kind: OutputKind; name: string; bytes: 0; wanted: Wanted; stored: StoredObject }
  /** A hashed asset that is no longer used begins its time of grace. */
  | { action: 'retire'; kind: OutputKind; name: string; bytes: 0; spec: ObjectSpec; stored: StoredObject }
  | { action: 'delete'; kind: OutputKind; name: string; bytes: number; stored: StoredObject };

export interface Plan {
  changes: Change[];
  unchanged: number;
  /** Objects of this site before the change, old assets in their time of grace left out. */
  present: number;
  /** Old hashed assets that stay. */
  kept: number;
  /** Objects that somebody else wrote and that stand where this release has to write. */
  foreign: StoredObject[];
  /** Scopes of other sites of this program whose objects stand there. */
  otherSites: Set<string>;
}

/** Marks of an object of the site. `scope` says which site, below which prefix, an object belongs to. */
export function createMarks(kind: OutputKind, hash: string, scope: string): Marks {
  return { hash, kind, scope };
}

/**
 * Compares by hash and headers only, never by time or size. Objects that are not of this scope are not touched, those
 * below `STATE_PREFIX` are not looked at.
 * @param adopt replace foreign objects that stand in the way
 */
export function createPlan(input: {
  wanted: readonly Wanted[];
  stored: readonly StoredObject[];
  scope: string;
  retention: Retention;
  adopt: boolean;
}): Plan {
  const { scope, retention, adopt } = input;
  const plan: Plan = { changes: [], unchanged: 0, present: 0, kept: 0, foreign: [], otherSites: new Set() };
  const wantedNames = new Map(input.wanted.map((wanted) => [wanted.name, wanted]));
  const standing = new Map<string, StoredObject>();
  for (const stored of input.stored) {
    if (stored.name.startsWith(STATE_PREFIX)) continue;
    const ours = stored.marks.scope === scope;
    if (ours && stored.marks.retired === undefined) plan.present++;
    if (wantedNames.has(stored.name)) standing.set(stored.name, stored);
    else if (ours) leave(plan, stored, retention);
  }
  for (const wanted of input.wanted) {
    const stored = standing.get(wanted.name) ?? null;
    const owner = stored?.marks.scope;
    if (stored && owner !== undefined && owner !== scope) plan.otherSites.add(owner);
    else if (stored && owner === undefined && !adopt) plan.foreign.push(stored);
    place(plan, wanted, stored);
  }
  return plan;
}

function place(plan: Plan, wanted: Wanted, stored: StoredObject | null): void {
  const { kind, name, size: bytes } = wanted;
  if (!stored) {
    plan.changes.push({ action: 'create', kind, name, bytes, wanted, stored });
  } else if (stored.marks.hash !== wanted.hash || stored.contentEncoding !== wanted.contentEncoding) {
    plan.changes.push({ action: 'replace', kind, name, bytes, wanted, stored });
  } else if (!sameHeaders(stored, wanted) || !sameMarks(stored.marks, wanted.marks)) {
    plan.changes.push({ action: 'headers', kind, name, bytes: 0, wanted, stored });
  } else {
    plan.unchanged++;
  }
}

function leave(plan: Plan, stored: StoredObject, retention: Retention): void {
  const { name } = stored;
  const kind = readKind(stored);
  if (kind !== 'asset') {
    plan.changes.push({ action: 'delete', kind, name, bytes: stored.size, stored });
    return;
  }
  const retired = stored.marks.retired === undefined ? null : parseRetired(stored.marks.retired);
  if (retired && isExpired(retired.sequence, retired.since, retention)) {
    plan.changes.push({ action: 'delete', kind, name, bytes: stored.size, stored });
    return;
  }
  plan.kept++;
  if (retired) return;
  const { contentType, cacheControl } = stored;
  const marks = { ...stored.marks, retired: formatRetired(retention.sequence, retention.now) };
  const contentEncoding = stored.contentEncoding === 'gzip' ? 'gzip' : '';
  const spec: ObjectSpec = { name, contentType, cacheControl, contentEncoding, marks };
  plan.changes.push({ action: 'retire', kind, name, bytes: 0, spec, stored });
}

const KINDS: readonly OutputKind[] = ['asset', 'file', 'data', 'article', 'page', 'error', 'worker', 'index'];

/** The kind that an object was deployed as; "file" if it does not say. */
function readKind(stored: StoredObject): OutputKind {
  return KINDS.find((kind) => kind === stored.marks.kind) ?? 'file';
}

/** What refers to something comes after it. */
const WRITE_ORDER: readonly (readonly OutputKind[])[] = [
  ['asset'],
  ['file', 'data'],
  ['article'],
  ['page'],
  ['error'],
  ['worker', 'index'],
];

export interface ChangeGroups {
  /** Made in this order with a barrier between two; changes of one group in any order. */
  writes: Change[][];
  /** After the release record. What refers to something goes before it. */
  removals: Change[][];
}

export function groupChanges(changes: readonly Change[]): ChangeGroups {
  const writes = changes.filter(({ action }) => action !== 'delete' && action !== 'retire');
  const removals = changes.filter(({ action }) => action === 'delete' || action === 'retire');
  const select = (list: Change[], kinds: readonly OutputKind[]) =>
    list.filter((change) => kinds.includes(change.kind));
  const filled = (groups: Change[][]) => groups.filter((group) => group.length > 0);
  return {
    writes: filled(WRITE_ORDER.map((kinds) => select(writes, kinds))),
    removals: filled([...WRITE_ORDER].reverse().map((kinds) => select(removals, kinds))),
  };
}
