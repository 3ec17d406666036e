/** Reads the record of the last build, for deploys and the server. */
import { attempt } from '../../foundation/attempt.ts';
import type { Problem } from '../../foundation/errors.ts';
import { stateFile } from '../state/build-state.ts';
import { openState } from '../state/state-file.ts';
import type { Manifest, ManifestEntry } from './manifest.ts';

/** Returns the warnings of the last build that a strict build does not allow. */
export function loadBroken(root: string, out: string): Problem[] {
  const warnings = attempt(() => openState(stateFile(root, out))?.warnings()) ?? [];
  return warnings.filter(({ strict }) => strict);
}

/** Returns the manifest of the last build into an output folder; null where there is none, or it is damaged. */
export function loadManifest(root: string, out: string): Manifest | null {
  const state = openState(stateFile(root, out));
  if (!state) return null;
  const { name, basePath, layout, shard } = state.head.site;
  const rows = attempt(() => state.outputs.rows());
  if (!rows) return null;
  const outputs = new Map<string, ManifestEntry>();
  for (const { path, kind, hash, size } of rows) outputs.set(path, { path, kind, hash, size });
  return { version: 1, site: name, basePath, layout, shard, outputs: [...outputs.values()] };
}
