/** Owns the record of what a build wrote, as deploy reads it. */

import type { OutputKind } from '../../foundation/response-headers.ts';
import { stateFile } from '../state/build-state.ts';
import { createRows } from '../state/columns.ts';
import { openState } from '../state/state-file.ts';

/** One file below the output folder. */
export interface OutputRecord {
  /** Output path with "/", relative to the output folder. */
  path: string;
  kind: OutputKind;
  /** SHA-256 of the bytes, base64url. */
  hash: string;
  /** Bytes. */
  size: number;
}

/** The record of one build of one output folder. */
export interface Manifest {
  version: 1;
  /** Name of the site, as a guard against deploying another site's output. */
  site: string;
  basePath: string;
  layout: 'file' | 'directory';
  /** Shard of this build, 1 of 1 for a whole one. */
  shard: { index: number; total: number };
  outputs: OutputRecord[];
}

/** The manifest of the last build of a root into an output folder; null where there is none, or it is damaged. */
export function loadManifest(root: string, out: string): Manifest | null {
  const state = openState(stateFile(root, out));
  if (!state) return null;
  const { name, basePath, layout, shard } = state.head.site;
  const outputs = new Map<string, OutputRecord>();
  try {
    for (const { path, kind, hash, size } of createRows(state.outputs))
      outputs.set(path, { path, kind, hash, size });
  } catch {
    return null;
  }
  return { version: 1, site: name, basePath, layout, shard, outputs: [...outputs.values()] };
}
