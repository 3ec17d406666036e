/** Every code of a problem, with what it means and what to do: the one place that defines codes. */
import { COMMAND_CODES } from './error-codes/command-codes.ts';
import { CONTENT_CODES } from './error-codes/content-codes.ts';
import { DEPLOY_CODES } from './error-codes/deploy-codes.ts';
import type { ErrorEntry } from './error-codes/error-entry.ts';
import { FILE_CODES } from './error-codes/file-codes.ts';
import { SITE_CODES } from './error-codes/site-codes.ts';
import { GENERATE_CODES, IMPORT_CODES } from './error-codes/work-codes.ts';

const AREAS = {
  'The command line': COMMAND_CODES,
  'Files and folders': FILE_CODES,
  'Configuration, front matter and texts': CONTENT_CODES,
  'Pages, links and the theme': SITE_CODES,
  Deploy: DEPLOY_CODES,
  Generate: GENERATE_CODES,
  Import: IMPORT_CODES,
};

type KeyOf<Codes> = Codes extends unknown ? keyof Codes : never;

/** A new code needs its entry here, or the program does not compile. */
export type ErrorCode = KeyOf<(typeof AREAS)[keyof typeof AREAS]>;

/** The entries by area, as docs/reference/errors.md shows them. */
export const ERROR_CATALOGUE: Readonly<Record<string, Readonly<Record<string, ErrorEntry>>>> = AREAS;
