interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  [field: string]: unknown;
}
/** Names of packages. */
export const NEEDED: readonly string[];
export function packManifest(manifest: Manifest): Manifest;
export function trimBundled(manifest: Manifest): Manifest;
