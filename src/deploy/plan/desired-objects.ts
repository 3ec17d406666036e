/** Owns the step from a build's manifest to the objects that shall stand, purely; every name is checked. */
import type { Manifest } from '../../build/write/manifest.ts';
import { createProblems } from '../../foundation/errors.ts';
import type { Origin } from '../execute/execute-plan.ts';
import type { Source } from '../execute/read-output.ts';
import type { Target } from '../targets/target.ts';
import { nameFault } from '../targets/target-url.ts';
import { createMarks, STATE_PREFIX, type Wanted } from './deploy-plan.ts';
import { createHeaders, createObjectName, isHtml } from './object-headers.ts';

export interface WantedSite {
  wanted: Wanted[];
  /** By object name: what to read for it. */
  sources: ReadonlyMap<string, Source>;
}

/** @throws UserError with every name that cannot be */
export function createWanted(
  manifest: Manifest,
  target: Pick<Target, 'naming' | 'encodes' | 'prefix'>,
  options: { scope: string; noindex: boolean },
): WantedSite {
  const problems = createProblems();
  const sources = new Map<string, Source>();
  const wanted = manifest.outputs.map((output): Wanted => {
    const name = createObjectName(output, target.naming, manifest.layout);
    const headers = createHeaders(output, target.encodes);
    const noindex = options.noindex && isHtml(headers.contentType);
    const fault =
      nameFault(name) ?? nameFault(target.prefix + name) ?? (name.startsWith(STATE_PREFIX) ? RESERVED : null);
    const other = sources.get(name);
    if (fault) {
      const message = `"${shorten(output.path)}" cannot be deployed: ${fault}`;
      problems.error({ message, hint: 'rename the page or file and build again' });
    } else if (other) {
      const message = `"${other.path}" and "${output.path}" would be one object, "${name}"`;
      problems.error({ message, hint: 'rename one of them and build again' });
    }
    const { path, kind, size, hash: digest } = output;
    sources.set(name, { path, digest, size, encoding: headers.contentEncoding, noindex });
    const hash = noindex ? `${digest}+noindex` : digest;
    return { name, kind, hash, size, ...headers, marks: createMarks(kind, hash, options.scope) };
  });
  problems.throwIfAny();
  return { wanted, sources };
}

/** Where the bytes of a wanted object are. */
export function originIn(site: WantedSite, name: string): Origin | undefined {
  const source = site.sources.get(name);
  return source && { from: 'folder', source };
}

const RESERVED = `names below "${STATE_PREFIX}" are the deploy's own`;

function shorten(path: string): string {
  return path.length > 80 ? `${path.slice(0, 80)}…` : path;
}
