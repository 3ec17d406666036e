/** @returns the package.json of this project as the tarball has it */
export function packManifest<M extends object>(manifest: M): M;
