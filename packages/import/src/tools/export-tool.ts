/** Describes a tool whose sites are exported as one file. */
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

export interface ExportTool {
  /** Format of the export, as messages name it. */
  format: 'JSON' | 'XML';
  listings: Listings;
  /** @param progress called with the number of posts so far, and optionally how much of the file has been read */
  read(
    file: ExportFile,
    notes: Notes,
    progress: (posts: number, detail?: string) => void,
  ): Promise<ImportedSite>;
}
