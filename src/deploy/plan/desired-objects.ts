/** Turns a build's manifest into the objects that the target should have, and checks their names. Pure. */
import type { Manifest, ManifestEntry } from '../../build/write/manifest.ts';
import { createProblems } from '../../foundation/errors.ts';
import type { StoredObject, Target } from '../targets/target.ts';
import type { DesiredObject } from './change-set.ts';
import { hashOfHidden, hideFromCrawlers } from './hidden-site.ts';
import { createHeaders, createObjectName, findNameProblem } from './object-headers.ts';

/** A file of the build. */
export interface OutputSource {
  /** Path relative to the output folder. */
  path: string;
  /** SHA-256 in the manifest, base64url. */
  digest: string;
  /** Bytes, from the manifest. */
  size: number;
  encoding: '' | 'gzip';
  /** True if a change to its bytes hides it from search engines. */
  noindex: boolean;
}

/** The source of the bytes of an object: a file of the build, or an object of the target. */
export type BytesSource = OutputSource | StoredObject;

/** @returns the objects, and their sources by name @throws UserError with every invalid name */
export function createDesiredSite(
  manifest: Manifest,
  target: Pick<Target, 'naming' | 'encodes' | 'prefix'>,
  { noindex }: { noindex: boolean },
) {
  const problems = createProblems();
  const outputs = new Map<string, ManifestEntry>();
  const isHiddenPage = (path: string) => noindex && hideFromCrawlers(path) !== null;
  const published = manifest.outputs.filter(({ kind }) => kind !== 'operator');
  const desired = published.map((output): DesiredObject => {
    const { path, kind, size, hash: digest } = output;
    const name = createObjectName(output, target.naming, manifest.layout);
    const { contentType, cacheControl, contentEncoding } = createHeaders(output, target.encodes);
    const problem = findNameProblem(name, target.prefix);
    const other = outputs.get(name);
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
    outputs.set(name, output);
    const hash = isHiddenPage(path) ? hashOfHidden(digest) : digest;
    return { name, kind, hash, size, contentType, cacheControl, contentEncoding };
  });
  problems.throwIfAny();
  const sources = {
    get(name: string): OutputSource | undefined {
      const output = outputs.get(name);
      if (!output) return undefined;
      const { path, hash: digest, size } = output;
      const encoding = createHeaders(output, target.encodes).contentEncoding;
      return { path, digest, size, encoding, noindex: isHiddenPage(path) };
    },
  };
  return { desired, sources };
}
