import type { SourceRecords } from '../imported-site.ts';

/** The records of a source that is a folder: its texts refer to files. */
export const NO_RECORDS: SourceRecords = { pictures: new Map(), blocks: new Map(), links: new Map() };
