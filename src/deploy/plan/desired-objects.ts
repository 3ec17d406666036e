/** Turns a build's manifest into the objects that the target should have, and checks their names. Pure. */
import type { Manifest } from '../../build/write/manifest.ts';
import { createProblems } from '../../foundation/errors.ts';
import { STATE_PREFIX, type StoredObject, type Target } from '../targets/target.ts';
import { createMetadata, type DesiredObject } from './change-set.ts';
import { hashOfHidden, hideFromCrawlers } from './hidden-site.ts';
import { createHeaders, createObjectName } from './object-headers.ts';

/** A file of the build. */
export interface OutputSource {
  /** Path relative to the output folder. */
  path: string;
  /** SHA-256 in the manifest, base64url. */
  digest: string;
  /** Bytes, from the manifest. */
  size: number;
  encoding: '' | 'gzip';
  /** Hidden from search engines by a change to its bytes. */
  noindex: boolean;
}

/** Where the bytes of an object are: in a file of the build, or in an object of the target. */
export type Origin = OutputSource | StoredObject;

/** @returns the objects, and their sources by name @throws UserError with every invalid name */
export function createDesiredSite(
  manifest: Manifest,
  target: Pick<Target, 'naming' | 'encodes' | 'prefix'>,
  options: { scope: string; noindex: boolean },
) {
  const problems = createProblems();
  const sources = new Map<string, OutputSource>();
  const published = manifest.outputs.filter(({ kind }) => kind !== 'operator');
  const desired = published.map((output): DesiredObject => {
    const { path, kind, size, hash: digest } = output;
    const name = createObjectName(output, target.naming, manifest.layout);
    const headers = createHeaders(output, target.encodes);
    const noindex = options.noindex && hideFromCrawlers(path) !== null;
    const problem = findNameProblem(name, target.prefix);
    const other = sources.get(name);
    if (problem) {
      const message = `cannot deploy "${path.length > 80 ? `${path.slice(0, 80)}…` : path}": ${problem}`;
      problems.error({
        code: 'invalid-object-name',
        message,
        hint: 'rename the page or file and build again',
      });
    } else if (other) {
      const message = `"${other.path}" and "${path}" have the same object name, "${name}"`;
      problems.error({ code: 'invalid-object-name', message, hint: 'rename one of them and build again' });
    }
    sources.set(name, { path, digest, size, encoding: headers.contentEncoding, noindex });
    const hash = noindex ? hashOfHidden(digest) : digest;
    return { name, kind, hash, size, ...headers, metadata: createMetadata(kind, hash, options.scope) };
  });
  problems.throwIfAny();
  return { desired, sources };
}

const MAX_NAME_BYTES = 1024;

/** Why an object cannot have this name; null for a valid one. */
export function findNameProblem(name: string, prefix: string): string | null {
  const bytes = Buffer.byteLength(prefix + name);
  if (bytes > MAX_NAME_BYTES) return `its name has ${bytes} bytes; the maximum is ${MAX_NAME_BYTES}`;
  if (/[\r\n\0]/.test(name)) return 'its name has a line break or NUL';
  if (name.split('/').some((part) => part === '.' || part === '..' || part === ''))
    return 'its path has an empty, "." or ".." part';
  if (/\p{Surrogate}/u.test(name)) return 'its name is not well-formed Unicode';
  if ((prefix + name).startsWith('.well-known/acme-challenge/'))
    return 'Google Cloud Storage reserves this name';
  return name.startsWith(STATE_PREFIX) ? `deploys reserve names below "${STATE_PREFIX}"` : null;
}
