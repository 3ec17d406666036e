/**
 * What this program uses of workbox-build, whose own types let each file use what Node 20 does not have: they refer to
 * the library `esnext` (see `paths` in tsconfig.json).
 */
interface Entry {
  url: string;
  revision: string | null;
  size: number;
}

declare const workbox: {
  getFileManifestEntries(options: {
    globDirectory: string;
    globPatterns: string[];
    dontCacheBustURLsMatching: RegExp;
    manifestTransforms: ((entries: Entry[]) => { manifest: Entry[] })[];
  }): Promise<{ manifestEntries: Entry[]; warnings: string[] }>;
};
export default workbox;
