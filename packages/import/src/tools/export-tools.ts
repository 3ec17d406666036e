/** The tools whose sites are exported as one file, and how the file is read. */
import { formatBytes } from '../core.ts';
import type { ImportedSite } from '../imported-site.ts';
import type { Notes } from '../notes.ts';
import type { Listings } from './folder-tool.ts';

export interface ExportFile {
  /** Absolute path. */
  path: string;
  /** The name that notes and messages use. */
  shown: string;
  /** Bytes. */
  size: number;
}

interface ExportTool {
  /** Format of the export, as messages name it. */
  format: 'JSON' | 'XML';
  listings: Listings;
  /** @param progress called with the number of posts so far, and optionally how much of the file has been read */
  read(
    files: readonly ExportFile[],
    notes: Notes,
    progress: (posts: number, detail?: string) => void,
  ): Promise<ImportedSite>;
}

export const EXPORT_TOOLS = {
  /** The file (WXR) of Tools, Export. */
  wordpress: {
    format: 'XML',
    listings: { category: '/category/', tag: '/tag/', author: '/author/' },
    async read(files, notes, progress) {
      const { readWordPress } = await import('../read/wordpress-reader.ts');
      const size = files.reduce((sum, file) => sum + file.size, 0);
      return readWordPress(files, notes, (posts, bytes) =>
        progress(posts, `${formatBytes(bytes)} of ${formatBytes(size)}`),
      );
    },
  },
  /** The file of Settings, Import/Export. */
  ghost: {
    format: 'JSON',
    listings: { category: '/tag/', tag: '/tag/', author: '/author/' },
    async read([file], notes, progress) {
      if (file === undefined) throw new Error('an export without a file');
      const { readGhost } = await import('../read/ghost-reader.ts');
      return readGhost(file.path, file.shown, notes, progress);
    },
  },
} as const satisfies Readonly<Record<string, ExportTool>>;
