/** The entry of `articles import`: the import, its verification, and the lines that the terminal shows for both. */
export { formatNotes, formatStops } from './import-report.ts';
export { formatTextCount } from './read/unread-texts.ts';
export { runImport } from './run-import.ts';
export { formatVerification, verifyImport } from './verify/verify-import.ts';
