/** What `articles import` calls: the import, its verification, and the lines that the terminal shows of both. */
export { formatNotes } from './import-report.ts';
export { runImport } from './run-import.ts';
export { formatVerification, verifyImport } from './verify/verify-import.ts';
